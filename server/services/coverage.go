package services

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/handlers"
	"bazelapple/handlers/test"
	"bazelapple/internal/coverage"
	"bazelapple/server/wire"
)

// covered counts what a run's tests ran, by file. Paths are absolute.
func covered(_ context.Context, e *handlers.Engine, p wire.RunParams) (any, error) {
	report, err := test.Report(e.Bazel, p.RunID)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, err.Error())
	}
	out := wire.CoverageResult{Files: []wire.FileCoverage{}}
	for _, path := range slices.Sorted(maps.Keys(report.Files)) {
		t := report.Files[path].Totals()
		out.Files = append(out.Files, wire.FileCoverage{Path: absolute(e.Bazel.Root, path), Lines: wire.Ratio(t.Lines), Functions: wire.Ratio(t.Functions), Branches: wire.Ratio(t.Branches)})
	}
	return out, nil
}

// coveredFile tells how often each line and function of a file ran.
func coveredFile(_ context.Context, e *handlers.Engine, p wire.CoverageFileParams) (any, error) {
	report, err := test.Report(e.Bazel, p.RunID)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, err.Error())
	}
	for path, f := range report.Files {
		if absolute(e.Bazel.Root, path) == p.Path {
			return executions(f), nil
		}
	}
	return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, p.Path+" is not in the coverage report of "+p.RunID)
}

func executions(f *coverage.File) wire.CoverageFileResult {
	out := wire.CoverageFileResult{Lines: []wire.Executions{}, Functions: []wire.Executions{}}
	branches := map[int][]wire.Executions{}
	for _, b := range f.Branches {
		branches[b.Line] = append(branches[b.Line], wire.Executions{Line: b.Line, Name: b.ID, Count: b.Count})
	}
	for _, line := range slices.Sorted(maps.Keys(f.Lines)) {
		out.Lines = append(out.Lines, wire.Executions{Line: line, Count: f.Lines[line], Branches: branches[line]})
	}
	for _, fn := range f.Functions {
		if fn.Line > 0 {
			out.Functions = append(out.Functions, wire.Executions{Line: fn.Line, Name: fn.Name, Count: fn.Count})
		}
	}
	slices.SortFunc(out.Functions, func(a, b wire.Executions) int { return cmp.Compare(a.Line, b.Line) })
	return out
}

func absolute(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, path)
}
