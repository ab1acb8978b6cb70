package test

import (
	"fmt"
	"slices"
	"strings"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/testresult"
	"bazelapple/internal/tool"
)

// Facts are the Data of a test run.
type Facts struct {
	bazelcall.Facts
	Targets []Target  `json:"targets,omitempty"`
	Summary Summary   `json:"summary"`
	Filter  string    `json:"testFilter,omitempty"`
	Cover   *Coverage `json:"coverage,omitempty"`
}

// A Summary counts targets, and tests as far as they are known.
type Summary struct {
	Targets int `json:"targets"`
	Passed  int `json:"passed"`
	Failed  int `json:"failed"`
	Cached  int `json:"cached"`
	Tests   int `json:"tests"`
	Skipped int `json:"skipped"`
}

// exitNoTests is Bazel's exit code when no test was found.
const exitNoTests = 4

// answer tells what the tests came to, failures first.
func (h *handlers) answer(call *tool.Call, in testInput, res *bazel.Result, notes []string, cover *Coverage) (*tool.Result, error) {
	f := Facts{Facts: bazelcall.Of(h.Bazel, res, string(in.Target)), Filter: in.filter(h.Known), Cover: cover}
	if res.Build != nil {
		f.Targets = targets(res.Build, h.Bazel.Root, call.Client.Role == tool.Person)
	}
	slices.SortStableFunc(f.Targets, func(a, b Target) int { return boolean(b.bad) - boolean(a.bad) })
	var lines []string
	for _, t := range f.Targets {
		f.Summary.add(t)
		lines = append(lines, t.lines()...)
	}
	if cover != nil {
		lines = append(lines, cover.lines()...)
	}
	lines = append(lines, notes...)
	out := &tool.Result{RunID: res.RunID, Warnings: append(bazelcall.Warnings(res), doubts(f)...), Data: f}
	switch {
	case res.OK() && f.Filter != "" && len(f.Targets) > 0 && !slices.ContainsFunc(f.Targets, func(t Target) bool { return !t.noTests }):
		out.Warnings = bazelcall.Warnings(res)
		return nil, &tool.Error{Kind: tool.NotFound, Err: fmt.Errorf("no test ran: the filter %q matches no test of %s", f.Filter, in.Target), Result: out,
			Hint: "bazel_ios_list_tests lists the tests with the filter that runs each."}
	case res.OK():
		head := fmt.Sprintf("%s: %d of %d test targets passed in %.1f s", in.Target, f.Summary.Passed, f.Summary.Targets, res.Duration.Seconds())
		if res.Build == nil {
			head = fmt.Sprintf("%s: Bazel ended with success in %.1f s", in.Target, res.Duration.Seconds())
		}
		out.Text = strings.Join(append([]string{head}, lines...), "\n")
		return out, nil
	case res.ExitCode == exitNoTests:
		out.Text = strings.Join(lines, "\n")
		return nil, &tool.Error{Kind: tool.NotFound, Err: fmt.Errorf("no test ran: %s matches no test target", in.Target), Result: out,
			Hint: "The pattern, test_tag_filters or test_size_filters left nothing; bazel_ios_discover_targets {\"kind\":\"tests\"} lists the tests there are."}
	case f.Summary.Failed == 0:
		return nil, bazelcall.Failure("test of "+string(in.Target), f.Facts, res, h.Bazel.Root)
	}
	if didNotBuild(f.Targets) {
		lines = append(f.Facts.Lines(h.Bazel.Root), lines...)
	}
	out.Data, out.Text = f, strings.Join(lines, "\n")
	first := f.Targets[0]
	out.Next = []tool.Next{again(first),
		{Tool: "bazel_ios_last_command", Arguments: map[string]any{"runId": res.RunID, "lines": 100}, Why: "the end of the log"}}
	return nil, &tool.Error{Kind: tool.Command, Result: out,
		Err: fmt.Errorf("%d of %d test targets failed (exit %d): %s", f.Summary.Failed, f.Summary.Targets, res.ExitCode, cause(first))}
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (s *Summary) add(t Target) {
	s.Targets++
	if t.bad {
		s.Failed++
	} else {
		s.Passed++
	}
	s.Cached += boolean(t.Cached)
	s.Tests += max(t.Tests.Total, 0)
	s.Skipped += t.skipped
}

func didNotBuild(list []Target) bool {
	return slices.ContainsFunc(list, func(t Target) bool { return t.Status == testresult.TargetNotBuilt })
}

// again is the call that runs the first failed test alone.
func again(t Target) tool.Next {
	if len(t.Failed) == 0 {
		return tool.Next{Tool: "bazel_ios_test", Arguments: map[string]any{"target": t.Label}, Why: "the first failed target alone"}
	}
	c := t.Failed[0]
	c.Suite = c.Suite[strings.LastIndexByte(c.Suite, '.')+1:] // filters know no modules
	return tool.Next{Tool: "bazel_ios_test", Arguments: map[string]any{"target": t.Label, "testFilter": c.ID()}, Why: "the first failed test alone"}
}

// cause is the first failed test of a target, in one line.
func cause(t Target) string {
	if len(t.Failed) == 0 {
		return t.Label + ": " + t.Text
	}
	c := t.Failed[0]
	if len(c.Failures) == 0 {
		return c.ID() + ": " + string(c.Status)
	}
	return fmt.Sprintf("%s: %s", c.ID(), c.Failures[0].Message)
}

// doubts tells of greens that prove nothing.
func doubts(f Facts) []string {
	var out []string
	var empty, skipped []string
	for _, t := range f.Targets {
		if t.bad {
			continue
		}
		switch {
		case t.noTests || t.Status == testresult.TargetNoTests:
			empty = append(empty, t.Label)
		case t.Tests.Total > 0 && t.Tests.Skipped == t.Tests.Total:
			skipped = append(skipped, t.Label)
		}
	}
	if len(empty) > 0 {
		why := "it holds none"
		if f.Filter != "" {
			why = fmt.Sprintf("the filter %q matches none", f.Filter)
		}
		out = append(out, fmt.Sprintf("passed without running a test: %s; perhaps %s", strings.Join(empty, ", "), why))
	}
	if len(skipped) > 0 {
		out = append(out, "all tests were skipped: "+strings.Join(skipped, ", "))
	}
	if n := f.Summary.Targets; n > 0 && f.Summary.Cached == n && f.OK {
		out = append(out, "nothing ran now: all results come from the cache; extraArgs [\"--nocache_test_results\"] runs them again")
	}
	return out
}
