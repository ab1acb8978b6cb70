package debug

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/testresult"
	"bazelapple/internal/tool"
)

// A session is what one debugging needs until its end.
type session struct {
	target string
	test   bool
	dir    string // for what the program writes, "" for none
	xml    string // test.xml in dir
	runID  string
	run    *testRun
}

// A testRun is a test that Bazel runs beside the session.
type testRun struct {
	cancel context.CancelFunc
	done   chan struct{}
	res    *bazel.Result // after done
	err    error
}

// runWithin bounds the wait for the end of a test whose debugger has gone.
const runWithin = 3 * time.Second

// end ends what goes on and removes what was written.
func (s *session) end() {
	if s.run != nil {
		select {
		case <-s.run.done:
		case <-time.After(runWithin):
		}
		s.run.cancel()
		<-s.run.done
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

func (d *Debugger) keep(s *session) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last++
	id := fmt.Sprintf("debug-%d", d.last)
	d.sessions[id] = s
	context.AfterFunc(d.ctx, func() { _, _ = d.Ended(id, nil) })
	return id
}

// An Outcome is what came of a session.
type Outcome struct {
	Text string
	// Test says that a test was debugged; Passed and Cases are of it.
	Test, Passed bool
	Stopped      bool // the debugger ended before the program
	Cases        []testresult.Case
}

// Ended takes a session as over and says what came of it. exitCode is the
// program's, nil when the debugger was stopped before its end.
func (d *Debugger) Ended(id string, exitCode *int) (Outcome, error) {
	d.mu.Lock()
	s := d.sessions[id]
	delete(d.sessions, id)
	d.mu.Unlock()
	if s == nil {
		return Outcome{}, &tool.Error{Kind: tool.NotFound, Err: fmt.Errorf("%w: %s", errNoSession, id)}
	}
	defer s.end()
	out := Outcome{Test: s.test}
	if s.run != nil {
		s.end()
		out.Passed = s.run.err == nil && s.run.res.OK()
		out.Text = s.target + ending(out.Passed, "passed", "did not pass")
		return out, nil
	}
	switch {
	case exitCode == nil:
		out.Stopped, out.Text = true, s.target+" was stopped"
	case *exitCode == 0:
		out.Passed, out.Text = true, s.target+ending(s.test, "passed", "ended")
	case s.test:
		out.Text = fmt.Sprintf("%s failed: exit status %d", s.target, *exitCode)
	default:
		out.Text = fmt.Sprintf("%s ended with exit status %d", s.target, *exitCode)
	}
	if text, err := os.ReadFile(s.xml); s.xml != "" && err == nil {
		if r, err := testresult.ParseXML(strings.NewReader(string(text))); err == nil {
			out.Cases = r.Final().Cases
		}
	}
	return out, nil
}

func ending(first bool, one, other string) string {
	if first {
		return " " + one
	}
	return " " + other
}
