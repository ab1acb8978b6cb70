package handlers_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
)

// standIns builds the stand-ins for Apple's programs once and returns the
// folder of their links.
var standIns = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "bazel-apple-standins-")
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, "fakeapple")
	if out, err := exec.Command("go", "build", "-o", program, "../internal/fakeapple/cmd/fakeapple").CombinedOutput(); err != nil {
		return string(out), err
	}
	out, err := exec.Command(program, "install", dir).CombinedOutput()
	return dir, errorOf(out, err)
})

type outputError struct {
	out string
	err error
}

func (e outputError) Error() string { return e.err.Error() + ": " + e.out }

func errorOf(out []byte, err error) error {
	if err == nil {
		return nil
	}
	return outputError{string(out), err}
}

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := standIns(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// world is an engine over the stand-ins, with a workspace and a world of its own.
type world struct {
	*handlers.Engine
	state, root, temp string
}

func newWorld(t *testing.T, knobs ...string) world {
	t.Helper()
	dir, err := standIns()
	if err != nil {
		t.Fatal(dir, err)
	}
	w := world{state: t.TempDir(), root: t.TempDir(), temp: t.TempDir()}
	for name, text := range map[string]string{
		"MODULE.bazel": "", "Package.swift": "// swift-tools-version: 6.0\n", "a.png": "x",
		"App.app/Info.plist": `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.app</string><key>CFBundleExecutable</key><string>App</string></dict></plist>`,
		"App.app/App":        "#!/bin/sh\n",
	} {
		file := filepath.Join(w.root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := append([]string{"PATH=" + dir + ":/usr/bin:/bin", "HOME=" + w.temp, "TMPDIR=" + w.temp, "FAKEAPPLE_STATE=" + w.state, "FAKEAPPLE_BOOT_TIME=10ms"}, knobs...)
	w.Engine = handlers.New(t.Context(), handlers.Options{
		Root: w.root, Folders: platform.NewFolders(func(string) string { return "" }, w.temp), Env: env,
		Host: platform.Host{OS: "darwin", Arch: "arm64", Simulated: true}, StandIns: dir, Trusted: true,
	})
	t.Cleanup(w.Close)
	return w
}

// arguments are sensible ones for a tool, changed by more.
func (w world) arguments(t *testing.T, name string, more map[string]any) json.RawMessage {
	t.Helper()
	tl, _ := w.Catalog.Tool(name)
	var s schema
	if err := json.Unmarshal(tl.InputSchema(), &s); err != nil {
		t.Fatal(err)
	}
	args := map[string]any{}
	for _, r := range s.Required {
		args[r] = sane(r, s.Properties[r])
	}
	for k, v := range more {
		if _, has := s.Properties[k]; has {
			args[k] = v
		}
	}
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// call runs a tool with sensible arguments, changed by more.
func (w world) call(ctx context.Context, t *testing.T, name string, more map[string]any) (*tool.Result, error) {
	t.Helper()
	return w.Catalog.Handle(ctx, &tool.Call{Client: tool.Client{ID: "t", Role: tool.Shell}}, name, w.arguments(t, name, more))
}

// foreign are the tools that need what this world has not: a host, the network,
// Bazel. Their own tests hold them.
func foreign(name string) bool {
	return strings.HasPrefix(name, "bazel_daemon_") || slices.Contains([]string{"bazel_call_tool", "bazel_upgrade", "bazel_check_update", "bazel_ios_set_workspace"}, name)
}

// picture is every file below the folders with its content.
func picture(t *testing.T, folders ...string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".lock") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			out[path] = sha256.Sum256(text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestReadOnlyToolsChangeNothing(t *testing.T) {
	w := newWorld(t)
	if _, err := w.call(t.Context(), t, "bazel_ios_boot_simulator", nil); err != nil {
		t.Fatal(err)
	}
	before := picture(t, w.state, w.root)
	for _, d := range w.Catalog.Definitions() {
		if !d.ReadOnly || foreign(d.Name) {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		_, _ = w.call(ctx, t, d.Name, map[string]any{"timeoutSeconds": 5})
		cancel()
		after := picture(t, w.state, w.root)
		for path, sum := range after {
			if before[path] != sum {
				t.Errorf("%s is read-only but changed %s", d.Name, path)
			}
		}
		if len(after) != len(before) {
			t.Errorf("%s is read-only but there were %d files and there are %d", d.Name, len(before), len(after))
		}
		before = after
	}
}

func TestEveryToolObeysCancel(t *testing.T) {
	dir, err := standIns()
	if err != nil {
		t.Fatal(dir, err)
	}
	knobs := []string{}
	for _, program := range []string{"SIMCTL", "DEVICECTL", "IDB", "XCODEBUILD", "XCODE_SELECT", "SWIFT", "OPEN", "OSASCRIPT", "SCREENCAPTURE", "PYMOBILEDEVICE3", "SECURITY", "PLUTIL", "XCRUN"} {
		knobs = append(knobs, "FAKEAPPLE_"+program+"=endless:50ms,silent,stubborn")
	}
	w := newWorld(t, knobs...)
	var group sync.WaitGroup
	limit := make(chan struct{}, 16)
	for _, name := range w.Catalog.Names() {
		if foreign(name) {
			continue
		}
		group.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			ctx, cancel := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() { defer close(done); _, _ = w.call(ctx, t, name, nil) }()
			select {
			case <-done:
			case <-time.After(300 * time.Millisecond):
			}
			cancel()
			at := time.Now()
			<-done
			if d := time.Since(at); d > 2*time.Second {
				t.Errorf("%s ended %v after the cancel", name, d)
			}
		})
	}
	group.Wait()
}

func TestCallsLeakNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a thousand calls")
	}
	w := newWorld(t)
	t.Setenv("TMPDIR", t.TempDir()) // not what other processes leave or start meanwhile
	call := func(name string, more map[string]any) *tool.Result {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		more["timeoutSeconds"] = 1
		res, _ := w.call(ctx, t, name, more)
		return res
	}
	round := func() {
		for _, name := range w.Catalog.Names() {
			if foreign(name) {
				continue
			}
			res := call(name, map[string]any{"simulatorName": "iPhone 17, latest"})
			if res == nil {
				continue
			}
			for _, next := range res.Next { // a start names the call that stops it
				if strings.HasSuffix(next.Tool, "_stop") || strings.HasSuffix(next.Tool, "_detach") {
					call(next.Tool, next.Arguments)
				}
			}
		}
	}
	round() // caches fill, lazy parts open
	first := settled()
	calls := 0
	for calls < 1000 {
		round()
		calls += len(w.Catalog.Names())
	}
	if last := settled(); last.goroutines > first.goroutines+5 || last.descriptors > first.descriptors+5 || last.children > first.children || last.temps > first.temps {
		t.Errorf("after %d calls: %+v was %+v", calls, last, first)
	}
}

// usage is what a leak would make grow.
type usage struct{ goroutines, descriptors, children, temps int }

// settled waits until the number of goroutines stands still.
func settled() usage {
	last := -1
	for range 100 {
		if n := runtime.NumGoroutine(); n == last {
			break
		} else {
			last = n
		}
		time.Sleep(50 * time.Millisecond)
	}
	descriptors, _ := os.ReadDir("/proc/self/fd") // Linux only: elsewhere the figure stays 0
	files, _ := filepath.Glob(filepath.Join(os.TempDir(), "bazel-apple-*"))
	return usage{runtime.NumGoroutine(), len(descriptors), children(), len(files)}
}

// children counts the processes that this one started and that still run.
func children() int {
	n := 0
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid()) && fields[0] != "Z" {
			n++
		}
	}
	return n
}
