// Package swiftpm runs Swift's package manager and reads what it prints.
// Command lines as in the help of swift build, test, run and package of Swift
// 5.9 to 6.2.
package swiftpm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/testresult"
	"bazelapple/internal/tool"
)

// A Client runs swift in package folders; each command is kept as a run.
type Client struct {
	Runner run.Runner
	Runs   *runs.Store
}

// A Request is one command.
type Request struct {
	Folder string   // of the package
	Args   []string // behind "swift"
	Tool   string   // the tool that asks, for the run's record
	Title  string   // the run in a person's words
	Target string
	Client tool.Client
	// Progress gets each line of output when Lines is set.
	Progress func(tool.Progress)
	Lines    bool
	// Started is called once with the run's id; it may be nil.
	Started func(runID string)
}

// A Result is what a command that ran came to.
type Result struct {
	RunID  string
	Argv   []string
	Folder string
	run.Output
}

// keep bounds what is parsed of each stream, in bytes; the run's log has more.
const keep = 8 << 20

// Do runs a command and waits for its end. A command that ran and failed is no
// error; with an error the result holds what was printed until then.
func (c *Client) Do(ctx context.Context, r Request) (*Result, error) {
	res := &Result{Argv: append([]string{"swift"}, r.Args...), Folder: r.Folder}
	ctx, handle, err := c.Runs.Start(ctx, runs.Run{Tool: r.Tool, Title: r.Title, Target: r.Target, Client: r.Client.Name, Argv: res.Argv})
	res.RunID = handle.ID
	if err == nil {
		if r.Started != nil {
			r.Started(handle.ID)
		}
		handle.Update(func(run *runs.Run) { run.State = runs.Running })
		err = c.run(ctx, r, handle, res)
	}
	handle.Finish(func(run *runs.Run) {
		run.ExitCode, run.OK, run.Summary = res.ExitCode, err == nil && res.ExitCode == 0, fmt.Sprintf("ended with exit status %d", res.ExitCode)
		if err != nil {
			run.ExitCode, run.Summary, run.Cancelled = -1, err.Error(), errors.Is(err, context.Canceled)
		}
	})
	return res, err
}

func (c *Client) run(ctx context.Context, r Request, handle *runs.Handle, res *Result) error {
	if r.Lines && r.Progress != nil {
		handle.Output = func(text string) { r.Progress(tool.Progress{Message: text, Output: true, RunID: handle.ID}) }
	}
	line := func(_ run.Stream, text string) { handle.Line(text) }
	out, err := c.Runner.Run(ctx, run.Command{Args: res.Argv, Dir: r.Folder, Log: handle.Log, Line: line, Keep: keep})
	res.Output = out
	var exit *run.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

// OK reports whether the command succeeded.
func (r *Result) OK() bool { return r.ExitCode == 0 }

// Problems are the errors, then the warnings, of both streams: the compiler's
// reach standard output, the package manager's own standard error.
func (r *Result) Problems() []diagnostics.Diagnostic {
	reader := diagnostics.Reader{Paths: diagnostics.PathMapper{Workspace: r.Folder}}
	all := reader.Output(string(r.Stdout) + "\n" + string(r.Stderr))
	var errs, warnings, summaries []diagnostics.Diagnostic
	for _, d := range all {
		switch {
		case d.Category == diagnostics.Test:
			// The test results tell of it.
		case d.Severity == diagnostics.Warning:
			warnings = append(warnings, d)
		case summary(d):
			summaries = append(summaries, d)
		default:
			errs = append(errs, d)
		}
	}
	if len(errs) == 0 {
		errs = summaries
	}
	return append(errs, warnings...)
}

// summary knows the errors that only say that there were others.
func summary(d diagnostics.Diagnostic) bool {
	return d.File == "" && (d.Message == "fatalError" || strings.Contains(d.Message, "command failed with exit code") || strings.HasPrefix(d.Message, "Exited with "))
}

// Tests reads the consoles of XCTest and Swift Testing, each on its own stream.
func (r *Result) Tests() (testresult.Result, error) {
	var all []testresult.Result
	for _, text := range []string{string(r.Stdout), string(r.Stderr)} {
		one, err := testresult.ParseConsole(strings.NewReader(text))
		if err != nil {
			return testresult.Result{}, err
		}
		all = append(all, one)
	}
	return testresult.Merge(all...), nil
}

// ErrNoPackage is returned for a folder that is no package.
var ErrNoPackage = errors.New("no Swift package")

// Check reports whether folder holds a Package.swift.
func Check(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNoPackage, err)
	case !info.IsDir():
		return fmt.Errorf("%w: %s is a file", ErrNoPackage, folder)
	}
	if info, err := os.Stat(filepath.Join(folder, "Package.swift")); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s has no Package.swift", ErrNoPackage, folder)
	}
	return nil
}
