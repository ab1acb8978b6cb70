// Package macos holds the tools of the macos workflow: Mac apps built with
// Bazel, and the Mac they run on.
package macos

import (
	"context"
	"time"

	"bazelapple/handlers/applifecycle"
	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/build"
	"bazelapple/handlers/project"
	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Apple        run.Runner
	Apps         applifecycle.Apps
	Root         string
	Home         string
	Applications string // folder that apps are installed into
	// Detach starts a program that outlives the call, with variables added to
	// its environment.
	Detach func(args, env []string, dir string) (pid int, err error)

	Build   build.Deps
	Test    test.Deps
	Project project.Deps
}

// Module returns the macos tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowMacOS, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_macos_build", Title: "Build for macOS…",
			Description: "Build (compile) a Mac app or other macOS target.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Idempotent: true, Timeout: bazelcall.BuildTimeout,
		}, h.build),
		tool.New(tool.Definition{
			Name: "bazel_macos_run", Title: "Run Mac Program…",
			Description: "Build and run (open) a Mac app or macOS command-line tool until it ends.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, OpenWorld: true, Timeout: bazelcall.BuildTimeout,
		}, h.run),
		tool.New(tool.Definition{
			Name: "bazel_macos_test", Title: "Test on macOS…",
			Description: "Run macOS (Mac) tests and tell each failed test with its message and line.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.testing("bazel_macos_test", "test")),
		tool.New(tool.Definition{
			Name: "bazel_macos_coverage", Title: "macOS Test with Coverage…",
			Description: "Run macOS (Mac) tests with code coverage and tell the covered lines.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.testing("bazel_macos_coverage", "coverage")),
		project.DiscoverTool[targetKind](d.Project, "bazel_macos_discover_targets", "macOS", kind.MacOS),
		project.CleanTool(d.Project, "bazel_macos_clean", "Clean macOS Build…"),
		tool.New(tool.Definition{
			Name: "bazel_macos_launch", Title: "Launch Mac App…",
			Description: "Open (launch) an already built Mac app, with arguments and environment.",
			Apple:       true,
		}, h.launch),
		tool.New(tool.Definition{
			Name: "bazel_macos_stop", Title: "Stop Mac App…",
			Description: "Quit (stop, kill) a Mac app by bundle identifier or a process by name.",
			Idempotent:  true, Apple: true,
		}, h.stop),
		tool.New(tool.Definition{
			Name: "bazel_macos_install", Title: "Install Mac App…",
			Description: "Install: copy a built Mac app into the Applications or another folder.",
			Idempotent:  true, Apple: true, Timeout: 10 * time.Minute,
		}, h.install),
		tool.New(tool.Definition{
			Name: "bazel_macos_app_path", Title: "Show Mac App Path…",
			Description: "Find where the built .app bundle of a Mac target is.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true,
		}, h.appPath),
		tool.New(tool.Definition{
			Name: "bazel_macos_bundle_id", Title: "Show Mac Bundle Identifier…",
			Description: "Read the bundle identifier of a Mac (macOS) app, given its path or target.",
			ReadOnly:    true, Idempotent: true,
		}, h.bundleID),
		tool.New(tool.Definition{
			Name: "bazel_macos_log", Title: "Capture Mac Log…",
			Description: "Read logs of a Mac app: capture this Mac's log for some seconds, optionally of one process.",
			ReadOnly:    true, Apple: true, Timeout: time.Minute,
		}, h.log),
		tool.New(tool.Definition{
			Name: "bazel_macos_screenshot", Title: "Take Mac Screenshot…",
			Description: "Take a screenshot of this Mac: the desktop, or the front app window, as a PNG file.",
			Apple:       true,
		}, h.screenshot),
	}}
}

type handlers struct{ Deps }

// targetKind is which targets are listed.
type targetKind string

// Enum implements the tools' enums.
func (targetKind) Enum() []string { return []string{"macos_apps", "macos_tests", "macos_all"} }

func (h *handlers) testing(name, verb string) tool.Func[test.Input] {
	return func(ctx context.Context, call *tool.Call, in test.Input) (*tool.Result, error) {
		return h.Test.Run(ctx, call, test.Kind{Tool: name, Verb: verb, Destination: bazel.MacOS}, in)
	}
}
