package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/zap"

	"bazelapple/internal/tool"
)

// stateless is the first revision without sessions: its lists do not vary by
// client or as a side effect of calls.
const stateless = "2026-07-28"

// listResult is a list of tools from ready bytes.
type listResult struct {
	mcp.ResultBase
	Tools json.RawMessage `json:"tools"`
}

// listCache keeps the bytes of a client's list until it changes.
type listCache struct {
	mu    sync.Mutex
	bytes json.RawMessage
}

func (l *listCache) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes = nil
}

// list answers tools/list.
func (d *door) list(ctx context.Context, req *mcp.ListToolsRequest) mcp.Result {
	c := d.client(req.Session)
	// What the person allows is known once the host is joined; a host that
	// cannot be joined is told of with the first call.
	if _, err := c.to(ctx); err != nil {
		d.Log.Warn("no host", zap.Error(err))
	}
	if req.ProtocolVersion() >= stateless {
		c.surface.Save(d.Saved)
		r := &mcp.ListToolsResult{Tools: []*mcp.Tool{}}
		r.CacheScope = "private"
		for _, t := range d.listed(c) {
			r.Tools = append(r.Tools, definition(t))
		}
		return r
	}
	c.list.mu.Lock()
	defer c.list.mu.Unlock()
	if c.list.bytes == nil {
		tools := []listedTool{}
		for _, t := range d.listed(c) {
			tools = append(tools, listing(t))
		}
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(tools); err != nil {
			d.Log.Error("the list of tools cannot be encoded", zap.Error(err))
		}
		c.list.bytes = bytes.TrimSpace(b.Bytes())
		if d.ready != nil {
			c.list.bytes = d.ready(c.list.bytes)
		}
	}
	return &listResult{Tools: c.list.bytes}
}

// listed are the tools that a client's list shows, by name.
func (d *door) listed(c *client) []tool.Tool {
	var out []tool.Tool
	catalog := d.Catalog()
	for _, name := range catalog.Names() {
		t, _ := catalog.Tool(name)
		if d.ReadOnly && !t.ReadOnly && t.Workflow != tool.WorkflowNone {
			continue
		}
		if c.surface.Lists(t.Definition) {
			out = append(out, t)
		}
	}
	return out
}

// A listedTool is a tool in a list of ready bytes. The hints that are false
// when they are absent are left out, which the library does not do.
type listedTool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  struct {
		ReadOnly    bool `json:"readOnlyHint,omitempty"`
		Destructive bool `json:"destructiveHint"`
		Idempotent  bool `json:"idempotentHint,omitempty"`
		OpenWorld   bool `json:"openWorldHint"`
	} `json:"annotations"`
}

func listing(t tool.Tool) listedTool {
	l := listedTool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.ListSchema(), OutputSchema: t.OutputSchema()}
	a := &l.Annotations
	a.ReadOnly, a.Destructive, a.Idempotent, a.OpenWorld = t.ReadOnly, t.Destructive, t.Idempotent, t.OpenWorld
	return l
}

// definition is a tool as the protocol shows it. Every hint is set: a client
// takes an absent destructiveHint for true.
func definition(t tool.Tool) *mcp.Tool {
	m := &mcp.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: t.ListSchema(),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: t.ReadOnly, DestructiveHint: new(t.Destructive), IdempotentHint: t.Idempotent, OpenWorldHint: new(t.OpenWorld)},
	}
	if out := t.OutputSchema(); out != nil {
		m.OutputSchema = out
	}
	return m
}
