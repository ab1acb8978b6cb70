// Package debug prepares what an editor's debugger needs: it builds a target,
// brings it to where it runs, and says how lldb-dap is to be asked. The session
// itself is between the editor and lldb-dap.
package debug

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/build"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/lldb"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Simulators is what the package needs of simctl.
type Simulators interface {
	List(context.Context) (sims []simctl.Simulator, noise string, err error)
	Resolve(context.Context, simctl.Choice) (simctl.Simulator, string, error)
	Boot(ctx context.Context, udid string) (already bool, err error)
	Install(ctx context.Context, udid, path string) error
	LaunchWaiting(ctx context.Context, udid, bundleID string, args []string, env map[string]string) (pid int, err error)
}

// Devices is what the package needs of devicectl.
type Devices interface {
	Resolve(context.Context, devicectl.Choice) (devicectl.Device, string, error)
	Install(ctx context.Context, device, path string) (bundleID string, err error)
	LaunchStopped(ctx context.Context, device, bundleID string, args []string, env map[string]string) (pid int, err error)
}

// Deps are what the package stands on.
type Deps struct {
	Build      build.Deps // builds, and reads what was built
	LLDB       *lldb.Client
	Simulators Simulators
	Devices    Devices
	Known      bazelcall.Known
	// Defaults are the session defaults by key.
	Defaults func() map[string]any
	// Relay is the argument vector that puts Client.Relay of package lldb in front
	// of the debug adapter whose path follows.
	Relay []string
	// Mac says whether Apple's programs can be run; Simulated that stand-ins serve
	// for them, whose process numbers are nobody's.
	Mac, Simulated bool
}

// A Debugger prepares sessions and remembers what each needs until its end.
type Debugger struct {
	Deps
	ctx context.Context

	mu       sync.Mutex
	last     int
	sessions map[string]*session
}

// New returns a debugger whose sessions end with ctx.
func New(ctx context.Context, d Deps) *Debugger {
	return &Debugger{Deps: d, ctx: ctx, sessions: map[string]*session{}}
}

// A Request says what a person wants to debug.
type Request struct {
	Target tool.Label
	// Destination is a simulator or device by identifier or name, or mac; ""
	// leaves it to the session defaults.
	Destination string
	Args        []string
	Env         map[string]string
	// TestFilter, as of --test_filter, chooses among the tests of a target.
	TestFilter  string
	StopOnEntry bool
}

// A Configuration is a session that can begin.
type Configuration struct {
	ID      string   // for Ended
	Command []string // the debug adapter's argument vector
	// Request and Arguments are what lldb-dap is asked for.
	Request   string
	Arguments lldb.Configuration
	Where     string // "iPhone 17, iOS 26.0"; "" is this machine
	// RunID is the run that goes on beside the session, "" for none.
	RunID    string
	Warnings []string
}

// Prepare builds the target with debug information and brings it to where it
// runs, standing still. What it started is ended by Ended.
func (d *Debugger) Prepare(ctx context.Context, call *tool.Call, r Request) (Configuration, error) {
	if err := r.check(); err != nil {
		return Configuration{}, err
	}
	adapter, err := d.LLDB.Program(ctx)
	if err == nil && adapter.CommandLine {
		err = errors.New("lldb-dap was not found, only lldb")
	}
	if err != nil {
		return Configuration{}, tool.Errorf(tool.Precondition, "Xcode 16 and later have it; on Linux install the package lldb. The setting bazelApple.debug.lldbDap can name it.", "the debugger cannot be started: %w", err)
	}
	_, k, known := d.Known.Rule(string(r.Target))
	if known && !k.Debuggable() {
		return Configuration{}, tool.Errorf(tool.InvalidInput, "Choose an app, a test or a binary of a compiled language.", "%s is nothing that a debugger can be attached to", r.Target)
	}
	if k.Platform != kind.None && d.Simulated {
		return Configuration{}, tool.Errorf(tool.Precondition, "Debug it on a Mac with Xcode; programs and tests of this machine can be debugged here.", "Apple's tools are simulated: %s runs in no real process", r.Target)
	}
	p := &preparation{Debugger: d, call: call, request: r, session: &session{target: string(r.Target), test: k.Testable()}}
	if l, err := label.Parse(string(r.Target)); err == nil {
		p.label = l.String()
	}
	switch {
	case k.Testable() && k.Platform != kind.None:
		err = p.bundledTest(ctx)
	case k.Kind == kind.App && k.Platform != kind.MacOS:
		err = p.app(ctx, k.Platform)
	case k.Kind == kind.App:
		err = p.macApp(ctx)
	default:
		err = p.program(ctx)
	}
	if err != nil {
		p.session.end()
		return Configuration{}, err
	}
	verb, arguments := p.start.Request()
	for i := range arguments.InitCommands { // a question mark keeps one that succeeds out of the console (LLVM 18 on)
		arguments.InitCommands[i] = "?" + arguments.InitCommands[i]
	}
	return Configuration{ID: d.keep(p.session), Command: append(slices.Clone(d.Relay), adapter.Args...), Request: verb, Arguments: arguments, Where: p.where, RunID: p.session.runID, Warnings: p.warnings}, nil
}

func (r Request) check() error {
	if r.Target == "" {
		return tool.Invalid("target", "needed")
	}
	if err := r.Target.Check(); err != nil {
		return tool.Invalid("target", "%w", err)
	}
	for name := range r.Env {
		if !tool.EnvName(name) {
			return tool.Invalid("env", "%q is no name of an environment variable", name)
		}
	}
	return nil
}

// A preparation is one call of Prepare.
type preparation struct {
	*Debugger
	call    *tool.Call
	request Request
	session *session

	label    string // of the target, whole
	start    lldb.Start
	where    string
	warnings []string
}

func (p *preparation) step(format string, args ...any) {
	if p.call.Progress != nil {
		p.call.Progress(tool.Progress{Message: fmt.Sprintf(format, args...), RunID: p.call.Run()})
	}
}

// build builds the target with debug information.
func (p *preparation) build(ctx context.Context, verb string, where bazel.Destination, flags ...string) (*bazel.Result, error) {
	r := bazelcall.Request(p.call, verb, "bazel_ios_build", "Build to debug", tool.Bazel{}, string(p.request.Target))
	r.Mode, r.Destination, r.Flags = "debug", where, flags
	res, err := p.Build.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	p.warnings = append(p.warnings, bazelcall.Warnings(res)...)
	if !res.OK() {
		return nil, bazelcall.Failure("build of "+string(p.request.Target), bazelcall.Of(p.Build.Bazel, res, string(p.request.Target)), res, p.Build.Bazel.Root)
	}
	if res.Build == nil {
		return nil, tool.Errorf(tool.Command, "Remove what turns build events off, such as --build_event_publish_all_actions=false wrappers.", "Bazel wrote no build events, so that nobody knows what it built")
	}
	p.start.SourceMap = lldb.SourceMapIn(p.Build.Bazel.Root, res.Build.Invocation.ExecRoot)
	p.start.Run = !p.request.StopOnEntry
	return res, nil
}

// words are an environment as NAME=value.
func words(env map[string]string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		out = append(out, name+"="+env[name])
	}
	return out
}

var errNoSession = errors.New("there is no debug session by that id")
