package bazel

import (
	"os"
	"strings"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/redact"
)

// maxStderr bounds what is read of one failed action's output, in bytes.
const maxStderr = 1 << 20

// Problems are what a command that writes events came to, for whoever shows
// problems at their places.
type Problems struct {
	RunID string `json:"runId"`
	// Requested are the patterns of the command, Built the targets whose state
	// it has settled.
	Requested   []string                 `json:"requested"`
	Built       []string                 `json:"built"`
	Diagnostics []diagnostics.Diagnostic `json:"diagnostics"`
}

// tell hands the problems of a command on.
func (i *invocation) tell(res *Result) {
	if i.client.Problems == nil || !i.request.hasEvents() {
		return
	}
	p := Problems{RunID: i.handle.ID, Requested: i.request.Targets}
	p.Diagnostics, _ = i.client.Diagnose(res)
	if res.Build != nil {
		for t := range res.Build.Targets() {
			p.Built = append(p.Built, t.Label)
		}
	}
	i.client.Problems(p)
}

// tells reports whether the console of a good command may hold a problem at all;
// most hold none, and to know that quickly keeps a build that has nothing to do
// as quick as Bazel's own.
func tells(console string) bool {
	for _, word := range []string{"warning", "WARNING", "error", "ERROR", "FAIL"} {
		if strings.Contains(console, word) {
			return true
		}
	}
	return false
}

// Diagnose tells why a command failed: the failed actions' own output first,
// then what Bazel itself printed. It works that out once for a result.
func (c *Client) Diagnose(res *Result) ([]diagnostics.Diagnostic, diagnostics.Verdict) {
	res.diagnose.Do(func() {
		if !res.OK() || tells(res.Console()) {
			res.diagnosed, res.verdict = c.search(res)
		}
	})
	return res.diagnosed, res.verdict
}

// search looks for problems in everything a command printed.
func (c *Client) search(res *Result) ([]diagnostics.Diagnostic, diagnostics.Verdict) {
	paths := diagnostics.PathMapper{Workspace: c.Root}
	console := diagnostics.Console{Stderr: res.Console(), ExitCode: res.ExitCode}
	reader := diagnostics.Reader{Suggest: c.Suggest, Provide: c.Provide}
	var actions []diagnostics.Diagnostic
	if b := res.Build; b != nil {
		paths.Execroot = b.Invocation.ExecRoot
		for _, a := range b.Aborts {
			console.Aborts = append(console.Aborts, diagnostics.Abort{Reason: a.Reason.String(), Description: a.Description, Label: a.Label})
		}
		reader.Paths = paths
		for _, a := range b.FailedActions {
			actions = append(actions, reader.Action(diagnostics.Action{Mnemonic: a.Mnemonic, Label: a.Label, Stderr: outputOf(a), ExitCode: a.ExitCode, Title: a.Failure})...)
		}
	}
	reader.Paths = paths
	report := reader.Console(console)
	return unite(actions, report.Diagnostics), report.Verdict
}

// outputOf reads what a failed action printed.
func outputOf(a *events.Action) string {
	var out strings.Builder
	for _, f := range []*events.File{a.Stderr, a.Stdout} {
		if f == nil {
			continue
		}
		text := f.Contents
		if path := f.Path(); len(text) == 0 && path != "" {
			text, _ = os.ReadFile(path) // gone after a clean: the title remains
		}
		out.Write(text[:min(len(text), maxStderr)])
	}
	return redact.String(out.String())
}

// unite adds the console's problems that the actions have not told, errors
// first in each.
func unite(actions, console []diagnostics.Diagnostic) []diagnostics.Diagnostic {
	type place struct {
		file    string
		line    int
		message string
	}
	seen := map[place]bool{}
	targets := map[string]bool{}
	var out []diagnostics.Diagnostic
	for _, severity := range []diagnostics.Severity{diagnostics.Error, diagnostics.Warning} {
		for i, list := range [][]diagnostics.Diagnostic{actions, console} {
			for _, d := range list {
				if d.Severity != severity {
					continue
				}
				p := place{d.File, d.Line, d.Message}
				// The console says of an action that failed only that it did.
				told := i == 1 && d.Target != "" && targets[d.Target] && d.Severity == diagnostics.Error && d.Category != diagnostics.Test
				if seen[p] || told {
					continue
				}
				seen[p] = true
				out = append(out, d)
			}
			if i == 0 {
				for _, d := range list {
					targets[d.Target] = true
				}
			}
		}
	}
	return out
}
