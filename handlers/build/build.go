// Package build holds the tools of the build workflow: build a target, build an
// app and start it, run any executable target.
package build

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Devices is what the module needs of devicectl.
type Devices interface {
	Resolve(context.Context, devicectl.Choice) (devicectl.Device, string, error)
	Install(ctx context.Context, device, path string) (bundleID string, err error)
	Launch(ctx context.Context, device, bundleID string, args []string, env map[string]string) (pid int, err error)
}

// Deps are what the module stands on.
type Deps struct {
	Bazel      *bazel.Client
	Simulators *simctl.Client
	Devices    Devices
	// Apple says whether Apple's programs can be run; nil means yes.
	Apple func() (warning string, err error)
	// Plutil runs Apple's plutil; nil where there is none.
	Plutil run.Runner
	// Cache is where archives are unpacked.
	Cache artifacts.Cache
}

// Module returns the build tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowBuild, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_build", Title: "Build…",
			Output:      bazelcall.Facts{},
			Description: "Build the app: compile it or any target and show compiler errors; for simulator or device, debug or release.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Idempotent: true, Timeout: bazelcall.BuildTimeout,
		}, h.build),
		tool.New(tool.Definition{
			Name: "bazel_ios_build_and_run", Title: "Build and Run…",
			Output:      launched{},
			Description: "Build the app and run it in the simulator (iPhone) or on a device: install and launch it in one step.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.buildAndRun),
		tool.New(tool.Definition{
			Name: "bazel_run", Title: "Run Executable…",
			Description: "bazel run: build an executable target (tool, script, binary) and run it with arguments.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, OpenWorld: true, Timeout: bazelcall.BuildTimeout,
		}, h.run),
	}}
}

type handlers struct{ Deps }

type buildInput struct {
	Target           tool.Label        `json:"target" required:"true" default:"target" jsonschema:"label or pattern to build"`
	BuildMode        tool.BuildMode    `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode; the --config of that name where .bazelrc has one"`
	Platform         bazel.Destination `json:"platform,omitempty" default:"platform" jsonschema:"what the build is for; none adds no platform flags"`
	SimulatorName    tool.Word         `json:"simulatorName,omitempty" default:"simulatorName" group:"simulator" jsonschema:"simulator for tests that the build prepares"`
	SimulatorVersion tool.Word         `json:"simulatorVersion,omitempty" jsonschema:"OS version of that simulator"`
	tool.Bazel
}

func (h *handlers) build(ctx context.Context, call *tool.Call, in buildInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "build", "bazel_ios_build", "Build "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination, r.SimulatorName, r.SimulatorVersion = in.BuildMode, in.Platform, simulatorName(in.SimulatorName), string(in.SimulatorVersion)
	return h.Build(ctx, r)
}

// Build builds and answers as bazel_ios_build does.
func (d Deps) Build(ctx context.Context, r bazel.Request) (*tool.Result, error) {
	_, res, err := (&handlers{d}).built(ctx, r)
	return res, err
}

// simulatorName is the name alone of "iPhone 17, latest".
func simulatorName(w tool.Word) string {
	name, _, _ := strings.Cut(string(w), ",")
	return strings.TrimSpace(name)
}

// built builds and makes the answer.
func (h *handlers) built(ctx context.Context, r bazel.Request) (*bazel.Result, *tool.Result, error) {
	res, err := h.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, nil, err
	}
	target := r.Targets[0]
	facts := bazelcall.Of(h.Bazel, res, target)
	if !res.OK() {
		return res, nil, bazelcall.Failure("build of "+target, facts, res, h.Bazel.Root)
	}
	out := &tool.Result{RunID: res.RunID, Warnings: bazelcall.Warnings(res)}
	lines := []string{fmt.Sprintf("Built %s in %.1f s%s", target, res.Duration.Seconds(), actions(facts))}
	for _, a := range h.outputs(res, target) {
		facts.Outputs = append(facts.Outputs, bazelcall.Output{Kind: string(a.Kind), Path: a.Path, Label: a.Label, Local: a.Local})
		if len(facts.Outputs) <= maxOutputs {
			lines = append(lines, fmt.Sprintf("  %s: %s", a.Kind, a.Path))
		}
		if !a.Local {
			out.Warnings = append(out.Warnings, "left in the remote cache: "+a.ExecPath+"; build with --remote_download_outputs=toplevel to fetch it")
		}
	}
	if more := len(facts.Outputs) - maxOutputs; more > 0 {
		lines = append(lines, fmt.Sprintf("  and %d more outputs", more))
		facts.Outputs = facts.Outputs[:maxOutputs]
	}
	if res.Build != nil && res.Build.TargetCount() == 0 {
		out.Warnings = append(out.Warnings, "nothing was built: the pattern matches no target")
	}
	lines = append(lines, facts.Lines(h.Bazel.Root)...)
	if facts.InvocationURL != "" {
		lines = append(lines, "Invocation: "+facts.InvocationURL)
	}
	out.Text, out.Data = strings.Join(lines, "\n"), facts
	return res, out, nil
}

const maxOutputs = 10

func actions(f bazelcall.Facts) string {
	switch {
	case f.Actions == nil:
		return ""
	case f.Actions.Executed == 0 && f.Actions.CacheHits == 0:
		return ", everything was up to date"
	}
	text := fmt.Sprintf(", %d actions run", f.Actions.Executed)
	if f.Actions.CacheHits > 0 {
		text += fmt.Sprintf(", %d from the remote or disk cache", f.Actions.CacheHits)
	}
	return text
}
