package debug_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/handlers/debug"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/lldb"
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// TestMain lets the test binary be the guard and the relay of the product.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "guard":
		os.Exit(run.Guard(os.Args[2:]))
	case len(os.Args) > 2 && os.Args[1] == "debug-adapter":
		c := lldb.Client{Runner: run.OS{Env: os.Environ(), Guard: []string{os.Args[0], "guard"}}, Path: func() string { return os.Args[2] }}
		if err := c.Relay(context.Background(), os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// world is an engine over a copy of the example workspace with real Bazel and
// real lldb-dap.
type world struct {
	*handlers.Engine
	t *testing.T
}

func newWorld(t *testing.T, host platform.Host) *world {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Bazel, which -short leaves out")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH; scripts/test installs it")
	}
	if _, err := (&lldb.Client{Runner: run.OS{Env: os.Environ()}}).Program(t.Context()); err != nil {
		t.Skip("LLDB is not installed; scripts/test installs it:", err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	standIns := ""
	if host.Simulated {
		program := filepath.Join(dir, "fakeapple")
		standIns = filepath.Join(dir, "standins")
		for _, args := range [][]string{{"go", "build", "-o", program, "../../internal/fakeapple/cmd/fakeapple"}, {program, "install", standIns}} {
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
	}
	root := filepath.Join(dir, "BazelApp")
	if err := os.CopyFS(root, sources{os.DirFS("../../examples/BazelApp")}); err != nil {
		t.Fatal(err)
	}
	if !host.Simulated { // the example would ask for the stand-ins
		_ = os.RemoveAll(filepath.Join(root, ".bazel-apple"))
	}
	startup := "--output_user_root=" + filepath.Join(dir, "outputs")
	home := filepath.Join(dir, "home")
	env := append(os.Environ(), "HOME="+home, "BAZEL_APPLE_STARTUP_ARGS="+startup, "FAKEAPPLE_STATE="+filepath.Join(dir, "fake"))
	getenv := func(name string) string { return map[string]string{"XDG_RUNTIME_DIR": dir}[name] }
	w := &world{t: t}
	w.Engine = handlers.New(t.Context(), handlers.Options{Root: root, Env: env, Guard: []string{os.Args[0], "guard"}, Folders: platform.NewFolders(getenv, home),
		Host: host, StandIns: standIns, Trusted: true, Executable: os.Args[0]})
	t.Cleanup(func() {
		w.Close()
		c := exec.Command("bazel", startup, "shutdown")
		c.Dir, c.Env = root, env
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("shutdown: %v\n%s", err, out)
		}
		_ = exec.Command("chmod", "-R", "u+w", dir).Run()
	})
	return w
}

// sources leaves the convenience links of the example's own builds out.
type sources struct{ fs.FS }

func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(s.FS, name)
	return slices.DeleteFunc(list, func(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }), err
}

func (w *world) prepare(r debug.Request) (debug.Configuration, error) {
	return w.Debugger.Prepare(w.t.Context(), &tool.Call{Client: tool.Client{ID: "editor", Role: tool.Person}, Progress: func(tool.Progress) {}}, r)
}

func (w *world) prepared(r debug.Request) debug.Configuration {
	w.t.Helper()
	c, err := w.prepare(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// line is the line of a file that holds a text.
func (w *world) line(file, text string) (path string, line int) {
	w.t.Helper()
	path = filepath.Join(w.Root, file)
	b, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	for i, l := range strings.Split(string(b), "\n") {
		if strings.Contains(l, text) {
			return path, i + 1
		}
	}
	w.t.Fatalf("%s has no line with %q", file, text)
	return "", 0
}

// TestB60DebugACcTest drives lldb-dap with exactly what the editor is given: a
// breakpoint by the workspace's path binds, stops, shows variables, and the
// test's end is its result.
func TestB60DebugACcTest(t *testing.T) {
	w := newWorld(t, platform.Host{OS: "linux", Arch: "amd64"})
	c := w.prepared(debug.Request{Target: "//cpp:ledger_test", Env: map[string]string{"LEDGER": "a b"}})
	e := newEditor(t, c)
	path, line := w.line("cpp/ledger_test.cc", "ledger.Add(150);")
	set := e.breakpoints(path, line, 1)
	if !set[0].Verified {
		t.Fatalf("the breakpoint does not bind: %+v", set[0])
	}
	if set[1].Verified || !strings.Contains(set[1].Message, "Not bound: ledger_test.cc was compiled, but line 1 of it made no code") {
		t.Errorf("no reason why line 1 does not bind: %+v", set[1])
	}
	if other := e.breakpoints(filepath.Join(w.Root, "App/Sources/Shop.swift"), 3); !strings.Contains(other[0].Message, "no loaded library has debug information for Shop.swift") {
		t.Errorf("no reason for a file of another program: %+v", other[0])
	}
	e.configured()
	frame := e.stopped("breakpoint")
	if frame.Source == nil || frame.Source.Path != path || frame.Line != line {
		t.Fatalf("stopped in %+v, want %s:%d", frame, path, line)
	}
	if got := e.variables(frame.Id); !strings.Contains(got, "ledger") {
		t.Errorf("variables: %s", got)
	}
	if got := e.evaluate(frame.Id, `(char *)getenv("LEDGER")`) + e.evaluate(frame.Id, `(char *)getenv("TEST_TARGET")`); !strings.Contains(got, "a b") || !strings.Contains(got, "//cpp:ledger_test") {
		t.Errorf("environment: %s", got)
	}
	if !strings.HasSuffix(c.Arguments.Dir, "ledger_test.runfiles/bazel_app") {
		t.Errorf("the test runs in %s", c.Arguments.Dir)
	}
	e.resume()
	code := e.ended()
	o, err := w.Debugger.Ended(c.ID, &code)
	if err != nil || !o.Test || !o.Passed || o.Text != "//cpp:ledger_test passed" {
		t.Errorf("outcome: %+v %v", o, err)
	}
	if _, err := w.Debugger.Ended(c.ID, nil); err == nil {
		t.Error("a session ends once")
	}
	if !strings.Contains(e.output(), "all expectations hold") {
		t.Errorf("the test's output is missing: %q", e.output())
	}
}

func TestDebugABinary(t *testing.T) {
	w := newWorld(t, platform.Host{OS: "linux", Arch: "amd64"})
	c := w.prepared(debug.Request{Target: "//cpp:ledger_cli", Args: []string{"7", "8"}, StopOnEntry: true})
	e := newEditor(t, c)
	path, line := w.line("cpp/ledger_cli.cc", "ledger.Add")
	e.breakpoints(path, line)
	e.configured()
	e.stopped("entry")
	e.resume()
	frame := e.stopped("breakpoint")
	if got := e.evaluate(frame.Id, "argv[1]"); !strings.Contains(got, "7") {
		t.Errorf("the arguments did not arrive: %s", got)
	}
	e.breakpoints(path)
	e.resume()
	code := e.ended()
	if o, err := w.Debugger.Ended(c.ID, &code); err != nil || o.Test || o.Text != "//cpp:ledger_cli ended" {
		t.Errorf("outcome: %+v %v", o, err)
	}
	for _, bad := range []struct {
		target tool.Label
		env    map[string]string
		want   string
	}{
		{"//shell:catalog_test", nil, "nothing that a debugger can be attached to"},
		{"//cpp:ledger", nil, "nothing that a debugger can be attached to"},
		{"//broken:all", nil, "build of //broken:all failed"},
		{"//cpp:nosuch", nil, "no such target"},
		{"-x", nil, "target"},
		{"//cpp:ledger_cli", map[string]string{"A=B": ""}, "A=B"},
		{"//App:App", nil, "Apple's programs"},
		{"//App:AppTests", nil, "Xcode"},
	} {
		if _, err := w.prepare(debug.Request{Target: bad.target, Env: bad.env}); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v, want %q", bad.target, err, bad.want)
		}
	}
}

// TestAttachRecipes shows how apps and bundled tests are reached, with the
// stand-ins for Apple's programs.
func TestAttachRecipes(t *testing.T) {
	w := newWorld(t, platform.Host{OS: "darwin", Arch: "arm64", Simulated: true})
	if _, err := w.prepare(debug.Request{Target: "//App:App"}); err == nil || !strings.Contains(err.Error(), "simulated") {
		t.Errorf("a process of a stand-in would be attached to: %v", err)
	}
	deps := w.Debugger.Deps
	deps.Simulated = false
	w.Debugger = debug.New(t.Context(), deps)
	c := w.prepared(debug.Request{Target: "//App:App", Args: []string{"-x"}, Env: map[string]string{"A": "b"}})
	if c.Request != "launch" || len(c.Arguments.LaunchCommands) != 1 || !strings.HasPrefix(c.Arguments.LaunchCommands[0], "process attach --pid ") || !strings.HasPrefix(c.Where, "iPhone") {
		t.Errorf("app: %+v", c)
	}
	if !slices.ContainsFunc(c.Warnings, func(s string) bool { return strings.Contains(s, "simulated") }) {
		t.Errorf("nobody says that it is simulated: %q", c.Warnings)
	}
	if text, _ := json.Marshal(c.Arguments); !strings.Contains(string(text), "target.source-map") || strings.Contains(string(text), "program") {
		t.Errorf("arguments: %s", text)
	}
	state, _ := os.ReadFile(filepath.Join(filepath.Dir(w.Root), "fake", "world.json"))
	if !strings.Contains(string(state), `"paused": true`) && !strings.Contains(string(state), `"Paused": true`) && !strings.Contains(string(state), `"paused":true`) {
		t.Errorf("the app does not wait for the debugger: %s", state)
	}
	devices, _, err := w.Devices.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(devices, func(d devicectl.Device) bool { return d.Connected && d.Platform == "iOS" })
	if i < 0 {
		t.Fatal("the stand-ins have no connected device")
	}
	c = w.prepared(debug.Request{Target: "//App:App", Destination: devices[i].Name})
	if len(c.Arguments.LaunchCommands) != 2 || !strings.HasPrefix(c.Arguments.LaunchCommands[0], "device select ") || !strings.HasPrefix(c.Arguments.LaunchCommands[1], "device process attach --pid ") {
		t.Errorf("device: %+v", c)
	}
	c = w.prepared(debug.Request{Target: "//States:PassTests", TestFilter: "PassTests"})
	if fmt.Sprint(c.Arguments.LaunchCommands) != `[process attach --name "xctest" --waitfor]` || c.RunID == "" {
		t.Errorf("test: %+v", c)
	}
	o, err := w.Debugger.Ended(c.ID, nil)
	if err != nil || !o.Test || !o.Passed {
		t.Errorf("the run beside the session: %+v %v", o, err)
	}
	c = w.prepared(debug.Request{Target: "//App:AppTests"})
	if fmt.Sprint(c.Arguments.LaunchCommands) != `[process attach --name "App" --waitfor]` {
		t.Errorf("hosted test: %+v", c)
	}
	if _, err := w.Debugger.Ended(c.ID, nil); err != nil {
		t.Error(err)
	}
	if _, err := w.prepare(debug.Request{Target: "//App:AppUITests"}); err == nil || !strings.Contains(err.Error(), "nothing that a debugger can be attached to") {
		t.Errorf("a test of the user interface: %v", err)
	}
	if _, err := w.prepare(debug.Request{Target: "//App:App", Destination: "no such phone"}); err == nil || !strings.Contains(err.Error(), "no such phone") {
		t.Errorf("an unknown destination: %v", err)
	}
}
