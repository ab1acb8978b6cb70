package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"bazelapple/internal/tool"
	"bazelapple/server/frame"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// ErrLost is the error of a call whose host has ended.
var ErrLost = errors.New("the host has ended")

// A Remote is a Backend at the other end of a host's socket.
type Remote struct {
	Host wire.HelloResult

	conn jsonrpc2.Conn
	net  net.Conn
	ends <-chan struct{}
	root string
	last atomic.Int64

	mu       sync.Mutex
	progress map[string]func(tool.Progress)
	watchers map[int]func(wire.Event)
	nextID   int
}

// helloTimeout bounds the wait for a host that does not answer.
const helloTimeout = 3 * time.Second

// Dial joins the host behind a socket. root is where the client works.
func Dial(ctx context.Context, socket, root string, hello wire.Hello, log *zap.Logger) (*Remote, error) {
	var dialer net.Dialer
	c, err := dialer.DialContext(ctx, "unix", socket)
	if err != nil {
		return nil, err
	}
	uid, err := peerUID(c.(*net.UnixConn))
	if err != nil || uid != os.Getuid() {
		_ = c.Close()
		return nil, fmt.Errorf("%s is served by another user (uid %d)", socket, uid)
	}
	r := &Remote{root: root, progress: map[string]func(tool.Progress){}, watchers: map[int]func(wire.Event){}}
	stream := frame.NewHeaders(c)
	r.net, r.ends = c, stream.Ended()
	r.conn = rpc.New(stream)
	rpc.Go(context.WithoutCancel(ctx), r.conn, r.handle, log)
	ctx, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	if err := protocol.Call(ctx, r.conn, wire.MethodHello, hello, &r.Host); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("%s does not answer: %w", socket, err)
	}
	return r, nil
}

// handle takes the host's notifications.
func (r *Remote) handle(_ context.Context, req *jsonrpc2.Request) (any, error) {
	switch req.Method() {
	case protocol.MethodProgress:
		var p wire.Progress
		if err := json.Unmarshal(req.Params(), &p); err != nil {
			return nil, err
		}
		token, _ := p.Token.(string)
		r.mu.Lock()
		f := r.progress[token]
		r.mu.Unlock()
		if v := p.Value; f != nil && v.Kind == "report" {
			f(tool.Progress{Message: v.Message, Done: v.Done, Total: v.Total, Output: v.Output, RunID: v.RunID})
		}
	case wire.NotificationEvent:
		var e wire.Event
		if err := json.Unmarshal(req.Params(), &e); err != nil {
			return nil, err
		}
		r.mu.Lock()
		watchers := make([]func(wire.Event), 0, len(r.watchers))
		for _, w := range r.watchers {
			watchers = append(watchers, w)
		}
		r.mu.Unlock()
		for _, w := range watchers {
			w(e)
		}
	default:
		return nil, jsonrpc2.ErrMethodNotFound
	}
	return nil, nil
}

// Call implements Backend.
func (r *Remote) Call(ctx context.Context, q Request) (tool.Answer, error) {
	p := wire.ToolsCallParams{Root: q.Root, Name: q.Name, Arguments: q.Arguments, Budget: q.Budget}
	if p.Root == "" {
		p.Root = r.root
	}
	if q.Progress != nil {
		token := strconv.FormatInt(r.last.Add(1), 10)
		r.mu.Lock()
		r.progress[token] = q.Progress
		r.mu.Unlock()
		defer func() {
			r.mu.Lock()
			delete(r.progress, token)
			r.mu.Unlock()
		}()
		p.WorkDoneToken = token
	}
	var raw json.RawMessage
	if err := r.ask(ctx, wire.MethodCall, p, &raw); err != nil {
		if ctx.Err() != nil {
			return tool.Answer{IsError: true, Kind: tool.Cancelled, Text: q.Name + ": cancelled"}, nil
		}
		if a, ok := rpc.Answer(err); ok {
			return a, nil
		}
		return tool.Answer{}, err
	}
	var a tool.Answer
	return a, json.Unmarshal(raw, &a)
}

// Ask implements Backend.
func (r *Remote) Ask(ctx context.Context, method string, params, result any) error {
	return r.ask(ctx, method, params, result)
}

func (r *Remote) ask(ctx context.Context, method string, params, result any) error {
	err := protocol.Call(ctx, r.conn, method, params, result)
	var e *jsonrpc2.Error
	if err == nil || ctx.Err() != nil || errors.As(err, &e) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrLost, err)
}

// Subscribe implements Backend.
func (r *Remote) Subscribe(f func(wire.Event)) (cancel func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.nextID++
	id := r.nextID
	r.watchers[id] = f
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.watchers, id)
	}
}

// Done is closed when the connection has ended.
func (r *Remote) Done() <-chan struct{} { return r.ends }

// Close leaves the host.
func (r *Remote) Close() error {
	return r.net.Close()
}
