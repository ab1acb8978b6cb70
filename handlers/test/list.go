package test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/testdiscovery"
	"bazelapple/internal/tool"
)

type listInput struct {
	Target tool.Label `json:"target,omitempty" jsonschema:"label or pattern of test targets; all when absent"`
	File   tool.File  `json:"file,omitempty" jsonschema:"only tests in this source file"`
	tool.Page
}

// listRow is one test of bazel_ios_list_tests.
type listRow struct {
	ID          string `json:"id"`
	Label       string `json:"label"`
	Suite       string `json:"suite,omitempty"`
	Name        string `json:"name"`
	DisplayName string `json:"displayName,omitempty"`
	File        string `json:"file"`
	Line        int    `json:"line"` // from one
	Kind        string `json:"kind"` // xctest, swift-testing, gtest or catch2
	// TestFilter is the testFilter that runs it alone.
	TestFilter string `json:"testFilter"`
}

// maxRows bounds a page of tests where no limit was asked.
const maxRows = 500

func (h *handlers) list(ctx context.Context, call *tool.Call, in listInput) (*tool.Result, error) {
	finder, err := h.Tests(ctx)
	if err != nil {
		return nil, &tool.Error{Kind: tool.Precondition, Op: "the index", Err: err, Hint: "Check that the workspace folder can be read."}
	}
	targets, err := h.chosen(finder, in)
	if err != nil {
		return nil, err
	}
	call.Progress(tool.Progress{Message: "Reading the sources of tests"})
	nodes, err := finder.All(ctx, targets)
	if err != nil {
		return nil, err
	}
	file := ""
	if in.File != "" {
		file = finder.Relative(in.File.Resolve(h.Root, h.Home))
	}
	rows := rowsOf(nodes, file)
	res := &tool.Result{Text: fmt.Sprintf("%s in %s (from the sources; arguments of parameterized tests are known after a run)", plural(len(rows), "test"), plural(len(targets), "target")),
		Data: map[string]any{"count": len(rows), "targets": len(targets)}, List: in.Page.Cut("tests", rows, maxRows)}
	if len(rows) == 0 {
		res.Text = "No tests found in " + plural(len(targets), "target")
	} else {
		first := rows[0].Data.(listRow)
		res.Next = []tool.Next{{Tool: "bazel_ios_test", Arguments: map[string]any{"target": first.Label, "testFilter": first.TestFilter}, Why: "runs the first of them"}}
	}
	return res, nil
}

// chosen are the test targets that the arguments mean.
func (h *handlers) chosen(finder *testdiscovery.Finder, in listInput) ([]index.Target, error) {
	targets := finder.Targets()
	if in.File != "" {
		targets = finder.Owners(in.File.Resolve(h.Root, h.Home))
		if len(targets) == 0 {
			return nil, tool.Errorf(tool.NotFound, "Add it to the srcs of a test target, or pass the target.", "no test target has %s among its sources", in.File)
		}
	}
	if in.Target == "" {
		return targets, nil
	}
	pattern, err := label.ParsePattern(string(in.Target), "")
	if err != nil {
		return nil, tool.Invalid("target", "%w", err)
	}
	targets = slices.DeleteFunc(targets, func(t index.Target) bool { return !pattern.Covers(t.Label) })
	if len(targets) == 0 {
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_discover_targets with kind tests lists what there is.", "%s is no test target, as far as the BUILD files tell", in.Target)
	}
	return targets, nil
}

// rowsOf are the cases among nodes, of one file where that is given.
func rowsOf(nodes []testdiscovery.Node, file string) (rows []tool.Row) {
	for _, n := range nodes {
		if n.Kind != testdiscovery.Case || file != "" && n.File != file {
			continue
		}
		row := listRow{ID: n.ID, Label: n.Label, Suite: n.Suite, Name: n.Name, DisplayName: n.Display, File: n.File, Line: int(n.Range.Start.Line) + 1, Kind: string(n.Framework), TestFilter: n.Filter}
		text := fmt.Sprintf("%s %s (%s:%d)", n.Label, n.Filter, filepath.Base(n.File), row.Line)
		if n.Display != "" {
			text += fmt.Sprintf(" %q", n.Display)
		}
		if n.Disabled {
			text += " disabled"
		}
		rows = append(rows, tool.Row{Text: text, Data: row})
	}
	return rows
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
