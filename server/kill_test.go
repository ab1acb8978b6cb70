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

// sleeper is a folder with programs that never end, each with a grandchild; both
// write their pids into the file that PIDS names. xcrun lists a booted simulator
// and sleeps for anything else.
func sleeper(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	const sleep = "sleep 300 &\necho $$ $! >> \"$PIDS\"\nwait\n"
	for name, script := range map[string]string{
		"bazel": sleep,
		"xcrun": `case "$*" in simctl\ list*)
echo '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-0":[{"udid":"` + udid + `","name":"iPhone 17","state":"Booted","isAvailable":true}]}}'
exit;; esac
` + sleep,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const udid = "5A1F7E0C-0000-4000-8000-000000000001"

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
// is left in the folders of sockets and of temporary files.
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
		for _, dir := range []string{w.run, w.temp} {
			_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
				if err == nil && (!d.IsDir() || dir == w.temp && path != dir) {
					left = append(left, path)
				}
				return nil
			})
		}
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			w.t.Fatalf("left after 2 s: %v", left)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A request is a call of a tool whose program does not end.
type request struct{ name, args string }

var (
	build   = request{"bazel_ios_build", `{"target":"//App:App"}`}
	runs    = request{"bazel_run", `{"target":"//App:App"}`} // with a temporary folder
	capture = request{"bazel_ios_log_capture_start", `{}`}   // back at once; its program stays
	push    = request{"bazel_ios_push_notification", `{"bundleId":"com.example.app","title":"t"}`}
	devices = request{"bazel_ios_list_devices", `{}`}
)

// ends are the ways in which a process of ours ends while a tool's program runs:
// killed, or as a person or a client would end it. Each begins a request and
// returns how to end it.
var ends = map[string]func(*world, request) (end func()){
	"lsp killed": func(w *world, r request) func() {
		p := w.lsp(nil)
		w.socket()
		go p.call(context.Background(), r.name, r.args)
		return func() { _ = p.cmd.Process.Kill() }
	},
	"lsp closed": func(w *world, r request) func() {
		p := w.lsp(nil)
		w.socket()
		go p.call(context.Background(), r.name, r.args)
		return func() { _ = p.net.Close() }
	},
	"lsp shutdown": func(w *world, r request) func() {
		p := w.lsp(nil)
		w.socket()
		go p.call(context.Background(), r.name, r.args)
		return func() { w.stop(p) }
	},
	"mcp killed": func(w *world, r request) func() {
		cmd, _ := w.agent(r)
		return func() { _ = cmd.Process.Kill() }
	},
	"mcp's client gone": func(w *world, r request) func() {
		_, send := w.agent(r)
		return func() { send("") }
	},
	"call killed": func(w *world, r request) func() {
		cmd, _ := w.raw("call", r.name, r.args)
		return func() { _ = cmd.Process.Kill() }
	},
	"call interrupted": func(w *world, r request) func() {
		cmd, _ := w.raw("call", r.name, r.args)
		return func() {
			_ = cmd.Process.Signal(os.Interrupt)
			var exit *exec.ExitError
			if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
				w.t.Errorf("want exit status 130, got %v", err)
			}
		}
	},
	"daemon killed": func(w *world, r request) func() {
		pid := w.daemon()
		go w.socket().call(context.Background(), r.name, r.args)
		return func() { _ = syscall.Kill(pid, syscall.SIGKILL) }
	},
	"daemon's client gone": func(w *world, r request) func() {
		pid := w.daemon()
		p := w.socket()
		go p.call(context.Background(), r.name, r.args)
		return func() { p.net.Close(); time.Sleep(50 * time.Millisecond); _ = syscall.Kill(pid, syscall.SIGTERM) }
	},
}

// cancels end the call and leave the server; a capture goes on then.
var cancels = map[string]func(*world, request) (end func()){
	"lsp cancelled": func(w *world, r request) func() {
		p := w.lsp(nil)
		ctx, cancel := context.WithCancel(context.Background())
		go p.call(ctx, r.name, r.args)
		return func() { cancel(); time.Sleep(50 * time.Millisecond); w.stop(p) }
	},
	"mcp cancelled": func(w *world, r request) func() {
		p := w.mcp("--standalone")
		ctx, cancel := context.WithCancel(context.Background())
		go p.call(ctx, r.name, r.args)
		return cancel
	},
	"attached mcp cancelled": func(w *world, r request) func() {
		editor := w.lsp(nil)
		w.socket()
		p := w.mcp()
		ctx, cancel := context.WithCancel(context.Background())
		go p.call(ctx, r.name, r.args)
		return func() { cancel(); time.Sleep(50 * time.Millisecond); w.stop(editor) }
	},
}

// TestKilled ends our processes in each way; nothing of ours stays.
func TestKilled(t *testing.T) {
	test := func(name string, begin func(*world, request) func(), r request) {
		t.Run(name+" in "+r.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, sleeper(t))
			file := filepath.Join(t.TempDir(), "pids")
			w.env = append(w.env, "PIDS="+file, "BAZEL_APPLE_HOST=darwin/arm64")
			end := begin(w, r)
			pids := w.busy(file)
			end()
			w.clean(pids)
		})
	}
	for name, begin := range ends {
		test(name, begin, build)
		test(name, begin, capture)
	}
	for name, begin := range cancels {
		test(name, begin, build)
	}
	for _, r := range []request{runs, push, devices} {
		test("mcp killed", ends["mcp killed"], r)
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

// agent starts mcp and a call.
func (w *world) agent(r request) (*exec.Cmd, func(string)) {
	cmd, send := w.raw("mcp", "--standalone")
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
	send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + r.name + `","arguments":` + r.args + `}}`)
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
