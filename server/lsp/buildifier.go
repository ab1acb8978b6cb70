package lsp

import (
	"context"
	"strings"

	"bazelapple/internal/buildifier"
	"bazelapple/internal/starlarkls"
)

// choose has the buildifier of the settings format and check the document, when
// there is one. In a folder that is not trusted no program runs.
func (s *server) choose(ctx context.Context, f *starlarkls.File) {
	if f.Root == "" || starlarkls.Bazelrc(f.Path) {
		return
	}
	engine := s.language(f.Root).engine
	if engine == nil {
		return
	}
	path := engine.Session.Config.Merged().BuildifierPath
	if path == nil {
		return
	}
	f.Buildifier = buildifier.Program{
		Context: ctx, Runner: engine.Bazel.Runner, Path: *path, Root: f.Root, File: strings.TrimPrefix(f.Path, f.Root+"/"), Kind: f.Kind(), Text: f.Source(),
	}
}
