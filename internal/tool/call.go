package tool

import (
	"context"
	"slices"
	"sync"
)

// A Role says on whose behalf a call runs.
type Role string

// A person's rights come only over the editor's own connection; everybody on
// the local socket or over MCP is an agent; a shell is a person at a terminal.
const (
	Person Role = "person"
	Agent  Role = "agent"
	Shell  Role = "shell"
)

// A Client is who makes a call and what it may do.
type Client struct {
	ID   string // unique within the host
	Name string // "Visual Studio Code", "claude-code", "shell"
	Role Role
	// ReadOnly refuses every tool that is not read-only.
	ReadOnly bool
	// NoDestructive refuses destructive tools.
	NoDestructive bool
	// Allowed, if not nil, are the only workflows whose tools may be called.
	Allowed []Workflow
}

// may reports whether the client is allowed the workflow at all.
func (c Client) may(w Workflow) bool {
	return c.Allowed == nil || w == WorkflowNone || slices.Contains(c.Allowed, w)
}

// A Call is what one invocation can reach besides its arguments.
type Call struct {
	Client Client
	// Tool is the tool that runs, set by the catalog.
	Tool string
	// Progress is never nil inside a handler.
	Progress func(Progress)
	// Move points the client at another workspace root, with another bazel program
	// if that is not "". Nil where the client's workspace is fixed.
	Move func(ctx context.Context, root, bazel string) error
	// Surface is what the client is offered; nil where it is offered everything.
	Surface Surface

	mu    sync.Mutex
	run   string
	began chan struct{} // closed with the first run; nil where nobody waits for it
}

// Began names the run that the call has started.
func (c *Call) Began(run string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.run == "" && c.began != nil {
		close(c.began)
	}
	c.run = run
}

// Run is the run that the call has started last, "" while there is none.
func (c *Call) Run() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.run
}

// detachable prepares the call to go on without its caller: progress is not
// reported any more once silence was called.
func (c *Call) detachable() (silence func()) {
	c.began = make(chan struct{})
	report := c.Progress
	if report == nil {
		return func() {}
	}
	var mu sync.Mutex
	c.Progress = func(p Progress) {
		mu.Lock()
		defer mu.Unlock()
		if report != nil {
			report(p)
		}
	}
	return func() {
		mu.Lock()
		defer mu.Unlock()
		report = nil
	}
}

// A Surface is which workflows a client is offered. Tools of the others stay
// callable.
type Surface interface {
	Offered() []Workflow
	// Toggle changes it, for all workflows when ids is nil; note says when the
	// change has its effect, if not at once.
	Toggle(ids []Workflow, on bool) (note string, err error)
}

// A Progress is one step of a running tool.
type Progress struct {
	// Message is whole lines of output, with their ends, when Output is true, else
	// the phase in a person's words.
	Message string `json:"message"`
	// Done and Total count the same unit; Total is 0 when it is not known.
	Done  int64 `json:"done,omitempty"`
	Total int64 `json:"total,omitempty"`
	// Output marks what the running program printed.
	Output bool `json:"output,omitempty"`
	// RunID names the run that reports, for tools that start one.
	RunID string `json:"runId,omitempty"`
}
