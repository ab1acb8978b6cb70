package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
)

// DocumentSymbol is the outline: the targets of a BUILD file, the functions and
// variables of a .bzl file, modules, and the configurations of a .bazelrc.
func (s *server) DocumentSymbol(_ context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	out := protocol.DocumentSymbolSlice{}
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return out, nil
	}
	for _, e := range f.Symbols() {
		one := protocol.DocumentSymbol{Name: e.Name, Range: span(e.Range), SelectionRange: within(e.Selection, e.Range)}
		if e.Detail != "" {
			one.Detail = new(e.Detail)
		}
		switch e.Sort {
		case "target":
			one.Kind = symbol(e.Kind.Kind)
		case "function":
			one.Kind = protocol.SymbolKindFunction
		case "variable":
			one.Kind = protocol.SymbolKindVariable
		case "module":
			one.Kind = protocol.SymbolKindPackage
		case "flags":
			one.Kind = protocol.SymbolKindNamespace
		default:
			one.Kind = protocol.SymbolKindEvent
		}
		out = append(out, one)
	}
	return out, nil
}

func symbol(k kind.Kind) protocol.SymbolKind {
	switch k {
	case kind.App, kind.Binary:
		return protocol.SymbolKindClass
	case kind.Test:
		return protocol.SymbolKindMethod
	case kind.Library, kind.Framework, kind.Extension:
		return protocol.SymbolKindModule
	}
	return protocol.SymbolKindObject
}

func span(r buildfile.Range) protocol.Range {
	return protocol.Range{Start: protocol.Position(r.Start), End: protocol.Position(r.End)}
}

// within is a selection range, which the protocol wants inside the whole.
func within(r, whole buildfile.Range) protocol.Range {
	if r.Start.Before(whole.Start) || whole.End.Before(r.End) {
		r = buildfile.Range{Start: whole.Start, End: whole.Start}
	}
	return span(r)
}
