package build_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		os.Exit(run.Guard(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// world is an engine over a copy of the example workspace, real Bazel and the
// stand-ins for Apple's programs.
type world struct {
	*handlers.Engine
	startup string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	if testing.Short() {
		t.Skip("starts Bazel, which -short leaves out")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH; scripts/test installs it")
	}
	dir := t.TempDir()
	program, standIns := filepath.Join(dir, "fakeapple"), filepath.Join(dir, "standins")
	for _, args := range [][]string{{"go", "build", "-o", program, "../../internal/fakeapple/cmd/fakeapple"}, {program, "install", standIns}} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	root := filepath.Join(dir, "BazelApp")
	if err := os.CopyFS(root, sources{os.DirFS("../../examples/BazelApp")}); err != nil {
		t.Fatal(err)
	}
	w := &world{startup: "--output_user_root=" + filepath.Join(dir, "outputs")}
	home := filepath.Join(dir, "home")
	env := append(os.Environ(), "HOME="+home, "BAZEL_APPLE_STARTUP_ARGS="+w.startup, "BAZEL_APPLE_FAKE_STATE="+filepath.Join(dir, "fake"))
	getenv := func(name string) string { return map[string]string{"XDG_RUNTIME_DIR": dir}[name] }
	w.Engine = handlers.New(t.Context(), handlers.Options{Root: root, Env: env, Guard: []string{os.Args[0], "guard"}, Folders: platform.NewFolders(getenv, home),
		Host: platform.Host{OS: "darwin", Arch: "arm64", Simulated: true}, StandIns: standIns, Trusted: true})
	t.Cleanup(func() {
		w.Close()
		c := exec.Command("bazel", w.startup, "shutdown")
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

func (w *world) call(t *testing.T, ctx context.Context, name string, args map[string]any) (*tool.Call, *tool.Result, *tool.Error) {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	call := &tool.Call{Client: tool.Client{Role: tool.Person, Name: "test"}}
	res, err := w.Catalog.Handle(ctx, call, name, raw)
	var te *tool.Error
	if err != nil && !errors.As(err, &te) {
		t.Fatal(err)
	}
	return call, res, te
}

func (w *world) good(t *testing.T, name string, args map[string]any) *tool.Result {
	t.Helper()
	_, res, err := w.call(t, t.Context(), name, args)
	if err != nil {
		t.Fatalf("%s: %v\n%s\n%+v", name, err, err.Hint, err.Result)
	}
	return res
}

func holds(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%s lacks %q:\n%s", what, p, text)
		}
	}
}

// One server serves the whole conversation: build, start, run, test, fail.
func TestConversation(t *testing.T) {
	w := newWorld(t)
	built := w.good(t, "bazel_ios_build", map[string]any{"target": "//App:App"})
	holds(t, "the build", built.Text, "Built //App:App", "ipa: ", "App.ipa")
	if r, err := w.Runs.Get(built.RunID); err != nil || !r.OK || r.State != runs.Done || r.Target != "//App:App" {
		t.Errorf("the run: %+v, %v", r, err)
	}
	again := w.good(t, "bazel_ios_build", map[string]any{"target": "//App:App"})
	holds(t, "the second build", again.Text, "everything was up to date")

	started := w.good(t, "bazel_ios_build_and_run", map[string]any{"target": "//App:App"})
	holds(t, "build and run", started.Text, "Installed ", "Launched com.example.bazelapp on iPhone")
	holds(t, "warnings of build and run", strings.Join(started.Warnings, "\n"), "no simulator was named", "simulated Apple tools")

	ran := w.good(t, "bazel_run", map[string]any{"target": "//Mac:MacApp"})
	holds(t, "the run", ran.Text, "BazelApp for Mac started")

	_, _, failed := w.call(t, t.Context(), "bazel_ios_test", map[string]any{"target": "//States:FailTests"})
	if failed == nil || failed.Kind != tool.Command {
		t.Fatalf("a failing test: %v", failed)
	}
	holds(t, "the failed test", failed.Error()+"\n"+failed.Result.Text, "1 of 1 test targets failed", "States/Tests/FailTests.swift:10: ", "testFails")

	cached := w.good(t, "bazel_ios_test", map[string]any{"target": "//States:PassTests"})
	holds(t, "the passed test", cached.Text, "1 of 1 test targets passed")
	cached = w.good(t, "bazel_ios_test", map[string]any{"target": "//States:PassTests"})
	holds(t, "warnings of a cached test", strings.Join(cached.Warnings, "\n"), "nothing ran now")

	_, _, none := w.call(t, t.Context(), "bazel_ios_test", map[string]any{"target": "//App:AppLib"})
	if none == nil || none.Kind != tool.NotFound {
		t.Errorf("no test at all: %v", none)
	}
	_, _, typo := w.call(t, t.Context(), "bazel_ios_build", map[string]any{"target": "//App:Ap"})
	if typo == nil || typo.Kind != tool.Command || len(typo.Result.Next) == 0 || typo.Result.RunID == "" {
		t.Fatalf("a misspelt target: %+v", typo)
	}
	holds(t, "the misspelt target", typo.Error()+typo.Hint, "no such target '//App:Ap'", "bazel_ios_discover_targets")

	last := w.good(t, "bazel_ios_last_command", map[string]any{"match": "no such target"})
	if last.RunID != typo.Result.RunID || len(last.List.Rows) == 0 {
		t.Errorf("the last command: %s, %d lines", last.RunID, len(last.List.Rows))
	}
	listed := w.good(t, "bazel_ios_discover_targets", map[string]any{"kind": "apps"})
	holds(t, "discovery", listed.Text, "from the BUILD files")
	asked := w.good(t, "bazel_ios_discover_targets", map[string]any{"kind": "apps", "confirm": true})
	if len(listed.List.Rows) == 0 || len(asked.List.Rows) != len(listed.List.Rows) || asked.List.Rows[0].Text != "//App:App" {
		t.Errorf("the BUILD files tell of %d apps, Bazel of %d: %v", len(listed.List.Rows), len(asked.List.Rows), asked.List.Rows)
	}
}

// A run cancelled from another door ends the call that started it.
func TestCancelledFromAnotherDoor(t *testing.T) {
	w := newWorld(t)
	w.good(t, "bazel_ios_build", map[string]any{"target": "//Modules/Core:Core"}) // the server is up
	ended := make(chan *tool.Error, 1)
	go func() {
		_, _, err := w.call(t, t.Context(), "bazel_ios_test", map[string]any{"target": "//States:HangTests"})
		ended <- err
	}()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if r, err := w.Runs.Get(""); err == nil && r.Target == "//States:HangTests" && r.Phase == "execution" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the test does not run")
		}
	}
	start := time.Now()
	w.good(t, "bazel_ios_run_cancel", nil)
	err := <-ended
	if err == nil || err.Kind != tool.Cancelled || time.Since(start) > 2*time.Second {
		t.Errorf("the call ended with %v after %v", err, time.Since(start))
	}
}
