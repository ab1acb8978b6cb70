package lldb_test

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

	"bazelapple/internal/lldb"
	"bazelapple/internal/run"
)

// debuggee starts a program on its own, as a person would.
func debuggee(t *testing.T, program string) *exec.Cmd {
	t.Helper()
	c := exec.Command(program)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	return c
}

func TestAttach(t *testing.T) {
	_, program := compiled(t, "spin.c")
	c := client(t)
	for name, start := range map[string]func(pid int) []string{
		"pid":  lldb.AttachPid,
		"name": func(int) []string { return lldb.AttachName(filepath.Base(program), false) },
	} {
		t.Run(name, func(t *testing.T) {
			d := debuggee(t, program)
			time.Sleep(100 * time.Millisecond) // a process is named after its program once it has replaced the fork
			s, err := c.Open(t.Context(), lldb.Start{Attach: start(d.Process.Pid)})
			if err != nil {
				t.Fatal(err)
			}
			if s.Pid() != d.Process.Pid || s.State() != lldb.Stopped || s.Launched() {
				t.Errorf("pid %d state %s", s.Pid(), s.State())
			}
			s.Close(false)
			s.Close(false)
			if err := syscall.Kill(d.Process.Pid, 0); err != nil || state(d.Process.Pid) == "T" {
				t.Errorf("the process must go on: %v, state %s", err, state(d.Process.Pid))
			}
			_ = d.Process.Kill()
			_ = d.Wait()
		})
	}
	t.Run("wait for", func(t *testing.T) {
		done := make(chan error, 1)
		var s *lldb.Session
		go func() {
			var err error
			s, err = c.Open(t.Context(), lldb.Start{Attach: lldb.AttachName(filepath.Base(program), true)})
			done <- err
		}()
		time.Sleep(1500 * time.Millisecond)
		d := debuggee(t, program)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if s.Pid() != d.Process.Pid {
			t.Errorf("pid %d, want %d", s.Pid(), d.Process.Pid)
		}
		s.Close(false)
	})
}

// state is the process state letter of Linux, "" elsewhere.
func state(pid int) string {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	return fields[0]
}

func TestWithoutADebugger(t *testing.T) {
	c := &lldb.Client{Runner: run.OS{Env: []string{"PATH=" + t.TempDir()}}}
	var missing *run.NotFoundError
	if _, err := c.Open(t.Context(), lldb.Start{Attach: lldb.AttachPid(2)}); !errors.As(err, &missing) || missing.Program != "lldb-dap" {
		t.Error(err)
	}
	// A program of that name which is none.
	dir := t.TempDir()
	for name, script := range map[string]string{"silent": "exit 0", "noisy": "echo hello; exit 3", "broken": "printf 'Content-Length: 5\\r\\n\\r\\nhello'; exit 1"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		c := &lldb.Client{Runner: run.OS{Env: os.Environ()}, Path: func() string { return file }}
		if _, err := c.Open(t.Context(), lldb.Start{Attach: lldb.AttachPid(2)}); !errors.Is(err, lldb.ErrEnded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFailedStartsLeaveNothing(t *testing.T) {
	c := client(t)
	before, servers := children(t), named(t, "lldb-server")
	for name, start := range map[string]lldb.Start{
		"no such pid":     {Attach: lldb.AttachPid(999999)},
		"no such name":    {Attach: lldb.AttachName(`no "such" process`, false)},
		"no such program": {Program: "/no/such/program"},
		"not a program":   {Program: "/etc/passwd"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		s, err := c.Open(ctx, start)
		cancel()
		var failed *lldb.AttachError
		if s != nil || !errors.As(err, &failed) {
			t.Errorf("%s: %v %v", name, s, err)
		}
		if strings.HasPrefix(name, "no such p") && name != "no such program" && !failed.Missing() {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, run.ErrTimeout)
	defer cancel()
	if _, err := c.Open(ctx, lldb.Start{Attach: lldb.AttachName("nosuchprocess", true)}); !errors.Is(err, run.ErrTimeout) {
		t.Errorf("waiting without end: %v", err)
	}
	if !soon(func() bool { return children(t) <= before && named(t, "lldb-server") <= servers }) {
		t.Errorf("children %d → %d, servers %d → %d", before, children(t), servers, named(t, "lldb-server"))
	}
}

func TestDebuggerKilled(t *testing.T) {
	_, program := compiled(t, "spin.c")
	c := client(t)
	s := open(t, c, lldb.Start{Program: program})
	time.AfterFunc(300*time.Millisecond, func() { _ = syscall.Kill(s.Debugger(), syscall.SIGKILL) })
	if _, err := s.Resume(t.Context(), lldb.Continue, long); !errors.Is(err, lldb.ErrEnded) {
		t.Errorf("%v", err)
	}
	<-s.Done()
	if _, err := s.Command(t.Context(), "version"); !errors.Is(err, lldb.ErrEnded) {
		t.Errorf("%v", err)
	}
	s.Close(true)
	if !soon(func() bool { return named(t, filepath.Base(program)) == 0 }) {
		t.Error("the program is left")
	}
}

func TestKilledDebuggerLetsAnAttachedProgramGoOn(t *testing.T) {
	_, program := compiled(t, "spin.c")
	d := debuggee(t, program)
	s := open(t, client(t), lldb.Start{Attach: lldb.AttachPid(d.Process.Pid)})
	_ = syscall.Kill(s.Debugger(), syscall.SIGKILL)
	<-s.Done()
	time.Sleep(200 * time.Millisecond)
	if st := state(d.Process.Pid); st != "" && st != "S" && st != "R" {
		t.Errorf("the program is in state %s", st)
	}
}

func TestTwentySessionsLeakNothing(t *testing.T) {
	_, program := compiled(t, "loop.c")
	c := client(t)
	open(t, c, lldb.Start{Program: program}).Close(true) // warm up
	goroutines, files, processes, servers := runtime.NumGoroutine(), descriptors(t), children(t), named(t, "lldb-server")
	for range 20 {
		s := open(t, c, lldb.Start{Program: program})
		if _, err := s.Command(t.Context(), "thread list"); err != nil {
			t.Fatal(err)
		}
		s.Close(true)
	}
	if !soon(func() bool {
		return runtime.NumGoroutine() <= goroutines && descriptors(t) <= files && children(t) <= processes && named(t, "lldb-server") <= servers
	}) {
		t.Errorf("goroutines %d → %d, files %d → %d, processes %d → %d", goroutines, runtime.NumGoroutine(), files, descriptors(t), processes, children(t))
	}
	if !soon(func() bool { return named(t, filepath.Base(program)) == 0 }) {
		t.Error("the program is left")
	}
}
