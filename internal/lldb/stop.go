package lldb

import (
	"context"
	"errors"
	"time"

	"github.com/google/go-dap"

	"bazelapple/internal/run"
)

// An Action is a way to go on.
type Action string

// The actions, as the protocol calls them.
const (
	Continue Action = "continue"
	Over     Action = "next"
	Into     Action = "stepIn"
	Out      Action = "stepOut"
)

// A Stop is where the program stands, or that it runs or has exited.
type Stop struct {
	State State `json:"state"`
	// Reason is breakpoint, step, exception (a signal or a crash), entry,
	// interrupted, or another word of the protocol.
	Reason      string  `json:"reason,omitempty"`
	Description string  `json:"description,omitempty"` // such as "breakpoint 1.1"
	Breakpoints []int   `json:"breakpoints,omitempty"`
	Thread      *Thread `json:"thread,omitempty"`
	Frame       *Frame  `json:"frame,omitempty"`
	ExitCode    *int    `json:"exitCode,omitempty"`
	// TimedOut says that the stop did not come in time, so that the program was
	// interrupted.
	TimedOut bool `json:"timedOut,omitempty"`
}

// Resume lets the program go on and waits for its next stop, at most limit.
// When the time is over, or ctx is cancelled, the program is interrupted. With a
// limit of 0 it returns at once.
func (s *Session) Resume(ctx context.Context, action Action, limit time.Duration) (Stop, error) {
	if err := s.standing(); err != nil {
		return Stop{State: s.State()}, err
	}
	thread, err := s.selected(ctx)
	if err != nil {
		return Stop{}, err
	}
	s.mu.Lock()
	before := s.generation
	s.interrupted, s.told = false, false
	s.mu.Unlock()
	// The arguments of the four requests are alike.
	if err := s.ask(ctx, string(action), string(action), dap.ContinueArguments{ThreadId: thread.ID}, nil); err != nil {
		return Stop{}, err
	}
	s.mu.Lock()
	if s.generation == before && s.state == Stopped {
		s.state = Running
	}
	s.mu.Unlock()
	if limit <= 0 {
		return s.Here(ctx)
	}
	return s.wait(ctx, before, limit, true)
}

// Wait waits for the program to stop, if it runs. When the time is over the
// program is interrupted if interrupt says so.
func (s *Session) Wait(ctx context.Context, limit time.Duration, interrupt bool) (Stop, error) {
	s.mu.Lock()
	before := s.generation
	if s.state != Running {
		before--
	}
	s.mu.Unlock()
	return s.wait(ctx, before, limit, interrupt)
}

func (s *Session) wait(ctx context.Context, before int, limit time.Duration, interrupt bool) (Stop, error) {
	timed, cancel := context.WithTimeoutCause(ctx, limit, run.ErrTimeout)
	defer cancel()
	err := s.until(timed, func() bool { return s.generation > before && s.state == Stopped || s.state == Exited })
	switch {
	case err == nil:
		stop, err := s.Here(ctx)
		s.explain(ctx, stop)
		return stop, err
	case errors.Is(err, run.ErrTimeout) && !interrupt:
		stop, err := s.Here(context.WithoutCancel(ctx))
		stop.TimedOut = true
		return stop, err
	case errors.Is(err, run.ErrTimeout):
		stop, err := s.Pause(context.WithoutCancel(ctx))
		stop.TimedOut = true
		return stop, err
	case errors.Is(err, ErrEnded):
		return Stop{}, err
	}
	if interrupt { // cancelled: nobody waits for the answer any more
		_ = s.pause()
	}
	return Stop{}, err
}

// Pause interrupts a running program and tells where it stands.
func (s *Session) Pause(ctx context.Context) (Stop, error) {
	if s.State() == Running {
		if err := s.pause(); err != nil {
			return Stop{}, err
		}
		ctx, cancel := context.WithTimeoutCause(ctx, 5*time.Second, run.ErrTimeout)
		defer cancel()
		if err := s.until(ctx, func() bool { return s.state != Running }); err != nil {
			return Stop{}, err
		}
	}
	return s.Here(ctx)
}

// pause asks for a stop and does not wait for it.
func (s *Session) pause() error {
	s.mu.Lock()
	s.interrupted = true
	s.mu.Unlock()
	_, _, err := s.conn.send("pause", dap.PauseArguments{ThreadId: s.Pid()})
	return err
}

// standing is an error unless the program stands still.
func (s *Session) standing() error {
	if err := s.Err(); err != nil {
		return err
	}
	switch s.State() {
	case Running, Starting:
		return ErrRunning
	case Exited:
		return ErrExited
	}
	return nil
}

// Here tells where the program stands.
func (s *Session) Here(ctx context.Context) (Stop, error) {
	if err := s.Err(); err != nil {
		return Stop{}, err
	}
	s.mu.Lock()
	stop := Stop{State: s.state, ExitCode: s.exit}
	event, interrupted := s.stopped, s.interrupted
	s.mu.Unlock()
	if stop.State != Stopped {
		return stop, nil
	}
	stop.Reason, stop.Description, stop.Breakpoints = event.Reason, event.Description, event.HitBreakpointIds
	// "trace" is the single step over a breakpoint of LLDB's own, in the loader
	// for instance, that the interruption came upon.
	if interrupted && len(stop.Breakpoints) == 0 && (stop.Reason != "step" || stop.Description == "trace") {
		stop.Reason = "interrupted"
	}
	thread, err := s.selected(ctx)
	if err != nil {
		return stop, err
	}
	stop.Thread = &thread
	frames, _, err := s.Backtrace(ctx, thread.ID, 1)
	if err == nil && len(frames) > 0 {
		stop.Frame = &frames[0]
	}
	return stop, err
}
