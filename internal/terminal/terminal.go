// Package terminal finds the environment that a person's terminal would give:
// what the login shell sets. Bazel must get that one, value for value, since
// another PATH makes it run every genrule again.
package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"bazelapple/internal/run"
)

// limit bounds a shell whose start-up files wait for something.
const limit = 5 * time.Second

// marks stand around the variables, since start-up files print what they like.
const (
	begin = "\x00bazel-apple-environment-begin\x00"
	end   = "\x00bazel-apple-environment-end\x00"
)

// Bare reports whether path is what programs get that a desktop starts: the
// system's default, without what a person's start-up files add. The values are
// those of launchd (macOS) and systemd's user manager (Linux).
func Bare(path string) bool {
	return slices.Contains([]string{"", "/usr/bin:/bin:/usr/sbin:/sbin", "/usr/bin:/bin", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin"}, path)
}

// Print writes the process's own environment for Environment to read; it is the
// body of a hidden verb that the shell runs.
func Print(out io.Writer, env []string) error {
	_, err := io.WriteString(out, begin+strings.Join(env, "\x00")+end)
	return err
}

// Environment runs shell as an interactive login shell that runs print, an
// argument vector that ends in Print, and returns the environment it had. A
// shell that fails or takes more than 5 s is an error.
func Environment(ctx context.Context, runner run.Runner, shell string, print []string) ([]string, error) {
	if shell == "" {
		return nil, errors.New("no login shell is known: SHELL is not set")
	}
	var raw bytes.Buffer
	_, err := runner.Run(ctx, run.Command{Args: []string{shell, "-ilc", run.Quote(print)}, Raw: &raw, Timeout: limit, Dir: "/"})
	out := raw.String()
	_, out, ok := strings.Cut(out, begin)
	text, _, whole := strings.Cut(out, end)
	switch {
	case ok && whole: // whatever became of the shell afterwards
	case err != nil:
		return nil, fmt.Errorf("the login shell %s: %w", shell, err)
	default:
		return nil, fmt.Errorf("the login shell %s printed no environment", shell)
	}
	// What the shell sets for itself is no part of it.
	return slices.DeleteFunc(strings.Split(text, "\x00"), func(kv string) bool {
		name, _, ok := strings.Cut(kv, "=")
		return !ok || name == "SHLVL" || name == "_" || name == "PWD" || name == "OLDPWD"
	}), nil
}
