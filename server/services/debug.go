package services

import (
	"context"
	"encoding/json"
	"errors"

	"bazelapple/handlers"
	"bazelapple/handlers/debug"
	"bazelapple/internal/tool"
	"bazelapple/server/host"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// debugPrepare makes a target ready for the debugger of the editor. The editor's
// person alone may ask: agents have the debugger tools.
func debugPrepare(h *host.Host) host.Service {
	return func(ctx context.Context, c *host.Client, raw json.RawMessage, report host.Report) (any, error) {
		var p wire.DebugParams
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		e, err := debuggable(h, c, p.Root)
		if err != nil {
			return nil, err
		}
		call := &tool.Call{Client: c.Tool(), Progress: func(tool.Progress) {}}
		if report != nil && p.WorkDoneToken != nil {
			call.Progress = report.Of(p.WorkDoneToken)
		}
		made, err := e.Debugger.Prepare(ctx, call, debug.Request{
			Target: tool.Label(p.Target), Destination: p.Destination, Args: p.Args, Env: p.Env, TestFilter: p.TestFilter, StopOnEntry: p.StopOnEntry,
		})
		if err != nil {
			return nil, refused(err)
		}
		arguments, err := json.Marshal(made.Arguments)
		return wire.DebugResult{ID: made.ID, Command: made.Command, Request: made.Request, Arguments: arguments, Where: made.Where, RunID: made.RunID, Warnings: made.Warnings}, err
	}
}

func debugEnded(h *host.Host) host.Service {
	return func(_ context.Context, c *host.Client, raw json.RawMessage, _ host.Report) (any, error) {
		var p wire.DebugEndedParams
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		e, err := debuggable(h, c, p.Root)
		if err != nil {
			return nil, err
		}
		o, err := e.Debugger.Ended(p.ID, p.ExitCode)
		if err != nil {
			return nil, refused(err)
		}
		return wire.DebugOutcome{Text: o.Text, Test: o.Test, Passed: o.Passed, Stopped: o.Stopped, Cases: o.Cases}, nil
	}
}

// debuggable is the engine of a root, for whom may debug in it.
func debuggable(h *host.Host, c *host.Client, root string) (*handlers.Engine, error) {
	switch {
	case !h.Trusted():
		return nil, refused(tool.Errorf(tool.Precondition, "Trust the folder with the command Workspaces: Manage Workspace Trust.", "nothing runs in a folder that is not trusted"))
	case c.Tool().Role != tool.Person:
		return nil, refused(tool.Errorf(tool.Precondition, "bazel_ios_lldb_attach starts a debugger session.", "the editor's debugger belongs to the person at the editor"))
	}
	return engine(h, c, root)
}

// refused is a failure as the protocol tells it.
func refused(err error) error {
	var te *tool.Error
	if !errors.As(err, &te) {
		return err
	}
	return rpc.Refusal(tool.Render("", nil, nil, te, 0))
}
