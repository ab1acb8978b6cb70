package macos_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/handlers/macos"
	"bazelapple/internal/fakeapple"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"

	"context"
)

// TestMain lets the test binary be the stand-ins for the Mac's programs.
func TestMain(m *testing.M) {
	if fakeapple.Called(os.Args[0]) {
		os.Exit(fakeapple.Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}

// built knows one label.
type built struct{ app string }

func (b built) AppPath(_ context.Context, _ *tool.Call, label string, _ []string) (string, error) {
	if label != "//Mac:App" {
		return "", tool.Errorf(tool.NotFound, "", "no build of %s is known", label)
	}
	return b.app, nil
}

// machine is a catalog over a Mac of stand-ins; cp is the real one.
type machine struct {
	t             *testing.T
	dir, app, log string
	runner        run.OS
	catalog       *tool.Catalog
}

func newMachine(t *testing.T, env ...string) *machine {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "bin")
	if _, err := fakeapple.Install(self, bin); err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, dir: dir, app: filepath.Join(dir, "built", "App.app"), log: filepath.Join(dir, "log")}
	m.write("built/App.app/Contents/Info.plist", `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.mac</string><key>CFBundleExecutable</key><string>Mac.App</string></dict></plist>`)
	m.write("built/App.app/Contents/MacOS/Mac.App", "#!/bin/sh\necho \"$GREETING $*\" >\"$OUT\"\nsleep 60\n")
	if err := os.Mkdir(filepath.Join(dir, "Applications"), 0o755); err != nil {
		t.Fatal(err)
	}
	m.runner = run.OS{Env: append([]string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "FAKEAPPLE_STATE=" + filepath.Join(dir, "state"), "FAKEAPPLE_LOG=" + m.log, "FAKEAPPLE_LOG_EVERY=20ms"}, env...)}
	m.catalog = tool.NewCatalog(tool.Environment{}, macos.Module(macos.Deps{Apple: m.runner, Apps: built{m.app}, Root: dir, Home: dir, Applications: filepath.Join(dir, "Applications"),
		Detach: func(args, env []string, dir string) (int, error) {
			runner := m.runner
			runner.Env = append(runner.Env, env...)
			return runner.Detach(args, dir, os.DevNull)
		}}))
	return m
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	file := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) call(name string, args map[string]any) tool.Answer {
	m.t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		m.t.Fatal(err)
	}
	return m.catalog.Answer(m.t.Context(), &tool.Call{Client: tool.Client{ID: "test", Role: tool.Agent}}, name, raw, nil)
}

func (m *machine) good(name string, args map[string]any) tool.Answer {
	m.t.Helper()
	a := m.call(name, args)
	if a.IsError {
		m.t.Fatalf("%s %v: %s", name, args, a.Text)
	}
	return a
}

// last is the newest command line of a stand-in.
func (m *machine) last() []string {
	m.t.Helper()
	text, _ := os.ReadFile(m.log)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	var r struct {
		Program string
		Args    []string
	}
	if last := lines[len(lines)-1]; last != "" {
		if err := json.Unmarshal([]byte(last), &r); err != nil {
			m.t.Fatal(err)
		}
	}
	return append([]string{r.Program}, r.Args...)
}

func (m *machine) ran(want ...string) {
	m.t.Helper()
	if got := m.last(); run.Quote(got) != run.Quote(want) {
		m.t.Errorf("ran %s, want %s", run.Quote(got), run.Quote(want))
	}
}

func TestLaunchAndStop(t *testing.T) {
	m := newMachine(t)
	a := m.good("bazel_macos_launch", map[string]any{"appPath": "built/App.app", "launchArgs": []string{"-flag", "two words"}})
	m.ran("open", m.app, "--args", "-flag", "two words")
	if len(a.Next) != 1 || a.Next[0].Arguments["bundleId"] != "com.example.mac" {
		t.Errorf("%+v", a.Next)
	}
	m.good("bazel_macos_launch", map[string]any{"target": "//Mac:App"})
	m.ran("open", m.app)
	m.good("bazel_macos_stop", map[string]any{"bundleId": "com.example.mac"})
	m.ran("osascript", "-e", `tell application id "com.example.mac" to quit`)
	m.good("bazel_macos_launch", map[string]any{"target": "//Mac:App"})
	if a := m.good("bazel_macos_stop", map[string]any{"processName": "(any.*)"}); !strings.Contains(a.Text, "Was not running") {
		t.Error(a.Text)
	}
	m.ran("pkill", "-x", `\(any\.\*\)`)
	if a := m.call("bazel_macos_stop", map[string]any{"bundleId": "com.example.absent"}); a.Kind != tool.NotFound {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
}

// An app with an environment is started and not waited for.
func TestLaunchWithEnvironmentReturns(t *testing.T) {
	m := newMachine(t)
	out := filepath.Join(m.dir, "out")
	start := time.Now()
	a := m.good("bazel_macos_launch", map[string]any{"appPath": m.app, "launchArgs": []string{"--x"}, "launchEnv": map[string]string{"GREETING": "hello", "OUT": out}})
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it waited %v", took)
	}
	pid, ok := a.Data.(map[string]any)["pid"].(int)
	if !ok || pid <= 0 {
		t.Fatalf("%+v", a.Data)
	}
	app, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	defer app.Kill()
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		text, err := os.ReadFile(out)
		if strings.TrimSpace(string(text)) == "hello --x" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%q %v", text, err)
		}
	}
}

func TestInstall(t *testing.T) {
	m := newMachine(t)
	to := filepath.Join(m.dir, "Applications", "App.app")
	a := m.good("bazel_macos_install", map[string]any{"appPath": m.app})
	if info, err := os.Stat(filepath.Join(to, "Contents", "MacOS", "Mac.App")); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("%v %v\n%s", info, err, a.Text)
	}
	// The older copy goes as a whole: nothing of it stays inside the new one.
	m.write("Applications/App.app/Contents/old", "x")
	a = m.good("bazel_macos_install", map[string]any{"target": "//Mac:App"})
	if _, err := os.Stat(filepath.Join(to, "Contents", "old")); !errors.Is(err, os.ErrNotExist) || !strings.Contains(a.Text, "older copy") {
		t.Errorf("%v\n%s", err, a.Text)
	}
	if left, _ := os.ReadDir(filepath.Join(m.dir, "Applications")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	for _, bad := range []map[string]any{{"appPath": to}, {"appPath": m.app, "destination": filepath.Dir(m.app)}} {
		if a := m.call("bazel_macos_install", bad); a.Kind != tool.InvalidInput {
			t.Errorf("%v: %s", bad, a.Text)
		}
	}
	if _, err := os.Stat(filepath.Join(m.app, "Contents", "Info.plist")); err != nil {
		t.Error("the built app is gone:", err)
	}
}

// A copy that fails leaves the older one.
func TestInstallFailureKeepsTheOlderCopy(t *testing.T) {
	m := newMachine(t)
	m.write("Applications/App.app/Contents/old", "x")
	m.write("bin/cp", "#!/bin/sh\necho 'cp: disk full' >&2\nexit 1\n")
	a := m.call("bazel_macos_install", map[string]any{"appPath": m.app})
	if a.Kind != tool.Command || !strings.Contains(a.Text, "disk full") {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
	if _, err := os.Stat(filepath.Join(m.dir, "Applications", "App.app", "Contents", "old")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(filepath.Join(m.dir, "Applications")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPathsAndIdentifiers(t *testing.T) {
	m := newMachine(t)
	if a := m.good("bazel_macos_app_path", map[string]any{"target": "//Mac:App"}); a.Text != m.app {
		t.Error(a.Text)
	}
	for _, app := range []string{"//Mac:App", "built/App.app", m.app} {
		if a := m.good("bazel_macos_bundle_id", map[string]any{"appPath": app}); a.Text != "com.example.mac" {
			t.Errorf("%s: %s", app, a.Text)
		}
	}
}

// The log of N seconds is a success.
func TestLogOfSomeSeconds(t *testing.T) {
	m := newMachine(t)
	a := m.good("bazel_macos_log", map[string]any{"timeoutSeconds": 1, "processName": `a"b\c`, "level": "debug"})
	m.ran("log", "stream", "--style", "compact", "--level", "debug", "--predicate", `processImagePath ENDSWITH "a\"b\\c"`)
	if !strings.Contains(a.Text, "lines in 1s") {
		t.Error(a.Text)
	}
	m = newMachine(t, "FAKEAPPLE_LOG_STREAM=fail:64:log: no")
	if a := m.call("bazel_macos_log", map[string]any{"timeoutSeconds": 1}); a.Kind != tool.Command || !strings.Contains(a.Text, "log: no") {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
}

func TestScreenshot(t *testing.T) {
	m := newMachine(t)
	file := filepath.Join(m.dir, "new", "screen.png")
	if a := m.call("bazel_macos_screenshot", map[string]any{"outputPath": file, "windowOnly": true}); !a.IsError {
		t.Error("there is no window:", a.Text)
	}
	a := m.good("bazel_macos_screenshot", map[string]any{"outputPath": file})
	m.ran("screencapture", "-o", file)
	if len(a.Images) != 1 || a.Images[0].Scale < 1 || len(a.Files) != 1 {
		t.Errorf("%d images, %v", len(a.Images), a.Files)
	}
	m.good("bazel_macos_launch", map[string]any{"appPath": m.app})
	m.good("bazel_macos_screenshot", map[string]any{"outputPath": file, "windowOnly": true})
	m.ran("screencapture", "-o", "-R100,75,700,450", file)
	m = newMachine(t, "FAKEAPPLE_SCREENCAPTURE=answer:/dev/null")
	if a := m.call("bazel_macos_screenshot", map[string]any{"outputPath": "x.png"}); a.Kind != tool.Command || !strings.Contains(a.Text, "no picture") {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
}

func TestBad(t *testing.T) {
	m := newMachine(t)
	m.write("plain.app/file", "")
	m.write("escape.app/Contents/Info.plist", `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleExecutable</key><string>../../../bin/sh</string></dict></plist>`)
	for _, c := range []struct {
		tool string
		args map[string]any
		kind tool.Kind
		want string
	}{
		{"bazel_macos_launch", nil, tool.InvalidInput, "appPath or target"},
		{"bazel_macos_launch", map[string]any{"appPath": "absent.app"}, tool.NotFound, "absent.app"},
		{"bazel_macos_launch", map[string]any{"appPath": "plain.app"}, tool.NotFound, "Info.plist"},
		{"bazel_macos_launch", map[string]any{"appPath": "-a"}, tool.InvalidInput, "'-'"},
		{"bazel_macos_launch", map[string]any{"target": "//no:no"}, tool.NotFound, "//no:no"},
		{"bazel_macos_launch", map[string]any{"appPath": m.app, "launchEnv": map[string]string{"A=B": "c"}}, tool.InvalidInput, "launchEnv"},
		{"bazel_macos_launch", map[string]any{"appPath": "escape.app", "launchEnv": map[string]string{"A": "b"}}, tool.Precondition, "executable"},
		{"bazel_macos_stop", nil, tool.InvalidInput, "bundleId or processName"},
		{"bazel_macos_stop", map[string]any{"bundleId": `x\" to quit -- `}, tool.InvalidInput, "bundle identifier"},
		{"bazel_macos_stop", map[string]any{"processName": "-f"}, tool.InvalidInput, "'-'"},
		{"bazel_macos_install", map[string]any{"appPath": m.app, "destination": "absent"}, tool.NotFound, "no folder"},
		{"bazel_macos_install", nil, tool.InvalidInput, "appPath or target"},
		{"bazel_macos_app_path", nil, tool.InvalidInput, "target"},
		{"bazel_macos_app_path", map[string]any{"target": "Mac"}, tool.InvalidInput, "label"},
		{"bazel_macos_bundle_id", map[string]any{"appPath": "absent.app"}, tool.NotFound, "absent.app"},
		{"bazel_macos_bundle_id", map[string]any{"appPath": "//x;y"}, tool.InvalidInput, "label"},
		{"bazel_macos_log", map[string]any{"level": "loud"}, tool.InvalidInput, "default, info, debug"},
		{"bazel_macos_log", map[string]any{"processName": "a\nb"}, tool.InvalidInput, "control character"},
		{"bazel_macos_screenshot", map[string]any{"outputPath": "-x"}, tool.InvalidInput, "'-'"},
		{"bazel_macos_screenshot", nil, tool.InvalidInput, "outputPath"},
	} {
		a := m.call(c.tool, c.args)
		if !a.IsError || a.Kind != c.kind || !strings.Contains(a.Text, c.want) {
			t.Errorf("%s %v: %s, want %s with %q\n%s", c.tool, c.args, a.Kind, c.kind, c.want, a.Text)
		}
	}
	if got := m.last(); got[0] != "" {
		t.Errorf("a refused call ran %q", got)
	}
}
