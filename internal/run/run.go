// Package run is the only place that starts processes.
//
// A command is an argument vector, never a shell line. It runs in a process
// group of its own; when its context ends the whole group is told to stop and
// then killed, so no grandchild outlives a call. What the child prints is kept
// in bounded memory whatever its size.
package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"
)

// A Stream names where a line came from.
type Stream int

// The two streams of a child.
const (
	Stdout Stream = iota
	Stderr
)

// A Command is one external command.
type Command struct {
	// Args is the argument vector; Args[0] is looked up in the PATH of the
	// child's environment, not in ours.
	Args []string
	Dir  string
	// Env replaces the runner's environment when it is not nil.
	Env []string
	// AddEnv holds NAME=value pairs set on top of the environment.
	AddEnv []string
	// Stdin is copied to the child; nil means an empty input.
	Stdin io.Reader
	// KeepStdin leaves the child's input open for Process.Stdin.
	KeepStdin bool
	// Line, if set, gets each line of both streams as it arrives, without its
	// line end. Lines longer than MaxLine come in pieces cut between runes.
	Line func(Stream, string)
	// Raw, if set, gets the child's standard output byte for byte; nothing of
	// it is then kept or split into lines.
	Raw io.Writer
	// Merge sends standard error where standard output goes, so that the order
	// in which the child writes to the two is kept.
	Merge bool
	// Log, if set, gets both streams byte for byte in order of arrival.
	Log io.Writer
	// Keep bounds the bytes of each stream that Output holds (first two fifths,
	// last three fifths). 0 means DefaultKeep.
	Keep int
	// Timeout ends the command like a cancelled context; 0 means none.
	Timeout time.Duration
	// Stop are the signals sent one after the other when the command has to
	// end, each Grace after the one before; SIGKILL always comes last. Empty
	// means SIGTERM.
	Stop []syscall.Signal
	// Grace is the wait between two signals; 0 means DefaultGrace.
	Grace time.Duration
	// Temp are absolute paths that the caller made for this command and removes
	// after it. If we are killed meanwhile the guard removes them.
	Temp []string
}

// Limits that hold unless a Command says otherwise.
const (
	DefaultKeep  = 1 << 20                // bytes per stream
	DefaultGrace = 700 * time.Millisecond // so that INT, TERM, KILL fit in two seconds
	MaxLine      = 1 << 20                // bytes
)

// String is the command as a person would type it.
func (c Command) String() string { return Quote(c.Args) }

// Quote joins an argument vector so that a POSIX shell would split it again.
func Quote(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		if a != "" && strings.IndexFunc(a, needsQuote) < 0 {
			quoted[i] = a
		} else {
			quoted[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

func needsQuote(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=,@%+", r))
}

// Output is what a finished command left behind.
type Output struct {
	Stdout, Stderr []byte // at most Keep bytes each
	Dropped        int64  // bytes of both streams that were not kept
	ExitCode       int    // -1 when a signal ended it or it never ran
	Signal         syscall.Signal
	Duration       time.Duration
}

// A Runner runs commands. OS is the real one; clients take the interface so
// that a door may run them with another environment.
type Runner interface {
	// Run waits for the command's end. The error is an *ExitError for a command
	// that ran and failed, a *NotFoundError for a program that is not on PATH,
	// ErrTimeout, or the context's cause.
	Run(ctx context.Context, cmd Command) (Output, error)
	// Start returns as soon as the command runs.
	Start(ctx context.Context, cmd Command) (*Process, error)
	// Look returns the path of a program on the runner's PATH.
	Look(program string) (string, error)
}

// An ExitError is a command that ran and failed.
type ExitError struct {
	Command Command
	Output  Output
}

// Error holds the command line, how it ended, and the end of what it printed.
func (e *ExitError) Error() string {
	how := fmt.Sprintf("exit status %d", e.Output.ExitCode)
	if e.Output.Signal != 0 {
		how = "ended by " + e.Output.Signal.String()
	}
	text := lastLines(e.Output.Stderr, 6)
	if text == "" {
		text = lastLines(e.Output.Stdout, 6)
	}
	if text != "" {
		text = ": " + text
	}
	return fmt.Sprintf("%s: %s%s", e.Command, how, text)
}

func lastLines(b []byte, n int) string {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}

// A NotFoundError is a program that is not on the child's PATH.
type NotFoundError struct {
	Program string
	Path    string // the PATH that was searched
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("%s was not found; looked in %s", e.Program, e.Path)
}

// ErrTimeout is the error of a command that ran longer than its Timeout.
var ErrTimeout = fmt.Errorf("timed out: %w", os.ErrDeadlineExceeded)
