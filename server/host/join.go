package host

import (
	"context"
	"errors"
	"sync"
	"time"

	"go.uber.org/zap"

	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// patience is how long a client waits for another host after its own has gone.
const patience = 10 * time.Second

// A Joined is a Backend that works with the best host there is: the one it
// found, after its end a successor, after that this process alone.
type Joined struct {
	Dir   RunDir
	Root  string
	Hello wire.Hello
	// Socket, if set, is the only host that is joined.
	Socket string
	// Alone returns the client of this process.
	Alone func() *Client
	Log   *zap.Logger

	mu       sync.Mutex
	now      Backend
	lost     string // told once, with the next answer
	watchers map[int]*watcher
	nextID   int
}

type watcher struct {
	f      func(wire.Event)
	cancel func()
}

// Join looks for a host once; without one it works alone.
func (j *Joined) Join(ctx context.Context) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, err := j.find(ctx)
	if err != nil {
		return err
	}
	if r == nil {
		j.settle(j.Alone())
		return nil
	}
	j.settle(r)
	return nil
}

// Policy is what the joined host's person allows agents; ok is false while this
// process works alone.
func (j *Joined) Policy() (p wire.AgentPolicy, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if r, ok := j.now.(*Remote); ok {
		return r.Host.Policy, true
	}
	return p, false
}

// find dials the best host that answers.
func (j *Joined) find(ctx context.Context) (*Remote, error) {
	if j.Socket != "" {
		return Dial(ctx, j.Socket, j.Root, j.Hello, j.Log)
	}
	found, err := j.Dir.Lookup(j.Root)
	if err != nil {
		j.Log.Warn("the folder for sockets cannot be used; working alone", zap.Error(err))
		return nil, nil
	}
	for _, reg := range found {
		r, err := Dial(ctx, reg.Socket, j.Root, j.Hello, j.Log)
		if err == nil {
			return r, nil
		}
		j.Log.Debug("a host does not answer", zap.Int("pid", reg.PID), zap.Error(err))
	}
	return nil, nil
}

// settle makes b the backend; j.mu is held.
func (j *Joined) settle(b Backend) {
	j.now = b
	for _, w := range j.watchers {
		w.cancel = b.Subscribe(w.f)
	}
}

// backend returns a living backend, after the wait for a successor if need be.
func (j *Joined) backend(ctx context.Context) (Backend, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.now.(*Remote)
	if !ok {
		return j.now, nil
	}
	select {
	case <-r.Done():
	default:
		return r, nil
	}
	j.Log.Warn("the host has ended; waiting for another", zap.Int("pid", r.Host.PID))
	for end := time.Now().Add(patience); time.Now().Before(end); {
		if next, err := j.find(ctx); err == nil && next != nil {
			j.lost = "the host ended and another took its place: what it was running has ended, its session defaults are gone"
			j.settle(next)
			return next, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(200 * time.Millisecond):
		}
	}
	j.Log.Warn("no other host came; going on alone")
	j.lost = "the host ended and no other came within 10 s: this server goes on alone, what the host was running has ended"
	j.settle(j.Alone())
	return j.now, nil
}

// Call implements Backend. A call that was under way when the host ended is not
// repeated: it may have changed something.
func (j *Joined) Call(ctx context.Context, r Request) (tool.Answer, error) {
	b, err := j.backend(ctx)
	if err != nil {
		return tool.Answer{IsError: true, Kind: tool.Cancelled, Text: r.Name + ": cancelled"}, nil
	}
	a, err := b.Call(ctx, r)
	if errors.Is(err, ErrLost) {
		return tool.Render(r.Name, nil, nil, tool.Errorf(tool.Precondition, "Call it again: a successor is looked for, else this server goes on alone.", "the editor window or daemon that ran the call has ended"), 0), nil
	}
	j.mu.Lock()
	lost := j.lost
	j.lost = ""
	j.mu.Unlock()
	if lost != "" {
		a.Warnings = append([]string{lost}, a.Warnings...)
		a.Text = "Warning: " + lost + "\n" + a.Text
	}
	return a, err
}

// Hint sets the workspace of a client that works alone and has none.
func (j *Joined) Hint(root string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if c, ok := j.now.(*Client); ok {
		c.Hint(root)
	}
}

// Ask implements Backend.
func (j *Joined) Ask(ctx context.Context, method string, params, result any) error {
	b, err := j.backend(ctx)
	if err != nil {
		return err
	}
	return b.Ask(ctx, method, params, result)
}

// Subscribe implements Backend; the subscription moves along.
func (j *Joined) Subscribe(f func(wire.Event)) (cancel func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.watchers == nil {
		j.watchers = map[int]*watcher{}
	}
	j.nextID++
	id, w := j.nextID, &watcher{f: f}
	if j.now != nil {
		w.cancel = j.now.Subscribe(f)
	}
	j.watchers[id] = w
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		delete(j.watchers, id)
		if w.cancel != nil {
			w.cancel()
		}
	}
}

// Close implements Backend.
func (j *Joined) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.now == nil {
		return nil
	}
	return j.now.Close()
}
