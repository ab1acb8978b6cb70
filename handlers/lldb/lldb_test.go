package lldb_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bazelapple/handlers/lldb"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/fakeapple"
	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// desk is a catalog of the debugger tools over a workspace with one program.
type desk struct {
	t        *testing.T
	root     string
	sessions *state.Tasks[*debugger.Session]
	catalog  *tool.Catalog
	end      context.CancelFunc // ends the host
}

func newDesk(t *testing.T, env []string, change func(*lldb.Deps)) *desk {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	runner := run.OS{Env: env}
	d := lldb.Deps{LLDB: &debugger.Client{Runner: runner}, Devicectl: &devicectl.Client{Runner: runner}, Sessions: state.NewTasks[*debugger.Session](ctx, "lldb", nil), Root: root, Home: root}
	if change != nil {
		change(&d)
	}
	t.Cleanup(func() { end(); d.Sessions.StopAll() })
	return &desk{t, root, d.Sessions, tool.NewCatalog(tool.Environment{}, lldb.Module(d)), end}
}

// real is a desk with the machine's own debugger and a compiled program.
func real(t *testing.T, change func(*lldb.Deps)) *desk {
	t.Helper()
	c := &debugger.Client{Runner: run.OS{Env: os.Environ()}}
	if strings.HasPrefix(t.Name(), "TestCommandLine/") {
		path := plain(t)
		c.Path = func() string { return path }
	}
	if _, err := c.Program(t.Context()); err != nil {
		t.Skip("no lldb-dap here:", err)
	}
	d := newDesk(t, os.Environ(), func(deps *lldb.Deps) {
		deps.LLDB = c
		if change != nil {
			change(deps)
		}
	})
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler here")
	}
	for _, dir := range []string{"app", "bazel-bin/app"} {
		if err := os.MkdirAll(filepath.Join(d.root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("testdata/count.c")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.root, "app/count.c"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command(cc, "-g", "-O0", "-fdebug-prefix-map="+d.root+"=.", "-o", "bazel-bin/app/count", "app/count.c")
	build.Dir = d.root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return d
}

func (d *desk) call(name, args string) tool.Answer {
	d.t.Helper()
	return d.catalog.Answer(d.t.Context(), &tool.Call{Client: tool.Client{ID: "test", Role: tool.Agent}}, "bazel_ios_lldb_"+name, json.RawMessage(args), nil)
}

// says wants success and all the words in the text.
func (d *desk) says(name, args string, words ...string) tool.Answer {
	d.t.Helper()
	a := d.call(name, args)
	if a.IsError {
		d.t.Fatalf("%s %s: %s", name, args, a.Text)
	}
	for _, w := range words {
		if !strings.Contains(a.Text, w) {
			d.t.Errorf("%s %s lacks %q:\n%s", name, args, w, a.Text)
		}
	}
	return a
}

// fails wants a failure of the kind with the words in the text.
func (d *desk) fails(kind tool.Kind, name, args string, words ...string) {
	d.t.Helper()
	a := d.call(name, args)
	if a.Kind != kind {
		d.t.Errorf("%s %s: want %s, got %s: %s", name, args, kind, a.Kind, a.Text)
	}
	for _, w := range words {
		if !strings.Contains(a.Text, w) {
			d.t.Errorf("%s %s lacks %q:\n%s", name, args, w, a.Text)
		}
	}
}

func TestConversation(t *testing.T) {
	d := real(t, nil)
	d.says("sessions", `{}`, "No debugger session")
	d.says("attach", `{"program":"bazel-bin/app/count","args":["4"],"env":{"WORD":"a \"b\" $c"}}`, "as session lldb-1", "Stopped")
	d.says("sessions", `{}`, "lldb-1", "stopped")
	if a := d.says("backtrace", `{"sessionId":"lldb-1"}`, "#0 "); strings.Contains(a.Text, "`") {
		t.Errorf("a frame without a source has a file:\n%s", a.Text)
	}
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"set","file":"app/count.c","line":7,"condition":"n == 2 && word[0] == 'a'"}`, "breakpoint 1", "count.c:7", "if n == 2")
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"set","file":"app/missing.swift","line":7}`, "not bound", "no loaded library has debug information for missing.swift")
	d.says("step", `{"sessionId":"lldb-1","action":"continue"}`, "Stopped in add at app/count.c:7 (breakpoint", "->    7", "The program printed:", "round 1")
	d.says("variables", `{"sessionId":"lldb-1"}`, "(int) n = 2", `\"b\" $c`)
	d.says("variables", `{"sessionId":"lldb-1","scope":"args","frameIndex":1}`, "argc = 2")
	d.says("expression", `{"sessionId":"lldb-1","expression":"n * 21"}`, "42")
	d.says("backtrace", `{"sessionId":"lldb-1"}`, "#0 add at app/count.c:7", "#1 main at app/count.c")
	d.says("backtrace", `{"sessionId":"lldb-1","allThreads":true}`, "* thread 1")
	d.says("threads", `{"sessionId":"lldb-1","selectThread":1,"selectFrame":1}`, "1 threads; frame 1 is selected")
	d.says("variables", `{"sessionId":"lldb-1"}`, "argc = 2")
	d.says("step", `{"sessionId":"lldb-1","action":"over"}`, "Stopped in", "step")
	d.says("command", `{"sessionId":"lldb-1","command":"register read rip --format hex"}`)
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"list"}`, "2 breakpoints", "hit 1 times", "not bound")
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"delete","breakpointId":1}`, "Deleted")
	d.says("step", `{"sessionId":"lldb-1","action":"continue"}`, "exited with status 10")

	d.fails(tool.Precondition, "step", `{"sessionId":"lldb-1","action":"continue"}`, "exited")
	d.fails(tool.NotFound, "breakpoint", `{"sessionId":"lldb-1","action":"delete","breakpointId":1}`)
	d.says("detach", `{"sessionId":"lldb-1"}`, "Detached lldb-1")
	d.says("detach", `{"sessionId":"lldb-1"}`, "had ended already")
	d.fails(tool.NotFound, "detach", `{"sessionId":"lldb-9"}`, "bazel_ios_lldb_sessions")
	d.fails(tool.NotFound, "step", `{"sessionId":"lldb-1","action":"over"}`)
}

func TestBadCalls(t *testing.T) {
	d := real(t, nil)
	for _, args := range []string{`{}`, `{"pid":5,"processName":"x"}`, `{"pid":5,"waitFor":true}`, `{"pid":0}`, `{"pid":1}`, fmt.Sprintf(`{"pid":%d}`, os.Getpid()), `{"processName":"-x"}`, `{"processName":"a\nb"}`,
		`{"pid":5,"args":["x"]}`, `{"program":"bazel-bin/app/count","env":{"A=B":"c"}}`, `{"target":"moon","pid":5}`, `{"program":"x","target":"device"}`} {
		d.fails(tool.InvalidInput, "attach", args)
	}
	d.fails(tool.Precondition, "attach", `{"program":"/bin/sh","args":["-c","echo"]}`, "outside the workspace")
	d.fails(tool.NotFound, "attach", `{"pid":999999}`, "No such process")
	d.fails(tool.NotFound, "attach", `{"processName":"no such \"process\" '"}`)
	d.fails(tool.Timeout, "attach", `{"processName":"nosuchprocess","waitFor":true,"timeoutSeconds":1}`)
	if n := len(d.sessions.List()); n != 0 {
		t.Errorf("%d sessions after failed attaches", n)
	}
	d.says("attach", `{"program":"bazel-bin/app/count"}`)
	for name, args := range map[string]string{
		"breakpoint": `{"sessionId":"lldb-1","action":"set"}`,
		"step":       `{"sessionId":"lldb-1","action":"sideways"}`,
		"variables":  `{"sessionId":"lldb-1","scope":"global"}`,
		"expression": `{"sessionId":"lldb-1","expression":"1\nplatform shell ls"}`,
		"command":    `{"sessionId":"lldb-1","command":"bt\nplatform shell ls"}`,
	} {
		d.fails(tool.InvalidInput, name, args)
	}
	d.fails(tool.InvalidInput, "breakpoint", `{"sessionId":"lldb-1","action":"set","symbol":"main","condition":"1\n2"}`)
	d.fails(tool.InvalidInput, "breakpoint", `{"sessionId":"lldb-1","action":"set","file":"app/count.c"}`)
	d.fails(tool.InvalidInput, "breakpoint", `{"sessionId":"lldb-1","action":"delete"}`)
	d.fails(tool.NotFound, "backtrace", `{"sessionId":"lldb-1","threadIndex":99}`)
	d.fails(tool.NotFound, "threads", `{"sessionId":"lldb-1","selectThread":99}`)
	d.fails(tool.Command, "expression", `{"sessionId":"lldb-1","expression":"nosuch"}`, "nosuch")
	for _, line := range []string{"quit", "q", "exit"} {
		d.fails(tool.InvalidInput, "command", `{"sessionId":"lldb-1","command":"`+line+`"}`, "bazel_ios_lldb_detach")
	}
	marker := filepath.Join(t.TempDir(), "reached")
	for _, line := range []string{"platform shell touch " + marker, "plat shell touch " + marker, "script open('" + marker + "','w')", "b main' -C 'platform shell touch " + marker, "memory read -o " + marker + " $sp"} {
		args, _ := json.Marshal(map[string]string{"sessionId": "lldb-1", "command": line})
		d.fails(tool.Precondition, "command", string(args))
	}
	// Quotes of a condition and a symbol cannot leave their place.
	for _, hostile := range []string{`x" -C "platform shell touch ` + marker, `x' -C 'platform shell touch ` + marker, "`(int)1`", `\" -C \"platform shell touch ` + marker} {
		args, _ := json.Marshal(map[string]any{"sessionId": "lldb-1", "action": "set", "symbol": hostile, "condition": hostile, "module": "m" + hostile})
		d.says("breakpoint", string(args), "not bound")
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a command reached the machine")
	}
	d.says("command", `{"sessionId":"lldb-1","command":"version"}`, "lldb version")
}

func TestHostCommandsNeedPermission(t *testing.T) {
	d := real(t, func(deps *lldb.Deps) { deps.AllowHostCommands = true })
	d.says("attach", `{"program":"bazel-bin/app/count"}`)
	d.says("command", `{"sessionId":"lldb-1","command":"platform shell echo rea''ched"}`, "reached")
}

// A program that never ends holds up no call: each is back in its time.
func TestB24EndlessProgram(t *testing.T) {
	d := real(t, nil)
	d.says("attach", `{"program":"bazel-bin/app/count","args":["-1"],"stopOnEntry":false}`, "running")
	d.fails(tool.Precondition, "variables", `{"sessionId":"lldb-1"}`, "action pause")
	// Long enough to be in the program and no more in the loader, on a busy
	// machine too.
	d.says("step", `{"sessionId":"lldb-1","action":"wait","timeoutSeconds":2}`, "it still runs")
	d.says("step", `{"sessionId":"lldb-1","action":"pause"}`, "Stopped in", "interrupted")
	d.says("step", `{"sessionId":"lldb-1","action":"continue","timeoutSeconds":0.5}`, "the program was interrupted", "Stopped in")
	d.says("step", `{"sessionId":"lldb-1","action":"continue","background":true}`, "running")
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"set","symbol":"add"}`, "count.c")
	d.says("step", `{"sessionId":"lldb-1","action":"wait"}`, "Stopped in add")
	d.says("breakpoint", `{"sessionId":"lldb-1","action":"set","file":"app/count.c","line":8,"condition":"nosuch > 1"}`)
	d.says("step", `{"sessionId":"lldb-1","action":"continue"}`, "app/count.c:8", "error evaluating condition", "'nosuch'")
}

func TestDebuggerThatDiedIsCleared(t *testing.T) {
	d := real(t, nil)
	d.says("attach", `{"program":"bazel-bin/app/count","args":["-1"]}`)
	s := d.sessions.List()[0].Value
	_ = syscall.Kill(s.Debugger(), syscall.SIGKILL)
	<-s.Done()
	d.fails(tool.Precondition, "threads", `{"sessionId":"lldb-1"}`, "bazel_ios_lldb_detach clears it")
	d.says("sessions", `{}`, "debugger ended")
	d.says("detach", `{"sessionId":"lldb-1"}`, "Cleared lldb-1", "the debugger has ended")
	d.says("sessions", `{}`, "No debugger session")
}

func TestWithoutADebugger(t *testing.T) {
	d := newDesk(t, []string{"PATH=" + t.TempDir()}, nil)
	d.fails(tool.Precondition, "attach", `{"pid":4}`, "lldb-dap was not found")
	d.says("sessions", `{}`, "No debugger session")
}

func TestHostEndsItsSessions(t *testing.T) {
	d := real(t, nil)
	d.says("attach", `{"program":"bazel-bin/app/count","args":["-1"]}`)
	task := d.sessions.List()[0]
	d.end()
	select {
	case <-task.Done():
	case <-time.After(4 * time.Second):
		t.Fatal("the session outlives its host")
	}
	if task.Value.Err() == nil {
		t.Error("the debugger lives")
	}
}

func TestDeviceAttach(t *testing.T) {
	bin, self := t.TempDir(), ""
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fakeapple.Install(self, bin); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "lldb-dap")); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(bin, "attach.json")
	env := []string{"PATH=" + bin, "HOME=" + bin, "FAKEAPPLE_STATE=" + filepath.Join(bin, "state"), "ADAPTER_LOG=" + log}
	d := newDesk(t, env, nil)
	devices, _, err := (&devicectl.Client{Runner: run.OS{Env: env}}).List(t.Context())
	if err != nil || len(devices) == 0 {
		t.Fatalf("%v %v", devices, err)
	}
	for _, device := range devices {
		if device.Identifier == "" || !device.Connected {
			continue
		}
		args, _ := json.Marshal(map[string]any{"deviceId": device.ID(), "processName": `De"mo`, "waitFor": true})
		d.says("attach", string(args), "Attached to", "pid 4321", "com.apple.main-thread")
		var got struct {
			AttachCommands []string
			StopOnEntry    bool
		}
		b, _ := os.ReadFile(log)
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatal(err)
		}
		want := []string{fmt.Sprintf("device select %q", device.Identifier), `device process attach --name "De\"mo" --waitfor`}
		if fmt.Sprint(got.AttachCommands) != fmt.Sprint(want) || !got.StopOnEntry {
			t.Errorf("%q, want %q", got.AttachCommands, want)
		}
		d.says("detach", `{"sessionId":"lldb-1"}`, "the program goes on")
		d.fails(tool.NotFound, "attach", `{"deviceName":"no such phone","pid":7}`)
		return
	}
	t.Fatal("the stand-ins have no connected device")
}
