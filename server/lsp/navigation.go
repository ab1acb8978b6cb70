package lsp

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"bazelapple/internal/buildfile/index"
)

// Definition goes to the target of a label, a symbol's definition or a file.
func (s *server) Definition(_ context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	if f := s.opened(p.TextDocument.URI); f != nil {
		if at, ok := f.Definition(position(p.Position)); ok {
			return protocol.LocationSlice{location(at)}, nil
		}
	}
	return protocol.LocationSlice{}, nil
}

// References finds the places that name a target.
func (s *server) References(_ context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	return locations(f.References(position(p.Position), p.Context.IncludeDeclaration)), nil
}

// PrepareRename tells what would be renamed.
func (s *server) PrepareRename(_ context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	name, r, err := f.RenameAt(position(p.Position))
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	return &protocol.PrepareRenamePlaceholder{Range: span(r), Placeholder: name}, nil
}

// Rename renames a target in its BUILD file and in every label that names it.
func (s *server) Rename(_ context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%s is no file of Bazel's: nothing in it can be renamed", p.TextDocument.URI))
	}
	edits, err := f.Rename(position(p.Position), p.NewName)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	}
	out := &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{}}
	for file, list := range edits {
		out.Changes[uri.File(file)] = textEdits(list)
	}
	return out, nil
}

// DocumentLink links labels and load()s to their files.
func (s *server) DocumentLink(_ context.Context, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	out := []protocol.DocumentLink{}
	for _, l := range f.Links() {
		target := string(uri.File(l.File))
		if l.Line >= 0 {
			target += fmt.Sprintf("#L%d", l.Line+1)
		}
		u := uri.URI(target)
		out = append(out, protocol.DocumentLink{Range: span(l.Range), Target: &u})
	}
	return out, nil
}

// FoldingRanges are the stretches that can be folded.
func (s *server) FoldingRanges(_ context.Context, p *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	out := []protocol.FoldingRange{}
	for _, fold := range f.Folds() {
		out = append(out, protocol.FoldingRange{StartLine: fold.First, EndLine: fold.Last, Kind: protocol.FoldingRangeKind(fold.Sort)})
	}
	return out, nil
}

// mostSymbols is how many targets a search lists.
const mostSymbols = 200

// Symbols searches the targets of all workspaces.
func (s *server) Symbols(_ context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	out := protocol.SymbolInformationSlice{}
	for _, root := range s.Host.Roots() {
		l := s.language(root)
		if l.index == nil {
			continue
		}
		for _, t := range l.index.Targets(index.Query{Text: p.Query, Limit: mostSymbols}).Targets {
			out = append(out, protocol.SymbolInformation{
				BaseSymbolInformation: protocol.BaseSymbolInformation{Name: t.Label.Name, Kind: symbol(t.Kind.Kind), ContainerName: new(t.Label.PackageLabel() + " · " + t.Rule)},
				Location:              location(index.Location{File: t.File, Range: t.Name}),
			})
		}
	}
	return out, nil
}
