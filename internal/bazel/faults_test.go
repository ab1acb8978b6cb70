package bazel_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/tool"
)

// during runs something while a build of the slow target is in its action.
func (r *realBazel) during(t *testing.T, ctx context.Context, act func()) (*bazel.Result, error) {
	t.Helper()
	type end struct {
		res *bazel.Result
		err error
	}
	done := make(chan end, 1)
	go func() {
		res, err := r.build(ctx, nil, "//slow:slow")
		done <- end{res, err}
	}()
	for range 1200 {
		if pids(r.user+"/", "slow") != nil {
			break
		}
		select {
		case e := <-done:
			t.Fatalf("the slow build ended early: %+v %v", e.res, e.err)
		case <-time.After(50 * time.Millisecond):
		}
	}
	act()
	select {
	case e := <-done:
		return e.res, e.err
	case <-time.After(60 * time.Second):
		t.Fatal("the build did not end")
		return nil, nil
	}
}

// pids finds processes whose command line holds all words.
func pids(words ...string) []int {
	var out []int
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
next:
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		line := strings.ReplaceAll(string(text), "\x00", " ")
		dir, _ := os.Readlink(filepath.Join(filepath.Dir(f), "cwd"))
		for _, w := range words {
			if !strings.Contains(line+" "+dir, w) {
				continue next
			}
		}
		if strings.Contains(line, "A-server.jar") || strings.Contains(line, "--batch") || strings.Contains(line, " build ") {
			continue // the server and the client are not the action
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
		out = append(out, pid)
	}
	return out
}

func TestCancelEndsTheActionsWithinTwoSeconds(t *testing.T) {
	needLinux(t)
	r := newRealBazel(t)
	server := r.pid(t)
	ctx, cancel := context.WithCancel(t.Context())
	var at time.Time
	_, err := r.during(t, ctx, func() { at = time.Now(); cancel() })
	took := time.Since(at)
	var te *tool.Error
	if !errors.As(err, &te) || te.Kind != tool.Cancelled || took > 2*time.Second {
		t.Errorf("%v after %v", err, took)
	}
	if left := pids(r.user+"/", "slow"); left != nil {
		t.Errorf("processes of the build live on: %v", left)
	}
	if now := r.pid(t); now != server {
		t.Errorf("the server was %s and is %s", server, now)
	}
}

func needLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks at processes through /proc")
	}
}

func TestServerKilledInMidBuild(t *testing.T) {
	needLinux(t)
	r := newRealBazel(t)
	pid, err := strconv.Atoi(r.pid(t))
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.during(t, t.Context(), func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
	if err != nil || res.OK() {
		t.Fatalf("%+v %v", res, err)
	}
	if _, verdict := r.Diagnose(res); verdict.Category != diagnostics.Infrastructure {
		t.Errorf("a killed server is %q: %s", verdict.Category, verdict.FirstCause)
	}
	if res.Build != nil && res.Build.Completeness == events.Complete {
		t.Error("the events are called complete")
	}
	if again, err := r.build(t.Context(), nil, "//cpp:ledger_cli"); err != nil || !again.OK() {
		t.Errorf("the next build: %+v %v", again, err)
	}
}

func TestClientKilledInMidBuild(t *testing.T) {
	needLinux(t)
	r := newRealBazel(t)
	server, err := strconv.Atoi(r.pid(t))
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.during(t, t.Context(), func() {
		_ = exec.Command("pkill", "-KILL", "-f", "build .*//slow:slow").Run()
	})
	// Bazel 4's server finishes the minute-long action of a client that died.
	_ = syscall.Kill(server, syscall.SIGKILL)
	if err != nil || res.OK() || res.Output.Signal != syscall.SIGKILL {
		t.Errorf("%+v %v", res, err)
	}
}

func TestTwoClientsAtOnce(t *testing.T) {
	r := newRealBazel(t)
	results := make(chan error, 2)
	for range 2 {
		go func() {
			res, err := r.build(t.Context(), nil, "//cpp:ledger_cli")
			if err == nil && !res.OK() {
				err = errors.New(res.Console())
			}
			results <- err
		}()
	}
	for range 2 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

func TestBrokenBazelrc(t *testing.T) {
	r := newRealBazel(t)
	if err := os.WriteFile(filepath.Join(r.root, ".bazelrc"), []byte("build --no_such_flag_at_all\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	res, err := r.build(t.Context(), nil, "//cpp:ledger_cli")
	if err != nil || res.OK() {
		t.Fatalf("%+v %v", res, err)
	}
	if _, verdict := r.Diagnose(res); verdict.Category != diagnostics.Flag || !strings.Contains(verdict.FirstCause, "no_such_flag_at_all") {
		t.Errorf("%+v", verdict)
	}
}

func TestWorkspaceRenamed(t *testing.T) {
	r := newRealBazel(t)
	if err := os.Rename(r.root, r.root+"-moved"); err != nil {
		t.Fatal(err)
	}
	res, err := r.build(t.Context(), nil, "//cpp:ledger_cli")
	if err == nil || res != nil {
		t.Errorf("%+v %v", res, err)
	}
	if err := os.Rename(r.root+"-moved", r.root); err != nil {
		t.Fatal(err)
	}
}

func TestDiskFull(t *testing.T) {
	needLinux(t)
	if os.Getuid() != 0 {
		t.Skip("mounts a small file system, which needs root")
	}
	r := newRealBazel(t)
	if err := exec.Command("mount", "-t", "tmpfs", "-o", "size=60m", "tmpfs", r.user).Run(); err != nil {
		t.Skipf("no small file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { r.bazel(t, "shutdown"); _ = exec.Command("umount", "-l", r.user).Run() })
	// Room for the server, then none.
	if out := r.bazel(t, "info", "release"); out == "" {
		t.Fatal("no answer")
	}
	fill, err := os.Create(filepath.Join(r.user, "fill"))
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<20)
	for {
		if _, err := fill.Write(block); err != nil {
			break
		}
	}
	fill.Close()
	res, err := r.build(t.Context(), nil, "//cpp:ledger_cli")
	if err != nil {
		t.Fatal(err)
	}
	if res.OK() {
		t.Skip("the build found room after all")
	}
	if _, verdict := r.Diagnose(res); verdict.Category != diagnostics.Infrastructure || !strings.Contains(verdict.FirstCause, "space") {
		t.Errorf("a full disk is %q: %s\n%s", verdict.Category, verdict.FirstCause, res.Console())
	}
}

// TestThePersonsServerAndCacheStay builds in turn from here and from a
// terminal: the second and third build execute nothing.
func TestThePersonsServerAndCacheStay(t *testing.T) {
	r := newRealBazel(t)
	const target = "//Modules/Core:Core"
	if res, err := r.build(t.Context(), nil, target); err != nil || !res.OK() {
		t.Fatalf("%+v %v", res, err)
	}
	server := r.pid(t)
	out := r.bazel(t, "build", target)
	if strings.Contains(out, "discarding analysis cache") || !strings.Contains(out, "1 process: 1 internal") {
		t.Errorf("the terminal's build did something:\n%s", out)
	}
	res, err := r.build(t.Context(), nil, target)
	if err != nil || !res.OK() {
		t.Fatalf("%+v %v", res, err)
	}
	for _, runner := range res.Build.Runners() {
		if runner.Name != "total" && runner.Name != "internal" {
			t.Errorf("our second build ran %d actions: %s", runner.Count, runner.Name)
		}
	}
	if _, discarded := diagnostics.DiscardingAnalysisCache(res.Console()); discarded {
		t.Errorf("the analysis cache was thrown away:\n%s", res.Console())
	}
	if now := r.pid(t); now != server {
		t.Errorf("the server was %s and is %s", server, now)
	}
}
