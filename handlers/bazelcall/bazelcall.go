// Package bazelcall is what the tools that run Bazel share: from a call to a
// request, from a result to an answer.
package bazelcall

import (
	"fmt"
	"strings"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// Timeouts of the tools, as XcodeBazelMCP has them.
const (
	BuildTimeout = 30 * time.Minute
	QueryTimeout = 10 * time.Minute
)

// Request begins a request: who asks, for what, and where progress goes.
func Request(call *tool.Call, verb, name, title string, b tool.Bazel, targets ...string) bazel.Request {
	return bazel.Request{
		Verb: verb, Tool: name, Title: title, Client: call.Client, Bazel: b, Targets: targets,
		Progress: call.Progress, Lines: b.Streaming != nil && *b.Streaming,
		Started: call.Began,
	}
}

// Facts are the members of Data that every Bazel command has.
type Facts struct {
	OK            bool         `json:"ok"`
	ExitCode      int          `json:"exitCode"`
	DurationMs    int64        `json:"durationMs"`
	Command       string       `json:"command"`
	Target        string       `json:"target,omitempty"`
	Category      string       `json:"category,omitempty"`
	FirstCause    string       `json:"firstCause,omitempty"`
	Errors        int          `json:"errors,omitempty"`
	Warnings      int          `json:"warnings,omitempty"`
	Diagnostics   []Diagnostic `json:"diagnostics,omitempty"`
	InvocationURL string       `json:"invocationUrl,omitempty"`
	Actions       *Actions     `json:"actions,omitempty"`
	Outputs       []Output     `json:"outputs,omitempty"`
}

// A Diagnostic is a problem as an editor wants it.
type Diagnostic = diagnostics.Diagnostic

// Actions tells how the actions of a build came about.
type Actions struct {
	Executed  int64 `json:"executed"`
	CacheHits int64 `json:"cacheHits"`
}

// An Output is what a target made.
type Output struct {
	Kind  string `json:"kind"`
	Path  string `json:"path"`
	Label string `json:"label,omitempty"`
	Local bool   `json:"local"`
}

// maxDiagnostics bounds the problems in one answer; the counts tell of all.
const maxDiagnostics = 50

// Of collects the facts of a result.
func Of(c *bazel.Client, res *bazel.Result, target string) Facts {
	f := Facts{OK: res.OK(), ExitCode: res.ExitCode, DurationMs: res.Duration.Milliseconds(), Command: run.Quote(res.Argv), Target: target}
	console := res.Console()
	if strings.Contains(console, "://") {
		f.InvocationURL = diagnostics.InvocationURL(console)
	}
	list, verdict := c.Diagnose(res)
	for _, d := range list {
		if d.Severity == diagnostics.Error {
			f.Errors++
		} else {
			f.Warnings++
		}
	}
	f.Diagnostics = list[:min(len(list), maxDiagnostics)]
	if !f.OK {
		f.Category, f.FirstCause = string(verdict.Category), verdict.FirstCause
		if len(list) > 0 && list[0].Severity == diagnostics.Error {
			f.FirstCause = line(list[0], c.Root)
			if verdict.Category == diagnostics.Unknown || verdict.Category == diagnostics.None {
				f.Category = string(list[0].Category)
			}
		}
	}
	if b := res.Build; b != nil {
		a := Actions{CacheHits: b.CacheHits()}
		for _, r := range b.Runners() {
			if r.Name != "total" && r.Name != "internal" && !strings.Contains(r.Name, "hit") && !strings.Contains(r.Name, "cache") {
				a.Executed += r.Count
			}
		}
		f.Actions = &a
	}
	return f
}

// line is a problem in one line, with its path as a person in the workspace
// knows it.
func line(d Diagnostic, root string) string {
	text := d.Message
	if d.Severity == diagnostics.Warning {
		text = "warning: " + text
	}
	if d.File == "" {
		if d.Target != "" && !strings.Contains(text, d.Target) {
			text = d.Target + ": " + text
		}
		return text
	}
	place := strings.TrimPrefix(d.File, root+"/")
	if d.Line > 0 {
		place += fmt.Sprintf(":%d", d.Line)
		if d.Column > 0 {
			place += fmt.Sprintf(":%d", d.Column)
		}
	}
	return place + ": " + text
}

// Lines are the problems for reading: errors, then warnings, with their fixes.
func (f Facts) Lines(root string) []string {
	var out []string
	for _, d := range f.Diagnostics {
		text := line(d, root)
		if d.Count > 1 {
			text += fmt.Sprintf(" (%d times)", d.Count)
		}
		out = append(out, text)
		for _, n := range d.Notes[:min(len(d.Notes), 3)] {
			out = append(out, "    "+line(Diagnostic{File: n.File, Line: n.Line, Column: n.Column, Message: n.Message}, root))
		}
		if d.Fix == nil {
			continue
		}
		fix := d.Fix.Title
		if d.Fix.Command != "" {
			fix += ": buildozer " + run.Quote([]string{d.Fix.Command, d.Fix.Label})
		}
		out = append(out, "    fix: "+fix)
	}
	if more := f.Errors + f.Warnings - len(f.Diagnostics); more > 0 {
		out = append(out, fmt.Sprintf("… and %d more; %d errors, %d warnings in all", more, f.Errors, f.Warnings))
	}
	return out
}

// Warnings are what a person should know of a command however it ended.
func Warnings(res *bazel.Result) []string {
	out := append([]string(nil), res.Warnings...)
	if text, ok := diagnostics.ServerRestarted(res.Console()); ok {
		out = append(out, "Bazel's server was restarted: "+text)
	}
	if text, ok := diagnostics.DiscardingAnalysisCache(res.Console()); ok {
		out = append(out, "Bazel's analysis cache was thrown away: "+text)
	}
	if res.OK() && strings.Contains(res.Console(), "No space left on device") {
		out = append(out, "the disk is full: Bazel says that no space is left on the device")
	}
	for _, l := range strings.Split(res.Console(), "\n") {
		if strings.HasPrefix(l, "WARNING: ") && (strings.Contains(l, "emote Cache") || strings.Contains(l, "remote cache")) {
			out = append(out, "remote cache: "+strings.TrimPrefix(l, "WARNING: "))
			break
		}
	}
	return out
}

// Failure is the error of a command that ran and failed; what is the work, as in
// "build of //App".
func Failure(what string, f Facts, res *bazel.Result, root string) *tool.Error {
	kind, hint := tool.Command, ""
	switch diagnostics.Category(f.Category) {
	case diagnostics.Locked:
		hint = "Another Bazel command has the lock; try again when it has ended."
	case diagnostics.Infrastructure:
		hint = "This is Bazel or the machine, not the code; the same command may succeed again."
		if strings.Contains(f.FirstCause, "paths containing spaces") {
			hint = "Move the workspace to a folder whose path has no spaces."
		}
	case diagnostics.Flag:
		hint = "Correct the flag or the config: the command line is " + f.Command
	case diagnostics.MissingPackage, diagnostics.MissingTarget:
		hint = "bazel_ios_discover_targets lists the targets there are."
	}
	cause := f.FirstCause
	if cause == "" {
		cause = lastLine(res.Console())
	}
	how := fmt.Sprintf("exit %d", res.ExitCode)
	if b := res.Build; b != nil && b.Invocation.ExitName != "" {
		how += " " + b.Invocation.ExitName
	}
	text := strings.Join(f.Lines(root), "\n")
	if text == "" {
		text = tail(res.Console(), 20)
	}
	if f.InvocationURL != "" {
		text += "\nInvocation: " + f.InvocationURL
	}
	next := []tool.Next{{Tool: "bazel_ios_last_command", Arguments: map[string]any{"runId": res.RunID, "match": "error"}, Why: "the lines of the log that tell of errors"}}
	return &tool.Error{Kind: kind, Err: fmt.Errorf("%s failed (%s, %d errors): %s", what, how, max(f.Errors, 1), cause), Hint: hint,
		Result: &tool.Result{Text: text, Data: f, Warnings: Warnings(res), RunID: res.RunID, Next: next}}
}

func lastLine(text string) string {
	lines := diagnostics.Lines(strings.TrimSpace(text))
	if len(lines) == 0 {
		return "it printed nothing"
	}
	return strings.TrimSpace(lines[len(lines)-1])
}

func tail(text string, n int) string {
	lines := diagnostics.Lines(strings.TrimSpace(text))
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
