package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"bazelapple/internal/run"
)

// A Catalog is every tool, by name, over one engine.
type Catalog struct {
	modules []Module
	byName  map[string]*Tool
	names   []string // sorted
	env     Environment
	later   later
}

// Environment is what the catalog asks of the session around it. Every function
// may be nil.
type Environment struct {
	// Defaults are the session defaults by key ("target", "simulatorId" …).
	Defaults func() map[string]any
	// Workspace returns an error when no Bazel workspace is known.
	Workspace func() error
	// Apple returns an error where Apple's programs cannot be, and a warning
	// where they are stand-ins.
	Apple func() (warning string, err error)
	// Settings returns a warning when a settings file cannot be read, which
	// concerns every call.
	Settings func() (warning string)
	// Run describes a run that goes on, for a caller that does not wait for its
	// end. Life ends the calls that go on so.
	Run  func(id string) *Result
	Life context.Context
	// Record is told of every call that has ended.
	Record func(Record)
	// Redact removes secrets from a text before it leaves.
	Redact func(string) string
}

// A Record is one ended call.
type Record struct {
	Tool      string
	Client    Client
	Arguments json.RawMessage
	Start     time.Time
	Duration  time.Duration
	Kind      Kind   // "" on success
	Stack     string // of a panic
	Err       error
	RunID     string
}

// NewCatalog panics if two tools share a name.
func NewCatalog(env Environment, modules ...Module) *Catalog {
	c := &Catalog{modules: modules, byName: map[string]*Tool{}, env: env}
	for _, m := range modules {
		for _, t := range m.Tools {
			t.Workflow = m.Workflow
			for _, name := range append([]string{t.Name}, t.Aliases...) {
				if _, twice := c.byName[name]; twice {
					panic("tool: two tools are called " + name)
				}
				c.byName[name] = &t
			}
			c.names = append(c.names, t.Name)
		}
	}
	slices.Sort(c.names)
	return c
}

// Names returns the names of all tools, sorted, without aliases.
func (c *Catalog) Names() []string { return c.names }

// Tool returns the tool of that name or alias.
func (c *Catalog) Tool(name string) (Tool, bool) {
	t, ok := c.byName[name]
	if !ok {
		return Tool{}, false
	}
	return *t, true
}

// Definitions returns every definition, sorted by name.
func (c *Catalog) Definitions() []Definition {
	defs := make([]Definition, len(c.names))
	for i, name := range c.names {
		defs[i] = c.byName[name].Definition
	}
	return defs
}

// CanHandle reports whether name is a tool of this catalog.
func (c *Catalog) CanHandle(name string) bool { _, ok := c.byName[name]; return ok }

// Handle runs the named tool. Every error it returns is an *Error. A name that
// is not the catalog's answers nil, nil.
func (c *Catalog) Handle(ctx context.Context, call *Call, name string, args json.RawMessage) (*Result, error) {
	t, ok := c.byName[name]
	if !ok {
		return nil, nil
	}
	res, err := c.handle(ctx, call, t, args)
	if err != nil {
		return res, err
	}
	return res, nil
}

// Answer runs the named tool and renders what comes of it. budget as in Render.
func (c *Catalog) Answer(ctx context.Context, call *Call, name string, args json.RawMessage, budget func(isError bool) int) Answer {
	t, ok := c.byName[name]
	if !ok {
		e := &Error{Kind: UnknownTool, Err: fmt.Errorf("there is no tool %q", shorten(name, 60)), Hint: "bazel_find_tools finds tools by what they do."}
		if near := Nearest(name, slices.Sorted(maps.Keys(c.byName))); near != "" {
			e.Hint = fmt.Sprintf("Did you mean %s?", near)
		}
		return Render(name, nil, nil, e, 0)
	}
	res, err := c.do(ctx, call, t, args)
	limit := 0
	if budget != nil {
		limit = budget(err != nil)
	}
	a := Render(t.Name, given(args), res, err, limit)
	if c.env.Redact != nil {
		a.Text = c.env.Redact(a.Text)
	}
	if a.RunID == "" {
		a.RunID = call.Run()
	}
	return a
}

func (c *Catalog) handle(ctx context.Context, call *Call, t *Tool, raw json.RawMessage) (res *Result, failure *Error) {
	record := Record{Tool: t.Name, Client: call.Client, Arguments: raw, Start: time.Now()}
	if call.Progress == nil {
		call.Progress = func(Progress) {}
	}
	defer func() {
		if r := recover(); r != nil {
			record.Stack = string(debug.Stack())
			res, failure = nil, &Error{Kind: Internal, Op: t.Name, Err: fmt.Errorf("panic: %v", r), Hint: "This is a defect of Bazel Apple; the log has the details."}
		}
		if c.env.Settings != nil {
			warn(res, failure, c.env.Settings())
		}
		record.Duration, record.RunID = time.Since(record.Start), call.Run()
		if failure != nil {
			record.Kind, record.Err = failure.Kind, failure
		}
		if c.env.Record != nil {
			c.env.Record(record)
		}
	}()
	args, err := parseArguments(raw)
	if err == nil {
		err = c.permit(call.Client, t)
	}
	if err != nil {
		return nil, classify(ctx, t.Name, err)
	}
	if c.env.Defaults != nil {
		args.fill(t.schema(), c.env.Defaults())
	}
	// Arguments before the workspace: a wrong argument is the caller's first.
	if err := args.check(t.schema()); err != nil {
		return nil, classify(ctx, t.Name, err)
	}
	if t.NeedsWorkspace && c.env.Workspace != nil {
		if err := c.env.Workspace(); err != nil {
			return nil, classify(ctx, t.Name, err)
		}
	}
	warning := ""
	if t.Apple && c.env.Apple != nil {
		if warning, err = c.env.Apple(); err != nil {
			return nil, classify(ctx, t.Name, err)
		}
	}
	ctx, cancel := context.WithTimeoutCause(ctx, t.timeout(args), run.ErrTimeout)
	defer cancel()
	call.Tool = t.Name
	res, err = t.invoke(ctx, call, args)
	if err != nil {
		res, failure = nil, classify(ctx, t.Name, err)
	}
	warn(res, failure, warning)
	return res, failure
}

// warn puts a warning, if there is one, before those of an outcome.
func warn(res *Result, failure *Error, warning string) {
	switch {
	case warning == "":
	case failure != nil:
		failure.warn(warning)
	case res != nil && !slices.Contains(res.Warnings, warning):
		res.Warnings = append([]string{warning}, res.Warnings...)
	}
}

// timeout is the caller's timeoutSeconds, else the tool's own.
func (t *Tool) timeout(args *arguments) time.Duration {
	if n, ok := args.values["timeoutSeconds"].(json.Number); ok {
		if s, err := n.Float64(); err == nil && s > 0 && s <= MaxSeconds {
			return time.Duration(s * float64(time.Second))
		}
	}
	if t.Timeout > 0 {
		return t.Timeout
	}
	return DefaultTimeout
}

// permit enforces what the client may do.
func (c *Catalog) permit(client Client, t *Tool) error {
	if t.Workflow == WorkflowNone {
		return nil // they change the client's own list only; an inner call comes here by itself
	}
	switch {
	case client.ReadOnly && !t.ReadOnly:
		return Errorf(Precondition, "Start the server without --read-only to allow it.", "read-only mode: %s changes something", t.Name)
	case client.NoDestructive && t.Destructive:
		return Errorf(Precondition, "A person can allow it with the setting bazelApple.agent.allowDestructive, or run it from the palette.", "destructive tools are not allowed for agents: %s", t.Name)
	case !client.may(t.Workflow):
		return Errorf(Precondition, "A person can allow it with the setting bazelApple.agent.workflows.", "the workflow %s is not allowed for this client", t.Workflow)
	}
	return nil
}
