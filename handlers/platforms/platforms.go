// Package platforms holds the tools of the tvos, watchos and visionos workflows:
// four each, the same but for the platform.
package platforms

import (
	"context"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/build"
	"bazelapple/handlers/project"
	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/tool"
)

// Deps are what the modules stand on.
type Deps struct {
	Build   build.Deps
	Test    test.Deps
	Project project.Deps
}

// Modules returns the three modules.
func Modules(d Deps) []tool.Module {
	return []tool.Module{
		module[tvosKind](d, platform{tool.WorkflowTVOS, "tvos", "tvOS", "Apple TV", bazel.TvOS, kind.TvOS}),
		module[watchosKind](d, platform{tool.WorkflowWatchOS, "watchos", "watchOS", "Apple Watch", bazel.WatchOS, kind.WatchOS}),
		module[visionosKind](d, platform{tool.WorkflowVisionOS, "visionos", "visionOS", "Apple Vision Pro", bazel.VisionOS, kind.VisionOS}),
	}
}

// The kinds of targets that each platform lists.
type (
	tvosKind     string
	watchosKind  string
	visionosKind string
)

// Enum implements the tools' enums.
func (tvosKind) Enum() []string { return []string{"tvos_apps", "tvos_tests", "tvos_all"} }

// Enum implements the tools' enums.
func (watchosKind) Enum() []string { return []string{"watchos_apps", "watchos_tests", "watchos_all"} }

// Enum implements the tools' enums.
func (visionosKind) Enum() []string {
	return []string{"visionos_apps", "visionos_tests", "visionos_all"}
}

// A platform is what its four tools differ in.
type platform struct {
	workflow    tool.Workflow
	id          string // in the tools' names
	name        string // for people
	product     string // what people call the machine
	destination bazel.Destination
	kind        kind.Platform
}

func (p platform) tool(verb string) string { return "bazel_" + p.id + "_" + verb }

func module[K ~string](d Deps, p platform) tool.Module {
	h := &handlers{d, p}
	return tool.Module{Workflow: p.workflow, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: p.tool("build"), Title: "Build for " + p.name + "…",
			Description: "Build (compile) a " + p.name + " (" + p.product + ") app or target for the simulator.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Idempotent: true, Timeout: bazelcall.BuildTimeout,
		}, h.build),
		tool.New(tool.Definition{
			Name: p.tool("run"), Title: "Run on " + p.name + " Simulator…",
			Description: "Build and run (launch) a " + p.name + " (" + p.product + ") app in the simulator until it ends.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, OpenWorld: true, Timeout: bazelcall.BuildTimeout,
		}, h.run),
		tool.New(tool.Definition{
			Name: p.tool("test"), Title: "Test on " + p.name + "…",
			Description: "Run " + p.name + " (" + p.product + ") tests and tell each failed test with its message and line.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.test),
		project.DiscoverTool[K](d.Project, p.tool("discover_targets"), p.name, p.kind),
	}}
}

type handlers struct {
	Deps
	platform
}

type buildInput struct {
	Target    tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label or pattern to build"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	tool.Bazel
}

func (h *handlers) build(ctx context.Context, call *tool.Call, in buildInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "build", h.tool("build"), "Build "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination = in.BuildMode, h.destination
	return h.Build.Build(ctx, r)
}

type runInput struct {
	Target    tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	RunArgs   []string       `json:"runArgs,omitempty" jsonschema:"arguments of the program"`
	tool.Bazel
}

func (h *handlers) run(ctx context.Context, call *tool.Call, in runInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "run", h.tool("run"), "Run "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination = in.BuildMode, h.destination
	return h.Build.Run(ctx, r, in.RunArgs)
}

func (h *handlers) test(ctx context.Context, call *tool.Call, in test.Input) (*tool.Result, error) {
	return h.Test.Run(ctx, call, test.Kind{Tool: h.tool("test"), Verb: "test", Destination: h.destination}, in)
}
