package test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"bazelapple/internal/bazel/events"
	"bazelapple/internal/testresult"
)

// A Target is what became of one test target.
type Target struct {
	Label  string                  `json:"label"`
	Status testresult.TargetStatus `json:"status"`
	// Text is the status for people: "flaky (2/3)".
	Text   string            `json:"text"`
	Tests  testresult.Counts `json:"tests"`
	Cached bool              `json:"cached,omitempty"`
	Failed []testresult.Case `json:"failed,omitempty"`
	// Cases are all of them, for a person's test explorer.
	Cases []testresult.Case `json:"cases,omitempty"`
	Log   string            `json:"log,omitempty"`

	bad     bool
	skipped int
	noTests bool
}

// maxFile bounds a test.xml or test.log that is read, in bytes.
const maxFile = 32 << 20

// maxFailed bounds the failed cases of one target in the data.
const maxFailed = 20

// targets reads the results of every test of a build.
// all says whether each keeps all its cases.
func targets(b *events.Build, root string, all bool) []Target {
	var out []Target
	for t := range b.Tests() {
		one := target(b, t, root)
		if !all {
			one.Cases = nil
		}
		out = append(out, one)
	}
	return out
}

func target(b *events.Build, t events.Test, root string) Target {
	var results []testresult.Result
	allCached, passed := len(t.Results) > 0, 0
	out := Target{Label: t.Target.Label, bad: t.Status.Bad()}
	var shards, runs, attempts int
	for _, r := range t.Results {
		shards, runs, attempts = max(shards, r.Shard), max(runs, r.Run), max(attempts, r.Attempt)
	}
	// A number is told where there are several.
	numbered := func(n, of int) int {
		if of > 1 {
			return n
		}
		return 0
	}
	for _, r := range t.Results {
		allCached = allCached && cached(r)
		if r.Status == events.Passed || r.Status == events.Flaky { // a cached result of several attempts is one, flaky
			passed++
		}
		whole, err := b.Result(r)
		if err != nil {
			continue // a damaged event: the status stands without the cases
		}
		results = append(results, read(whole).At(numbered(r.Shard, shards), numbered(r.Run, runs), numbered(r.Attempt, attempts)))
		if log := whole.Output("test.log"); log != nil && (out.Log == "" || r.Status != events.Passed) {
			out.Log = log.Path()
		}
	}
	all := testresult.Merge(results...)
	state := testresult.TargetOf(t.Status.String(), passed, len(t.Results), allCached, all)
	final := all.Final()
	out.Status, out.Text, out.Cached, out.Tests, out.noTests = state.Status, state.String(), allCached, final.Counts(), all.NoTests()
	out.skipped = max(out.Tests.Skipped, 0)
	for _, c := range final.Cases {
		c.Output = ""
		out.Cases = append(out.Cases, c)
		if (c.Status == testresult.Failed || c.Status == testresult.Errored) && len(out.Failed) < maxFailed {
			c.Failures = slices.Clone(c.Failures)
			for i := range c.Failures {
				c.Failures[i].File = strings.TrimPrefix(c.Failures[i].File, root+"/")
				c.Failures[i].Stack = ""
			}
			out.Failed = append(out.Failed, c)
		}
	}
	return out
}

// read takes the cases of a test.xml; where a runner wrote none, Bazel's wrapper
// puts the log there, which the parser reads as well.
func read(r events.TestResult) testresult.Result {
	best := testresult.Result{Ran: -1}
	if text := load(r.Output("test.xml")); text != nil {
		if parsed, err := testresult.ParseXML(bytes.NewReader(text)); err == nil {
			best = parsed
		}
	}
	if len(best.Cases) <= 1 {
		if text := load(r.Output("test.log")); text != nil {
			if parsed, err := testresult.ParseConsole(bytes.NewReader(text)); err == nil && (len(parsed.Cases) > len(best.Cases) || len(best.Cases) == 0 && parsed.Ran >= 0) {
				best = parsed
			}
		}
	}
	return best
}

func load(f *events.File) []byte {
	if f == nil {
		return nil
	}
	if len(f.Contents) > 0 {
		return f.Contents
	}
	info, err := os.Stat(f.Path())
	if err != nil || info.Size() > maxFile {
		return nil
	}
	text, err := os.ReadFile(f.Path())
	if err != nil {
		return nil
	}
	return text
}

// lines tell one target for reading: its state, then its failed tests.
func (t Target) lines() []string {
	text := t.Label + ": " + t.Text
	if n := t.Tests; n.Total > 0 {
		text += fmt.Sprintf(", %d tests: %d passed", n.Total, n.Passed)
		for _, c := range []struct {
			n    int
			word string
		}{{n.Failed + n.Errored, "failed"}, {n.Skipped, "skipped"}, {n.ExpectedFailure, "failed as expected"}} {
			if c.n > 0 {
				text += fmt.Sprintf(", %d %s", c.n, c.word)
			}
		}
	}
	out := []string{text}
	for _, c := range t.Failed {
		if len(c.Failures) == 0 {
			out = append(out, "  "+c.ID()+": "+string(c.Status)+" "+c.Reason)
		}
		for _, f := range c.Failures {
			place := ""
			if f.File != "" {
				place = fmt.Sprintf("%s:%d: ", f.File, f.Line)
			}
			out = append(out, "  "+place+c.ID()+": "+f.Message)
		}
	}
	if len(t.Failed) == 0 && t.bad && t.Log != "" {
		out = append(out, "  log: "+t.Log)
	}
	return out
}
