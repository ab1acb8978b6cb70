// Package handlers composes an engine: everything that serves one workspace
// root. It holds the only list of handler modules.
package handlers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.uber.org/zap"

	"bazelapple/handlers/agentdebug"
	"bazelapple/handlers/capture"
	"bazelapple/handlers/daemon"
	"bazelapple/handlers/debug"
	"bazelapple/handlers/deeplinks"
	"bazelapple/handlers/lldb"
	"bazelapple/handlers/project"
	"bazelapple/handlers/scaffold"
	"bazelapple/handlers/session"
	"bazelapple/handlers/simulator"
	"bazelapple/handlers/uiautomation"
	"bazelapple/handlers/update"
	"bazelapple/handlers/workflows"
	"bazelapple/handlers/xcode"
	"bazelapple/internal/bazel"
	"bazelapple/internal/config"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/idb"
	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/logging"
	"bazelapple/internal/platform"
	"bazelapple/internal/redact"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	state "bazelapple/internal/session"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
	apple "bazelapple/internal/xcode"
)

// Options say what an engine stands on.
type Options struct {
	Root    string // real path of the workspace; "" without one
	Env     []string
	Guard   []string // argument vector of the guard verb
	Folders platform.Folders
	Host    platform.Host
	// StandIns is the folder of the stand-ins for Apple's programs.
	StandIns string
	Trusted  bool
	Editor   config.Values // VS Code settings
	Version  string
	// Executable is the path of the running program.
	Executable string
	Daemon     daemon.Control
	Log        *zap.Logger
	Redact     func(string) string
	Emit       func(state.Event)
}

// An Engine serves one workspace root to every door.
type Engine struct {
	Root    string
	Host    platform.Host
	Session *state.Session
	Catalog *tool.Catalog
	Bazel   *bazel.Client
	// Debugger prepares the sessions of an editor's own debugger.
	Debugger *debug.Debugger
	Shared

	reading  reading
	cancel   context.CancelFunc
	commands *logging.Commands
	parts    parts
}

// parts are the clients and stores that modules share.
type parts struct {
	options Options
	config  *config.Config
	session *state.Session
	host    platform.Host
	apple   run.OS // Apple's programs, or their stand-ins
	bazel   run.OS // Bazel and what it starts: a terminal's environment, untouched
}

// New returns an engine. Nothing is started and no file is read before a tool
// needs it, so that a door answers its first request at once.
func New(ctx context.Context, o Options) *Engine {
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Redact == nil {
		o.Redact = redact.String
	}
	ctx, cancel := context.WithCancel(ctx)
	e := &Engine{Root: o.Root, cancel: cancel, parts: parts{options: o, host: o.Host}}
	p := &e.parts
	p.config = config.New(config.Source{Root: o.Root, Home: o.Folders.Home, Getenv: getter(o.Env), Trusted: o.Trusted})
	p.config.SetEditor(o.Editor)
	p.session = state.New(o.Root, p.config, rememberedFile(o), o.Emit)
	p.bazel = run.OS{Env: o.Env, Guard: o.Guard}
	p.apple = p.bazel
	if p.simulate() {
		p.host.Simulated, p.host.OS, p.host.Arch = true, "darwin", "arm64"
		p.apple.Env = prepend(o.Env, "PATH", o.StandIns)
	}
	e.Host, e.Session, e.Shared = p.host, p.session, newShared(p)
	e.Bazel = newBazel(p, e.Shared)
	e.Debugger = e.newDebugger(ctx)
	commands := &logging.Commands{File: filepath.Join(o.Folders.State, "commands.ndjson"), Redact: o.Redact}
	e.commands = commands
	e.Catalog = tool.NewCatalog(tool.Environment{
		Defaults:  p.session.Defaults,
		Workspace: p.needWorkspace,
		Redact:    o.Redact,
		Apple:     p.appleTools,
		Settings:  p.config.Broken,
		Run:       e.goesOn,
		Life:      ctx,
		Record: func(r tool.Record) {
			if r.Stack != "" {
				o.Log.Error("a tool panicked", zap.String("tool", r.Tool), zap.Error(r.Err), zap.String("stack", r.Stack))
			}
			if o.Folders.State == "" {
				return // a test's engine, or one that only lists tools
			}
			if err := commands.Record(r); err != nil {
				o.Log.Warn("the command log could not be written", zap.Error(err))
			}
		},
	}, e.modules(ctx)...)
	return e
}

// modules is the register: one line a module.
func (e *Engine) modules(ctx context.Context) []tool.Module {
	p := &e.parts
	sims := e.Simulators
	root, home := p.options.Root, p.options.Folders.Home
	logs := state.NewTasks[*capture.Log](ctx, "log", p.options.Emit)
	videos := state.NewTasks[*capture.Video](ctx, "video", p.options.Emit)
	return append(append(e.bazelModules(), e.platformModules(ctx)...),
		session.Module(session.Deps{Root: p.options.Root, Home: p.options.Folders.Home, Session: p.session, Host: p.host, Bazel: p.bazel, Apple: p.apple, Trusted: p.options.Trusted, Version: p.options.Version, OutputBase: e.Bazel.OutputBase,
			Simulators: func(ctx context.Context) (string, error) { return simulatorSummary(ctx, sims) },
			Devices:    func(ctx context.Context) (string, error) { return deviceSummary(ctx, e.Devices) },
			More:       append(session.RunTools(e.Runs, func(ctx context.Context, run string) (*tool.Result, error, bool) { return e.Catalog.Outcome(ctx, run) }), project.Clean(e.projectDeps()))}),
		simulator.Module(simulator.Deps{Simctl: sims, Apple: p.apple, Root: root, Home: home}),
		lldb.Module(lldb.Deps{LLDB: p.lldb(), Devicectl: &devicectl.Client{Runner: p.apple}, Sessions: state.NewTasks[*debugger.Session](ctx, "lldb", p.options.Emit), Defaults: p.session.Defaults, Root: root, Home: home}),
		capture.Module(capture.Deps{Simctl: sims, Apple: p.apple, Root: root, Home: home, Logs: logs, Videos: videos}),
		scaffold.Module(scaffold.Deps{Root: root, Home: home}),
		uiautomation.Module(uiautomation.Deps{Simctl: sims, IDB: &idb.Client{Runner: p.apple, Path: p.getenv("IDB_PATH")}}),
		xcode.Module(xcode.Deps{Xcode: apple.Client{Runner: p.apple, Applications: p.applications(), DeveloperDir: p.getenv("DEVELOPER_DIR")}, Apple: p.apple, Root: root, Home: home}),
		update.Module(update.Deps{Runner: p.bazel, Version: p.options.Version, Executable: p.options.Executable}),
		agentdebug.Module(agentdebug.Deps{Simctl: sims, Root: root, Home: home, Temp: os.TempDir(), Call: e.call}),
		deeplinks.Module(deeplinks.Deps{Simctl: sims, Root: root, Home: home}),
		workflows.Module(workflows.Deps{
			Definitions: func() []tool.Definition { return e.Catalog.Definitions() },
			Handle: func(ctx context.Context, call *tool.Call, name string, args json.RawMessage) (*tool.Result, error) {
				return e.Catalog.Handle(ctx, call, name, args)
			},
		}),
		daemon.Module(daemon.Deps{Root: p.options.Root, Control: p.options.Daemon}),
	)
}

// goesOn describes a run to a caller that does not wait for its end.
func (e *Engine) goesOn(id string) *tool.Result {
	r, err := e.Runs.Get(id)
	if err != nil {
		r = runs.Run{ID: id, State: runs.Running}
	}
	return session.GoesOn(r)
}

// call runs a tool of the same catalog on behalf of another one.
func (e *Engine) call(ctx context.Context, call *tool.Call, name string, args any) (*tool.Result, error) {
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	return e.Catalog.Handle(ctx, call, name, raw)
}

// getenv reads the environment that the children get.
func (p *parts) getenv(name string) string { return getter(p.options.Env)(name) }

// applications is the folder of installed applications.
func (p *parts) applications() string {
	if dir := p.getenv("BAZEL_APPLE_APPLICATIONS"); dir != "" {
		return dir
	}
	return "/Applications"
}

// simulatorSummary says in a few words what simulators there are.
func simulatorSummary(ctx context.Context, c *simctl.Client) (string, error) {
	sims, _, err := c.List(ctx)
	if err != nil {
		return "", err
	}
	booted := 0
	for _, s := range sims {
		if s.State == simctl.Booted {
			booted++
		}
	}
	return fmt.Sprintf("%d available, %d booted", len(sims), booted), nil
}

// deviceSummary says in a few words what devices there are.
func deviceSummary(ctx context.Context, c *devicectl.Client) (string, error) {
	devices, _, err := c.List(ctx)
	if err != nil {
		return "", err
	}
	connected := 0
	for _, d := range devices {
		if d.Connected {
			connected++
		}
	}
	return fmt.Sprintf("%d known, %d connected", len(devices), connected), nil
}

// Close ends what the engine has running.
func (e *Engine) Close() {
	e.Runs.CancelAll()
	e.cancel()
	e.Simulators.Leases.Close()
	_ = e.commands.Close() // what was written is written
}

// simulate decides whether the stand-ins serve: when the environment asks for
// them, or when the workspace does and the machine has no Xcode.
func (p *parts) simulate() bool {
	if p.options.Host.Simulated {
		return true
	}
	if p.options.Host.Mac() || p.options.StandIns == "" {
		return false
	}
	asked := p.config.Merged().Simulated
	if asked == nil || *asked != "auto" {
		return false
	}
	_, err := p.bazel.Look("xcrun")
	return err != nil
}

// appleTools refuses where Apple's programs cannot be and tells of stand-ins.
func (p *parts) appleTools() (warning string, err error) {
	switch {
	case p.host.Simulated && p.options.StandIns == "":
		return "", tool.Errorf(tool.Precondition, "scripts/run builds them; BAZEL_APPLE_STANDINS names their folder. Or unset BAZEL_APPLE_SIMULATED.", "simulated Apple tools were asked for, but the stand-ins are not installed")
	case p.host.Simulated:
		return "simulated Apple tools: no real simulator, device or Xcode took part", nil
	case !p.host.Mac():
		return "", tool.Errorf(tool.Precondition, "Run it on a Mac with Xcode; builds, tests and queries that need no Apple program work here.", "this needs Apple's programs, which %s does not have", p.host.OS)
	}
	return "", nil
}

func (p *parts) needWorkspace() error {
	if p.options.Root == "" {
		return tool.Errorf(tool.Precondition, "Call bazel_ios_set_workspace with the folder that holds MODULE.bazel or WORKSPACE, or start there.", "no Bazel workspace is set")
	}
	if info, err := os.Stat(p.options.Root); err != nil || !info.IsDir() {
		return tool.Errorf(tool.Precondition, "Set another workspace with bazel_ios_set_workspace.", "the workspace folder %s is gone", p.options.Root)
	}
	return nil
}

// rememberedFile is where the defaults of a workspace are kept.
func rememberedFile(o Options) string {
	if o.Root == "" || o.Folders.State == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(o.Root))
	return filepath.Join(o.Folders.State, "workspaces", hex.EncodeToString(sum[:6])+".json")
}

// getter reads an environment given as NAME=value pairs.
func getter(env []string) func(string) string {
	return func(name string) string {
		for _, kv := range slices.Backward(env) {
			if v, ok := strings.CutPrefix(kv, name+"="); ok {
				return v
			}
		}
		return ""
	}
}

// prepend puts folder first in a path variable.
func prepend(env []string, name, folder string) []string {
	if folder == "" {
		return env
	}
	path := folder
	if old := getter(env)(name); old != "" {
		path += string(filepath.ListSeparator) + old
	}
	return append(slices.Clone(env), name+"="+path)
}
