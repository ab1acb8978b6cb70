// Package device holds the tools of the device workflow: physical devices.
package device

import (
	"time"

	"bazelapple/handlers/applifecycle"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Devicectl *devicectl.Client
	Apple     run.Runner
	Apps      applifecycle.Apps
	Root      string
	Home      string
	Logs      *state.Tasks[*Log]
	// Built are the tools that build first; the Bazel side makes them.
	Built []tool.Tool
}

// Module returns the device tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowDevice, Tools: append([]tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_list_devices", Title: "List Devices…",
			Description: "List connected physical devices (real iPhone, iPad by cable or network) with name, OS version and identifiers.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_get_app_path", Title: "Show App Path for Device…",
			Description: "Path of the .app bundle that Bazel built for a physical device.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true,
		}, h.appPath),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_install_app", Title: "Install App on Device…",
			Description: "Install a built .app or .ipa on a physical device (iPhone).",
			Idempotent:  true, Apple: true, Timeout: 10 * time.Minute,
		}, h.install),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_launch_app", Title: "Launch App on Device…",
			Description: "Start an installed app on a physical device (iPhone), with arguments and environment.",
			Apple:       true,
		}, h.launch),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_stop_app", Title: "Stop App on Device…",
			Description: "Stop (kill) a running app on a physical device (iPhone).",
			Idempotent:  true, Apple: true, Timeout: 4 * time.Minute,
		}, h.stop),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_uninstall_app", Title: "Uninstall App from Device…",
			Description: "Uninstall (remove) an app and its data from a physical device (phone).",
			Destructive: true, Idempotent: true, Apple: true,
		}, h.uninstall),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_list_apps", Title: "List Apps on Device…",
			Description: "List the developer apps that are installed on a physical device.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.listApps),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_info", Title: "Show Device Details…",
			Description: "Show details of a physical device (phone): model, iOS version, storage, developer mode, connection.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.info),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_pair", Title: "Pair Device…",
			Description: "Pair a new physical device (iPhone) with this Mac; it asks for trust on its screen.",
			Idempotent:  true, Apple: true,
		}, h.pair),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_unpair", Title: "Unpair Device…",
			Description: "Unpair: forget the pairing of a named device (phone) with this Mac.",
			Destructive: true, Idempotent: true, Apple: true,
		}, h.unpair),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_list_pairs", Title: "List Paired Devices",
			Description: "List which devices (phone, watch) are paired with this Mac, connected or not.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.listPairs),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_screenshot", Title: "Take Device Screenshot…",
			Description: "Take a screenshot (picture) of a physical device, a real iPhone or iPad, as a PNG file.",
			Apple:       true,
		}, h.screenshot),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_log_start", Title: "Start Device Log Capture…",
			Description: "Start streaming a physical device's (phone's) console log in the background, optionally of one process.",
			Apple:       true,
		}, h.logStart),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_log_stop", Title: "Stop Device Log Capture…",
			Description: "Stop a physical device's log capture and show the lines it collected.",
			Idempotent:  true,
		}, h.logStop),
	}, d.Built...)}
}

type handlers struct{ Deps }
