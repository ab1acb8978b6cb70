package lldb

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

func recorded(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(captures.Dir(t), "lldb", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// command is what LLDB printed after a command of a recorded session.
func command(t *testing.T, session, line string) string {
	t.Helper()
	_, rest, ok := strings.Cut(session, "(lldb) "+line+"\n")
	if !ok {
		t.Fatalf("the recording has no %q", line)
	}
	out, _, _ := strings.Cut(rest, "\n(lldb) ")
	return out + "\n"
}

func TestRecordedAnswers(t *testing.T) {
	pending := parseBreakpoints(recorded(t, "macos_breakpoint_pending.txt"))
	if len(pending) != 2 || pending[0].Verified || pending[1].ID != 2 || !strings.Contains(pending[1].What, "AppDelegate.swift', line = 11") {
		t.Errorf("%+v", pending)
	}
	swift := parseVariables(command(t, recorded(t, "macos_swift_frame_variable.txt"), "frame variable"))
	if len(swift) != 2 || swift[0] != (Variable{"String", "name", `"Anton"`}) || swift[1].Type != "Greeter.Greeter" || !strings.Contains(swift[1].Value, "acquaintances") {
		t.Errorf("%+v", swift)
	}
	errors := recorded(t, "lldb22_errors_without_process.txt")
	for _, line := range []string{"frobnicate", "breakpoint set", "breakpoint delete 99", "thread backtrace", "frame variable", "target create /no/such/file"} {
		if !failed(command(t, errors, line)) {
			t.Errorf("%s is no failure", line)
		}
	}
	if failed(command(t, errors, "settings show target.source-map")) {
		t.Error("settings show is a failure")
	}
	for name, missing := range map[string]bool{"lldb22_linux_attach_no_such_pid.txt": true, "lldb22_linux_attach_no_such_name.txt": true, "macos_attach_not_allowed.txt": false, "macos_attach_not_allowed_short.txt": false} {
		e := &AttachError{attachFailure(strings.Split(recorded(t, name), "\n"))}
		if e.Text == "" || e.Missing() != missing || e.Denied() == missing {
			t.Errorf("%s: %q", name, e.Text)
		}
	}
}

// TestRecordedSession feeds a recorded session through the frame reader and the
// state of a session.
func TestRecordedSession(t *testing.T) {
	var wire bytes.Buffer
	for line := range strings.Lines(recorded(t, "lldb-dap22_session.jsonl")) {
		if body, ok := strings.CutPrefix(line, "<-- "); ok {
			body = strings.TrimSpace(body)
			wire.WriteString("Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body)
		}
	}
	s := &Session{state: Starting, changed: make(chan struct{})}
	r := bufio.NewReader(&wire)
	var stops []string
	for {
		b, err := readFrame(r)
		if err != nil {
			break
		}
		var m message
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		if m.Type == "event" {
			s.event(m.Event, m.Body)
		}
		if m.Event == "stopped" {
			stops = append(stops, s.stopped.Reason)
		}
	}
	if len(stops) < 2 || stops[0] != "breakpoint" || stops[len(stops)-1] != "exception" || s.pid != 5417 || s.state != Exited {
		t.Errorf("stops %v, pid %d, state %s", stops, s.pid, s.state)
	}
}

func TestThreadLines(t *testing.T) {
	got := parseThreads("Process 1 stopped\n* thread #1: tid = 0x1a2b3c, 0x000000018 App`-[Foo bar:] + 12 at Foo.m:3:5, name = 'main, or so', queue = 'com.apple.main-thread', stop reason = breakpoint 1.1\n  thread #2: tid = 99, 0x0 libc`read\n")
	want := []Thread{
		{Index: 1, ID: 0x1a2b3c, Name: "main, or so", Queue: "com.apple.main-thread", Where: "0x000000018 App`-[Foo bar:] + 12 at Foo.m:3:5", Stop: "breakpoint 1.1", Selected: true},
		{Index: 2, ID: 99, Where: "0x0 libc`read"},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
}

func FuzzAnswers(f *testing.F) {
	f.Add("* thread #1: tid = 1, x, name = 'a'\n1: file = 'a', locations = 1, hit count = 2\n  1.1: where = a\n(int (*)(int)) f = 0x1\n")
	f.Fuzz(func(_ *testing.T, text string) {
		parseThreads(text)
		parseBreakpoints(text)
		parseVariables(text)
		named(text)
	})
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"))
	f.Add([]byte("X: 1\r\nContent-Length: 99999999999\r\n\r\n{}"))
	f.Fuzz(func(t *testing.T, wire []byte) {
		if b, err := readFrame(bufio.NewReader(bytes.NewReader(wire))); err == nil && len(b) > len(wire) {
			t.Errorf("%d bytes out of %d", len(b), len(wire))
		}
	})
}
