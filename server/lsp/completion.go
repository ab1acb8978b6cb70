package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"bazelapple/internal/starlarkls"
)

// Hover explains what stands at a place.
func (s *server) Hover(_ context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	h, ok := f.Hover(position(p.Position))
	if !ok {
		return nil, nil
	}
	r := span(h.Range)
	return &protocol.Hover{Contents: markdown(h.Text), Range: &r}, nil
}

// Completion lists what may stand at a place.
func (s *server) Completion(_ context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	out := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return out, nil
	}
	items, whole := f.Completion(position(p.Position))
	out.IsIncomplete = !whole
	for _, i := range items {
		out.Items = append(out.Items, completionItem(i))
	}
	return out, nil
}

func completionItem(i starlarkls.Item) protocol.CompletionItem {
	insert := i.Insert
	if insert == "" {
		insert = i.Label
	}
	out := protocol.CompletionItem{Label: i.Label, Kind: completionKind(i.Kind), TextEdit: &protocol.TextEdit{Range: span(i.Range), NewText: insert}}
	if i.Snippet {
		out.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
	if i.Detail != "" {
		out.Detail = protocol.NewOptional(i.Detail)
	}
	if i.Doc != "" {
		out.Documentation = markdown(i.Doc)
	}
	if i.Filter != "" {
		out.FilterText = protocol.NewOptional(i.Filter)
	}
	if i.Sort != "" {
		out.SortText = protocol.NewOptional(i.Sort)
	}
	if len(i.Also) > 0 {
		out.AdditionalTextEdits = textEdits(i.Also)
	}
	return out
}

func completionKind(kind string) protocol.CompletionItemKind {
	switch kind {
	case "rule":
		return protocol.CompletionItemKindClass
	case "function", "symbol":
		return protocol.CompletionItemKindFunction
	case "attribute":
		return protocol.CompletionItemKindField
	case "label":
		return protocol.CompletionItemKindReference
	case "package":
		return protocol.CompletionItemKindModule
	case "file":
		return protocol.CompletionItemKindFile
	case "folder":
		return protocol.CompletionItemKindFolder
	case "variable":
		return protocol.CompletionItemKindVariable
	case "property":
		return protocol.CompletionItemKindProperty
	case "keyword":
		return protocol.CompletionItemKindKeyword
	}
	return protocol.CompletionItemKindValue
}

// SignatureHelp shows the call around a place.
func (s *server) SignatureHelp(_ context.Context, p *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	sig, ok := f.Signature(position(p.Position))
	if !ok {
		return nil, nil
	}
	one := protocol.SignatureInformation{Label: sig.Label}
	if sig.Doc != "" {
		one.Documentation = markdown(sig.Doc)
	}
	for _, param := range sig.Parameters {
		info := protocol.ParameterInformation{Label: protocol.String(sig.Label[param.Start:param.End])}
		if param.Doc != "" {
			info.Documentation = protocol.String(param.Doc)
		}
		one.Parameters = append(one.Parameters, info)
	}
	out := &protocol.SignatureHelp{Signatures: []protocol.SignatureInformation{one}, ActiveSignature: new(uint32(0))}
	// A place behind the last parameter marks none.
	active := uint32(len(sig.Parameters))
	if sig.Active >= 0 {
		active = uint32(sig.Active)
	}
	out.ActiveParameter = protocol.NewNullable(active)
	return out, nil
}
