package lldb_test

import (
	"context"
	"errors"
	"fmt"
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

func client(t *testing.T) *lldb.Client {
	t.Helper()
	c := &lldb.Client{Runner: run.OS{Env: os.Environ()}}
	if _, err := c.Program(t.Context()); err != nil {
		t.Skip("no lldb-dap here:", err)
	}
	return c
}

// compiled builds testdata/NAME as a Bazel action would: relative to the
// workspace, with its path kept out. It returns the workspace and the program.
func compiled(t *testing.T, source string, flags ...string) (root, program string) {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler here")
	}
	root, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", source))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "app"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "app", source), text, 0o644); err != nil {
		t.Fatal(err)
	}
	// A name of its own, so that an attach by name finds this one.
	program = filepath.Join(t.TempDir(), fmt.Sprintf("dbg%d", os.Getpid())+strings.ToLower(strings.TrimSuffix(source, filepath.Ext(source))))
	args := append([]string{"-g", "-O0", "-pthread", "-fdebug-prefix-map=" + root + "=.", "-o", program, "app/" + source}, flags...)
	c := exec.Command(cc, args...)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return root, program
}

func open(t *testing.T, c *lldb.Client, start lldb.Start) *lldb.Session {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	s, err := c.Open(ctx, start)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(s.Launched()) })
	return s
}

// stopIn fails unless the program stopped in the function for the reason.
func stopIn(t *testing.T, stop lldb.Stop, err error, reason, function string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if stop.State != lldb.Stopped || stop.Reason != reason || stop.Frame == nil || !strings.HasPrefix(stop.Frame.Function, function) {
		t.Fatalf("want a stop in %s for %s, got %+v frame %+v", function, reason, stop, stop.Frame)
	}
}

const long = 30 * time.Second

func TestBreakpointsStepsAndValues(t *testing.T) {
	ctx := t.Context()
	root, program := compiled(t, "loop.c")
	s := open(t, client(t), lldb.Start{Program: program, Args: []string{"50"}, Env: []string{"GREETING=hello there"}, SourceMap: lldb.SourceMap(root)})
	b, err := s.SetBreakpoint(ctx, lldb.Place{File: filepath.Join(root, "app", "loop.c"), Line: 9, Condition: `n == 3 && name[0] == 'o' && name[1] != '"'`})
	if err != nil || !b.Verified || len(b.Locations) != 1 || b.Condition != `n == 3 && name[0] == 'o' && name[1] != '"'` {
		t.Fatalf("%+v %v", b, err)
	}
	stop, err := s.Resume(ctx, lldb.Continue, long)
	stopIn(t, stop, err, "breakpoint", "work")
	if stop.Frame.File != filepath.Join(root, "app", "loop.c") || stop.Frame.Line != 9 || len(stop.Breakpoints) != 1 || stop.Breakpoints[0] != b.ID {
		t.Errorf("%+v %+v", stop, stop.Frame)
	}
	all, err := s.Variables(ctx, lldb.All)
	if err != nil || len(all) != 3 || all[0].Name != "n" || all[0].Value != "3" || all[0].Type != "int" || !strings.HasSuffix(all[1].Value, `"odd"`) {
		t.Errorf("%+v %v", all, err)
	}
	if args, err := s.Variables(ctx, lldb.Arguments); err != nil || len(args) != 2 {
		t.Errorf("%+v %v", args, err)
	}
	if locals, err := s.Variables(ctx, lldb.Locals); err != nil || len(locals) != 1 || locals[0].Name != "twice" {
		t.Errorf("%+v %v", locals, err)
	}
	if v, err := s.Evaluate(ctx, "n * 2 + (name[0] == 'o' ? 1 : 0)", time.Second); err != nil || !strings.Contains(v, "= 7") {
		t.Errorf("%q %v", v, err)
	}
	if v, err := s.Evaluate(ctx, `(char *)getenv("GREETING")`, time.Second); err != nil || !strings.Contains(v, "hello there") {
		t.Errorf("%q %v", v, err)
	}
	var refused *lldb.CommandError
	if _, err := s.Evaluate(ctx, "nosuch + 1", time.Second); !errors.As(err, &refused) || !strings.Contains(err.Error(), "nosuch") {
		t.Errorf("an unknown name must be an error, got %v", err)
	}
	if _, err := s.Command(ctx, "frobnicate"); !errors.As(err, &refused) {
		t.Errorf("an unknown command must be an error, got %v", err)
	}
	stop, err = s.Resume(ctx, lldb.Over, long)
	stopIn(t, stop, err, "step", "work")
	stop, err = s.Resume(ctx, lldb.Out, long)
	stopIn(t, stop, err, "step", "main")
	one := 0
	if err := s.Select(ctx, nil, &one); err != nil {
		t.Error(err)
	}
	far := 99
	if err := s.Select(ctx, nil, &far); !errors.Is(err, lldb.ErrThread) {
		t.Errorf("frame 99: %v", err)
	}
	if err := s.Select(ctx, &far, nil); !errors.Is(err, lldb.ErrThread) {
		t.Errorf("thread 99: %v", err)
	}
	if list, err := s.Breakpoints(ctx); err != nil || len(list) != 1 || list[0].Hits != 1 {
		t.Errorf("%+v %v", list, err)
	}
	if err := s.DeleteBreakpoint(ctx, 77); !errors.Is(err, lldb.ErrBreakpoint) {
		t.Error(err)
	}
	if err := s.DeleteBreakpoint(ctx, b.ID); err != nil {
		t.Error(err)
	}
	once, err := s.SetBreakpoint(ctx, lldb.Place{Symbol: "work", Module: filepath.Base(program), OneShot: true})
	if err != nil || !once.Verified || !once.OneShot {
		t.Errorf("%+v %v", once, err)
	}
	stop, err = s.Resume(ctx, lldb.Continue, long)
	if err != nil || stop.Frame == nil || stop.Frame.Function != "work" {
		t.Fatalf("%+v %v", stop, err)
	}
	if list, err := s.Breakpoints(ctx); err != nil || len(list) != 0 {
		t.Errorf("a one-shot stays: %+v %v", list, err)
	}
	stop, err = s.Resume(ctx, lldb.Continue, long)
	if err != nil || stop.State != lldb.Exited || stop.ExitCode == nil || *stop.ExitCode != 7 {
		t.Errorf("%+v %v", stop, err)
	}
	if out, _ := s.TakeOutput(); !strings.Contains(out, "odd 3\n") {
		t.Errorf("output %q", out)
	}
	if _, err := s.Resume(ctx, lldb.Over, long); !errors.Is(err, lldb.ErrExited) {
		t.Error(err)
	}
}

func TestB60BreakpointWithoutPlaceSaysWhy(t *testing.T) {
	ctx := t.Context()
	root, program := compiled(t, "loop.c")
	s := open(t, client(t), lldb.Start{Program: program, SourceMap: lldb.SourceMap(root)})
	for _, tt := range []struct {
		place lldb.Place
		want  string
	}{
		{lldb.Place{File: filepath.Join(root, "app/loop.c"), Line: 999}, "made no code"},
		{lldb.Place{File: filepath.Join(root, "app/Other.swift"), Line: 3}, "no loaded library has debug information"},
		{lldb.Place{File: "/elsewhere/loop.c", Line: 9}, "not the file asked for"},
		{lldb.Place{Symbol: "nosuch"}, "no loaded library has a function nosuch"},
	} {
		b, err := s.SetBreakpoint(ctx, tt.place)
		if err != nil || b.Verified {
			t.Errorf("%+v: %+v %v", tt.place, b, err)
		}
		if why := s.Unplaced(ctx, tt.place); !strings.Contains(why, tt.want) {
			t.Errorf("%+v: %s", tt.place, why)
		}
	}
	for _, file := range []string{filepath.Join(root, "app/loop.c"), "app/loop.c", "./app/loop.c", "loop.c"} {
		if b, err := s.SetBreakpoint(ctx, lldb.Place{File: file, Line: 9}); err != nil || !b.Verified {
			t.Errorf("%s: %+v %v", file, b, err)
		}
	}
}

// The program's input is not the debugger's: a program that reads cannot eat
// commands, and a failing command holds up none after it.
func TestL11EveryCommandHasItsOwnAnswer(t *testing.T) {
	_, program := compiled(t, "reads.c")
	s := open(t, client(t), lldb.Start{Program: program, Run: true})
	stop, err := s.Wait(t.Context(), 2*time.Second, true)
	if err != nil {
		t.Fatal(err)
	}
	if stop.State == lldb.Exited { // it read the end of an empty input
		if out, _ := s.TakeOutput(); out != "read 0 bytes\n" {
			t.Errorf("the program read what is not its own: %q", out)
		}
	}
	for i := range 20 {
		if text, err := s.Command(t.Context(), fmt.Sprintf("frobnicate %d", i)); err == nil || !strings.Contains(text, "not a valid command") {
			t.Errorf("%q %v", text, err)
		}
		if text, err := s.Command(t.Context(), "version"); err != nil || !strings.HasPrefix(text, "lldb") || strings.Count(text, "\n") > 3 {
			t.Errorf("%q %v", text, err)
		}
	}
}

func TestTimeoutInterrupts(t *testing.T) {
	ctx := t.Context()
	_, program := compiled(t, "spin.c")
	s := open(t, client(t), lldb.Start{Program: program})
	stop, err := s.Resume(ctx, lldb.Continue, 500*time.Millisecond)
	if err != nil || stop.State != lldb.Stopped || stop.Reason != "interrupted" || !stop.TimedOut {
		t.Fatalf("%+v %v", stop, err)
	}
	threads, err := s.Threads(ctx)
	for range 20 { // a busy machine is not there after half a second
		if len(threads) == 3 || err != nil {
			break
		}
		if _, err := s.Resume(ctx, lldb.Continue, 500*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		threads, err = s.Threads(ctx)
	}
	if err != nil || len(threads) != 3 || threads[0].Index != 1 || threads[0].ID == 0 {
		t.Fatalf("%+v %v", threads, err)
	}
	for _, th := range threads {
		if frames, total, err := s.Backtrace(ctx, th.ID, 5); err != nil || len(frames) == 0 || total < len(frames) {
			t.Errorf("thread %d: %+v %d %v", th.Index, frames, total, err)
		}
	}
	two := 2
	if err := s.Select(ctx, &two, nil); err != nil {
		t.Error(err)
	}
	if threads, _ := s.Threads(ctx); !threads[1].Selected {
		t.Errorf("%+v", threads)
	}
	start := time.Now()
	if _, err := s.Evaluate(ctx, "({ while (1) {} ; 1; })", 300*time.Millisecond); err == nil {
		t.Error("an endless expression must be an error")
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("the expression took %s", d)
	}
	if stop, err := s.Resume(ctx, lldb.Continue, 0); err != nil || stop.State != lldb.Running {
		t.Errorf("%+v %v", stop, err)
	}
	if _, err := s.Resume(ctx, lldb.Over, long); !errors.Is(err, lldb.ErrRunning) {
		t.Error(err)
	}
	if _, err := s.Variables(ctx, lldb.All); !errors.Is(err, lldb.ErrRunning) {
		t.Error(err)
	}
	if stop, err := s.Wait(ctx, 200*time.Millisecond, false); err != nil || stop.State != lldb.Running || !stop.TimedOut {
		t.Errorf("%+v %v", stop, err)
	}
	if stop, err := s.Pause(ctx); err != nil || stop.State != lldb.Stopped || stop.Reason != "interrupted" {
		t.Errorf("%+v %v", stop, err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	time.AfterFunc(300*time.Millisecond, cancel)
	start = time.Now()
	if _, err := s.Resume(cancelled, lldb.Continue, long); !errors.Is(err, context.Canceled) || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %s", err, time.Since(start))
	}
	if stop, err := s.Wait(ctx, long, false); err != nil || stop.State != lldb.Stopped {
		t.Errorf("a cancelled continue leaves the program %+v %v", stop, err)
	}
}

func TestLateCommandDoesNotHoldUpTheNext(t *testing.T) {
	_, program := compiled(t, "spin.c")
	s := open(t, client(t), lldb.Start{Program: program})
	if _, err := s.SetBreakpoint(t.Context(), lldb.Place{Symbol: "main"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Resume(t.Context(), lldb.Continue, long); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Millisecond, run.ErrTimeout)
	defer cancel()
	start := time.Now()
	if _, err := s.Command(ctx, "expression -- (int)sleep(8)"); !errors.Is(err, run.ErrTimeout) || time.Since(start) > 3*time.Second {
		t.Fatalf("%v after %s", err, time.Since(start))
	}
	start = time.Now()
	if _, err := s.Command(t.Context(), "version"); time.Since(start) > 3*time.Second || err != nil && !errors.Is(err, lldb.ErrBusy) {
		t.Errorf("%v after %s", err, time.Since(start))
	}
}

func TestCrashIsAStop(t *testing.T) {
	root, program := compiled(t, "crash.c")
	s := open(t, client(t), lldb.Start{Program: program, Run: true, SourceMap: lldb.SourceMap(root)})
	stop, err := s.Wait(t.Context(), long, true)
	stopIn(t, stop, err, "exception", "broken")
	if !strings.Contains(stop.Description, "SIGSEGV") || stop.Frame.Line != 5 {
		t.Errorf("%+v %+v", stop, stop.Frame)
	}
}

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
		c := &lldb.Client{Runner: run.OS{Env: os.Environ()}, Path: file}
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

// soon reports whether something is so within five seconds.
func soon(so func() bool) bool {
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return so()
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// children counts our child processes, on Linux.
func children(t *testing.T) int {
	t.Helper()
	list, _ := filepath.Glob("/proc/self/task/*/children")
	n := 0
	for _, f := range list {
		b, _ := os.ReadFile(f)
		n += len(strings.Fields(string(b)))
	}
	return n
}

// named counts the living processes whose name starts so, on Linux, which keeps
// 15 bytes of a name.
func named(t *testing.T, name string) int {
	t.Helper()
	list, _ := filepath.Glob("/proc/[0-9]*/comm")
	n := 0
	for _, f := range list {
		b, _ := os.ReadFile(f)
		if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f))); strings.HasPrefix(string(b), name[:min(15, len(name))]) && state(pid) != "Z" {
			n++
		}
	}
	return n
}

func BenchmarkCommand(b *testing.B) {
	c := &lldb.Client{Runner: run.OS{Env: os.Environ()}}
	if _, err := c.Program(b.Context()); err != nil {
		b.Skip("no lldb-dap here:", err)
	}
	s, err := c.Open(b.Context(), lldb.Start{Program: "/bin/sleep", Args: []string{"9"}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close(true)
	for b.Loop() {
		if _, err := s.Command(b.Context(), "thread list"); err != nil {
			b.Fatal(err)
		}
	}
}
