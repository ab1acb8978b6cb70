package lsp

import (
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
)

// problems are what builds found, at the files a person edits. They stay until
// their target is built again, by whomever.
type problems struct {
	published *published

	mu    sync.Mutex
	found []problem
}

// A problem is a diagnostic and the command that found it.
type problem struct {
	diagnostics.Diagnostic
	requested []string
}

// mostProblems bounds what is kept; the oldest give way.
const mostProblems = 5000

// take puts what a command found in the place of what it settles.
func (p *problems) take(found bazel.Problems) {
	p.mu.Lock()
	defer p.mu.Unlock()
	touched := map[uri.URI][]protocol.Diagnostic{}
	p.found = slices.DeleteFunc(p.found, func(old problem) bool {
		settled := slices.Contains(found.Built, old.Target) || slices.ContainsFunc(old.requested, func(t string) bool { return slices.Contains(found.Requested, t) })
		if settled && old.File != "" {
			touched[uri.File(old.File)] = nil
		}
		return settled
	})
	for _, d := range found.Diagnostics {
		if d.File != "" && d.File[0] == '/' {
			p.found = append(p.found, problem{d, found.Requested})
			touched[uri.File(d.File)] = nil
		}
	}
	if over := len(p.found) - mostProblems; over > 0 {
		for _, old := range p.found[:over] {
			touched[uri.File(old.File)] = nil
		}
		p.found = slices.Clone(p.found[over:])
	}
	for _, d := range p.found {
		file := uri.File(d.File)
		if _, ok := touched[file]; ok {
			touched[file] = append(touched[file], d.protocol())
		}
	}
	p.published.set("build", touched)
}

// protocol is the problem in the editor's form.
func (d problem) protocol() protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: placeOf(d.Line, d.Column, d.EndLine, d.EndColumn), Severity: protocol.DiagnosticSeverityError,
		Source: protocol.NewOptional("Bazel"), Message: protocol.String(d.Message),
	}
	if d.Severity == diagnostics.Warning {
		out.Severity = protocol.DiagnosticSeverityWarning
	}
	if d.Target != "" {
		out.Code = protocol.String(d.Target)
	}
	for _, n := range d.Notes {
		if n.File != "" && n.File[0] == '/' {
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: uri.File(n.File), Range: placeOf(n.Line, n.Column, 0, 0)}, Message: n.Message})
		}
	}
	return out
}

// placeOf is a place of a compiler, which counts from 1, in the editor's count. A
// place without an end is one character wide: the editor widens it to the word.
func placeOf(line, column, endLine, endColumn int) protocol.Range {
	at := protocol.Position{Line: uint32(max(line-1, 0)), Character: uint32(max(column-1, 0))}
	end := at
	if endLine >= line && endLine > 0 {
		end = protocol.Position{Line: uint32(endLine - 1), Character: uint32(max(endColumn-1, 0))}
	}
	return protocol.Range{Start: at, End: end}
}
