package lldb_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/lldb"
	"bazelapple/internal/run"
)

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

func BenchmarkSession(b *testing.B) {
	c := &lldb.Client{Runner: run.OS{Env: os.Environ()}}
	if _, err := c.Program(b.Context()); err != nil {
		b.Skip("no lldb-dap here:", err)
	}
	for b.Loop() {
		s, err := c.Open(b.Context(), lldb.Start{Program: "/bin/sleep", Args: []string{"9"}})
		if err != nil {
			b.Fatal(err)
		}
		s.Close(true)
	}
}
