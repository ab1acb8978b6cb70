package run_test

import (
	"bytes"
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

	"bazelapple/internal/run"
)

// TestMain lets the test binary be its own guard and its own victim.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "guard":
		os.Exit(run.Guard(os.Args[2:]))
	case len(os.Args) > 2 && os.Args[1] == "host":
		// A host that is going to be killed: it runs a shell with a grandchild.
		runner := run.OS{Env: os.Environ(), Guard: []string{self(), "guard"}}
		_, _ = runner.Run(context.Background(), run.Command{Args: []string{"sh", "-c", "sleep 60 & echo $! > " + os.Args[2] + "; wait"}, Temp: os.Args[3:]})
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func self() string { path, _ := os.Executable(); return path }

func runners() map[string]run.OS {
	return map[string]run.OS{
		"plain":   {Env: os.Environ()},
		"guarded": {Env: os.Environ(), Guard: []string{self(), "guard"}},
	}
}

func sh(script string) run.Command { return run.Command{Args: []string{"sh", "-c", script}} }

func TestEnding(t *testing.T) {
	for name, r := range runners() {
		t.Run(name, func(t *testing.T) {
			out, err := r.Run(t.Context(), sh("echo out; echo err >&2"))
			if err != nil || string(out.Stdout) != "out\n" || string(out.Stderr) != "err\n" {
				t.Errorf("success: %q %q %v", out.Stdout, out.Stderr, err)
			}
			merged := sh("for i in 1 2 3 4; do echo out $i; echo err $i >&2; done")
			merged.Merge = true
			out, err = r.Run(t.Context(), merged)
			if want := "out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nout 4\nerr 4\n"; err != nil || string(out.Stdout) != want || len(out.Stderr) > 0 {
				t.Errorf("merged: %q %q %v", out.Stdout, out.Stderr, err)
			}
			var exit *run.ExitError
			out, err = r.Run(t.Context(), sh("echo why >&2; exit 7"))
			if !errors.As(err, &exit) || out.ExitCode != 7 || !strings.Contains(err.Error(), "why") {
				t.Errorf("exit 7: %d %v", out.ExitCode, err)
			}
			out, err = r.Run(t.Context(), sh("kill -SEGV $$"))
			if !errors.As(err, &exit) || out.ExitCode != -1 || out.Signal != syscall.SIGSEGV {
				t.Errorf("signal: %d %v %v", out.ExitCode, out.Signal, err)
			}
			var missing *run.NotFoundError
			if _, err = r.Run(t.Context(), run.Command{Args: []string{"no-such-program"}}); !errors.As(err, &missing) {
				t.Errorf("missing program: %v", err)
			}
			if _, err = r.Run(t.Context(), run.Command{Args: []string{"true"}, Dir: "/no/such/folder"}); err == nil {
				t.Error("a missing folder must be an error")
			}
			if _, err = r.Run(t.Context(), run.Command{Args: []string{"echo", "a\x00b"}}); err == nil {
				t.Error("NUL in an argument must be an error")
			}
		})
	}
}

func TestStopEndsTheWholeGroup(t *testing.T) {
	for name, r := range runners() {
		t.Run(name, func(t *testing.T) {
			pidFile := filepath.Join(t.TempDir(), "pid")
			cmd := sh("trap '' TERM; sleep 60 & echo $! > " + pidFile + "; wait; wait")
			cmd.Timeout = 300 * time.Millisecond
			cmd.Grace = 100 * time.Millisecond
			_, err := r.Run(t.Context(), cmd)
			if !errors.Is(err, run.ErrTimeout) {
				t.Fatalf("want a timeout, got %v", err)
			}
			gone(t, pidFile)

			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(200*time.Millisecond, cancel)
			if _, err := r.Run(ctx, sh("echo seen; sleep 60")); !errors.Is(err, context.Canceled) {
				t.Errorf("want cancelled, got %v", err)
			}
		})
	}
}

func TestGuardOutlivesKill9(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	folder, file := t.TempDir(), filepath.Join(t.TempDir(), "a file of\nours")
	for _, name := range []string{filepath.Join(folder, "in it"), file} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host := exec.Command(self(), "host", pidFile, folder, file)
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if b, _ := os.ReadFile(pidFile); len(b) > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = host.Process.Kill()
	_ = host.Wait()
	gone(t, pidFile)
	for _, temp := range []string{folder, file} {
		for range 100 {
			if _, err := os.Stat(temp); err != nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if _, err := os.Stat(temp); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q is still there: %v", temp, err)
		}
	}
}

// gone waits until the process named in file has ended.
func gone(t *testing.T, file string) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) || err == nil && bytes.Contains(stat, []byte(") Z ")) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("process %d is still alive", pid)
}

func TestLinesAreWholeAndMemoryIsBounded(t *testing.T) {
	var lines []string
	cmd := sh(`i=0; while [ $i -lt 20000 ]; do echo "line $i ünïcödé"; i=$((i+1)); done; printf 'no end'`)
	cmd.Line = func(_ run.Stream, l string) { lines = append(lines, l) }
	cmd.Keep = 1000
	var log bytes.Buffer
	cmd.Log = &log
	out, err := runners()["plain"].Run(t.Context(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) != 20001 || lines[19999] != "line 19999 ünïcödé" || lines[20000] != "no end" {
		t.Errorf("%d lines, last %q", len(lines), lines[len(lines)-1])
	}
	if len(out.Stdout) > 1100 || out.Dropped == 0 || !strings.HasSuffix(string(out.Stdout), "no end") {
		t.Errorf("kept %d bytes, dropped %d", len(out.Stdout), out.Dropped)
	}
	if int64(log.Len()) < out.Dropped {
		t.Errorf("log holds %d bytes", log.Len())
	}
}

func TestStdin(t *testing.T) {
	for name, r := range runners() {
		t.Run(name, func(t *testing.T) {
			out, err := r.Run(t.Context(), run.Command{Args: []string{"cat"}, Stdin: strings.NewReader("hello")})
			if err != nil || string(out.Stdout) != "hello" {
				t.Errorf("%q %v", out.Stdout, err)
			}
			p, err := r.Start(t.Context(), run.Command{Args: []string{"cat"}, KeepStdin: true})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = p.Stdin.Write([]byte("kept"))
			p.Stdin.Close()
			if out, err := p.Wait(); err != nil || string(out.Stdout) != "kept" {
				t.Errorf("%q %v", out.Stdout, err)
			}
		})
	}
}

func TestQuote(t *testing.T) {
	if got := run.Quote([]string{"a b", "", "it's", "//x:y"}); got != `'a b' '' 'it'\''s' //x:y` {
		t.Error(got)
	}
}
