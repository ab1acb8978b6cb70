// Command bazel-apple serves Apple development with Bazel to editors, agents
// and shells. This file is where the parts are put together; it alone reads the
// environment and ends the process.
package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"golang.org/x/term"

	"bazelapple/handlers"
	"bazelapple/internal/config"
	"bazelapple/internal/lldb"
	"bazelapple/internal/logging"
	"bazelapple/internal/platform"
	"bazelapple/internal/redact"
	"bazelapple/internal/run"
	"bazelapple/internal/session"
	"bazelapple/internal/terminal"
	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
	"bazelapple/server/cli"
	"bazelapple/server/host"
	"bazelapple/server/lsp"
	"bazelapple/server/mcp"
	"bazelapple/server/services"
	"bazelapple/server/surface"
	"bazelapple/server/wire"
)

// version is set by the linker.
var version = "0.1.0"

func main() {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "guard":
			os.Exit(run.Guard(os.Args[2:]))
		case "sweep":
			host.Sweep(os.Stdin)
			return
		case "environ":
			if err := terminal.Print(os.Stdout, os.Environ()); err != nil {
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(start())
}

// program is what every verb stands on.
type program struct {
	self string
	// env is what Bazel and Apple's programs get.
	env     func() []string
	folder  string
	folders platform.Folders
	machine platform.Host
	log     *zap.Logger
}

func start() int {
	collectLazily()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	// The second interrupt ends the process at once.
	context.AfterFunc(ctx, stop)
	p, err := newProgram()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bazel-apple:", err)
		return 2
	}
	tty := term.IsTerminal(int(os.Stderr.Fd()))
	return cli.Run(ctx, cli.Options{
		Version: version, Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		TTY: tty, Color: tty && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		Catalog: p.catalog, Backend: p.backend, LSP: p.lsp, MCP: p.mcp, Daemon: p.daemon, DebugAdapter: p.debugAdapter,
		Setup: cli.Setup{Executable: p.self, Folder: p.folder},
	})
}

func newProgram() (*program, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	machine, err := platform.New(os.Getenv)
	if err != nil {
		return nil, err
	}
	folder, err := os.Getwd()
	if err != nil {
		folder = "/"
	}
	level := zapcore.WarnLevel
	if v := os.Getenv("BAZEL_APPLE_LOG"); v != "" {
		if level, err = zapcore.ParseLevel(v); err != nil {
			return nil, fmt.Errorf("BAZEL_APPLE_LOG: %w", err)
		}
	}
	return &program{self: self, env: os.Environ, folder: folder, folders: platform.NewFolders(os.Getenv, home), machine: machine, log: logging.New(os.Stderr, level, redact.String)}, nil
}

func (p *program) guard() []string { return []string{p.self, "guard"} }
func (p *program) sweep() []string { return []string{p.self, "sweep"} }

// open makes engines.
func (p *program) open(ctx context.Context) host.Open {
	return func(root string, trusted bool, editor config.Values, emit func(session.Event)) *handlers.Engine {
		return handlers.New(ctx, handlers.Options{
			Root: root, Env: p.env(), Guard: p.guard(), Folders: p.folders, Host: p.machine, StandIns: p.standIns(),
			Trusted: trusted, Editor: editor, Version: version, Executable: p.self, Daemon: p.control(), Log: p.log, Redact: redact.String, Emit: emit,
		})
	}
}

// asTerminal makes env the login shell's, read once: for a program that no
// terminal has started.
func (p *program) asTerminal(ctx context.Context) {
	p.env = sync.OnceValue(func() []string {
		env, err := terminal.Environment(ctx, run.OS{Env: os.Environ(), Guard: p.guard()}, os.Getenv("SHELL"), []string{p.self, "environ"})
		if err != nil {
			p.log.Warn("the login shell's environment could not be read; programs get this process's own", zap.Error(err))
			return os.Environ()
		}
		return env
	})
	go p.env()
}

// standIns is the folder of the stand-ins for Apple's programs beside us, or
// where the environment says; "" in a program that was installed without them.
func (p *program) standIns() string {
	if dir := os.Getenv("BAZEL_APPLE_STANDINS"); dir != "" {
		return dir
	}
	dir := filepath.Join(filepath.Dir(p.self), "fakeapple")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

func (p *program) control() host.Control {
	return host.Control{Folders: p.folders, Runner: run.OS{Env: os.Environ()}, Serve: []string{p.self, "daemon", "serve"}, Version: version, Log: p.log}
}

// catalog lists the tools.
func (p *program) catalog() *tool.Catalog {
	return p.open(context.Background())("", true, config.Values{}, nil).Catalog
}

// root finds the workspace: the flag, the environment, the current folder. ""
// is none; every door starts without one.
func (p *program) root(flag string) (string, error) {
	if flag != "" {
		return workspace.Find(flag)
	}
	for _, name := range []string{"BAZEL_APPLE_WORKSPACE", "BAZEL_IOS_WORKSPACE"} {
		if v := os.Getenv(name); v != "" {
			root, err := workspace.Find(config.ExpandHome(v, p.folders.Home))
			if err != nil {
				return "", fmt.Errorf("%s: %w", name, err)
			}
			return root, nil
		}
	}
	for _, name := range []string{"CURSOR_WORKSPACE_FOLDER", "WORKSPACE_FOLDER", "VSCODE_CWD"} {
		if root, err := workspace.Find(os.Getenv(name)); os.Getenv(name) != "" && err == nil {
			return root, nil
		}
	}
	root, err := workspace.Find(p.folder)
	if err != nil {
		return "", nil
	}
	return root, nil
}

// backend serves one command of a shell.
func (p *program) backend(ctx context.Context, flag string, alone bool) (host.Backend, error) {
	root, err := p.root(flag)
	if err != nil {
		return nil, err
	}
	h := p.alone(ctx, root)
	j := &host.Joined{Dir: host.RunDir(p.folders.Run), Root: root, Log: p.log,
		Hello: wire.Hello{Name: "shell", Version: version, Shell: term.IsTerminal(int(os.Stdin.Fd()))},
		Alone: func() *host.Client { return h.Client(tool.Client{Role: tool.Shell, Name: "shell"}, root) },
	}
	if alone || root == "" {
		return j.Alone(), nil
	}
	return j, j.Join(ctx)
}

// host is a host of this process with all that it serves.
func (p *program) host(ctx context.Context, kind string) *host.Host {
	h := host.New(kind, version, p.open(ctx), p.log)
	h.Services, h.Translate = services.All(h), services.Event
	return h
}

// alone is a host that serves this process only.
func (p *program) alone(ctx context.Context, root string) *host.Host {
	h := p.host(ctx, "")
	if root != "" {
		h.SetRoots([]string{root})
	}
	return h
}

// lsp serves an editor.
func (p *program) lsp(ctx context.Context) error {
	window := &lsp.Window{}
	p.log = zap.New(zapcore.NewTee(p.log.Core(), window.Core(zapcore.InfoLevel)))
	// Elsewhere an editor has its desktop's environment, which is a terminal's.
	if runtime.GOOS == "darwin" || terminal.Bare(os.Getenv("PATH")) {
		p.asTerminal(ctx)
	}
	h := p.host(ctx, host.Window)
	return lsp.Serve(ctx, lsp.Options{Host: h, Log: p.log, Version: version, Window: window, Texts: &lsp.Texts{},
		Listen: func(ctx context.Context) (*host.Listener, error) {
			return h.Listen(ctx, host.RunDir(p.folders.Run), run.OS{Env: os.Environ()}, p.sweep())
		},
	}, stdio{})
}

// mcp serves an agent, or several over HTTP.
func (p *program) mcp(ctx context.Context, f cli.MCPFlags) error {
	root, err := p.root(f.Workspace)
	if err != nil {
		return err
	}
	if terminal.Bare(os.Getenv("PATH")) {
		p.asTerminal(ctx)
	}
	h := p.alone(ctx, root)
	defer h.Close()
	saved := filepath.Join(p.folders.State, "workflows.json")
	o := mcp.Options{
		Version: version, ReadOnly: f.ReadOnly, Log: p.log, Saved: saved,
		Catalog: sync.OnceValue(func() *tool.Catalog { return h.Engine(root).Catalog }),
		Choice:  sync.OnceValue(func() surface.Choice { return p.choice(f, h.Engine(root), saved) }),
	}
	o.Backend = func(ctx context.Context, name string) (host.Backend, error) {
		j := &host.Joined{Dir: host.RunDir(p.folders.Run), Root: root, Socket: f.Attach, Log: p.log, Hello: mcp.Hello(o, name),
			Alone: func() *host.Client {
				return h.Client(tool.Client{Role: tool.Agent, Name: name, ReadOnly: f.ReadOnly}, root)
			}}
		if f.Standalone || root == "" && f.Attach == "" {
			return j.Alone(), nil
		}
		return j, j.Join(ctx)
	}
	if f.HTTP != "" {
		return mcp.ServeHTTP(ctx, o, f.HTTP, f.TokenFile, func(a net.Addr) {
			fmt.Fprintf(os.Stderr, "bazel-apple: serving http://%s/mcp, token in %s\n", a, f.TokenFile)
		})
	}
	return mcp.ServeStdio(ctx, o, os.Stdin, os.Stdout)
}

// choice is what an agent's list shows: the flag, what was saved, the settings,
// the daily tools.
func (p *program) choice(f cli.MCPFlags, e *handlers.Engine, saved string) surface.Choice {
	if f.Workflows != nil {
		return surface.Parse(f.Workflows)
	}
	if c, ok := surface.Load(saved); ok {
		return c
	}
	enabled, all, unknown := e.Session.Config.Workflows()
	for _, name := range unknown {
		p.log.Warn("the settings enable a workflow that does not exist", zap.String("workflow", name))
	}
	return surface.Choice{Workflows: enabled, All: all, Only: len(enabled) > 0 || all}
}

// daemon serves a workspace in the background.
func (p *program) daemon(ctx context.Context, dir string) error {
	root, err := workspace.Find(dir)
	if err != nil {
		return err
	}
	p.log = logging.New(os.Stderr, zapcore.InfoLevel, redact.String)
	h := p.host(ctx, host.Daemon)
	return h.Serve(ctx, root, host.RunDir(p.folders.Run), run.OS{Env: os.Environ()}, p.sweep())
}

// debugAdapter serves the debugger of an editor.
func (p *program) debugAdapter(ctx context.Context, path string) error {
	c := lldb.Client{Runner: run.OS{Env: os.Environ(), Guard: p.guard()}, Path: func() string { return path }}
	return c.Relay(ctx, os.Stdin, os.Stdout)
}

// stdio is standard input and output as one connection.
type stdio struct{}

func (stdio) Read(b []byte) (int, error)  { return os.Stdin.Read(b) }
func (stdio) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (stdio) Close() error                { return os.Stdin.Close() }
