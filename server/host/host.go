// Package host is the part of a process that serves: one engine per workspace
// root, the clients that call them, the local socket by which agents and shells
// join an editor window or a daemon, and the way to find such a host.
package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"

	"bazelapple/handlers"
	"bazelapple/handlers/workflows"
	"bazelapple/internal/config"
	"bazelapple/internal/runs"
	"bazelapple/internal/session"
	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
	"bazelapple/server/wire"
)

// An Open makes the engine of a root; "" is an engine without a workspace.
type Open func(root string, trusted bool, editor config.Values, emit func(session.Event)) *handlers.Engine

// A Service answers one method of the editor protocol for a client.
type Service func(ctx context.Context, c *Client, params json.RawMessage, report Report) (any, error)

// A Host serves workspace roots to its clients.
type Host struct {
	Kind    string // Window, Daemon, or "" for a process that serves itself only
	Version string
	Log     *zap.Logger
	// Services are further methods of the editor protocol, by name.
	Services map[string]Service
	// Translate, if set, gives the data of an event the protocol's shape.
	Translate func(any) any
	open      Open
	started   time.Time

	mu       sync.Mutex
	engines  map[string]*handlers.Engine
	roots    []string // what the window or daemon has open
	trusted  bool
	editor   config.Values
	policy   wire.AgentPolicy
	socket   string
	stop     func() // ends the process, for a daemon
	ctx      context.Context
	cancel   context.CancelFunc
	running  sync.WaitGroup // calls
	clients  atomic.Int64
	lastID   atomic.Int64
	watchers map[int]func(wire.Event)
	nextID   int
	closed   bool
}

// New returns a host; it opens no engine before it is asked for one.
func New(kind, version string, open Open, log *zap.Logger) *Host {
	ctx, cancel := context.WithCancel(context.Background())
	return &Host{ctx: ctx, cancel: cancel, Kind: kind, Version: version, Log: log, open: open, started: time.Now(), trusted: true, engines: map[string]*handlers.Engine{}, watchers: map[int]func(wire.Event){}}
}

// SetTrusted says whether the person trusts the open folders. In a folder that
// is not trusted nothing runs and no settings of it are read.
func (h *Host) SetTrusted(trusted bool) {
	h.mu.Lock()
	changed := h.trusted != trusted
	h.trusted = trusted
	var old []*handlers.Engine
	if changed {
		for root, e := range h.engines {
			old = append(old, e)
			delete(h.engines, root)
		}
	}
	h.mu.Unlock()
	for _, e := range old {
		e.Close()
	}
}

// Trusted reports whether the open folders are trusted.
func (h *Host) Trusted() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.trusted
}

// SetEditor sets the layer of editor settings and what agents may do.
func (h *Host) SetEditor(v config.Values, policy wire.AgentPolicy) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.editor, h.policy = v, policy
	for _, e := range h.engines {
		e.Session.Config.SetEditor(v)
	}
}

// Policy is what the person allows agents.
func (h *Host) Policy() wire.AgentPolicy {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.policy
}

// SetRoots says which workspaces are open. Engines of others are closed.
func (h *Host) SetRoots(roots []string) {
	h.mu.Lock()
	h.roots = slices.Clone(roots)
	var gone []*handlers.Engine
	for root, e := range h.engines {
		if root != "" && h.Kind == Window && !slices.Contains(roots, root) {
			gone = append(gone, e)
			delete(h.engines, root)
		}
	}
	h.mu.Unlock()
	for _, e := range gone {
		e.Close()
	}
}

// Roots are the workspaces that are open.
func (h *Host) Roots() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.roots)
}

// Engine returns the engine of a root.
func (h *Host) Engine(root string) *handlers.Engine {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.engines[root]; e != nil {
		return e
	}
	e := h.open(root, h.trusted, h.editor, func(e session.Event) {
		if e.Root == "" {
			e.Root = root
		}
		h.emit(e)
	})
	if h.closed {
		e.Close()
	} else {
		h.engines[root] = e
	}
	return e
}

// Resolve returns the root that a request names: one of ours, the workspace
// around a path, or, for "", the client's own or the only one.
func (h *Host) Resolve(path, own string) (string, error) {
	if path == "" {
		roots := h.Roots()
		switch {
		case own != "":
			return own, nil
		case len(roots) == 1:
			return roots[0], nil
		case len(roots) > 1:
			return "", tool.Errorf(tool.InvalidInput, fmt.Sprintf("Give root: one of %q.", roots), "several workspaces are open")
		}
		return "", nil
	}
	root, err := workspace.Find(path)
	if err != nil {
		if roots := h.Roots(); slices.Contains(roots, path) {
			return path, nil // it has vanished; its engine says so
		}
		return "", tool.Errorf(tool.NotFound, "Give the folder that holds MODULE.bazel or WORKSPACE, or a file below it.", "%w", err)
	}
	return root, nil
}

// emit tells every client of an event.
func (h *Host) emit(e session.Event) {
	h.mu.Lock()
	watchers := make([]func(wire.Event), 0, len(h.watchers))
	for _, w := range h.watchers {
		watchers = append(watchers, w)
	}
	h.mu.Unlock()
	if h.Translate != nil {
		e.Data = h.Translate(e.Data)
	}
	for _, w := range watchers {
		w(wire.Event{Root: e.Root, Kind: e.Kind, ID: e.ID, Data: e.Data})
	}
}

// Subscribe calls f with every event until the returned function is called. f
// must not block.
func (h *Host) Subscribe(f func(wire.Event)) (cancel func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.nextID++
	id := h.nextID
	h.watchers[id] = f
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers, id)
	}
}

// ending bounds the wait for cancelled calls, which end their processes before
// they return.
const ending = 1700 * time.Millisecond

// Close ends what every engine has running and waits for it.
func (h *Host) Close() {
	h.mu.Lock()
	engines := h.engines
	h.engines, h.closed = map[string]*handlers.Engine{}, true
	h.mu.Unlock()
	h.cancel()
	for _, e := range engines {
		e.Close()
	}
	done := make(chan struct{})
	go func() {
		h.running.Wait()
		for _, e := range engines {
			e.Catalog.Wait()
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(ending):
	}
}

// Context ends with the host; what outlives a request hangs on it.
func (h *Host) Context() context.Context { return h.ctx }

// Emit tells every client of an event of a root.
func (h *Host) Emit(root, kind string, data any) {
	h.emit(session.Event{Root: root, Kind: kind, Data: data})
}

// A Request is one call of a tool.
type Request struct {
	Root      string
	Name      string
	Arguments json.RawMessage
	Budget    bool // an agent's
	Progress  func(tool.Progress)
	Surface   tool.Surface
}

// call runs a request for a client.
func (h *Host) call(ctx context.Context, c *Client, r Request) tool.Answer {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	if !h.begin() {
		return tool.Render(r.Name, nil, nil, &tool.Error{Kind: tool.Cancelled, Op: r.Name, Err: context.Canceled}, 0)
	}
	defer h.running.Done()
	name, args := workflows.Unwrap(r.Name, r.Arguments)
	root, err := h.Resolve(r.Root, c.Root())
	if err != nil {
		var te *tool.Error
		if !errors.As(err, &te) {
			te = &tool.Error{Kind: tool.Internal, Err: err}
		}
		return tool.Render(name, nil, nil, te, 0)
	}
	if !h.Trusted() {
		return tool.Render(name, nil, nil, tool.Errorf(tool.Precondition, "Trust the folder with the command Workspaces: Manage Workspace Trust.", "nothing runs in a folder that is not trusted"), 0)
	}
	client := h.restrict(c.Tool())
	call := &tool.Call{Client: client, Progress: r.Progress, Surface: r.Surface, Move: func(_ context.Context, root, bazel string) error {
		return h.move(c, root, bazel)
	}}
	var budget func(bool) int
	if r.Budget {
		budget = agentBudget
	}
	return h.Engine(root).Catalog.Answer(ctx, call, name, args, budget)
}

// begin counts a call in, unless the host has ended.
func (h *Host) begin() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.running.Add(1)
	return true
}

func agentBudget(isError bool) int {
	if isError {
		return tool.FailureBudget
	}
	return tool.SuccessBudget
}

// restrict adds what the person allows agents to what a client allows itself.
func (h *Host) restrict(c tool.Client) tool.Client {
	if c.Role != tool.Agent {
		return c
	}
	policy := h.Policy()
	c.NoDestructive = c.NoDestructive || policy.ForbidDestructive
	if policy.Workflows != nil {
		own := c.Allowed
		c.Allowed = []tool.Workflow{}
		for _, w := range policy.Workflows {
			if own == nil || slices.Contains(own, tool.Workflow(w)) {
				c.Allowed = append(c.Allowed, tool.Workflow(w))
			}
		}
	}
	return c
}

// move points one client at another root. A window serves what it has open.
func (h *Host) move(c *Client, root, bazel string) error {
	if roots := h.Roots(); h.Kind == Window && !slices.Contains(roots, root) {
		return tool.Errorf(tool.Precondition, fmt.Sprintf("Open the folder in the editor; open now: %q. A client started with --standalone can work anywhere.", roots), "the window has no workspace %s", root)
	}
	c.setRoot(root)
	if bazel != "" {
		h.mu.Lock()
		v := h.editor
		h.mu.Unlock()
		v.BazelPath = &bazel
		h.Engine(root).Session.Config.SetEditor(v)
	}
	return nil
}

// Stop ends a daemon; other hosts refuse.
func (h *Host) Stop() error {
	h.mu.Lock()
	stop := h.stop
	h.mu.Unlock()
	if stop == nil {
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "this host is no daemon")
	}
	stop()
	return nil
}

// status is what a daemon tells of itself.
func (h *Host) status() Status {
	s := Status{PID: os.Getpid(), Kind: h.Kind, Version: h.Version, Roots: h.Roots(), Started: h.started, Clients: int(h.clients.Load())}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.engines {
		for _, r := range e.Runs.List() {
			if r.State != runs.Done {
				s.Runs++
			}
		}
	}
	return s
}

// Status describes a host.
type Status struct {
	PID     int       `json:"pid"`
	Kind    string    `json:"kind"`
	Version string    `json:"version"`
	Roots   []string  `json:"roots"`
	Started time.Time `json:"started"`
	Clients int       `json:"clients"`
	Runs    int       `json:"runs"`
}
