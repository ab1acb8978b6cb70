// Package mcp is the agent's door: the Model Context Protocol over standard
// input and output or HTTP. It lists tools from their ready schemas, passes
// calls on to a host.Backend, and adds what the protocol has beside tools:
// progress, resources, prompts, completions.
package mcp

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/zap"

	"bazelapple/internal/tool"
	"bazelapple/server/frame"
	"bazelapple/server/host"
	"bazelapple/server/surface"
	"bazelapple/server/wire"
)

// Options are what the door stands on.
type Options struct {
	Version string
	// Catalog gives the definitions; it is asked at the first list or call.
	Catalog func() *tool.Catalog
	// Backend joins a host or opens an engine for one client. It is asked at a
	// client's first call.
	Backend func(ctx context.Context, name string) (host.Backend, error)
	// Choice is what a client's list shows at first.
	Choice func() surface.Choice
	// Saved keeps choices for the next start; "" keeps none.
	Saved    string
	ReadOnly bool
	Log      *zap.Logger
}

// A door serves any number of sessions over one SDK server.
type door struct {
	Options
	ctx    context.Context                       // of the process; calls end with it
	ready  func(json.RawMessage) json.RawMessage // see frame.Lines.Ready; nil over HTTP
	server *mcp.Server

	mu      sync.Mutex
	clients map[*mcp.ServerSession]*client
	shared  *client // of the stateless revision, which knows no clients
	running sync.WaitGroup
}

// ServeStdio serves one client until its input ends.
func ServeStdio(ctx context.Context, o Options, in io.ReadCloser, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d := newDoor(ctx, o)
	lines := frame.NewLines(in, out)
	d.ready = lines.Ready
	session, err := d.server.Connect(ctx, lines, nil)
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.shared = d.newClient(session, "agent", func() {
		if err := lines.Notify("notifications/tools/list_changed"); err != nil {
			o.Log.Debug("the list's change could not be told", zap.Error(err))
		}
	})
	d.clients[session] = d.shared
	d.mu.Unlock()
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err = <-ended:
	case <-lines.Ended():
		cancel()
		_ = session.Close()
	case <-ctx.Done():
		_ = session.Close()
	}
	cancel()
	d.close()
	return err
}

func newDoor(ctx context.Context, o Options) *door {
	d := &door{Options: o, ctx: ctx, clients: map[*mcp.ServerSession]*client{}}
	d.server = mcp.NewServer(&mcp.Implementation{Name: "bazel-apple", Title: "Bazel Apple", Version: o.Version, Icons: icons()}, &mcp.ServerOptions{
		Instructions:       instructions,
		CompletionHandler:  d.complete,
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return nil },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return nil },
		InitializedHandler: d.initialized,
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.CacheScope = "private"
		},
		Capabilities: &mcp.ServerCapabilities{
			Tools:       &mcp.ToolCapabilities{ListChanged: true},
			Resources:   &mcp.ResourceCapabilities{Subscribe: true},
			Prompts:     &mcp.PromptCapabilities{},
			Completions: &mcp.CompletionCapabilities{},
		},
	})
	d.server.AddReceivingMiddleware(d.receive)
	d.addTool()
	d.addResources()
	d.addPrompts()
	return d
}

// receive answers the methods about tools; the library has the others.
func (d *door) receive(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch req := req.(type) {
		case *mcp.ListToolsRequest:
			return d.list(ctx, req), nil
		case *mcp.CallToolRequest:
			// The library knows one tool, which stands for all: it marks results
			// as the client's revision wants them.
			params := *req.Params
			ctx = context.WithValue(ctx, called{}, params.Name)
			params.Name = anyTool
			req.Params = &params
			return next(ctx, method, req)
		}
		return next(ctx, method, req)
	}
}

// anyTool is the name under which the library passes calls on.
const anyTool = "any_tool"

// called is the context's key for the name that the client gave; the library
// leaves no other way from receive to its handler.
type called struct{}

// addTool makes the library pass calls on. Doing it again makes it tell the
// clients to read the list again, for which it has no call.
func (d *door) addTool() {
	d.server.AddTool(&mcp.Tool{Name: anyTool, InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		d.running.Add(1)
		defer d.running.Done()
		name, _ := ctx.Value(called{}).(string)
		return d.call(ctx, req, name)
	})
}

// A client is one session: what it is offered and where its calls go.
type client struct {
	door    *door
	surface *surface.Surface
	name    string
	list    listCache

	mu      sync.Mutex
	backend host.Backend
}

// who is the client's name.
func (c *client) who() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.name
}

// newClient returns the state of a session. changed tells its client of a
// changed list.
func (d *door) newClient(session *mcp.ServerSession, name string, changed func()) *client {
	c := &client{door: d, name: name, surface: surface.New(d.Choice())}
	c.surface.Changed = func() {
		c.list.drop()
		changed()
	}
	if session != nil {
		go func() {
			_ = session.Wait()
			d.mu.Lock()
			delete(d.clients, session)
			d.mu.Unlock()
			c.close()
		}()
	}
	return c
}

// client returns the state of the session of a request.
func (d *door) client(session *mcp.ServerSession) *client {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.clients[session]; c != nil {
		return c
	}
	if session.ID() == "" {
		// A stateless request: nothing is kept of its client, all share one.
		if d.shared == nil {
			d.shared = d.newClient(nil, "agent", func() {})
			d.shared.surface.Save(d.Saved)
		}
		return d.shared
	}
	c := d.newClient(session, clientName(session), d.addTool)
	d.clients[session] = c
	return c
}

func clientName(s *mcp.ServerSession) string {
	if p := s.InitializeParams(); p != nil && p.ClientInfo != nil && p.ClientInfo.Name != "" {
		return p.ClientInfo.Name
	}
	return "agent"
}

// to returns the backend of a client, joining it first.
func (c *client) to(ctx context.Context) (host.Backend, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.backend != nil {
		return c.backend, nil
	}
	b, err := c.door.Backend(context.WithoutCancel(ctx), c.name)
	if err != nil {
		return nil, err
	}
	c.backend = b
	b.Subscribe(c.door.event)
	if j, ok := b.(interface {
		Policy() (wire.AgentPolicy, bool)
	}); ok {
		if p, joined := j.Policy(); joined {
			c.surface.Restrict(p.Workflows, p.ForbidDestructive)
			c.list.drop()
		}
	}
	return b, nil
}

func (c *client) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.backend != nil {
		_ = c.backend.Close()
		c.backend = nil
	}
}

// initialized names the client. A workspace hint is asked for and never waited
// for.
func (d *door) initialized(ctx context.Context, req *mcp.InitializedRequest) {
	p := req.Session.InitializeParams()
	if p == nil {
		return
	}
	c := d.client(req.Session)
	c.mu.Lock()
	c.name = clientName(req.Session)
	c.mu.Unlock()
	//lint:ignore SA1019 see roots
	if p.Capabilities == nil || p.Capabilities.RootsV2 == nil {
		return
	}
	go d.roots(context.WithoutCancel(ctx), req.Session, c)
}

// close ends what clients have running.
func (d *door) close() {
	d.mu.Lock()
	clients := make([]*client, 0, len(d.clients)+1)
	for _, c := range d.clients {
		clients = append(clients, c)
	}
	if d.shared != nil {
		clients = append(clients, d.shared)
	}
	d.mu.Unlock()
	// Cancelled calls end their processes before they return.
	done := make(chan struct{})
	go func() { d.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(2 * time.Second):
	}
	for _, c := range clients {
		c.close()
	}
}

// Hello is how a client of this door introduces itself to a host.
func Hello(o Options, name string) wire.Hello {
	return wire.Hello{Name: name, Version: o.Version, ReadOnly: o.ReadOnly}
}
