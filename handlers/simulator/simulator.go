// Package simulator holds the tools of the simulator workflow.
package simulator

import (
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	Apple  run.Runner
	Root   string
	Home   string
}

// Module returns the simulator tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowSimulator, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_list_simulators", Title: "List Simulators…",
			Description: "List the simulators of this machine with name, OS version, state and UDID.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_boot_simulator", Title: "Boot Simulator…",
			Description: "Boot a simulator and wait until it is ready.",
			Idempotent:  true, Apple: true, Timeout: 4 * time.Minute,
		}, h.boot),
		tool.New(tool.Definition{
			Name: "bazel_ios_shutdown_simulator", Title: "Shut Down Simulator…",
			Description: "Shut down one simulator, or all of them with all: true.",
			Destructive: true, Idempotent: true, Apple: true, Timeout: 4 * time.Minute,
		}, h.shutdown),
		tool.New(tool.Definition{
			Name: "bazel_ios_erase_simulator", Title: "Erase Simulator…",
			Description: "Reset a simulator to its first state: all its apps and data are lost.",
			Destructive: true, Idempotent: true, Apple: true, Timeout: 4 * time.Minute,
		}, h.erase),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_simulator_location", Title: "Set Simulator Location…",
			Description: "Set the GPS position that a simulator reports.",
			Idempotent:  true, Apple: true,
		}, h.location),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_simulator_appearance", Title: "Set Simulator Appearance…",
			Description: "Switch a simulator between light and dark mode.",
			Idempotent:  true, Apple: true,
		}, h.appearance),
		tool.New(tool.Definition{
			Name: "bazel_ios_open_simulator", Title: "Open Simulator…",
			Description: "Open the Simulator app's window, optionally on one simulator.",
			Idempotent:  true, Apple: true,
		}, h.open),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_status_bar", Title: "Set Simulator Status Bar…",
			Description: "Override the status bar of a simulator (clock, battery, network, carrier), for clean screenshots, or clear the override.",
			Idempotent:  true, Apple: true,
		}, h.statusBar),
		tool.New(tool.Definition{
			Name: "bazel_ios_privacy", Title: "Set Simulator Privacy…",
			Description: "Grant, revoke or reset an app's permission on a simulator: photos, camera, location, contacts and others.",
			Idempotent:  true, Apple: true,
		}, h.privacy),
		tool.New(tool.Definition{
			Name: "bazel_ios_ui_dump", Title: "Show Simulator Display Settings…",
			Description: "Show the appearance, contrast and text size settings of a simulator.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.uiDump),
		tool.New(tool.Definition{
			Name: "bazel_ios_add_media", Title: "Add Media to Simulator…",
			Description: "Add photos, videos or contacts to a simulator's library.",
			Apple:       true,
		}, h.addMedia),
		tool.New(tool.Definition{
			Name: "bazel_ios_get_app_container", Title: "Show App Container…",
			Description: "Find the folder on disk that holds an installed app, its data or its groups on a simulator.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.container),
	}}
}

type handlers struct{ Deps }
