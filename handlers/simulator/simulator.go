// Package simulator holds the tools of the simulator workflow.
package simulator

import (
	"time"

	"bazelapple/handlers/simtarget"
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
			Output:      listed{},
			Description: "List which simulators (iPhone, iPad …) there are: name, OS version, UDID, booted or not.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_boot_simulator", Title: "Boot Simulator…",
			Output:      simtarget.On{},
			Description: "Boot (start) a simulator and wait until it is ready.",
			Idempotent:  true, Apple: true, Timeout: 4 * time.Minute,
		}, h.boot),
		tool.New(tool.Definition{
			Name: "bazel_ios_shutdown_simulator", Title: "Shut Down Simulator…",
			Description: "Shut down (turn off, close) a running simulator, or all with all: true.",
			Destructive: true, Idempotent: true, Apple: true, Timeout: 4 * time.Minute,
		}, h.shutdown),
		tool.New(tool.Definition{
			Name: "bazel_ios_erase_simulator", Title: "Erase Simulator…",
			Description: "Factory-reset a simulator: erase all content, settings and apps, so that it is clean.",
			Destructive: true, Idempotent: true, Apple: true, Timeout: 4 * time.Minute,
		}, h.erase),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_simulator_location", Title: "Set Simulator Location…",
			Description: "Simulate a GPS location: set the coordinates that a simulator reports.",
			Idempotent:  true, Apple: true,
		}, h.location),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_simulator_appearance", Title: "Set Simulator Appearance…",
			Description: "Switch a simulator's theme between light and dark mode.",
			Idempotent:  true, Apple: true,
		}, h.appearance),
		tool.New(tool.Definition{
			Name: "bazel_ios_open_simulator", Title: "Open Simulator…",
			Description: "Show the Simulator window in front.",
			Idempotent:  true, Apple: true,
		}, h.open),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_status_bar", Title: "Set Simulator Status Bar…",
			Description: "Fake a simulator's status bar (clock, battery, network, wifi, carrier) for App Store screenshots, or clear it.",
			Idempotent:  true, Apple: true,
		}, h.statusBar),
		tool.New(tool.Definition{
			Name: "bazel_ios_privacy", Title: "Set Simulator Privacy…",
			Description: "Grant (allow), revoke or reset an app's permission on a simulator: photos, camera, location, microphone, contacts and others.",
			Idempotent:  true, Apple: true,
		}, h.privacy),
		tool.New(tool.Definition{
			Name: "bazel_ios_ui_dump", Title: "Show Simulator Display Settings…",
			Description: "Show a simulator's display settings: appearance, contrast, text size.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.uiDump),
		tool.New(tool.Definition{
			Name: "bazel_ios_add_media", Title: "Add Media to Simulator…",
			Description: "Add (import) photos, pictures, videos or contacts to a simulator's photo library or gallery.",
			Apple:       true,
		}, h.addMedia),
		tool.New(tool.Definition{
			Name: "bazel_ios_get_app_container", Title: "Show App Container…",
			Description: "Find the folder on disk where an installed app stores its files on a simulator: app, data (documents) or groups.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.container),
	}}
}

type handlers struct{ Deps }
