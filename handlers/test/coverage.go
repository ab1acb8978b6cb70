package test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/coverage"
	"bazelapple/internal/tool"
)

// Coverage is what ran of the instrumented sources.
type Coverage struct {
	Report string          `json:"report"`
	Totals coverage.Totals `json:"totals"`
	Files  []Covered       `json:"files"`
	Total  int             `json:"totalFiles"`
	// Bare are files of the report that were not instrumented, the first ones.
	Bare []string `json:"notInstrumented,omitempty"`
}

// Covered is one source file.
type Covered struct {
	Path  string         `json:"path"`
	Lines coverage.Ratio `json:"lines"`
}

// maxFiles is how many files an answer names, worst first.
const maxFiles = 30

func (h *handlers) coverage(ctx context.Context, call *tool.Call, in testInput) (*tool.Result, error) {
	tidy, err := h.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	r := in.request(call, h.Known, "coverage", "bazel_ios_test_coverage", "Coverage of")
	r.Flags = append(r.Flags, "--combined_report=lcov")
	began := time.Now()
	res, err := h.Bazel.Do(ctx, r, nil)
	notes := tidy()
	if err != nil {
		return nil, err
	}
	cover, note := h.report(res, began)
	if note != "" {
		notes = append(notes, note)
	}
	return h.answer(call, in, res, notes, cover)
}

// report reads the combined report of this run, never that of an earlier one.
func (h *handlers) report(res *bazel.Result, began time.Time) (*Coverage, string) {
	path := ""
	if res.Build != nil {
		path = artifacts.CombinedCoverage(res.Build)
	} else if linked := filepath.Join(h.Bazel.Root, "bazel-out", "_coverage", "_coverage_report.dat"); newer(linked, began) {
		path = linked
	}
	if path == "" {
		return nil, "No coverage report was made."
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "The coverage report cannot be read: " + err.Error()
	}
	defer f.Close()
	var in io.Reader = f
	if kept := keptReport(h.Bazel, res.RunID); kept != "" {
		if to, err := os.Create(kept); err == nil {
			defer to.Close()
			in = io.TeeReader(f, to)
		}
	}
	report, err := parseReport(h.Bazel, in)
	if err != nil {
		return nil, fmt.Sprintf("The coverage report %s cannot be read: %v", path, err)
	}
	out := &Coverage{Report: path, Totals: report.Totals(), Total: len(report.Files)}
	for _, file := range report.Worst(maxFiles) {
		out.Files = append(out.Files, Covered{file.Path, file.Totals().Lines})
	}
	for _, name := range slices.Sorted(maps.Keys(report.Files)) {
		if len(report.Files[name].Lines) == 0 && len(out.Bare) < maxFiles {
			out.Bare = append(out.Bare, name)
		}
	}
	return out, ""
}

// Report is the coverage of an earlier run, as it was when that ended. Paths are
// relative to the workspace where they are below it.
func Report(c *bazel.Client, runID string) (coverage.Report, error) {
	f, err := os.Open(keptReport(c, runID))
	if err != nil {
		return coverage.Report{}, fmt.Errorf("run %s left no coverage report", runID)
	}
	defer f.Close()
	return parseReport(c, f)
}

func parseReport(c *bazel.Client, r io.Reader) (coverage.Report, error) {
	return coverage.ParseLCOV(r, coverage.Sources{Root: c.Root, OutputBase: c.OutputBase()}.File)
}

// keptReport is where a run keeps its report, for Bazel writes the next one to
// the same place; "" for a run without a folder.
func keptReport(c *bazel.Client, runID string) string {
	r, err := c.Runs.Get(runID)
	if err != nil || r.LogPath == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(r.LogPath), "coverage.dat")
}

func newer(path string, than time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && !info.ModTime().Before(than.Truncate(time.Second))
}

func (c *Coverage) lines() []string {
	out := []string{fmt.Sprintf("Coverage: %s of lines, %s of functions, %s of branches in %d files", ratio(c.Totals.Lines), ratio(c.Totals.Functions), ratio(c.Totals.Branches), c.Total), "Report: " + c.Report}
	if c.Totals.Lines.Total == 0 {
		out[0] = "Coverage: the report holds no instrumented line; --instrumentation_filter may leave the sources out"
	}
	for _, f := range c.Files {
		out = append(out, fmt.Sprintf("  %s %s", ratio(f.Lines), f.Path))
	}
	for _, name := range c.Bare {
		out = append(out, "  not instrumented: "+name)
	}
	return out
}

func ratio(r coverage.Ratio) string {
	if r.Total == 0 {
		return "0/0"
	}
	return fmt.Sprintf("%d/%d (%.1f%%)", r.Covered, r.Total, 100*float64(r.Covered)/float64(r.Total))
}
