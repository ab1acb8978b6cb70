package host

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
	"bazelapple/server/frame"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// A Listener is the local socket of a host and its registrations.
type Listener struct {
	host    *Host
	dir     RunDir
	socket  net.Listener
	record  Registration
	log     *zap.Logger
	sweeper *sweeper

	mu    sync.Mutex
	files []string
	conns map[net.Conn]bool
}

// Listen opens the socket and registers the host for its roots. sweep is the
// argument vector of the verb that removes our files after a kill -9, started
// by runner; with nil nothing does.
func (h *Host) Listen(ctx context.Context, dir RunDir, runner run.Runner, sweep []string) (*Listener, error) {
	if err := dir.make(); err != nil {
		return nil, err
	}
	pid := os.Getpid()
	path, err := dir.socket(pid)
	if err != nil {
		return nil, err
	}
	start, err := processStart(pid)
	if err != nil {
		return nil, err
	}
	// Whoever had this pid before is dead.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	socket, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	l := &Listener{host: h, dir: dir, socket: socket, log: h.Log, conns: map[net.Conn]bool{},
		record: Registration{PID: pid, ProcessStart: start, Socket: path, Kind: h.Kind, Version: h.Version, Started: h.started, FocusedAt: time.Now()}}
	if err := os.Chmod(path, 0o600); err != nil {
		_ = l.Close()
		return nil, err
	}
	if sweep != nil {
		if l.sweeper, err = startSweeper(runner, sweep); err != nil {
			h.Log.Warn("no sweeper: after a kill the socket stays until the next start", zap.Error(err))
		}
		l.sweeper.add(path)
	}
	if err := l.Register(); err != nil {
		_ = l.Close()
		return nil, err
	}
	h.mu.Lock()
	h.socket = path
	h.mu.Unlock()
	go l.accept(ctx)
	return l, nil
}

// Register writes the registrations anew, after the roots have changed or the
// window came to the front.
func (l *Listener) Register() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.record.Roots, l.record.FocusedAt = l.host.Roots(), time.Now()
	files, err := l.dir.write(l.record)
	for _, old := range l.files {
		if !contains(files, old) {
			_ = os.Remove(old)
		}
	}
	l.files = files
	for _, f := range files {
		l.sweeper.add(f)
	}
	return err
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// Close removes the socket and the registrations and ends the connections.
func (l *Listener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, f := range l.files {
		l.dir.forget(f, l.record)
	}
	l.files = nil
	err := l.socket.Close() // removes the socket file
	for c := range l.conns {
		_ = c.Close()
	}
	l.sweeper.close()
	return err
}

func (l *Listener) accept(ctx context.Context) {
	for {
		c, err := l.socket.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			l.log.Warn("the socket accepts no connection", zap.Error(err))
			time.Sleep(100 * time.Millisecond) // out of descriptors, maybe
			continue
		}
		uid, err := peerUID(c.(*net.UnixConn))
		if err != nil || uid != os.Getuid() {
			l.log.Warn("a connection of another user was refused", zap.Int("uid", uid), zap.Error(err))
			_ = c.Close()
			continue
		}
		l.mu.Lock()
		l.conns[c] = true
		l.mu.Unlock()
		l.host.clients.Add(1)
		go func() {
			l.serve(ctx, c)
			l.host.clients.Add(-1)
			l.mu.Lock()
			delete(l.conns, c)
			l.mu.Unlock()
		}()
	}
}

// serve serves one client. It is an agent until it says that it is a shell,
// never a person.
func (l *Listener) serve(ctx context.Context, c net.Conn) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // what the client has running ends with it
	client := l.host.Client(tool.Client{Role: tool.Agent, Name: "agent"}, "")
	stream := frame.NewHeaders(c)
	conn := rpc.New(stream)
	notify := Notifier(ctx, conn)
	rpc.Go(ctx, conn, func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		method, params := string([]byte(req.Method())), json.RawMessage(append([]byte(nil), req.Params()...))
		if method == wire.MethodHello {
			var p wire.Hello
			if err := rpc.Params(params, &p); err != nil {
				return nil, err
			}
			client.hello(p)
			return wire.HelloResult{Version: l.host.Version, Kind: l.host.Kind, PID: os.Getpid(), Policy: l.host.Policy()}, nil
		}
		return client.Handle(ctx, method, params, func(token any, v wire.ProgressValue) {
			notify(protocol.MethodProgress, wire.Progress{Token: token, Value: v})
		})
	}, l.log)
	defer l.host.Subscribe(func(e wire.Event) { notify(wire.NotificationEvent, e) })()
	<-stream.Ended()
	cancel()
	<-conn.Done()
	_ = c.Close()
}

// hello takes down who a client of the socket is.
func (c *Client) hello(p wire.Hello) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.client.Name = p.Name
	c.client.ReadOnly, c.client.NoDestructive = p.ReadOnly, p.NoDestructive
	if p.Shell {
		c.client.Role = tool.Shell
	}
	if p.Workflows != nil {
		c.client.Allowed = []tool.Workflow{}
		for _, w := range p.Workflows {
			c.client.Allowed = append(c.client.Allowed, tool.Workflow(w))
		}
	}
}
