package lldb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/go-dap"

	"bazelapple/internal/run"
)

// A Start says what to debug: a running process, reached by Attach, or a
// program to launch.
type Start struct {
	// Attach are LLDB commands that attach, as AttachPid and the like return.
	Attach []string
	// Begin are LLDB commands that attach to a process which belongs to the
	// session, as one that it launched does.
	Begin []string
	// Program is launched when Attach and Begin are empty.
	Program   string
	Args, Env []string // Env as NAME=value, on top of the debugger's own
	Dir       string
	// Run lets the program go on at once; otherwise it stands still.
	Run       bool
	SourceMap []Mapping
	// Remote says that the process runs on another machine.
	Remote bool
}

// AttachPid attaches to a process of this machine, simulators included.
func AttachPid(pid int) []string { return []string{fmt.Sprintf("process attach --pid %d", pid)} }

// AttachName attaches to a process by its name; wait waits for the next one to
// start.
func AttachName(name string, wait bool) []string {
	return []string{"process attach --name " + Quote(name) + waiting(wait)}
}

// AttachDevice attaches to a process of a device by pid or, if pid is 0, name
// (commands of Xcode 16's lldb). device is a CoreDevice identifier.
func AttachDevice(device string, pid int, name string, wait bool) []string {
	which := fmt.Sprintf("--pid %d", pid)
	if pid == 0 {
		which = "--name " + Quote(name) + waiting(wait)
	}
	return []string{"device select " + Quote(device), "device process attach " + which}
}

func waiting(wait bool) string {
	if wait {
		return " --waitfor"
	}
	return ""
}

// A Configuration holds the members of attach and launch that lldb-dap knows.
type Configuration struct {
	AttachCommands []string `json:"attachCommands,omitempty"`
	LaunchCommands []string `json:"launchCommands,omitempty"`
	Program        string   `json:"program,omitempty"`
	Args           []string `json:"args,omitempty"`
	Env            []string `json:"env,omitempty"`
	Dir            string   `json:"cwd,omitempty"`
	StopOnEntry    bool     `json:"stopOnEntry"`
	InitCommands   []string `json:"initCommands,omitempty"`
}

// Request is the request that begins this debugging, launch or attach, and its
// arguments.
func (start Start) Request() (verb string, args Configuration) {
	args = Configuration{AttachCommands: start.Attach, LaunchCommands: start.Begin, StopOnEntry: !start.Run}
	verb = "attach"
	if len(start.Attach) == 0 {
		verb = "launch"
		args.Program, args.Args, args.Env, args.Dir = start.Program, start.Args, start.Env, start.Dir
	}
	if len(start.SourceMap) > 0 {
		args.InitCommands = []string{setSourceMap(start.SourceMap)}
	}
	return verb, args
}

// Open starts a debugger and attaches or launches. When it fails, or ctx ends
// before the program is there, nothing is left running. The session itself
// outlives ctx.
func (c *Client) Open(ctx context.Context, start Start) (*Session, error) {
	s := &Session{launched: len(start.Attach) == 0, turn: make(chan struct{}, 1), changed: make(chan struct{}), over: make(chan struct{}), state: Starting}
	var err error
	if s.conn, err = c.dial(ctx, &conn{event: s.event}); err != nil {
		return nil, err
	}
	go s.sweep()
	err = s.open(ctx, start)
	s.meet(start.Remote)
	if err != nil {
		s.Close(s.launched)
		return nil, err
	}
	return s, nil
}

func (s *Session) open(ctx context.Context, start Start) error {
	var can dap.Capabilities
	err := s.conn.call(ctx, "initialize", dap.InitializeRequestArguments{ClientID: "bazel-apple", AdapterID: "lldb-dap", LinesStartAt1: true, ColumnsStartAt1: true, PathFormat: "path"}, &can)
	if err != nil {
		return fmt.Errorf("the debugger did not start: %w", err)
	}
	s.cancels = can.SupportsCancelRequest
	verb, args := start.Request()
	_, answer, err := s.conn.send(verb, args)
	if err != nil {
		return err
	}
	answered, err := s.ready(ctx, answer)
	if err != nil {
		return s.failure(err)
	}
	// Its own failure says less than that of the attach, which is still to come.
	configured := s.conn.call(ctx, "configurationDone", nil, nil)
	if !answered {
		if err := s.conn.wait(ctx, answer, nil); err != nil {
			return s.failure(err)
		}
	}
	if configured != nil {
		return s.failure(configured)
	}
	if start.Run {
		s.mu.Lock()
		if s.state == Starting {
			s.state = Running
		}
		s.mu.Unlock()
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	err = s.until(ctx, func() bool { return s.state == Stopped || s.state == Exited })
	return s.failure(err)
}

// ready waits until the adapter wants its breakpoints, which is when the
// process is there. An adapter that failed to attach may say so on the console
// only and never answer (a missing name, 22.1.8).
func (s *Session) ready(ctx context.Context, answer <-chan response) (answered bool, err error) {
	var told <-chan time.Time
	for {
		s.mu.Lock()
		ok, changed, failed := s.initialized, s.changed, attachFailure(s.console)
		s.mu.Unlock()
		if ok {
			return false, nil
		}
		if failed != "" && told == nil {
			told = time.After(time.Second)
		}
		select {
		case r := <-answer:
			if err := r.err(); err != nil {
				return true, err
			}
			// LLVM 19 and older answer before they are initialized.
			return true, s.until(ctx, func() bool { return s.initialized })
		case <-told:
			return false, errors.New(failed)
		case <-changed:
		case <-s.conn.done:
			return false, s.conn.err
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
}

// failure makes an AttachError of what the adapter refused with; what LLDB
// itself printed says more than the adapter.
func (s *Session) failure(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, run.ErrTimeout) {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := attachFailure(s.console); text != "" {
		return &AttachError{text}
	}
	return &AttachError{err.Error()}
}

// attachFailure finds the error that a command printed while attaching. The
// debug information of a program has complaints of its own, which name a tag
// (DW_TAG_…) or an offset.
func attachFailure(console []string) string {
	for _, line := range console {
		if text, ok := strings.CutPrefix(line, "error: "); ok && !strings.Contains(text, "DW_") && !strings.Contains(text, "0x") {
			return text
		}
	}
	return ""
}
