package host

import (
	"context"
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// Report sends a $/progress notification.
type Report func(token any, value wire.ProgressValue)

// Of reports the progress of a call under a token.
func (r Report) Of(token any) func(tool.Progress) {
	return func(s tool.Progress) {
		v := wire.ProgressValue{Kind: "report", Message: s.Message, Done: s.Done, Total: s.Total, Output: s.Output, RunID: s.RunID}
		if s.Total > 0 {
			percent := int(min(100, s.Done*100/s.Total))
			v.Percentage = &percent
		}
		r(token, v)
	}
}

// Handle answers a method of the editor protocol. It returns
// jsonrpc2.ErrMethodNotFound for others.
func (c *Client) Handle(ctx context.Context, method string, params json.RawMessage, report Report) (any, error) {
	switch method {
	case wire.MethodTools:
		return wire.ToolsListResult{Tools: Tools(c.host.Engine(c.firstRoot()).Catalog)}, nil
	case wire.MethodCall:
		var p wire.ToolsCallParams
		if err := rpc.Params(params, &p); err != nil {
			return nil, err
		}
		return c.answer(ctx, p, report)
	case wire.MethodRoots:
		return c.host.rootsResult(), nil
	case wire.MethodStatus:
		return c.host.status(), nil
	case wire.MethodStop:
		return struct{}{}, c.host.Stop()
	}
	if f := c.host.Services[method]; f != nil {
		return f(ctx, c, params, report)
	}
	return nil, jsonrpc2.ErrMethodNotFound
}

// firstRoot is a root whose engine is open anyway; the tools are the same.
func (c *Client) firstRoot() string {
	root, err := c.host.Resolve("", c.Root())
	if err != nil {
		root = c.host.Roots()[0]
	}
	return root
}

func (c *Client) answer(ctx context.Context, p wire.ToolsCallParams, report Report) (any, error) {
	r := Request{Root: p.Root, Name: p.Name, Arguments: p.Arguments, Budget: p.Budget}
	if report != nil && p.WorkDoneToken != nil {
		title := p.Name
		if t, ok := c.host.Engine(c.firstRoot()).Catalog.Tool(p.Name); ok {
			title = t.Title
		}
		report(p.WorkDoneToken, wire.ProgressValue{Kind: "begin", Title: title, Cancellable: true})
		defer report(p.WorkDoneToken, wire.ProgressValue{Kind: "end"})
		r.Progress = report.Of(p.WorkDoneToken)
	}
	a, err := c.Call(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := rpc.Failure(a); err != nil {
		return nil, err
	}
	return a, nil
}

func (h *Host) rootsResult() wire.RootsResult {
	out := wire.RootsResult{Roots: []wire.Root{}}
	h.mu.Lock()
	out.Socket = h.socket
	h.mu.Unlock()
	for _, root := range h.Roots() {
		r := wire.Root{Root: root, Name: filepath.Base(root), Trusted: h.Trusted(), Defaults: map[string]any{}, Outputs: append([]string{}, workspace.OutputLinks(root)...)}
		if r.Trusted {
			e := h.Engine(root)
			r.Simulated, r.Defaults = e.Host.Simulated, e.Session.Defaults()
		}
		out.Roots = append(out.Roots, r)
	}
	return out
}

// Tools lists a catalog's tools with their whole schemas.
func Tools(catalog *tool.Catalog) []wire.Tool {
	out := make([]wire.Tool, 0, len(catalog.Names()))
	for _, name := range catalog.Names() {
		t, _ := catalog.Tool(name)
		out = append(out, wire.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, Workflow: string(t.Workflow),
			InputSchema: t.InputSchema(), OutputSchema: t.OutputSchema(), StartupArgs: t.StartupArgs, Streaming: t.Streaming,
			Annotations: wire.Annotations{ReadOnlyHint: t.ReadOnly, DestructiveHint: t.Destructive, IdempotentHint: t.Idempotent, OpenWorldHint: t.OpenWorld},
		})
	}
	return out
}
