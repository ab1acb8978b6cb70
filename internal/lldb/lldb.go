// Package lldb drives debugger sessions through lldb-dap, the program of LLDB
// that speaks the Debug Adapter Protocol, or where there is none through lldb's
// own command line.
//
// Every raw command goes through the protocol's evaluate request in the context
// "repl", so each has its own answer and nothing has to be marked in a stream.
// Facts about lldb-dap's answers are those of version 22.1.8 unless another is
// named.
package lldb

import (
	"errors"
	"fmt"
	"strings"

	"bazelapple/internal/run"
)

// A Client starts sessions.
type Client struct {
	Runner run.Runner
	// Path names the debug adapter to use, or an lldb; nil or "" looks for one.
	Path func() string
}

// What a session refuses with.
var (
	// ErrEnded means that the debugger has gone.
	ErrEnded = errors.New("the debugger has ended")
	// ErrRunning means that the program has to be stopped first.
	ErrRunning = errors.New("the program is running")
	// ErrExited means that the program being debugged has gone.
	ErrExited = errors.New("the program has exited")
	// ErrBusy means that an earlier command has not come back yet.
	ErrBusy = errors.New("the debugger is busy")
	// ErrBreakpoint means that a breakpoint does not exist.
	ErrBreakpoint = errors.New("no such breakpoint")
	// ErrThread means that a thread or frame does not exist.
	ErrThread = errors.New("no such thread or frame")
)

// A CommandError is a command that LLDB refused or that failed.
type CommandError struct {
	Command string
	Text    string // what LLDB printed, with its own "error: "
}

func (e *CommandError) Error() string { return fmt.Sprintf("%s: %s", e.Command, e.Text) }

// An AttachError is a process that could not be attached to or launched.
type AttachError struct{ Text string }

func (e *AttachError) Error() string { return e.Text }

// Denied reports whether the system forbade it. The words are those of
// debugserver (macOS) and of ptrace (Linux).
func (e *AttachError) Denied() bool {
	text := strings.ToLower(e.Text)
	return strings.Contains(text, "not allowed to attach") || strings.Contains(text, "not permitted") || strings.Contains(text, "permission denied")
}

// Missing reports whether there was no such process.
func (e *AttachError) Missing() bool {
	text := strings.ToLower(e.Text)
	return strings.Contains(text, "no such process") || strings.Contains(text, "could not find a process") || strings.Contains(text, "no process found")
}
