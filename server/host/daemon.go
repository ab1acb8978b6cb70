package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"go.uber.org/zap"

	"bazelapple/handlers/daemon"
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// Control starts and stops the daemon of a workspace; it implements
// daemon.Control.
type Control struct {
	Folders platform.Folders
	Runner  run.OS
	// Serve is the argument vector of the verb that serves as a daemon; the
	// workspace follows it.
	Serve   []string
	Version string
	Log     *zap.Logger
}

var _ daemon.Control = Control{}

// starting bounds the wait for a new daemon to answer.
const starting = 10 * time.Second

// Status implements daemon.Control.
func (c Control) Status(ctx context.Context, root string) (*daemon.Info, error) {
	r, reg, err := c.join(ctx, root)
	if err != nil || r == nil {
		return nil, err
	}
	defer r.Close()
	return c.info(ctx, r, reg, root)
}

func (c Control) info(ctx context.Context, r *Remote, reg Registration, root string) (*daemon.Info, error) {
	var s Status
	if err := r.Ask(ctx, wire.MethodStatus, struct{}{}, &s); err != nil {
		return nil, err
	}
	return &daemon.Info{PID: s.PID, Root: root, Socket: reg.Socket, Started: s.Started, Runs: s.Runs, Clients: s.Clients - 1}, nil
}

// join connects to the daemon of root; nil without one.
func (c Control) join(ctx context.Context, root string) (*Remote, Registration, error) {
	found, err := RunDir(c.Folders.Run).Lookup(root)
	if err != nil {
		return nil, Registration{}, tool.Errorf(tool.Precondition, "Remove the folder, or set XDG_RUNTIME_DIR to one of your own.", "the folder for sockets cannot be used: %w", err)
	}
	for _, reg := range found {
		if reg.Kind != Daemon {
			continue
		}
		r, err := Dial(ctx, reg.Socket, root, wire.Hello{Name: "daemon control", Version: c.Version, Shell: true}, c.Log)
		if err != nil {
			c.Log.Warn("a daemon does not answer", zap.Int("pid", reg.PID), zap.Error(err))
			return nil, reg, nil
		}
		return r, reg, nil
	}
	return nil, Registration{}, nil
}

// Start implements daemon.Control.
func (c Control) Start(ctx context.Context, root string) (daemon.Info, bool, error) {
	if info, err := c.Status(ctx, root); err != nil || info != nil {
		if info == nil {
			return daemon.Info{}, false, err
		}
		return *info, true, nil
	}
	if err := os.MkdirAll(c.Folders.State, 0o700); err != nil {
		return daemon.Info{}, false, err
	}
	log := filepath.Join(c.Folders.State, "daemon.log")
	pid, err := c.Runner.Detach(append(c.Serve[:len(c.Serve):len(c.Serve)], root), root, log)
	if err != nil {
		return daemon.Info{}, false, err
	}
	for end := time.Now().Add(starting); time.Now().Before(end); {
		info, err := c.Status(ctx, root)
		if err != nil {
			return daemon.Info{}, false, err
		}
		if info != nil {
			return *info, info.PID != pid, nil
		}
		select {
		case <-ctx.Done():
			return daemon.Info{}, false, context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			break
		}
	}
	return daemon.Info{}, false, tool.Errorf(tool.Command, "Its log: "+log, "the daemon (process %d) does not answer", pid)
}

// Stop implements daemon.Control. A daemon that does not answer is killed only
// when its pid still is the process that registered.
func (c Control) Stop(ctx context.Context, root string) (bool, error) {
	r, reg, err := c.join(ctx, root)
	if err != nil || reg.PID == 0 {
		return false, err
	}
	if r != nil {
		err := r.Ask(ctx, wire.MethodStop, struct{}{}, nil)
		_ = r.Close()
		if err != nil && !errors.Is(err, ErrLost) {
			return false, err
		}
		if reg.PID == os.Getpid() {
			return true, nil // it is us: the answer goes out first
		}
	} else if reg.alive() {
		_ = syscall.Kill(reg.PID, syscall.SIGTERM)
	}
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if !reg.alive() {
			return true, nil
		}
	}
	if reg.alive() {
		_ = syscall.Kill(reg.PID, syscall.SIGKILL)
	}
	return true, nil
}

// Serve runs a daemon for root until it is stopped or ctx ends.
func (h *Host) Serve(ctx context.Context, root string, dir RunDir, runner run.Runner, sweep []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	h.mu.Lock()
	// The answer goes out before the connection ends.
	h.stop = func() { time.AfterFunc(100*time.Millisecond, cancel) }
	h.mu.Unlock()
	h.SetRoots([]string{root})
	found, err := dir.Lookup(root)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, r := range found {
		if r.Kind == Daemon && len(r.Roots) > 0 && r.Roots[0] == root {
			return fmt.Errorf("a daemon (process %d) serves %s already", r.PID, root)
		}
	}
	l, err := h.Listen(ctx, dir, runner, sweep)
	if err != nil {
		return err
	}
	h.Log.Info("daemon started", zap.String("root", root), zap.Int("pid", os.Getpid()))
	vanished(ctx, root)
	h.Close()
	return l.Close()
}

// vanished returns when ctx ends or the workspace is gone: nobody would find
// such a daemon to stop it.
func vanished(ctx context.Context, root string) {
	const interval = 5 * time.Second
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, err := os.Stat(root); errors.Is(err, os.ErrNotExist) {
				return
			}
		}
	}
}
