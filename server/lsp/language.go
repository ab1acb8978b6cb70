package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"bazelapple/handlers"
	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/starlarkls"
	"bazelapple/internal/workspace"
)

// languages are the workspaces as the language features see them, by root.
type languages struct {
	mu    sync.Mutex
	roots map[string]*language
	refs  lensFiles
}

// language is one workspace: its engine and index are opened in the background
// at the first question, which is answered from the text alone.
type language struct {
	engine *handlers.Engine
	index  *index.Index
	made   expansions
}

// language returns what is there of a workspace. In a folder that is not
// trusted nothing is opened.
func (s *server) language(root string) *language {
	s.languages.mu.Lock()
	defer s.languages.mu.Unlock()
	none := &language{}
	if !s.Host.Trusted() {
		return none
	}
	// The engine is another one when trust was taken and given again.
	if l := s.languages.roots[root]; l != nil && (l.engine == nil || l.engine == s.Host.Engine(root)) {
		return l
	}
	if s.languages.roots == nil {
		s.languages.roots = map[string]*language{}
	}
	s.languages.roots[root] = none
	go s.openLanguage(root)
	return none
}

// openLanguage opens the index of a root and reads the workspace, then has the
// editor ask again for what was answered without it.
func (s *server) openLanguage(root string) {
	engine := s.Host.Engine(root)
	i, err := engine.Index()
	if err != nil {
		s.Log.Warn("the workspace cannot be indexed", zap.String("root", root), zap.Error(err))
		return
	}
	s.languages.mu.Lock()
	s.languages.roots[root] = &language{engine: engine, index: i}
	s.languages.mu.Unlock()
	s.refreshLenses(s.Host.Context())
	if err := i.Refresh(s.Host.Context()); err != nil {
		s.Log.Debug("the workspace was not read to its end", zap.String("root", root), zap.Error(err))
		return
	}
	s.refreshLenses(s.Host.Context())
}

// refreshLenses has the editor ask for lenses again, when it can.
func (s *server) refreshLenses(ctx context.Context) {
	s.mu.Lock()
	able := s.refreshable
	s.mu.Unlock()
	if able {
		_ = protocol.Call(ctx, s.conn, protocol.MethodWorkspaceCodeLensRefresh, struct{}{}, nil) // it asks by itself later
	}
}

// opened is a document of the language in its workspace; nil for other files.
func (s *server) opened(u uri.URI) *starlarkls.File {
	f := file(u)
	if f == "" || !known(f) {
		return nil
	}
	f = real(f)
	d, err := s.Texts.Get(f)
	if err != nil {
		return nil
	}
	root, err := workspace.Find(f)
	if err != nil {
		return s.workspace("", nil).Open(f, d)
	}
	return s.workspace(root, s.language(root)).Open(f, d)
}

func (s *server) workspace(root string, l *language) starlarkls.Workspace {
	w := starlarkls.Workspace{Root: root, Read: s.Texts.Get}
	if l != nil {
		w.Index = l.index
	}
	return w
}

// known reports whether a file is one of the language, flags included.
func known(file string) bool { return starlark(file) || starlarkls.Bazelrc(file) }

func position(p protocol.Position) buildfile.Position { return buildfile.Position(p) }

func location(at index.Location) protocol.Location {
	return protocol.Location{URI: uri.File(at.File), Range: span(at.Range)}
}

func locations(list []index.Location) []protocol.Location {
	out := make([]protocol.Location, len(list))
	for i, at := range list {
		out[i] = location(at)
	}
	return out
}

func textEdits(list []starlarkls.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, len(list))
	for i, e := range list {
		out[i] = protocol.TextEdit{Range: span(e.Range), NewText: e.Text}
	}
	return out
}

func markdown(text string) *protocol.MarkupContent {
	return &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}
}
