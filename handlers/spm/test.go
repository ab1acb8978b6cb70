package spm

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/internal/testresult"
	"bazelapple/internal/tool"
)

type testInput struct {
	Folder
	Filter        tool.Word     `json:"filter,omitempty" jsonschema:"regular expression; only tests whose Module.Suite/name matches"`
	Configuration configuration `json:"configuration,omitempty" jsonschema:"debug (the default) or release"`
	ExtraArgs     Flags         `json:"extraArgs,omitempty" jsonschema:"further flags of swift test"`
	tool.Timed
	tool.Stream
}

// Tests counts test functions, -1 where the runner did not tell, and names the
// failed ones.
type Tests struct {
	testresult.Counts
	Failures []testresult.Case `json:"failures,omitempty"`
}

// maxFailures bounds the failed tests in one answer; the counts tell of all.
const maxFailures = 30

func (h *handlers) test(ctx context.Context, call *tool.Call, in testInput) (*tool.Result, error) {
	dir, err := h.folder(in.Folder)
	if err != nil {
		return nil, err
	}
	args := append([]string{"test"}, in.Configuration.flags()...)
	if in.Filter != "" {
		args = append(args, "--filter", string(in.Filter))
	}
	r := request(call, "swift_package_test", "Test package", dir, append(args, in.ExtraArgs...)...)
	r.Lines = streaming(in.Stream)
	res, f, out, err := h.do(ctx, r)
	if err != nil {
		return nil, err
	}
	results, err := res.Tests()
	if err != nil {
		return nil, err
	}
	t := &Tests{Counts: results.Counts()}
	f.Tests = t
	var lines []string
	for _, c := range results.Cases {
		if c.Status != testresult.Failed && c.Status != testresult.Errored {
			continue
		}
		c.Output = "" // the log has it
		if len(t.Failures) < maxFailures {
			t.Failures = append(t.Failures, c)
			lines = append(lines, caseLines(c, dir)...)
		}
	}
	bad := max(t.Failed, 0) + max(t.Errored, 0)
	if bad > len(t.Failures) {
		lines = append(lines, fmt.Sprintf("… and %d more", bad-len(t.Failures)))
	}
	out.Data = f
	switch {
	case !res.OK() && bad == 0:
		if results.Fatal != "" {
			out.Warnings = append(out.Warnings, "the test process died: "+results.Fatal)
		}
		return nil, failed("swift test", f, res, out)
	case !res.OK():
		out.Text = strings.Join(lines, "\n")
		out.Next = []tool.Next{
			{Tool: "swift_package_test", Arguments: map[string]any{"packagePath": dir, "filter": filterOf(t.Failures[0])}, Why: "the first failed test alone"},
			{Tool: "bazel_ios_last_command", Arguments: map[string]any{"runId": res.RunID, "lines": 100}, Why: "the end of the log"}}
		return nil, &tool.Error{Kind: tool.Command, Result: out, Err: fmt.Errorf("%d of %d tests failed (exit %d): %s", bad, t.Total, res.ExitCode, lines[0])}
	}
	out.Text = fmt.Sprintf("%s in %.1f s", passed(t), res.Duration.Seconds())
	if t.Total <= 0 {
		warning := "no test ran"
		if t.Total < 0 {
			warning = "swift test succeeded but told of no tests"
		}
		if in.Filter != "" {
			warning += fmt.Sprintf(": does the filter %q match a test? `swift test list` prints their names", in.Filter)
		}
		out.Warnings = append(out.Warnings, warning)
	}
	out.Text = strings.Join(append([]string{out.Text}, f.Lines(dir)...), "\n")
	return out, nil
}

func passed(t *Tests) string {
	switch {
	case t.Total < 0:
		return "swift test succeeded"
	case t.Total == 0:
		return "0 tests ran"
	}
	text := fmt.Sprintf("%d of %d tests passed", max(t.Passed, 0)+max(t.ExpectedFailure, 0), t.Total)
	if t.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", t.Skipped)
	}
	return text
}

// caseLines are a failed test for reading.
func caseLines(c testresult.Case, dir string) []string {
	lines := []string{"✗ " + c.ID()}
	for _, f := range c.Failures {
		place := ""
		if f.File != "" {
			place = fmt.Sprintf("%s:%d: ", strings.TrimPrefix(f.File, dir+"/"), f.Line)
		}
		lines = append(lines, "    "+place+strings.ReplaceAll(f.Message, "\n", "\n    "))
	}
	if len(c.Failures) == 0 && c.Reason != "" {
		lines = append(lines, "    "+c.Reason)
	}
	if len(lines) > 1 {
		lines[0] += ":" + strings.TrimPrefix(lines[1], "   ")
		lines = append(lines[:1], lines[2:]...)
	}
	return lines
}

// filterOf matches one test: its name without a function's parentheses.
func filterOf(c testresult.Case) string {
	name, _, _ := strings.Cut(c.ID(), "(")
	return name
}
