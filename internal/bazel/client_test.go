package bazel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/config"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

func TestMain(m *testing.M) {
	// The guard verb of the real program, so that children run as they do there.
	if len(os.Args) > 1 && os.Args[1] == "guard" {
		os.Exit(run.Guard(os.Args[2:]))
	}
	os.Exit(m.Run())
}

// realBazel is a workspace, a terminal and a client over the Bazel on PATH.
type realBazel struct {
	*Client
	bazel   string
	startup []string
}

func newReal(t *testing.T) *realBazel {
	t.Helper()
	program, err := exec.LookPath("bazel")
	if err != nil {
		t.Skip("bazel is not on PATH")
	}
	root := workspaceOf(t, map[string]string{
		"WORKSPACE": "workspace(name = \"real\")\n",
		"BUILD": `genrule(name = "quick", outs = ["quick.txt"], cmd = "echo hello > $@")
genrule(name = "slow", outs = ["slow.txt"], cmd = "echo $$$$ > ` + "%s" + `/slow.pid; sleep 61; touch $@", local = True)
genrule(name = "fail", outs = ["fail.txt"], cmd = "echo src/A.swift:3:7: error: cannot find x in scope >&2; exit 1")
`})
	build := filepath.Join(root, "BUILD")
	text, _ := os.ReadFile(build)
	if err := os.WriteFile(build, []byte(strings.Replace(string(text), "%s", root, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	state, outputs := t.TempDir(), filepath.Join(os.TempDir(), "bazel-apple-test-"+strconv.Itoa(os.Getpid()))
	startup := []string{"--output_user_root=" + outputs}
	guard := []string{os.Args[0], "guard"}
	b := &realBazel{bazel: program, startup: startup, Client: New(Options{
		Root: root, Runner: run.OS{Env: os.Environ(), Guard: guard}, Runs: runs.Open(root, state, nil), Queue: queue.Queue{Dir: filepath.Join(state, "queue")}, Background: true,
		Settings: func() config.Values { return config.Values{StartupArgs: startup, BazelPath: &program} },
	})}
	t.Cleanup(func() {
		b.terminal(t, "shutdown")
		_ = exec.Command("chmod", "-R", "u+w", outputs).Run()
		os.RemoveAll(outputs)
	})
	return b
}

// terminal runs a command as a person in a terminal would.
func (b *realBazel) terminal(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command(b.bazel, slices.Concat(b.startup, args)...)
	c.Dir = b.Root
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		t.Fatalf("bazel %v: %v\n%s", args, err, out.String())
	}
	return out.String()
}

func (b *realBazel) do(t *testing.T, verb string, targets ...string) *Result {
	t.Helper()
	res, err := b.Do(t.Context(), Request{Verb: verb, Targets: targets, Client: tool.Client{Role: tool.Person}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// ran is how many actions a build ran by starting something.
func ran(b *events.Build) (n int64) {
	for _, r := range b.Runners() {
		if r.Name != "total" && r.Name != "internal" {
			n += r.Count
		}
	}
	return n
}

// An editor's build, a terminal's and an editor's again: one server, one cache.
func TestBuildsShareServerAndCache(t *testing.T) {
	b := newReal(t)
	first := b.do(t, "build", "//:quick")
	if !first.OK() || first.Build == nil || ran(first.Build) != 1 {
		t.Fatalf("first build: %+v\n%s", first, first.Console())
	}
	text := b.terminal(t, "build", "//:quick")
	if strings.Contains(text, "discarding analysis cache") || strings.Contains(text, "needs to be killed") || !strings.Contains(text, "1 process: 1 internal") {
		t.Errorf("the terminal's build did not use what ours left:\n%s", text)
	}
	pid := strings.TrimSpace(b.terminal(t, "info", "server_pid"))
	third := b.do(t, "build", "//:quick")
	if !third.OK() || ran(third.Build) != 0 || strings.Contains(third.Console(), "discarding analysis cache") {
		t.Errorf("third build ran %d actions:\n%s", ran(third.Build), third.Console())
	}
	for _, res := range []*Result{first, third} {
		if got := strconv.Itoa(res.Build.Invocation.ServerPID); got != lastWord(pid) {
			t.Errorf("server %s, the terminal's is %s", got, pid)
		}
	}
	if base := b.OutputBase(); base != lastWord(strings.TrimSpace(b.terminal(t, "info", "output_base"))) {
		t.Errorf("output base %q", base)
	}
}

func lastWord(s string) string {
	words := strings.Fields(s)
	return words[len(words)-1]
}

func TestFailedActionIsDiagnosed(t *testing.T) {
	b := newReal(t)
	res := b.do(t, "build", "//:fail")
	list, verdict := b.Diagnose(res)
	if res.OK() || len(list) == 0 {
		t.Fatalf("exit %d, %d diagnostics\n%s", res.ExitCode, len(list), res.Console())
	}
	if d := list[0]; d.File != filepath.Join(b.Root, "src/A.swift") || d.Line != 3 || d.Column != 7 || !strings.Contains(d.Message, "cannot find x") || d.Target != "//:fail" {
		t.Errorf("first diagnostic %+v (verdict %+v)", d, verdict)
	}
	if r, err := b.Runs.Get(res.RunID); err != nil || r.OK || r.ExitCode != 1 {
		t.Errorf("the run says %+v, %v", r, err)
	}
}

// startSlow starts a build that takes a minute and waits until its action runs.
func (b *realBazel) startSlow(t *testing.T, ctx context.Context) (action int, ended <-chan error) {
	t.Helper()
	end := make(chan error, 1)
	go func() {
		_, err := b.Do(ctx, Request{Verb: "build", Targets: []string{"//:slow"}, Client: tool.Client{Role: tool.Person}}, nil)
		end <- err
	}()
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(filepath.Join(b.Root, "slow.pid")); err == nil && strings.HasSuffix(string(text), "\n") {
			pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
			return pid, end
		}
	}
	t.Fatal("the slow action did not start")
	return 0, nil
}

const within = 2 * time.Second

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// Cancelled, a build and its action are gone within two seconds; one that waits
// for the lock of a terminal's build, too.
func TestCancel(t *testing.T) {
	b := newReal(t)
	b.do(t, "build", "//:quick") // the server is up
	ctx, cancel := context.WithCancel(t.Context())
	action, ended := b.startSlow(t, ctx)
	start := time.Now()
	cancel()
	err := <-ended
	var te *tool.Error
	if !errors.As(err, &te) || te.Kind != tool.Cancelled {
		t.Errorf("got %v, want a cancelled error", err)
	}
	for alive(action) && time.Since(start) < within {
		time.Sleep(10 * time.Millisecond)
	}
	if took := time.Since(start); alive(action) || took > within {
		t.Errorf("the action %d lives after %v", action, took)
	}
	t.Logf("ended in %v", time.Since(start))
}

func TestWaitForTheTerminalsLock(t *testing.T) {
	b := newReal(t)
	b.do(t, "build", "//:quick")
	os.Remove(filepath.Join(b.Root, "slow.pid"))
	c := exec.Command(b.bazel, append(slices.Clone(b.startup), "build", "//:slow")...)
	c.Dir = b.Root
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGINT)
		_ = c.Wait()
	}()
	for !exists(filepath.Join(b.Root, "slow.pid")) {
		time.Sleep(20 * time.Millisecond)
	}
	// The background does not wait at all.
	start := time.Now()
	b.Queue.Dir = t.TempDir() // where no person's command is remembered
	_, err := b.Do(t.Context(), Request{Verb: "query", Targets: []string{"//..."}, Background: true}, nil)
	if !errors.Is(err, ErrHeld) || time.Since(start) > within {
		t.Errorf("background: %v after %v, want %v", err, time.Since(start), ErrHeld)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	waiting := make(chan runs.Run, 1)
	defer b.Runs.Subscribe(func(e runs.Event) {
		if e.Run.Waiting != nil {
			select {
			case waiting <- e.Run:
			default:
			}
		}
	})()
	ended := make(chan error, 1)
	go func() {
		_, err := b.Do(ctx, Request{Verb: "build", Targets: []string{"//:quick"}}, nil)
		ended <- err
	}()
	select {
	case r := <-waiting:
		if r.State != runs.Queued || !strings.Contains(r.Waiting.Command, "//:slow") {
			t.Errorf("waiting: %s %+v", r.State, r.Waiting)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the wait is not told")
	}
	start = time.Now()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || time.Since(start) > within {
		t.Errorf("cancelled wait: %v after %v", err, time.Since(start))
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// A person's command in a terminal ends a background query of ours.
func TestBackgroundGivesWay(t *testing.T) {
	b := newReal(t)
	b.Queue.Dir = t.TempDir()
	i := &invocation{client: b.Client, line: commandLine{key: b.Root}}
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	done := make(chan struct{})
	go func() { i.giveWay(ctx, i.line.key, stop); close(done) }()
	time.Sleep(3 * glance)
	if ctx.Err() != nil {
		t.Fatal("gave way to nobody")
	}
	c := exec.Command(b.bazel, append(slices.Clone(b.startup), "build", "//:slow")...)
	c.Dir = b.Root
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	defer func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGINT)
		_ = c.Wait()
	}()
	select {
	case <-done:
		t.Logf("gave way in %v", time.Since(start))
	case <-time.After(within):
		t.Error("did not give way")
	}
}

// A Bazel that does not know --preemptible is asked without it, and that is
// remembered; the server stays.
func TestBackgroundQuery(t *testing.T) {
	b := newReal(t)
	b.terminal(t, "info", "server_pid") // tells of the server's start
	before := b.terminal(t, "info", "server_pid")
	for range 2 {
		res, err := b.Do(t.Context(), Request{Verb: "query", Targets: []string{"//:quick"}, Background: true}, nil)
		if errors.Is(err, ErrHeld) {
			t.Skip("a busy machine: the query was not ready within its limit")
		}
		if err != nil || !res.OK() || strings.TrimSpace(string(res.Output.Stdout)) != "//:quick" {
			t.Fatalf("%+v %v", res, err)
		}
	}
	if after := b.terminal(t, "info", "server_pid"); after != before {
		t.Errorf("the server was %s and is %s", before, after)
	}
}

func TestNotBazel(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ script, want string }{
		"liar":    {"echo fine\n", "is not Bazel"},
		"failing": {"echo no such thing >&2; exit 3\n", "exit status 3: no such thing"},
	} {
		program := filepath.Join(dir, name)
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+c.script), 0o700); err != nil {
			t.Fatal(err)
		}
		client := New(Options{Root: dir, Runner: run.OS{Env: os.Environ()}, Runs: runs.Open(dir, t.TempDir(), nil), Queue: queue.Queue{Dir: t.TempDir()},
			Settings: func() config.Values { return config.Values{BazelPath: &program} }})
		_, err := client.Do(t.Context(), Request{Verb: "build", Targets: []string{"//a"}}, nil)
		var te *tool.Error
		if !errors.As(err, &te) || te.Kind != tool.Precondition || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestB39BlankProgram(t *testing.T) {
	dir, blank := t.TempDir(), "  "
	c := New(Options{Root: dir, Runner: run.OS{Env: []string{"PATH=" + dir}}, Settings: func() config.Values { return config.Values{BazelPath: &blank} }})
	var missing *run.NotFoundError
	if _, err := c.Program(); !errors.As(err, &missing) || missing.Program != "bazel" {
		t.Errorf("a blank path means the default: %v", err)
	}
}

// What a run leaves is redacted, whatever the caller passed.
func TestSecretsAreNotKept(t *testing.T) {
	b := newReal(t)
	b.Redact = func(args []string) []string {
		out := slices.Clone(args)
		for i := range out {
			out[i] = strings.ReplaceAll(out[i], "hunter2", "<redacted>")
		}
		return out
	}
	res, err := b.Do(t.Context(), Request{Verb: "build", Targets: []string{"//:quick"}, Bazel: tool.Bazel{ExtraArgs: tool.ExtraArgs{"--remote_header=x=hunter2"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := b.Runs.Get(res.RunID)
	text, _ := json.Marshal(r)
	if strings.Contains(string(text), "hunter2") || strings.Contains(fmt.Sprint(res.Argv), "hunter2") {
		t.Errorf("the secret is kept: %s", text)
	}
}

// Bazel copies the client's environment and all headers into its event file.
func TestL9TheEventFileHoldsNoEnvironment(t *testing.T) {
	b := newReal(t)
	b.Runner = run.OS{Env: append(os.Environ(), "BUILD_TOKEN=hunter2")}
	for form, extra := range map[string]string{"events.bin": "--color=no", "events.json": "--build_event_binary_file=" + filepath.Join(t.TempDir(), "own")} {
		res, err := b.Do(t.Context(), Request{Verb: "build", Targets: []string{"//:quick"}, Bazel: tool.Bazel{ExtraArgs: tool.ExtraArgs{"--remote_header=x=hunter2", "--action_env=SECRET=hunter2", "--announce_rc", extra}}}, nil)
		if err != nil || !res.OK() || res.Build == nil {
			t.Fatalf("%+v %v", res, err)
		}
		if filepath.Base(res.Build.Path) != form {
			t.Errorf("events in %s, want %s", res.Build.Path, form)
		}
		text, err := os.ReadFile(res.Build.Path)
		if err != nil || bytes.Contains(text, []byte("hunter2")) || !bytes.Contains(text, []byte("BUILD_TOKEN")) {
			t.Errorf("%s holds the secret, or not the name of its variable: %v", form, err)
		}
		if info, err := os.Stat(res.Build.Path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", form, info.Mode(), err)
		}
		again, err := events.ReadFile(res.Build.Path)
		if err != nil || again.Completeness != events.Complete || again.Events != res.Build.Events || again.Malformed != 0 {
			t.Errorf("%s read again: %+v %v", form, again, err)
		}
	}
}
