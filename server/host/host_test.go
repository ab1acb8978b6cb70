package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/zap"

	"bazelapple/handlers"
	"bazelapple/internal/config"
	"bazelapple/internal/platform"
	"bazelapple/internal/session"
	"bazelapple/internal/tool"
	"bazelapple/server/host"
	"bazelapple/server/wire"
)

// folder is a short one: socket paths have little room.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "ba")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.WriteFile(filepath.Join(dir, "WORKSPACE"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newHost(t *testing.T, kind string, roots ...string) *host.Host {
	h := host.New(kind, "1", func(root string, trusted bool, editor config.Values, emit func(session.Event)) *handlers.Engine {
		return handlers.New(context.Background(), handlers.Options{Root: root, Trusted: trusted, Editor: editor, Emit: emit, Folders: platform.Folders{Home: roots[0]}})
	}, zap.NewNop())
	h.SetRoots(roots)
	t.Cleanup(h.Close)
	return h
}

func listen(t *testing.T, h *host.Host, dir host.RunDir) *host.Listener {
	t.Helper()
	l, err := h.Listen(context.Background(), dir, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestRegistration(t *testing.T) {
	root := folder(t)
	dir := host.RunDir(filepath.Join(root, "run"))
	if found, err := dir.Lookup(root); err != nil || len(found) != 0 {
		t.Errorf("before any host: %v %v", found, err)
	}
	l := listen(t, newHost(t, host.Window, root), dir)
	found, err := dir.Lookup(filepath.Join(root, "a", "b"))
	if err != nil || len(found) != 1 || found[0].PID != os.Getpid() || found[0].Kind != host.Window {
		t.Fatalf("%+v %v", found, err)
	}
	if found, _ := dir.Lookup(filepath.Dir(root)); len(found) != 0 {
		t.Errorf("a host is found above its root: %+v", found)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(string(dir) + "/*"); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestStale: registrations of dead processes, of other processes with the same
// pid, and damaged ones are removed with their sockets; nobody is killed.
func TestStale(t *testing.T) {
	root := folder(t)
	dir := host.RunDir(filepath.Join(root, "run"))
	listen(t, newHost(t, host.Window, root), dir)
	own, _ := filepath.Glob(string(dir) + "/*/*.json")
	if len(own) != 1 {
		t.Fatal(own)
	}
	b, err := os.ReadFile(own[0])
	if err != nil {
		t.Fatal(err)
	}
	var r host.Registration
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	at := filepath.Dir(own[0])
	for pid, text := range map[int]string{
		1:       fmt.Sprintf(`{"pid":1,"processStart":12345,"socket":"%s/1.sock","roots":[%q],"kind":"window"}`, dir, root), // another process
		4194301: fmt.Sprintf(`{"pid":4194301,"processStart":1,"socket":"%s/4194301.sock","roots":[%q],"kind":"daemon"}`, dir, root),
		4194302: `{"pid":`,
	} {
		if err := os.WriteFile(filepath.Join(at, fmt.Sprintf("%d.json", pid)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(string(dir), fmt.Sprintf("%d.sock", pid)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := dir.Lookup(root)
	if err != nil || len(found) != 1 || found[0].PID != os.Getpid() {
		t.Errorf("%+v %v", found, err)
	}
	for _, left := range []string{"1.json", "4194301.json", "4194302.json"} {
		if _, err := os.Stat(filepath.Join(at, left)); err == nil {
			t.Errorf("%s is still there", left)
		}
	}
	for _, left := range []string{"1.sock", "4194301.sock"} {
		if _, err := os.Stat(filepath.Join(string(dir), left)); err == nil {
			t.Errorf("%s is still there", left)
		}
	}
}

// TestForeignFolder: a folder that others could have made or can read is not
// used.
func TestForeignFolder(t *testing.T) {
	root := folder(t)
	open := filepath.Join(root, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{open, link, file, filepath.Join(root, strings.Repeat("x", 100))} {
		if l, err := newHost(t, host.Window, root).Listen(t.Context(), host.RunDir(dir), nil, nil); err == nil {
			l.Close()
			t.Errorf("%s was used", dir)
		}
	}
}

// TestSocketClientsAreNoPersons: whoever joins is an agent, or a shell that
// says so.
func TestSocketClientsAreNoPersons(t *testing.T) {
	root := folder(t)
	h := newHost(t, host.Window, root)
	l := listen(t, h, host.RunDir(filepath.Join(root, "run")))
	h.SetEditor(config.Values{}, wire.AgentPolicy{Workflows: []string{"session"}})
	found, _ := host.RunDir(filepath.Join(root, "run")).Lookup(root)
	for _, c := range []struct {
		hello   wire.Hello
		refused bool
	}{{wire.Hello{Name: "agent"}, true}, {wire.Hello{Name: "shell", Shell: true}, false}} {
		r, err := host.Dial(t.Context(), found[0].Socket, root, c.hello, zap.NewNop())
		if err != nil {
			t.Fatal(err)
		}
		a, err := r.Call(t.Context(), host.Request{Name: "bazel_scaffold_list_templates"})
		if err != nil || (a.Kind == tool.Precondition) != c.refused {
			t.Errorf("%+v: %+v %v", c.hello, a, err)
		}
		r.Close()
	}
	l.Close()
	if _, err := host.Dial(t.Context(), found[0].Socket, root, wire.Hello{}, zap.NewNop()); err == nil {
		t.Error("a closed socket was joined")
	}
}

// TestSuccessor: a client whose host ends joins the next one and says so.
func TestSuccessor(t *testing.T) {
	root := folder(t)
	dir := host.RunDir(filepath.Join(root, "run"))
	first := listen(t, newHost(t, host.Window, root), dir)
	j := &host.Joined{Dir: dir, Root: root, Log: zap.NewNop(), Alone: func() *host.Client {
		return newHost(t, "", root).Client(tool.Client{Role: tool.Agent}, root)
	}}
	if err := j.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, joined := j.Policy(); !joined {
		t.Fatal("no host was joined")
	}
	defer j.Close()
	first.Close()
	time.Sleep(50 * time.Millisecond) // until the client has noticed
	next := make(chan *host.Listener, 1)
	successor := newHost(t, host.Daemon, root)
	time.AfterFunc(300*time.Millisecond, func() {
		l, err := successor.Listen(context.Background(), dir, nil, nil)
		if err != nil {
			t.Error(err)
		}
		next <- l
	})
	a, err := j.Call(t.Context(), host.Request{Name: "bazel_ios_show_defaults"})
	if err != nil || a.IsError || !strings.Contains(a.Text, "another took its place") {
		t.Errorf("%+v %v", a, err)
	}
	if a, _ := j.Call(t.Context(), host.Request{Name: "bazel_ios_show_defaults"}); strings.Contains(a.Text, "Warning") {
		t.Errorf("it is said twice: %q", a.Text)
	}
	(<-next).Close()
	time.Sleep(50 * time.Millisecond)
	// Nobody comes: a call that is given up ends at once.
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if a, err := j.Call(ctx, host.Request{Name: "bazel_ios_show_defaults"}); err != nil || a.Kind != tool.Cancelled {
		t.Errorf("%+v %v", a, err)
	}
}

// TestLostDuringACall: a call whose host ends is answered, not repeated.
func TestLostDuringACall(t *testing.T) {
	root := folder(t)
	socket := filepath.Join(root, "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var calls atomic.Int64
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		buf := make([]byte, 4096)
		for {
			n, err := c.Read(buf)
			if err != nil {
				return
			}
			if strings.Contains(string(buf[:n]), wire.MethodHello) {
				body := `{"jsonrpc":"2.0","id":1,"result":{"version":"1","kind":"window","pid":1}}`
				fmt.Fprintf(c, "Content-Length: %d\r\n\r\n%s", len(body), body)
				continue
			}
			calls.Add(1)
			c.Close()
			return
		}
	}()
	r, err := host.Dial(t.Context(), socket, root, wire.Hello{}, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Call(t.Context(), host.Request{Name: "x"}); !errors.Is(err, host.ErrLost) || calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

// TestRoots: several workspaces in one window each have their engine, and a
// request without a root is told to choose.
func TestRoots(t *testing.T) {
	one, two := folder(t), folder(t)
	h := newHost(t, host.Window, one, two)
	c := h.Client(tool.Client{Role: tool.Person}, "")
	call := func(root, name, args string) tool.Answer {
		a, err := c.Call(t.Context(), host.Request{Root: root, Name: name, Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := call("", "bazel_ios_show_defaults", ""); a.Kind != tool.InvalidInput || !strings.Contains(a.Text, two) {
		t.Errorf("%+v", a)
	}
	if a := call(one, "bazel_ios_set_defaults", `{"target":"//one:one"}`); a.IsError {
		t.Errorf("%+v", a)
	}
	if a := call(filepath.Join(two, "WORKSPACE"), "bazel_ios_show_defaults", ""); a.IsError || strings.Contains(a.Text, "//one") {
		t.Errorf("%+v", a)
	}
	if a := call("", "bazel_ios_set_workspace", `{"workspacePath":"`+two+`"}`); a.Kind != tool.InvalidInput {
		t.Errorf("%+v", a)
	}
	agent := h.Client(tool.Client{Role: tool.Agent}, one)
	if a, _ := agent.Call(t.Context(), host.Request{Name: "bazel_ios_set_workspace", Arguments: json.RawMessage(`{"workspacePath":"` + two + `"}`)}); a.IsError || agent.Root() != two {
		t.Errorf("%+v", a)
	}
	if a, _ := agent.Call(t.Context(), host.Request{Name: "bazel_ios_set_workspace", Arguments: json.RawMessage(`{"workspacePath":"` + folder(t) + `"}`)}); a.Kind != tool.Precondition {
		t.Errorf("a window was led out of its folders: %+v", a)
	}
}
