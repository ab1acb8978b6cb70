package lldb

import (
	"reflect"
	"testing"

	"github.com/google/go-dap"
)

// TestFrameLines reads the lines that 22.1.8 writes in the frameFormat.
func TestFrameLines(t *testing.T) {
	got := parseFrames("* thread #1, name = 'loop', stop reason = breakpoint 1.1\n" +
		"  * frame #0: 0x0000555555555167 loop`work at /ws/a dir/loop.c:9:3\n" +
		"    frame #1: 0x00007ffff7dfb24a libc.so.6`__libc_start_call_main at sysdeps/x.h:58:16\n" +
		"    frame #2: 0x0000555555555081 loop`_start\n" +
		"    frame #3: 0x0000000100003f00 Demo`closure #1 (Swift.Int) -> () in Demo.run() -> () at /ws/Demo.swift:12 [opt]\n" +
		"    frame #4: 0x0000000000000010\n")
	want := []dap.StackFrame{
		{Name: "work", Source: &dap.Source{Path: "/ws/a dir/loop.c"}, Line: 9, Column: 3},
		{Name: "__libc_start_call_main", Source: &dap.Source{Path: "sysdeps/x.h"}, Line: 58, Column: 16},
		{Name: "_start"},
		{Name: "closure #1 (Swift.Int) -> () in Demo.run() -> ()", Source: &dap.Source{Path: "/ws/Demo.swift"}, Line: 12},
		{Name: "0x0000000000000010"},
	}
	if len(got) != len(want) {
		t.Fatalf("%d frames: %+v", len(got), got)
	}
	for i := range got {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("frame %d: %+v", i, got[i])
		}
	}
}

func TestStopReasons(t *testing.T) {
	for text, want := range map[string]string{
		"breakpoint 1.1 2.3": "breakpoint", "one-shot breakpoint 4": "breakpoint", "step over": "step", "instruction step into": "step", "watchpoint 1": "data breakpoint",
		"signal SIGSTOP": "exception", "EXC_BAD_ACCESS (code=1, address=0x0)": "exception", "trace": "trace", "": "",
	} {
		if got, _ := stopReason(text); got != want {
			t.Errorf("%q is a %s, want %s", text, got, want)
		}
	}
	if _, ids := stopReason("breakpoint 1.1 2.3"); !reflect.DeepEqual(ids, []int{1, 2}) {
		t.Error(ids)
	}
}

func TestLinesThatWait(t *testing.T) {
	for line, want := range map[string]bool{
		"expression": true, "expr --": true, "e -i 0 --": true, " call  ": true, "expression -- x": false, "expr x--": false, "expression -1": false, "bt": false, "": false,
	} {
		if waits(line) != want {
			t.Errorf("%q waits: %t", line, !want)
		}
	}
	for line, want := range map[string]bool{
		"continue": true, "c": true, "n": true, "finish": true, "process continue": true, "thread step-inst": true, "process status": false, "thread list": false, "frame variable": false,
	} {
		if resumes(line) != want {
			t.Errorf("%q resumes: %t", line, !want)
		}
	}
}
