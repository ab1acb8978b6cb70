package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"bazelapple/server/wire"
)

// sleeper is a folder with a bazel that never ends and a grandchild of it; both
// write their pids into the file that PIDS names.
func sleeper(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nsleep 300 &\necho $$ $! >> \"$PIDS\"\nwait\n"
	if err := os.WriteFile(filepath.Join(dir, "bazel"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// busy waits until the sleeper runs and returns its pids.
func (w *world) busy(file string) []int {
	w.t.Helper()
	for range 500 {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			var pids []int
			for f := range strings.FieldsSeq(string(b)) {
				pid, err := strconv.Atoi(f)
				if err != nil {
					w.t.Fatal(err)
				}
				pids = append(pids, pid)
			}
			return pids
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("the tool's program does not run")
	return nil
}

func running(pid int) bool {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) && !errors.Is(err, fs.ErrNotExist)
	}
	return !strings.Contains(string(b), ") Z ")
}

// clean fails unless within two seconds none of the processes runs and nothing
// is left in the folder of sockets.
func (w *world) clean(pids []int) {
	w.t.Helper()
	end := time.Now().Add(2 * time.Second)
	for {
		var left []string
		for _, pid := range pids {
			if running(pid) {
				left = append(left, "process "+strconv.Itoa(pid))
			}
		}
		_ = filepath.WalkDir(w.run, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				left = append(left, path)
			}
			return nil
		})
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			w.t.Fatalf("left after 2 s: %v", left)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// slow is a tool that runs bazel, with its arguments.
const (
	slow     = "bazel_ios_build"
	slowArgs = `{"target":"//App:App"}`
)

// TestKilled ends each kind of process with SIGKILL while a tool's program
// runs, or as a person or client would; nothing of ours stays.
func TestKilled(t *testing.T) {
	for name, begin := range map[string]func(w *world) (end func()){
		"lsp killed": func(w *world) func() {
			p := w.lsp(nil)
			w.socket()
			go p.call(context.Background(), slow, slowArgs)
			return func() { _ = p.cmd.Process.Kill() }
		},
		"lsp closed": func(w *world) func() {
			p := w.lsp(nil)
			w.socket()
			go p.call(context.Background(), slow, slowArgs)
			return func() { _ = p.net.Close() }
		},
		"lsp cancelled": func(w *world) func() {
			p := w.lsp(nil)
			ctx, cancel := context.WithCancel(context.Background())
			go p.call(ctx, slow, slowArgs)
			return func() { cancel(); time.Sleep(50 * time.Millisecond); w.stop(p) }
		},
		"lsp shutdown": func(w *world) func() {
			p := w.lsp(nil)
			w.socket()
			go p.call(context.Background(), slow, slowArgs)
			return func() { w.stop(p) }
		},
		"mcp killed": func(w *world) func() {
			cmd, _ := w.agent()
			return func() { _ = cmd.Process.Kill() }
		},
		"mcp's client gone": func(w *world) func() {
			_, send := w.agent()
			return func() { send("") }
		},
		"mcp cancelled": func(w *world) func() {
			p := w.mcp("--standalone")
			ctx, cancel := context.WithCancel(context.Background())
			go p.call(ctx, slow, slowArgs)
			return cancel
		},
		"attached mcp cancelled": func(w *world) func() {
			editor := w.lsp(nil)
			w.socket()
			p := w.mcp()
			ctx, cancel := context.WithCancel(context.Background())
			go p.call(ctx, slow, slowArgs)
			return func() { cancel(); time.Sleep(50 * time.Millisecond); w.stop(editor) }
		},
		"call killed": func(w *world) func() {
			cmd, _ := w.raw("build", "//App:App")
			return func() { _ = cmd.Process.Kill() }
		},
		"call interrupted": func(w *world) func() {
			cmd, _ := w.raw("doctor")
			return func() {
				_ = cmd.Process.Signal(os.Interrupt)
				var exit *exec.ExitError
				if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
					w.t.Errorf("want exit status 130, got %v", err)
				}
			}
		},
		"daemon killed": func(w *world) func() {
			pid := w.daemon()
			p := w.socket()
			go p.call(context.Background(), slow, slowArgs)
			return func() { _ = syscall.Kill(pid, syscall.SIGKILL) }
		},
		"daemon's client gone": func(w *world) func() {
			pid := w.daemon()
			p := w.socket()
			go p.call(context.Background(), slow, slowArgs)
			return func() { p.net.Close(); time.Sleep(50 * time.Millisecond); _ = syscall.Kill(pid, syscall.SIGTERM) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sleeper(t))
			file := filepath.Join(t.TempDir(), "pids")
			w.env = append(w.env, "PIDS="+file)
			end := begin(w)
			pids := w.busy(file)
			end()
			w.clean(pids)
		})
	}
}

func (w *world) stop(p *lspPeer) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := protocol.Call(ctx, p.conn, "shutdown", nil, nil); err != nil {
		w.t.Errorf("shutdown: %v", err)
	}
	_ = p.conn.Notify(ctx, "exit", nil)
}

// agent starts mcp and its slow call.
func (w *world) agent() (*exec.Cmd, func(string)) {
	cmd, send := w.raw("mcp", "--standalone")
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + slow + `","arguments":` + slowArgs + `}}`)
	return cmd, send
}

// raw starts the program with a pipe for its input; "" closes it.
func (w *world) raw(args ...string) (*exec.Cmd, func(string)) {
	w.t.Helper()
	cmd := w.command(args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { in.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, func(line string) {
		if line == "" {
			in.Close()
			return
		}
		if _, err := in.Write([]byte(line + "\n")); err != nil {
			w.t.Error(err)
		}
	}
}

// daemon starts the daemon and returns its pid.
func (w *world) daemon() int {
	w.t.Helper()
	if out, err := w.command("daemon", "start").CombinedOutput(); err != nil {
		w.t.Fatalf("%v %s", err, out)
	}
	p := w.socket()
	defer p.net.Close()
	var s struct {
		PID int `json:"pid"`
	}
	if err := protocol.Call(w.t.Context(), p.conn, wire.MethodStatus, struct{}{}, &s); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if running(s.PID) {
			_ = syscall.Kill(s.PID, syscall.SIGKILL)
		}
	})
	return s.PID
}
