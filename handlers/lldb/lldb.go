// Package lldb holds the tools of the lldb workflow: debugger sessions that
// outlive a call and belong to the host.
package lldb

import (
	"context"
	"errors"
	"sync"
	"time"

	"bazelapple/internal/devicectl"
	debugger "bazelapple/internal/lldb"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	LLDB      *debugger.Client
	Devicectl *devicectl.Client
	Sessions  *state.Tasks[*debugger.Session]
	// Defaults are the session defaults by key, for the device.
	Defaults func() map[string]any
	Root     string
	Home     string
	// AllowHostCommands lets bazel_ios_lldb_command run what reaches this
	// machine, and launches programs from anywhere.
	AllowHostCommands bool
}

// Module returns the lldb tools.
func Module(d Deps) tool.Module {
	h := &handlers{Deps: d, ended: map[string]bool{}}
	return tool.Module{Workflow: tool.WorkflowLLDB, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_attach", Title: "Attach Debugger…",
			Description: "Debug: attach the debugger (LLDB) to a running app or process on a simulator, device or this Mac, or launch a built program in it.",
			Timeout:     2 * time.Minute, Streaming: true,
		}, h.attach),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_detach", Title: "Detach Debugger…",
			Description: "End a debug session: disconnect the debugger; an attached app goes on, a launched one is ended.",
			Idempotent:  true,
		}, h.detach),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_breakpoint", Title: "Breakpoint…",
			Description: "Set, delete or list debugger breakpoints: break at a file and line or when a function (method) is called, with condition, one-shot.",
		}, h.breakpoint),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_backtrace", Title: "Show Call Stack…",
			Description: "Show the call stack (stack trace, frames): where and why a program stopped or crashed.",
			ReadOnly:    true, Idempotent: true,
		}, h.backtrace),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_variables", Title: "Show Variables…",
			Description: "Show the values of local variables and arguments in a frame of a stopped program.",
			ReadOnly:    true, Idempotent: true,
		}, h.variables),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_expression", Title: "Evaluate Expression…",
			Description: "Evaluate an expression in the debugger: po, print a variable, view or object; it may change values.",
			Timeout:     expressionTime,
		}, h.expression),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_step", Title: "Step or Continue…",
			Description: "Step to the next line, into or out of a function, continue (resume) execution after a breakpoint, pause or wait.",
			Timeout:     stepTime,
		}, h.step),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_threads", Title: "Threads…",
			Description: "List all threads of the debugged app, or select thread and frame for the debugger tools.",
			Idempotent:  true,
		}, h.threads),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_command", Title: "LLDB Command…",
			Description: "Send one raw command to LLDB in a debugger session; commands beyond debugging are refused.",
			Destructive: true,
		}, h.command),
		tool.New(tool.Definition{
			Name: "bazel_ios_lldb_sessions", Title: "List Debugger Sessions",
			Description: "List the open debugger sessions with process and state.",
			ReadOnly:    true, Idempotent: true,
		}, h.sessions),
	}}
}

type handlers struct {
	Deps
	mu    sync.Mutex
	ended map[string]bool // ids of sessions that were detached, so that doing it again is no error
}

// inSession is the parameter of every tool that works in a session.
type inSession struct {
	SessionID tool.Word `json:"sessionId" required:"true" jsonschema:"id from bazel_ios_lldb_attach"`
}

// session returns the living session of the id.
func (h *handlers) session(in inSession) (*debugger.Session, error) {
	task, err := h.Sessions.Get(string(in.SessionID))
	if err != nil {
		return nil, h.unknown(in)
	}
	if err := task.Value.Err(); err != nil {
		return nil, tool.Errorf(tool.Precondition, "bazel_ios_lldb_detach clears it; then attach again.", "%s: %w", in.SessionID, err)
	}
	return task.Value, nil
}

func (h *handlers) unknown(in inSession) error {
	return &tool.Error{Kind: tool.NotFound, Err: errors.New("no debugger session is called " + string(in.SessionID)),
		Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_lldb_sessions"}}}}
}

// explain gives the errors of the client their kind and remedy.
func explain(err error) error {
	var refused *debugger.CommandError
	var attach *debugger.AttachError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &attach):
		switch {
		case attach.Missing():
			return tool.Errorf(tool.NotFound, "Start the program first, or pass waitFor with its processName.", "%w", err)
		case attach.Denied():
			return tool.Errorf(tool.Precondition, "On a Mac the program needs the get-task-allow entitlement (a debug build has it) and `DevToolsSecurity -enable`; on Linux kernel.yama.ptrace_scope must be 0 or the program launched by the debugger.", "%w", err)
		}
		return &tool.Error{Kind: tool.Command, Err: err}
	case errors.Is(err, debugger.ErrRunning):
		return tool.Errorf(tool.Precondition, "bazel_ios_lldb_step with action pause stops it; with wait it waits for the next stop.", "%w", err)
	case errors.Is(err, debugger.ErrExited):
		return tool.Errorf(tool.Precondition, "End the session with bazel_ios_lldb_detach and start the program again.", "%w", err)
	case errors.Is(err, debugger.ErrBusy):
		return tool.Errorf(tool.Precondition, "Try again later, or end the session with bazel_ios_lldb_detach.", "%w", err)
	case errors.Is(err, debugger.ErrBreakpoint), errors.Is(err, debugger.ErrThread):
		return &tool.Error{Kind: tool.NotFound, Err: err}
	case errors.As(err, &refused), errors.Is(err, debugger.ErrEnded):
		return &tool.Error{Kind: tool.Command, Err: err}
	}
	return err
}

// oneLine refuses text that could be more than one command, or none.
func oneLine(parameter, text string) error {
	for _, r := range text {
		if r != '\t' && (r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029') {
			return tool.Invalid(parameter, "one line without control characters")
		}
	}
	return nil
}

// timeFor is the caller's limit or def.
func timeFor(t tool.Timed, def time.Duration) time.Duration {
	if t.TimeoutSeconds > 0 {
		return time.Duration(float64(t.TimeoutSeconds) * float64(time.Second))
	}
	return def
}

// stand is where a session's program is now, for a result that is good without
// it too.
func stand(ctx context.Context, s *debugger.Session) (debugger.Stop, bool) {
	stop, err := s.Here(ctx)
	return stop, err == nil
}
