package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.lsp.dev/uri"

	"bazelapple/handlers/workflows"
	"bazelapple/internal/tool"
	"bazelapple/server/host"
)

// call answers tools/call for the tool of that name.
func (d *door) call(ctx context.Context, req *mcp.CallToolRequest, name string) (*mcp.CallToolResult, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The library keeps a call's context alive when the client goes.
	defer context.AfterFunc(d.ctx, cancel)()
	c := d.client(req.Session)
	if req.ProtocolVersion() >= stateless {
		c.surface.Save(d.Saved)
	}
	name, args := workflows.Unwrap(name, req.Params.Arguments)
	t, ok := d.Catalog().Tool(name)
	if !ok {
		a := d.Catalog().Answer(ctx, &tool.Call{}, name, args, nil)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: a.Text}
	}
	p := newProgress(ctx, req)
	defer p.end()
	if t.Workflow == tool.WorkflowNone {
		// What a client is offered is this door's to know, not its host's.
		a := d.Catalog().Answer(ctx, &tool.Call{Client: tool.Client{Role: tool.Agent, Name: c.who()}, Surface: c.surface}, name, args, budget)
		return result(a), nil
	}
	b, err := c.to(ctx)
	if err != nil {
		return result(tool.Render(name, nil, nil, tool.Errorf(tool.Precondition, "Start the server with --standalone to join no editor window or daemon.", "%w", err), tool.FailureBudget)), nil
	}
	if r := d.confirm(req, t, args); r != nil {
		return r, nil
	}
	a, err := b.Call(ctx, host.Request{Name: name, Arguments: args, Budget: true, Progress: p.report})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r := result(a)
	if r.StructuredContent == nil && !a.IsError && t.Output != nil {
		r.StructuredContent = struct{}{} // what has a schema is never absent, even where the budget left it out
	}
	if req.ProtocolVersion() >= stateless {
		// Without its icon, which the library would repeat in every answer.
		r.Meta = mcp.Meta{mcp.MetaKeyServerInfo: &mcp.Implementation{Name: "bazel-apple", Version: d.Version}}
	}
	return r, nil
}

func budget(isError bool) int {
	if isError {
		return tool.FailureBudget
	}
	return tool.SuccessBudget
}

// result is an answer as the protocol has it: one text, the same facts as
// structured content, pictures and links.
func result(a tool.Answer) *mcp.CallToolResult {
	text := a.Text
	if a.Kind == tool.Internal {
		text = "internal: " + text
	}
	r := &mcp.CallToolResult{IsError: a.IsError, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
	for _, i := range a.Images {
		r.Content = append(r.Content, &mcp.ImageContent{Data: i.Data, MIMEType: i.MIMEType})
	}
	for _, f := range a.Files {
		name := f.Title
		if name == "" {
			name = filepath.Base(f.Path)
		}
		r.Content = append(r.Content, &mcp.ResourceLink{URI: uri.File(f.Path).String(), Name: name, MIMEType: f.MIMEType})
	}
	if a.Data != nil {
		// An object, or nothing: earlier revisions allow nothing else.
		if b, err := json.Marshal(a.Data); err == nil && len(b) > 0 && b[0] == '{' {
			r.StructuredContent = json.RawMessage(b)
		}
	}
	return r
}

// confirmation is the name of the question before a destructive tool.
const confirmation = "confirm"

// confirm asks the person before a destructive tool runs, where the client can
// show a question. A question or a refusal is the result of the call; nil means
// go on. The library asks clients of older revisions itself and calls again.
func (d *door) confirm(req *mcp.CallToolRequest, t tool.Tool, args json.RawMessage) *mcp.CallToolResult {
	if !t.Destructive || d.ReadOnly {
		return nil
	}
	caps := req.ClientCapabilities()
	if caps == nil || caps.Elicitation == nil {
		return nil
	}
	if answer, ok := req.Params.InputResponses[confirmation].(*mcp.ElicitResult); ok {
		if answer.Action == "accept" {
			return nil
		}
		refused := tool.Errorf(tool.Precondition, "Ask the person, or choose another way.", "the person did not agree to %s", t.Name)
		return result(tool.Render(t.Name, nil, nil, refused, tool.FailureBudget))
	}
	message := t.Title + "\n\n" + t.Description
	if len(args) > 0 && len(args) < 500 && string(args) != "{}" {
		message += "\n\n" + string(args)
	}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{
		confirmation: &mcp.ElicitParams{Mode: "form", Message: message, RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)},
	}}
}
