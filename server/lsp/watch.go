package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// watched are the files whose changes matter. Never **/*: the bazel-* links
// would lead the editor's watcher into the output tree.
const watched = "**/{BUILD,BUILD.bazel,*.bzl,MODULE.bazel,WORKSPACE,WORKSPACE.bazel,.bazelrc,.bazelversion,.bazelignore}"

const watchID = "bazel-apple-files"

// watch registers for changes below each root, replacing an earlier
// registration.
func (s *server) watch(ctx context.Context) {
	s.mu.Lock()
	able := s.watching
	s.mu.Unlock()
	roots := s.Host.Roots()
	if !able || len(roots) == 0 {
		return
	}
	var o protocol.DidChangeWatchedFilesRegistrationOptions
	for _, root := range roots {
		o.Watchers = append(o.Watchers, protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{BaseURI: protocol.URI(uri.File(root)), Pattern: watched}})
	}
	raw, err := protocol.Marshal(&o)
	if err != nil {
		s.Log.Error("the watchers cannot be encoded", zap.Error(err))
		return
	}
	// Unregistering what is not registered is an error that means nothing.
	_ = protocol.Call(ctx, s.conn, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{
		Unregisterations: []protocol.Unregistration{{ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles}}}, nil)
	err = protocol.Call(ctx, s.conn, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{
		Registrations: []protocol.Registration{{ID: watchID, Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: raw}}}, nil)
	select {
	case <-s.conn.Done():
		return
	default:
	}
	if err != nil {
		s.Log.Warn("the editor does not watch files for us", zap.Error(err))
	}
}

// DidChangeWatchedFiles hands changes of files on to their workspace.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.languages.forget()
	for _, c := range p.Changes {
		if f := file(c.URI); f != "" {
			s.index.disk(real(f))
		}
	}
	return nil
}
