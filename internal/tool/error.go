package tool

import (
	"context"
	"errors"
	"fmt"
	"os"

	"bazelapple/internal/run"
)

// A Kind says who can act on an Error.
type Kind string

// The kinds of failure. Doors translate them; see docs/ARCHITECTURE.md.
const (
	InvalidInput Kind = "invalid_input" // the caller can fix the arguments
	UnknownTool  Kind = "unknown_tool"
	NotFound     Kind = "not_found"    // the caller named something absent
	Precondition Kind = "precondition" // something else must happen first
	Command      Kind = "command"      // an external program failed
	Timeout      Kind = "timeout"
	Cancelled    Kind = "cancelled"
	Internal     Kind = "internal" // a bug of ours
)

// An Error is a failed tool call: Op and Err say what failed and why, Hint what
// to do next. Result, if not nil, carries what is known all the same: the body
// of the answer, structured facts, next calls.
type Error struct {
	Kind   Kind
	Op     string // the tool, or the step within it
	Err    error
	Hint   string
	Result *Result
}

func (e *Error) Error() string {
	if e.Op == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Op, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }

// warn puts a warning first in the error's result.
func (e *Error) warn(warning string) {
	res := Result{}
	if e.Result != nil {
		res = *e.Result
	}
	res.Warnings = append([]string{warning}, res.Warnings...)
	e.Result = &res
}

// Invalid returns an InvalidInput error that names the parameter.
func Invalid(parameter, format string, args ...any) *Error {
	return &Error{Kind: InvalidInput, Err: fmt.Errorf("%s: %w", parameter, fmt.Errorf(format, args...))}
}

// Errorf returns an error of the given kind with a hint for the next step.
func Errorf(kind Kind, hint, format string, args ...any) *Error {
	return &Error{Kind: kind, Err: fmt.Errorf(format, args...), Hint: hint}
}

// classify turns every error into an *Error with an Op.
func classify(ctx context.Context, op string, err error) *Error {
	var te *Error
	if errors.As(err, &te) {
		out := *te
		if out.Op == "" {
			out.Op = op
		}
		return &out
	}
	out := &Error{Op: op, Err: err}
	var exit *run.ExitError
	var missing *run.NotFoundError
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, run.ErrTimeout), errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, context.DeadlineExceeded):
		out.Kind = Timeout
		out.Hint = "Pass a larger timeoutSeconds, or look at what the program was waiting for."
	case cause != nil, errors.Is(err, context.Canceled):
		out.Kind = Cancelled
	case errors.As(err, &exit):
		out.Kind = Command
	case errors.As(err, &missing):
		out.Kind = Precondition
		out.Hint = "Install " + missing.Program + " or put its folder on PATH; `bazel-apple doctor` shows what is looked for and where."
	default:
		out.Kind = Internal
	}
	return out
}
