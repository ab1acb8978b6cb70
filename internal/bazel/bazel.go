// Package bazel runs Bazel: one command at a time per output base, with the
// flags that fit the workspace, results from the build event file. It asks for
// nothing a person's own command would not ask for, so their server and their
// caches stay.
package bazel

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/bazel/rc"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/config"
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// Options say what a client stands on.
type Options struct {
	Root   string // real path of the workspace
	Home   string
	Runner run.Runner // with a terminal's environment, which Bazel gets untouched
	Host   platform.Host
	// Settings are the merged settings; nil means none.
	Settings func() config.Values
	// Getenv reads the environment that Bazel gets.
	Getenv func(string) string
	Runs   *runs.Store
	Queue  queue.Queue
	// Rules may be nil: nothing is then known of a label before it is built.
	Rules Rules
	// Suggest and Provide serve diagnostics; both may be nil.
	Suggest diagnostics.Suggester
	Provide diagnostics.Providers
	// Problems, if set, is told the problems of every build, whoever asked for it.
	Problems func(Problems)
	// Tested, if set, is told of tests as they end, in the order of the events.
	Tested func(Tested)
	// Background allows commands that nobody asked for: in a host, not in a
	// single call.
	Background bool
	// Redact takes secrets out of argument vectors before they are shown.
	Redact func([]string) []string
}

// Tested is one ended test, or, once the command has ended, Build with all of
// them.
type Tested struct {
	RunID  string
	Result *events.TestResult
	Build  *events.Build
}

// Rules tell which rule makes a label, from the BUILD files alone.
type Rules interface {
	Rule(label string) (rule string, k kind.TargetKind, ok bool)
}

// A Client runs Bazel in one workspace.
type Client struct {
	Options

	mu         sync.Mutex
	outputBase string
	genuine    map[string]error // programs that were asked whether they are Bazel

	refusesPreemptible atomic.Bool
}

// New returns a client; nothing is started or read.
func New(o Options) *Client {
	if o.Settings == nil {
		o.Settings = func() config.Values { return config.Values{} }
	}
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	return &Client{Options: o, genuine: map[string]error{}}
}

// A Request is one Bazel command.
type Request struct {
	Verb   string // build, test, coverage, run, query, cquery, info, clean
	Tool   string // the tool that asks, for the run's record
	Title  string // the run in a person's words, "Build //App"
	Client tool.Client

	Bazel tool.Bazel // configs, startupArgs, extraArgs of the caller
	// Mode and Destination add flags where they fit the workspace and the target.
	Mode             tool.BuildMode
	Destination      Destination
	SimulatorName    string
	SimulatorVersion string
	Flags            []string // of the tool itself
	Targets          []string // labels and patterns; or the one query expression
	Args             []string // for the program that "run" starts
	Temp             []string // as of run.Command

	// Progress may be nil. It gets each line of output when Lines is set.
	Progress func(tool.Progress)
	Lines    bool
	// Started is called once with the run's id.
	Started func(runID string)
	// Background gives way to everybody and ends after five seconds.
	Background bool
}

// hasEvents reports whether the command writes a build event file.
func (r Request) hasEvents() bool {
	switch r.Verb {
	case "build", "test", "coverage", "run":
		return true
	}
	return false
}

func (r Request) class() queue.Class {
	switch {
	case r.Background:
		return queue.Background
	case r.Client.Role == tool.Agent:
		return queue.Agent
	}
	return queue.Person
}

// RC reads the workspace's .bazelrc files as these startup options have them.
func (c *Client) RC(startup []string) *rc.File {
	return rc.Read(rc.Places{Workspace: c.Root, Home: c.Home}, startup)
}

// startup is the startup options of a request: the settings', then the caller's.
func (c *Client) startup(r Request) []string {
	return append(append([]string(nil), c.Settings().StartupArgs...), r.Bazel.StartupArgs...)
}

// queueKey stands for the output base: Bazel derives it from the workspace
// unless an option names another.
func (c *Client) queueKey(startup []string, file *rc.File) string {
	key := c.Root
	options := append(file.Startup(), startup...)
	for _, name := range []string{"--output_user_root", "--output_base"} {
		if v, ok := rc.Value(options, name); ok {
			key += "\n" + name + "=" + v
		}
	}
	return key
}

// OutputBase is the output base as the last build told it, else as the
// bazel-out link does, "" when neither knows.
func (c *Client) OutputBase() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.outputBase == "" {
		// <output base>/execroot/<workspace>/bazel-out
		if link, err := os.Readlink(filepath.Join(c.Root, "bazel-out")); err == nil {
			if base, _, ok := strings.Cut(link, "/execroot/"); ok {
				c.outputBase = base
			}
		}
	}
	return c.outputBase
}
