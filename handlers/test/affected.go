package test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/git"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// changes are the files that count as changed.
type changes string

// Enum implements the tools' enums.
func (changes) Enum() []string { return []string{"working", "staged", "branch"} }

type affectedInput struct {
	Target    tool.Label     `json:"target,omitempty" jsonschema:"instead of changed files: tests that depend on it"`
	Changes   changes        `json:"changes,omitempty" jsonschema:"since the last commit, staged, or since the branch left base"`
	Base      tool.Word      `json:"base,omitempty" jsonschema:"branch or commit that this branch left; the remote's own, else main or master"`
	Run       bool           `json:"run,omitempty" jsonschema:"also run the listed tests"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	tool.Page
	tool.Bazel
}

// affectedRow is one test target of bazel_ios_affected_tests.
type affectedRow struct {
	Label string   `json:"label"`
	Path  []string `json:"path,omitempty"` // from the changed file or target over targets
	// Failed says that it failed when it ran last; Seconds is how long that
	// took. Absent when it has not run alone lately.
	Failed  bool    `json:"failed,omitempty"`
	Seconds float64 `json:"seconds,omitempty"`
}

// mostRun bounds the labels of one command line.
const mostRun = 500

func (h *handlers) affected(ctx context.Context, call *tool.Call, in affectedInput) (*tool.Result, error) {
	finder, err := h.Tests(ctx)
	if err != nil {
		return nil, &tool.Error{Kind: tool.Precondition, Op: "the index", Err: err, Hint: "Check that the workspace folder can be read."}
	}
	idx, err := h.Known.Index()
	if err != nil {
		return nil, err
	}
	var files []string
	var targets []label.Label
	by := string(in.Target)
	if in.Target == "" {
		var since string
		if files, since, err = h.changed(ctx, in); err != nil {
			return nil, err
		}
		files = append(files, finder.Unsaved()...)
		by = plural(len(files), "changed file") + " " + since
	} else {
		t, ok := h.Known.Target(string(in.Target))
		if !ok {
			return nil, tool.Errorf(tool.NotFound, "bazel_ios_discover_targets lists the targets there are.", "there is no target %s, as far as the BUILD files tell", in.Target)
		}
		targets = []label.Label{t.Label}
	}
	reached, everything := idx.Affected(files, targets...)
	rows := h.rows(reached)
	res := &tool.Result{
		Text: fmt.Sprintf("%s affected by %s", plural(len(rows), "test target"), by),
		Data: map[string]any{"count": len(rows), "changedFiles": len(files)}, List: in.Page.Cut("tests", affectedRows(rows), maxRows),
	}
	if everything != "" {
		res.Warnings = append(res.Warnings, everything+" changed, which may change every target; bazel_ios_test with //... runs all tests")
	}
	if len(rows) == 0 {
		return res, nil
	}
	labels := make([]string, min(len(rows), mostRun))
	for i := range labels {
		labels[i] = rows[i].Label
	}
	if !in.Run {
		again := map[string]any{"changes": in.Changes.or(), "run": true}
		if in.Target != "" {
			again = map[string]any{"target": in.Target, "run": true}
		}
		res.Next = []tool.Next{{Tool: "bazel_ios_affected_tests", Arguments: again, Why: "runs them"}}
		return res, nil
	}
	if len(rows) > mostRun {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the first %d of %d were run", mostRun, len(rows)))
	}
	return h.runAll(ctx, call, in, labels, res)
}

// runAll runs targets in one invocation; what was listed comes before what came
// of it.
func (h *handlers) runAll(ctx context.Context, call *tool.Call, in affectedInput, labels []string, listed *tool.Result) (*tool.Result, error) {
	r := bazelcall.Request(call, "test", "bazel_ios_affected_tests", "Affected tests", in.Bazel, labels...)
	r.Mode, r.Flags = in.BuildMode, []string{"--test_output=errors"}
	res, err := h.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	out, err := h.answer(call, testInput{Target: "the affected tests"}, res, nil, nil)
	var failure *tool.Error
	if errors.As(err, &failure) && failure.Result != nil {
		failure.Result.Warnings = append(listed.Warnings, failure.Result.Warnings...)
	}
	if out != nil {
		out.Text, out.Warnings = listed.Text+"\n"+out.Text, append(listed.Warnings, out.Warnings...)
	}
	return out, err
}

func (c changes) or() changes { return cmp.Or(c, "working") }

// changed are the files and what they are compared with.
func (h *handlers) changed(ctx context.Context, in affectedInput) (files []string, since string, err error) {
	g := &git.Client{Runner: h.Git, Dir: h.Root}
	switch in.Changes.or() {
	case "staged":
		files, err = g.Staged(ctx)
		since = "in the index"
	case "branch":
		base := string(in.Base)
		if strings.HasPrefix(base, "-") {
			return nil, "", tool.Invalid("base", "a branch does not start with '-'")
		}
		if base == "" {
			base, err = g.Base(ctx)
		}
		if err == nil {
			files, err = g.Since(ctx, base)
		}
		since = "since the branch left " + base
	default:
		files, err = g.Working(ctx)
		since = "since the last commit"
	}
	var missing *run.NotFoundError
	switch {
	case errors.As(err, &missing):
		err = &tool.Error{Kind: tool.Precondition, Op: "git", Err: err, Hint: "Install git; it tells which files have changed."}
	case errors.Is(err, git.ErrNoRepository):
		err = &tool.Error{Kind: tool.Precondition, Op: "git", Err: err, Hint: "The workspace has to stand in a git repository."}
	case errors.Is(err, git.ErrNoBase):
		err = &tool.Error{Kind: tool.NotFound, Op: "git", Err: err, Hint: "Pass base, a branch or commit that this one comes from; a shallow clone may lack it (git fetch --unshallow)."}
	}
	return files, since, err
}

// rows are the test targets among what was reached: what failed last comes
// first, then what is nearest to a change, then what is quickest.
func (h *handlers) rows(reached []index.Affected) (rows []affectedRow) {
	last := map[string]runs.Run{}
	for _, r := range h.Runs() {
		if _, newer := last[r.Target]; !newer && r.State == runs.Done && !r.Cancelled && r.Target != "" && strings.Contains(r.Tool, "test") {
			last[r.Target] = r
		}
	}
	for _, a := range reached {
		if a.Kind.Kind != kind.Test || a.Kind.Suite || a.Manual {
			continue
		}
		row := affectedRow{Label: a.Label.Short(), Path: a.Path}
		if r, ok := last[row.Label]; ok {
			row.Failed, row.Seconds = !r.OK, r.Elapsed(time.Now()).Seconds()
		}
		rows = append(rows, row)
	}
	slices.SortStableFunc(rows, func(a, b affectedRow) int {
		return cmp.Or(boolean(b.Failed)-boolean(a.Failed), cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Seconds, b.Seconds))
	})
	return rows
}

func affectedRows(rows []affectedRow) []tool.Row {
	out := make([]tool.Row, len(rows))
	for i, r := range rows {
		text := r.Label
		if len(r.Path) > 0 { // it is no change of its own
			text += " (" + strings.Join(r.Path, " → ") + ")"
		}
		if r.Failed {
			text += " failed last"
		}
		out[i] = tool.Row{Text: text, Data: r}
	}
	return out
}
