package lsp

import (
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
)

func TestProblemsStayUntilTheirTargetIsBuiltAgain(t *testing.T) {
	last := map[string]int{}
	notes := 0
	p := &problems{published: &published{notify: func(_ string, params any) {
		d := params.(*protocol.PublishDiagnosticsParams)
		last[d.URI.FsPath()] = len(d.Diagnostics)
		notes++
	}}}
	broken := func(file, target string) diagnostics.Diagnostic {
		return diagnostics.Diagnostic{File: file, Line: 2, Column: 18, Severity: diagnostics.Error, Message: "no", Target: target}
	}
	check := func(file string, want int) {
		t.Helper()
		if last[file] != want {
			t.Errorf("%s has %d problems, want %d", file, last[file], want)
		}
	}
	p.take(bazel.Problems{Requested: []string{"//a:app"}, Built: []string{"//a:app"}, Diagnostics: []diagnostics.Diagnostic{broken("/w/a.swift", "//a:lib"), broken("/w/b.swift", "//b:lib")}})
	check("/w/a.swift", 1)
	check("/w/b.swift", 1)
	p.take(bazel.Problems{Requested: []string{"//c:c"}, Built: []string{"//c:c"}})
	check("/w/a.swift", 1)
	p.take(bazel.Problems{Requested: []string{"//a:lib"}, Built: []string{"//a:lib"}})
	check("/w/a.swift", 0)
	check("/w/b.swift", 1)
	p.take(bazel.Problems{Requested: []string{"//a:app"}, Built: []string{"//a:app"}})
	check("/w/b.swift", 0)
	if notes != 4 {
		t.Errorf("%d notifications", notes)
	}
	// Another source of the same file stays when the build's problems go.
	p.published.set("lint", map[uri.URI][]protocol.Diagnostic{"file:///w/a.swift": {{}}})
	p.take(bazel.Problems{Requested: []string{"//a:lib"}, Diagnostics: []diagnostics.Diagnostic{broken("/w/a.swift", "//a:lib")}})
	check("/w/a.swift", 2)
	p.take(bazel.Problems{Requested: []string{"//a:lib"}})
	check("/w/a.swift", 1)
}
