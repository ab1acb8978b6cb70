package lsp

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/workspace"
)

// Texts are the documents that the editor has open, by real path. What is not
// open is read from the disk.
type Texts struct {
	mu   sync.Mutex
	open map[string]*buildfile.Document
}

// Get returns a document, from the editor or from the disk.
func (t *Texts) Get(file string) (*buildfile.Document, error) {
	file = real(file)
	t.mu.Lock()
	d := t.open[file]
	t.mu.Unlock()
	if d != nil {
		return d, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return buildfile.Open(file, 0, string(b)), nil
}

func (t *Texts) set(file string, d *buildfile.Document) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open == nil {
		t.open = map[string]*buildfile.Document{}
	}
	if d == nil {
		delete(t.open, file)
	} else {
		t.open[file] = d
	}
}

// text takes a document's new text, nil when it was closed.
func (s *server) text(file string, d *buildfile.Document) {
	s.Texts.set(file, d)
	if starlark(file) {
		s.index.text(file, d)
	}
	if buildfile.KindOf(file) == buildfile.Bzl {
		s.languages.forget()
	}
}

// real is the path by which a document is known; a file that does not exist yet
// keeps its own.
func real(file string) string {
	if r, err := workspace.Real(file); err == nil {
		return r
	}
	return filepath.Clean(file)
}

// starlark reports whether a file is one that we parse.
func starlark(file string) bool {
	switch name := filepath.Base(file); name {
	case "BUILD", "BUILD.bazel", "WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel":
		return true
	default:
		ext := path.Ext(name)
		return ext == ".bzl" || ext == ".scl"
	}
}

// DidOpen implements protocol.Server.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	if f := file(p.TextDocument.URI); f != "" && known(f) {
		f = real(f)
		s.text(f, buildfile.Open(f, p.TextDocument.Version, p.TextDocument.Text))
	}
	return nil
}

// DidChange implements protocol.Server.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	f := file(p.TextDocument.URI)
	if f == "" || !known(f) {
		return nil
	}
	f = real(f)
	s.Texts.mu.Lock()
	d := s.Texts.open[f]
	s.Texts.mu.Unlock()
	if d == nil {
		s.Log.Warn("a change of a document that is not open was ignored", zap.String("file", f))
		return nil
	}
	changes := make([]buildfile.Change, 0, len(p.ContentChanges))
	for _, c := range p.ContentChanges {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangePartial:
			r := buildfile.Range{Start: buildfile.Position(c.Range.Start), End: buildfile.Position(c.Range.End)}
			changes = append(changes, buildfile.Change{Range: &r, Text: c.Text})
		case *protocol.TextDocumentContentChangeWholeDocument:
			changes = append(changes, buildfile.Change{Text: c.Text})
		}
	}
	s.text(f, d.Edit(p.TextDocument.Version, changes...))
	return nil
}

// DidClose implements protocol.Server.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	if f := file(p.TextDocument.URI); f != "" {
		s.text(real(f), nil)
	}
	return nil
}
