package test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	report, err := coverage.ParseLCOV(f, func(p string) string { return strings.TrimPrefix(p, h.Bazel.Root+"/") })
	if err != nil {
		return nil, fmt.Sprintf("The coverage report %s cannot be read: %v", path, err)
	}
	out := &Coverage{Report: path, Totals: report.Totals(), Total: len(report.Files)}
	for _, file := range report.Worst(maxFiles) {
		out.Files = append(out.Files, Covered{file.Path, file.Totals().Lines})
	}
	return out, ""
}

func newer(path string, than time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && !info.ModTime().Before(than.Truncate(time.Second))
}

func (c *Coverage) lines() []string {
	out := []string{fmt.Sprintf("Coverage: %s of lines in %d files", ratio(c.Totals.Lines), c.Total), "Report: " + c.Report}
	if c.Totals.Lines.Total == 0 {
		out[0] = "Coverage: the report holds no instrumented line; --instrumentation_filter may leave the sources out"
	}
	for _, f := range c.Files {
		out = append(out, fmt.Sprintf("  %s %s", ratio(f.Lines), f.Path))
	}
	return out
}

func ratio(r coverage.Ratio) string {
	if r.Total == 0 {
		return "0/0"
	}
	return fmt.Sprintf("%d/%d (%.1f%%)", r.Covered, r.Total, 100*float64(r.Covered)/float64(r.Total))
}
