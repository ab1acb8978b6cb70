// Package tool defines what a tool is: a definition and a function with typed
// arguments. It knows no door (LSP, MCP, command line) and no SDK; a test
// enforces that.
//
// A handler module is a table of tools. The Catalog is the sum of the modules
// and does, once, what no handler may repeat: session defaults, validation,
// decoding, policy, timeouts, panics, error kinds, the command log.
package tool

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"time"
)

// A Definition is the static half of a tool. InputSchema and OutputSchema are
// inferred from Go types and read through the methods of Tool, so that a
// program which never lists a tool never pays for its schema.
type Definition struct {
	Name        string   // snake_case, at most 40 characters
	Title       string   // as a palette entry; ends in … when it asks for something
	Description string   // one sentence, written to be found by meaning
	Workflow    Workflow // set by the module
	// StartupArgs says that the tool takes Bazel startup options. A law holds it
	// to the presence of the startupArgs parameter.
	StartupArgs bool
	// Streaming says that the tool reports progress while it runs.
	Streaming bool
	// ReadOnly, Destructive, Idempotent and OpenWorld are the MCP hints.
	ReadOnly, Destructive, Idempotent, OpenWorld bool
	// NeedsWorkspace makes the catalog refuse the call when no workspace is known.
	NeedsWorkspace bool
	// Apple says that the tool runs Apple's programs: it is refused where there
	// are none, and its answer says so where they are stand-ins.
	Apple bool
	// Timeout ends the call; timeoutSeconds among the arguments beats it. 0 means
	// DefaultTimeout.
	Timeout time.Duration
	// Output is a zero value of the Go type of Result.Data where that has a fixed
	// shape; nil otherwise.
	Output any
	// Aliases are former names that keep working.
	Aliases []string
}

// DefaultTimeout bounds a tool that says nothing of its own.
const DefaultTimeout = 2 * time.Minute

// A Func is the body of a tool.
type Func[In any] func(ctx context.Context, call *Call, in In) (*Result, error)

// A Tool is a definition bound to its body.
type Tool struct {
	Definition
	schema func() *inputSchema
	output func() json.RawMessage
	invoke func(ctx context.Context, call *Call, args *arguments) (*Result, error)
}

// New binds fn to def. The argument struct In gives the schema: json tags name
// the parameters, jsonschema tags describe them, `required:"true"` makes one
// required, `default:"key"` lets the session default of that key fill it, and
// `group:"name"` ties parameters together so that one given explicitly keeps
// the defaults of the whole group away.
func New[In any](def Definition, fn Func[In]) Tool {
	t := reflect.TypeFor[In]()
	schema := sync.OnceValue(func() *inputSchema { return inferInput(def, t) })
	return Tool{
		Definition: def,
		schema:     schema,
		output:     sync.OnceValue(func() json.RawMessage { return inferOutput(def.Output) }),
		invoke: func(ctx context.Context, call *Call, args *arguments) (*Result, error) {
			var in In
			if err := args.decode(schema(), &in, call.Client); err != nil {
				return nil, err
			}
			return fn(ctx, call, in)
		},
	}
}

// InputSchema is the whole JSON schema of the arguments.
func (t Tool) InputSchema() json.RawMessage { return t.schema().full() }

// ListSchema is the schema a tool list carries: without rare parameters and
// without our own formats.
func (t Tool) ListSchema() json.RawMessage { return t.schema().list() }

// OutputSchema is the schema of Result.Data, or nil. It requires no member: an
// answer within a budget may leave some out.
func (t Tool) OutputSchema() json.RawMessage { return t.output() }

// A Module is the tools of one workflow.
type Module struct {
	Workflow Workflow
	Tools    []Tool
}

// Definitions returns the definitions of the module's tools.
func (m Module) Definitions() []Definition {
	defs := make([]Definition, len(m.Tools))
	for i, t := range m.Tools {
		defs[i] = t.Definition
		defs[i].Workflow = m.Workflow
	}
	return defs
}

// CanHandle reports whether name is one of the module's tools.
func (m Module) CanHandle(name string) bool {
	_, ok := m.find(name)
	return ok
}

// Handle runs the named tool. For a name that is not the module's it returns
// nil, nil: that is no error.
func (m Module) Handle(ctx context.Context, call *Call, name string, args json.RawMessage) (*Result, error) {
	t, ok := m.find(name)
	if !ok {
		return nil, nil
	}
	parsed, err := parseArguments(args)
	if err != nil {
		return nil, err
	}
	return t.invoke(ctx, call, parsed)
}

func (m Module) find(name string) (Tool, bool) {
	for _, t := range m.Tools {
		if t.Name == name {
			t.Workflow = m.Workflow
			return t, true
		}
	}
	return Tool{}, false
}
