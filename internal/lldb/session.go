package lldb

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/google/go-dap"
)

// A State is what the program being debugged does.
type State string

// The states of a program.
const (
	Starting State = "starting"
	Stopped  State = "stopped"
	Running  State = "running"
	Exited   State = "exited"
)

// A Session is one debugger with one program. Its methods may be called at the
// same time; the debugger takes one request after the other.
type Session struct {
	conn     *conn
	launched bool          // by us; an attached program lives on
	cancels  bool          // the adapter takes cancel requests
	turn     chan struct{} // holds one token; whoever has it may ask

	mu          sync.Mutex
	changed     chan struct{} // closed and replaced at every change below
	state       State
	generation  int // counts the stops
	stopped     dap.StoppedEventBody
	interrupted bool // we asked for the next stop
	pid         int
	name        string
	exit        *int
	asking      string // the command that has the turn
	since       time.Time
	console     []string // what the adapter said while it started
	initialized bool
	output      text // of the program
	notes       text // of the debugger
	told        bool // why this stop's condition failed is in notes, in our words

	server, program living
	servers         []living      // of a debugger that had to be killed
	keep            bool          // a launched program is to go on
	over            chan struct{} // closed when debugger and leftovers are gone
}

// Pid is the process being debugged, 0 when not known.
func (s *Session) Pid() int { s.mu.Lock(); defer s.mu.Unlock(); return s.pid }

// Name is the path or name of the program being debugged.
func (s *Session) Name() string { s.mu.Lock(); defer s.mu.Unlock(); return s.name }

// State is what the program does now.
func (s *Session) State() State { s.mu.Lock(); defer s.mu.Unlock(); return s.state }

// Launched reports whether the session started the program itself.
func (s *Session) Launched() bool { return s.launched }

// CommandLine reports whether the session runs over lldb's own command line,
// for want of a debug adapter.
func (s *Session) CommandLine() bool { return s.conn.commandLine }

// Debugger is the process id of the debugger.
func (s *Session) Debugger() int { return s.conn.process.Pid() }

// Done is closed when the debugger has ended.
func (s *Session) Done() <-chan struct{} { return s.over }

// Err is how the debugger ended; nil while it lives.
func (s *Session) Err() error {
	select {
	case <-s.conn.done:
		return s.conn.err
	default:
		return nil
	}
}

// TakeOutput returns what the program printed since it was asked last, at most
// 64 KiB of it, the newest.
func (s *Session) TakeOutput() (out string, dropped int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.take()
}

// TakeNotes returns what the debugger said on its own since it was asked last,
// such as why a condition could not be evaluated.
func (s *Session) TakeNotes() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, _ := s.notes.take()
	return strings.TrimSpace(out)
}

// event follows what the adapter tells.
func (s *Session) event(name string, body json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch name {
	case "initialized":
		s.initialized = true
	case "process":
		var e dap.ProcessEventBody
		if json.Unmarshal(body, &e) == nil {
			s.name, s.pid = e.Name, e.SystemProcessId
		}
	case "stopped":
		var e dap.StoppedEventBody
		if json.Unmarshal(body, &e) == nil {
			s.state, s.stopped = Stopped, e
			s.generation++
		}
	case "continued":
		if s.state != Exited {
			s.state = Running
		}
	case "exited":
		var e dap.ExitedEventBody
		if json.Unmarshal(body, &e) == nil {
			s.exit = &e.ExitCode
		}
		s.state = Exited
	case "terminated":
		s.state = Exited
	case "output":
		var e dap.OutputEventBody
		if json.Unmarshal(body, &e) != nil {
			return
		}
		switch e.Category {
		case "stdout", "stderr":
			s.output.add(strings.ReplaceAll(e.Output, "\r\n", "\n"))
		case "important":
			if s.told {
				return
			}
			s.notes.add(strings.ReplaceAll(e.Output, "\r\n", "\n"))
		case "console", "":
			if s.state == Starting && len(s.console) < 200 {
				s.console = append(s.console, strings.TrimRight(e.Output, "\r\n"))
			}
		}
		if s.state != Starting {
			return
		}
	default:
		return
	}
	close(s.changed)
	s.changed = make(chan struct{})
}

// until waits for a condition, which is asked under the lock at every change.
func (s *Session) until(ctx context.Context, met func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := met(), s.changed
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-s.conn.done:
			return s.conn.err
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// closeWithin bounds the polite end of a session, so that with the signals
// after it a stop keeps its two seconds.
const closeWithin = 1200 * time.Millisecond

// Close ends the debugger. A program that was attached to goes on; terminate
// ends it. It may be called any number of times.
func (s *Session) Close(terminate bool) {
	if s.Err() == nil {
		s.mu.Lock()
		s.keep = !terminate
		s.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
		_ = s.conn.call(ctx, "disconnect", dap.DisconnectArguments{TerminateDebuggee: terminate}, nil)
		_ = s.conn.process.Stdin.Close() // the adapter ends at the end of its input
		select {
		case <-s.conn.done:
		case <-ctx.Done():
			s.mu.Lock()
			for _, pid := range servers(s.conn.process.Pid()) {
				s.servers = append(s.servers, newLiving(pid))
			}
			s.mu.Unlock()
		}
		cancel()
	}
	_, _ = s.conn.process.Stop()
	<-s.over
}

// text keeps the newest of a stream.
type text struct {
	kept    []byte
	dropped int
}

const keepOutput = 64 << 10

func (t *text) add(s string) {
	t.kept = append(t.kept, s...)
	if over := len(t.kept) - keepOutput; over > keepOutput {
		t.kept = append(t.kept[:0], t.kept[over:]...)
		t.dropped += over
	}
}

func (t *text) take() (string, int) {
	if over := len(t.kept) - keepOutput; over > 0 {
		t.kept, t.dropped = t.kept[over:], t.dropped+over
	}
	out, dropped := strings.ToValidUTF8(string(t.kept), ""), t.dropped
	t.kept, t.dropped = nil, 0
	return out, dropped
}
