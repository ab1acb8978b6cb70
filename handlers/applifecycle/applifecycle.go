// Package applifecycle holds the tools that install, start, stop and remove
// apps on simulators.
package applifecycle

import (
	"context"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Apps finds what a label was built into.
type Apps interface {
	// AppPath returns the .app that the last build of the label made. It builds
	// nothing.
	AppPath(ctx context.Context, call *tool.Call, label string, startupArgs []string) (path string, err error)
}

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	Apps   Apps
	// Plutil runs Apple's plutil for an Info.plist that we cannot read; nil where
	// there is none.
	Plutil run.Runner
	Root   string
	Home   string
}

// Module returns the app_lifecycle tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowAppLifecycle, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_install_app", Title: "Install App on Simulator…",
			Description: "Install (put) a built .app bundle on a simulator, which is booted if need be.",
			Idempotent:  true, Apple: true, Timeout: 10 * time.Minute,
		}, h.install),
		tool.New(tool.Definition{
			Name: "bazel_ios_launch_app", Title: "Launch App on Simulator…",
			Output:      onApp{},
			Description: "Start an app that is installed on a simulator, with arguments and environment.",
			Apple:       true,
		}, h.launch),
		tool.New(tool.Definition{
			Name: "bazel_ios_stop_app", Title: "Stop App on Simulator…",
			Output:      onApp{},
			Description: "Stop (terminate, kill, quit) a running app on a simulator.",
			Idempotent:  true, Apple: true,
		}, h.stop),
		tool.New(tool.Definition{
			Name: "bazel_ios_uninstall_app", Title: "Uninstall App from Simulator…",
			Description: "Uninstall (delete) an app and its data from a simulator.",
			Destructive: true, Idempotent: true, Apple: true,
		}, h.uninstall),
		tool.New(tool.Definition{
			Name: "bazel_ios_get_app_path", Title: "Show App Path…",
			Description: "Find where the .app bundle (build output path) that Bazel produced for a target is.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true, StartupArgs: true,
		}, h.appPath),
		tool.New(tool.Definition{
			Name: "bazel_ios_get_bundle_id", Title: "Show Bundle Identifier…",
			Description: "Read the bundle identifier (CFBundleIdentifier) of a built .app, given its path or target.",
			ReadOnly:    true, Idempotent: true,
		}, h.bundleID),
	}}
}

type handlers struct{ Deps }
