// Package lsp is the editor's door: the language server protocol with the
// methods of package wire beside it, over one connection. Whoever is at its
// other end has a person's rights.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"bazelapple/internal/bazel"
	"bazelapple/internal/config"
	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
	"bazelapple/server/frame"
	"bazelapple/server/host"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// Options are what the door stands on.
type Options struct {
	Host    *host.Host
	Log     *zap.Logger
	Version string
	// Listen opens the host's socket; nil opens none.
	Listen func(context.Context) (*host.Listener, error)
	// Window, if set, shows the log in the editor.
	Window *Window
	// Texts keeps what the editor has open.
	Texts *Texts
}

// Serve serves conn until it ends or the editor says exit. It returns nil when
// that was in order.
func Serve(ctx context.Context, o Options, conn io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream := frame.NewHeaders(conn)
	c := rpc.New(stream)
	s := &server{Options: o, conn: c, notify: host.Notifier(ctx, c), exit: cancel, index: &indexing{host: o.Host, log: o.Log}, ready: make(chan struct{})}
	s.client = o.Host.Client(tool.Client{Role: tool.Person, Name: "editor"}, "")
	if o.Window != nil {
		o.Window.connect(s.notify)
	}
	handle := protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)
	rpc.Go(ctx, c, func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if strings.HasPrefix(req.Method(), "bazelApple/") {
			return s.own(ctx, string([]byte(req.Method())), append(json.RawMessage(nil), req.Params()...))
		}
		return handle(ctx, req)
	}, o.Log)
	shown := &published{notify: s.notify}
	found := &problems{published: shown}
	defer o.Host.Subscribe(func(e wire.Event) {
		if p, ok := e.Data.(bazel.Problems); ok {
			found.take(p)
		}
		if e.Kind == "run" || e.Kind == "defaults" {
			s.lensesSoon()
		}
		s.notify(wire.NotificationEvent, e)
	})()
	select {
	case <-stream.Ended():
	case <-ctx.Done():
	}
	cancel()
	s.close()
	_ = conn.Close()
	err := c.Err()
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

type server struct {
	protocol.UnimplementedServer
	Options
	conn   jsonrpc2.Conn
	client *host.Client
	notify func(method string, params any)
	index  *indexing
	exit   func()
	// languages are what the language features and lenses stand on.
	languages languages
	// ready is closed when the workspaces are known.
	ready chan struct{}
	once  sync.Once

	mu       sync.Mutex
	folders  []string
	watching bool // the editor takes registrations of file watchers
	// refreshable: the editor can be told to ask for lenses again.
	refreshable bool
	refreshing  bool // it is about to be told
	listener    *host.Listener
}

// Initialize answers from what it was given; the disk is looked at afterwards.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	if p.ClientInfo.Name != "" {
		s.client.SetName(p.ClientInfo.Name)
	}
	s.settings(json.RawMessage(p.InitializationOptions))
	s.mu.Lock()
	s.folders = folders(p)
	if w := p.Capabilities.Workspace; w != nil && w.DidChangeWatchedFiles != nil {
		s.watching = on(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	if w := p.Capabilities.Workspace; w != nil && w.CodeLens != nil {
		s.refreshable = on(w.CodeLens.RefreshSupport)
	}
	s.mu.Unlock()
	go s.findRoots()
	kind := protocol.TextDocumentSyncKindIncremental
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "bazel-apple", Version: protocol.NewOptional(s.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding:       protocol.PositionEncodingKindUTF16,
			TextDocumentSync:       &protocol.TextDocumentSyncOptions{OpenClose: new(true), Change: &kind},
			CodeLensProvider:       &protocol.CodeLensOptions{ResolveProvider: new(true)},
			DocumentSymbolProvider: protocol.Boolean(true),
			FoldingRangeProvider:   protocol.Boolean(true),
			DocumentLinkProvider:   &protocol.DocumentLinkOptions{},
			HoverProvider:          protocol.Boolean(true),
			DefinitionProvider:     protocol.Boolean(true),
			ReferencesProvider:     protocol.Boolean(true),
			RenameProvider:         &protocol.RenameOptions{PrepareProvider: new(true)},
			CompletionProvider:     &protocol.CompletionOptions{TriggerCharacters: []string{"\"", ":", "/", "@", "-", "="}},
			SignatureHelpProvider:  &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
			CodeActionProvider:     &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
			DiagnosticProvider:     &protocol.DiagnosticOptions{InterFileDependencies: true},

			DocumentFormattingProvider:      protocol.Boolean(true),
			DocumentRangeFormattingProvider: protocol.Boolean(true),
			WorkspaceSymbolProvider:         protocol.Boolean(true),
			Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: new(true), ChangeNotifications: protocol.Boolean(true),
			}},
		},
	}, nil
}

func on(b *bool) bool { return b != nil && *b }

// folders are the paths of the folders that are open.
func folders(p *protocol.InitializeParams) []string {
	var out []string
	list, _ := p.WorkspaceFolders.Get()
	for _, f := range list {
		if f.URI.IsFile() {
			out = append(out, f.URI.FsPath())
		}
	}
	//lint:ignore SA1019 clients that open no workspace folders still send it
	if root := p.RootURI; len(list) == 0 && root != nil && root.IsFile() {
		out = append(out, root.FsPath())
	}
	return out
}

// settings takes the editor's settings, in the shape of
// wire.InitializationOptions.
func (s *server) settings(raw json.RawMessage) {
	var o wire.InitializationOptions
	if len(raw) == 0 || string(raw) == "null" {
		return
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		s.Log.Warn("the editor's settings cannot be read", zap.Error(err))
		return
	}
	if o.Trusted != nil {
		s.Host.SetTrusted(*o.Trusted)
	}
	var values config.Values
	if len(o.Settings) > 0 {
		text, err := json.Marshal(o.Settings)
		if err == nil {
			var problems []config.Problem
			values, problems, err = config.Parse("the editor's settings", text)
			for _, p := range problems {
				s.Log.Warn("a setting cannot be used", zap.String("problem", p.Message))
			}
		}
		if err != nil {
			s.Log.Warn("the editor's settings cannot be used", zap.Error(err))
		}
	}
	var policy wire.AgentPolicy
	if o.Agents != nil {
		policy = *o.Agents
	}
	s.Host.SetEditor(values, policy)
}

// findRoots finds the workspaces in and around the open folders, registers
// watchers for them and opens the socket.
func (s *server) findRoots() {
	s.mu.Lock()
	open := slices.Clone(s.folders)
	s.mu.Unlock()
	var roots []string
	for _, f := range open {
		if root, err := workspace.Find(f); err == nil {
			roots = append(roots, root)
		} else {
			roots = append(roots, workspace.Below(f)...)
		}
	}
	slices.Sort(roots)
	s.Host.SetRoots(slices.Compact(roots))
	s.once.Do(func() { close(s.ready) })
}

// Initialized comes when the editor takes requests.
func (s *server) Initialized(ctx context.Context, _ *protocol.InitializedParams) error {
	go func() {
		select {
		case <-s.ready:
		case <-s.conn.Done():
			return
		}
		s.watch(context.WithoutCancel(ctx))
		s.listen(context.WithoutCancel(ctx))
	}()
	return nil
}

func (s *server) listen(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Listen == nil || s.listener != nil || !s.Host.Trusted() {
		return
	}
	l, err := s.Listen(ctx)
	if err != nil {
		s.Log.Warn("agents and shells cannot join this window", zap.Error(err))
		return
	}
	s.listener = l
}

// register tells the registrations of new roots or of a window in front.
func (s *server) register() {
	s.mu.Lock()
	l := s.listener
	s.mu.Unlock()
	if l == nil {
		return
	}
	if err := l.Register(); err != nil {
		s.Log.Warn("the window's registration could not be written", zap.Error(err))
	}
}

// DidChangeWorkspaceFolders implements protocol.Server.
func (s *server) DidChangeWorkspaceFolders(ctx context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(have string) bool { return f.URI.IsFile() && have == f.URI.FsPath() })
	}
	for _, f := range p.Event.Added {
		if f.URI.IsFile() {
			s.folders = append(s.folders, f.URI.FsPath())
		}
	}
	s.mu.Unlock()
	s.findRoots()
	s.register()
	go s.watch(context.WithoutCancel(ctx))
	return nil
}

// DidChangeConfiguration takes new settings; trust may come with them.
func (s *server) DidChangeConfiguration(ctx context.Context, p *protocol.DidChangeConfigurationParams) error {
	s.settings(json.RawMessage(p.Settings))
	go s.listen(context.WithoutCancel(ctx))
	return nil
}

// Shutdown ends everything that runs; exit then ends the process.
func (s *server) Shutdown(context.Context) error {
	s.close()
	return nil
}

// Exit implements protocol.Server.
func (s *server) Exit(context.Context) error {
	s.exit()
	return nil
}

func (s *server) close() {
	s.mu.Lock()
	l := s.listener
	s.listener, s.Listen = nil, nil
	s.mu.Unlock()
	if l != nil {
		if err := l.Close(); err != nil {
			s.Log.Debug("the socket was not closed in order", zap.Error(err))
		}
	}
	s.Host.Close()
}

// own answers the methods of package wire.
func (s *server) own(ctx context.Context, method string, params json.RawMessage) (any, error) {
	if method == "bazelApple/focus" {
		s.register()
		return struct{}{}, nil
	}
	select {
	case <-s.ready:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return s.client.Handle(ctx, method, params, func(token any, v wire.ProgressValue) {
		s.notify(protocol.MethodProgress, wire.Progress{Token: token, Value: v})
	})
}

// file is the path of a document; "" for what is no file on this machine, such
// as git: or untitled:, of which FsPath would return a path all the same.
func file(u uri.URI) string {
	if !u.IsFile() {
		return ""
	}
	return u.FsPath()
}
