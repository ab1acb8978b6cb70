package services

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/handlers"
	"bazelapple/handlers/test"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
	"bazelapple/server/host"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// start runs a tool in the background and answers with its run's id, as soon as
// there is one. The run outlives the request, not the host.
func start(h *host.Host) host.Service {
	return func(ctx context.Context, c *host.Client, raw json.RawMessage, _ host.Report) (any, error) {
		var p wire.RunStartParams
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		id := make(chan string, 1)
		ended := make(chan tool.Answer, 1)
		background, cancel := context.WithCancel(h.Context())
		go func() {
			defer cancel()
			a, err := c.Call(background, host.Request{Root: p.Root, Name: p.Name, Arguments: p.Arguments, Progress: func(s tool.Progress) {
				if s.RunID != "" {
					select {
					case id <- s.RunID:
					default:
					}
				}
			}})
			if err != nil {
				a = tool.Answer{IsError: true, Kind: tool.Internal, Text: err.Error()}
			}
			ended <- a
		}()
		select {
		case run := <-id:
			return map[string]string{"runId": run}, nil
		case a := <-ended:
			if a.RunID != "" {
				return map[string]string{"runId": a.RunID}, nil
			}
			if err := rpc.Failure(a); err != nil {
				return nil, err
			}
			if a.IsError {
				return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, a.Text)
			}
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, p.Name+" has ended and left no run behind; call it instead")
		case <-ctx.Done():
			cancel()
			return nil, context.Cause(ctx)
		}
	}
}

// engines are those a request means: the one it names, else all of the host.
func engines(h *host.Host, c *host.Client, root string) ([]*handlers.Engine, error) {
	roots := h.Roots()
	if root != "" || len(roots) == 0 {
		e, err := engine(h, c, root)
		if err != nil {
			return nil, err
		}
		return []*handlers.Engine{e}, nil
	}
	out := make([]*handlers.Engine, 0, len(roots))
	for _, r := range roots {
		out = append(out, h.Engine(r))
	}
	return out, nil
}

// owner finds the engine whose run it is.
func owner(h *host.Host, c *host.Client, root, id string) (*handlers.Engine, error) {
	list, err := engines(h, c, root)
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		if _, err := e.Runs.Get(id); err == nil {
			return e, nil
		}
	}
	return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "there is no run "+id)
}

// ofRun decodes the parameters and finds the engine whose run they name.
func ofRun[P any](h *host.Host, f func(context.Context, *handlers.Engine, P) (any, error)) host.Service {
	return func(ctx context.Context, c *host.Client, raw json.RawMessage, _ host.Report) (any, error) {
		var of wire.RunParams
		var p P
		if err := rpc.Params(raw, &of); err != nil {
			return nil, err
		}
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		e, err := owner(h, c, of.Root, of.RunID)
		if err != nil {
			return nil, err
		}
		return f(ctx, e, p)
	}
}

func cancelRun(ctx context.Context, e *handlers.Engine, p wire.RunParams) (any, error) {
	r, err := e.Runs.Cancel(ctx, p.RunID)
	return entry(r), err
}

func listRuns(h *host.Host) host.Service {
	return func(_ context.Context, c *host.Client, raw json.RawMessage, _ host.Report) (any, error) {
		var p wire.RootParams
		if err := rpc.Params(raw, &p); err != nil {
			return nil, err
		}
		list, err := engines(h, c, p.Root)
		if err != nil {
			return nil, err
		}
		var all []runs.Run
		for _, e := range list {
			all = append(all, e.Runs.List()...)
		}
		slices.SortStableFunc(all, func(a, b runs.Run) int { return b.Start.Compare(a.Start) })
		out := wire.RunListResult{Runs: []wire.Run{}}
		for _, r := range all {
			out.Runs = append(out.Runs, entry(r))
		}
		return out, nil
	}
}

// defaultLines bounds a stretch of a log for which no length was asked.
const defaultLines = 10_000

func readLog(_ context.Context, e *handlers.Engine, p wire.RunLogParams) (any, error) {
	from, lines := p.From, p.Lines
	if lines <= 0 || lines > defaultLines {
		lines = defaultLines
	}
	to := 0
	if from >= 0 {
		from = max(from, 1)
		to = from + lines - 1
	}
	s, err := e.Runs.Log(p.RunID, from, to, p.Match)
	if errors.Is(err, runs.ErrNotFound) {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	if err != nil {
		return nil, err
	}
	out := wire.RunLogResult{Lines: s.Lines, Total: s.Total}
	if out.Lines == nil {
		out.Lines = []string{}
	}
	return out, nil
}

// entry is a run as the protocol shows it.
func entry(r runs.Run) wire.Run {
	w := wire.Run{
		ID: r.ID, Root: r.Root, Tool: r.Tool, Title: r.Title, Target: r.Target, Argv: r.Argv, Client: r.Client, State: string(r.State),
		Phase: r.Phase, Done: r.Done, Total: r.Total, ETA: int64(r.ETA.Seconds()), Start: stamp(r.Start), End: stamp(r.End), Result: r.Summary,
	}
	if r.Waiting != nil {
		w.Waiting = &wire.Waiting{PID: r.Waiting.PID, Command: r.Waiting.Command, Since: stamp(r.Waiting.Since)}
	}
	if r.State == runs.Done {
		w.ExitCode = &r.ExitCode
	}
	return w
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// Event turns the data of a run's or a test's event into the protocol's shape; others stay
// as they are.
func Event(data any) any {
	switch d := data.(type) {
	case runs.Run:
		return entry(d)
	case test.Ended:
		return wire.TestEnded{Label: d.Label, Status: string(d.Status), Text: d.Text, Log: d.Log, Cached: d.Cached, Cases: d.Cases}
	}
	return data
}
