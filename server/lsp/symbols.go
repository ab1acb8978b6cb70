package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
)

// DocumentSymbol is the outline: the targets of a BUILD file, the functions and
// variables of a .bzl file.
func (s *server) DocumentSymbol(_ context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	out := protocol.DocumentSymbolSlice{}
	f := file(p.TextDocument.URI)
	if f == "" || !starlark(f) {
		return out, nil
	}
	d, err := s.Texts.Get(f)
	if err != nil {
		return nil, err
	}
	for _, t := range d.Targets() {
		if t.Name == "" {
			continue
		}
		out = append(out, protocol.DocumentSymbol{Name: t.Name, Detail: new(t.Rule), Kind: symbol(kind.Of(t.Rule).Kind), Range: span(t.Range), SelectionRange: within(t.NameRange, t.Range)})
	}
	for _, def := range d.Definitions() {
		k := protocol.SymbolKindVariable
		if def.Function {
			k = protocol.SymbolKindFunction
		}
		out = append(out, protocol.DocumentSymbol{Name: def.Name, Kind: k, Range: span(def.Range), SelectionRange: within(def.NameRange, def.Range)})
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
