package lldb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/go-dap"
)

// patience is how long a call waits for one before it, and how long a command
// that was told to stop has for it.
const patience = 1500 * time.Millisecond

// take gets the turn to ask the debugger. what names the command.
func (s *Session) take(ctx context.Context, what string) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case s.turn <- struct{}{}:
		s.mu.Lock()
		s.asking, s.since = what, time.Now()
		s.mu.Unlock()
		return nil
	case <-timer.C:
		s.mu.Lock()
		defer s.mu.Unlock()
		return fmt.Errorf("%w: %q has not come back for %d s", ErrBusy, s.asking, int(time.Since(s.since).Seconds()))
	case <-s.conn.done:
		return s.conn.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (s *Session) give() { <-s.turn }

// ask sends one request when its turn comes. When ctx ends the debugger is told
// to break off; if it does not, the turn stays taken until it does, and calls
// after it fail with ErrBusy instead of waiting behind it.
func (s *Session) ask(ctx context.Context, what, request string, arguments, out any) error {
	if err := s.take(ctx, what); err != nil {
		return err
	}
	seq, answer, err := s.conn.send(request, arguments)
	if err != nil {
		s.give()
		return err
	}
	err = s.conn.wait(ctx, answer, out)
	if err == nil || ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) {
		s.give()
		return err
	}
	if s.cancels {
		_, _, _ = s.conn.send("cancel", dap.CancelArguments{RequestId: seq})
	}
	freed := make(chan struct{})
	go func() {
		_ = s.conn.wait(context.Background(), answer, nil)
		s.give()
		close(freed)
	}()
	select {
	case <-freed:
	case <-time.After(patience):
	}
	return err
}

// Command runs one line of LLDB's own language and returns what it printed. A
// command that LLDB refused is a *CommandError. The caller has looked at it
// with Reaches when it is not our own.
func (s *Session) Command(ctx context.Context, line string) (string, error) {
	if strings.ContainsAny(line, "\n\r") {
		return "", &CommandError{line, "error: a command is one line"}
	}
	var body dap.EvaluateResponseBody
	// The backtick is lldb-dap's sign for a command, in every version.
	if err := s.ask(ctx, line, "evaluate", dap.EvaluateArguments{Expression: "`" + line, Context: "repl"}, &body); err != nil {
		return "", err
	}
	text := strings.ReplaceAll(body.Result, "\r\n", "\n")
	if failed(text) {
		return text, s.refused(line, strings.TrimSpace(text))
	}
	return text, nil
}

// failed reports whether a command's answer is an error: LLDB writes it last
// and starts its line with "error: ".
func failed(text string) bool {
	return strings.HasPrefix(text, "error: ") || strings.Contains(text, "\nerror: ")
}

// refused sorts the errors that have a meaning of their own.
func (s *Session) refused(line, text string) error {
	switch {
	case s.State() == Exited:
		return fmt.Errorf("%w: %s", ErrExited, text)
	case strings.Contains(text, "Process is running") || s.State() == Running && strings.Contains(text, "currently stopped"):
		return fmt.Errorf("%w: %s", ErrRunning, text)
	}
	return &CommandError{line, text}
}

// Evaluate evaluates an expression in the selected frame, for at most limit.
func (s *Session) Evaluate(ctx context.Context, expression string, limit time.Duration) (string, error) {
	return s.Command(ctx, fmt.Sprintf("expression --timeout %d -- %s", limit.Microseconds(), expression))
}
