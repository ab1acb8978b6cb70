package lsp

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"bazelapple/internal/starlarkls"
)

// typing is the wait for a person to stop before a document is checked.
const typing = 150 * time.Millisecond

// Diagnostic checks a document when the editor asks, once its text has stood
// still for a moment. Problems of builds are published, these are asked for: the
// editor keeps them apart.
func (s *server) Diagnostic(ctx context.Context, p *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	report := &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", Items: []protocol.Diagnostic{}}}
	select {
	case <-time.After(typing):
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return report, nil
	}
	s.choose(ctx, f)
	for _, d := range f.Diagnostics(true) {
		report.Items = append(report.Items, diagnostic(d))
	}
	return report, nil
}

func diagnostic(d starlarkls.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{Range: span(d.Range), Message: protocol.String(d.Message), Source: protocol.NewOptional("Bazel"), Code: protocol.String(d.Code)}
	switch d.Severity {
	case "error":
		out.Severity = protocol.DiagnosticSeverityError
	case "warning":
		out.Severity = protocol.DiagnosticSeverityWarning
	case "info":
		out.Severity = protocol.DiagnosticSeverityInformation
	default:
		out.Severity = protocol.DiagnosticSeverityHint
	}
	if d.URL != "" {
		out.CodeDescription = protocol.CodeDescription{Href: uri.URI(d.URL)}
	}
	if d.Unused {
		out.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	for _, r := range d.Related {
		out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: location(r.Location), Message: r.Message})
	}
	return out
}

// CodeAction offers the changes that mend what was found.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	s.choose(ctx, f)
	r := starlarkls.Edit{}.Range
	r.Start, r.End = position(p.Range.Start), position(p.Range.End)
	out := []protocol.CommandOrCodeAction{}
	quick := protocol.CodeActionKindQuickFix
	for _, fix := range f.Fixes(r, f.Diagnostics(true)) {
		action := &protocol.CodeAction{Title: fix.Title, Kind: &quick, Edit: &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{p.TextDocument.URI: textEdits(fix.Edits)}}}
		if fix.Best {
			action.IsPreferred = new(true)
		}
		for _, d := range p.Context.Diagnostics {
			if code, ok := d.Code.(protocol.String); ok && string(code) == fix.Code && d.Range == span(fix.At) {
				action.Diagnostics = append(action.Diagnostics, d)
			}
		}
		out = append(out, action)
	}
	return out, nil
}

// Formatting brings a document into buildifier's form.
func (s *server) Formatting(ctx context.Context, p *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	s.choose(ctx, f)
	edits, err := f.Format()
	if err != nil {
		// A text being typed is formatted on save at its next good state; the
		// error stands among the problems already.
		if len(f.Problems()) == 0 {
			s.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageTypeError, Message: "The file was not formatted: " + err.Error()})
		}
		return []protocol.TextEdit{}, nil
	}
	return textEdits(edits), nil
}

// RangeFormatting formats the chosen lines.
func (s *server) RangeFormatting(ctx context.Context, p *protocol.DocumentRangeFormattingParams) ([]protocol.TextEdit, error) {
	f := s.opened(p.TextDocument.URI)
	if f == nil {
		return nil, nil
	}
	s.choose(ctx, f)
	r := starlarkls.Edit{}.Range
	r.Start, r.End = position(p.Range.Start), position(p.Range.End)
	edits, err := f.FormatRange(r)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "the file cannot be formatted: "+err.Error())
	}
	return textEdits(edits), nil
}
