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
			Description: "List the physical devices with name, OS version, connection and identifiers.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_get_app_path", Title: "Show App Path for Device…",
			Description: "Find the .app bundle that the last build of a target for devices made.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true,
		}, h.appPath),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_install_app", Title: "Install App on Device…",
			Description: "Install a built .app on a physical device.",
			Idempotent:  true, Apple: true, Timeout: 10 * time.Minute,
		}, h.install),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_launch_app", Title: "Launch App on Device…",
			Description: "Start an installed app on a physical device, with arguments and environment.",
			Apple:       true,
		}, h.launch),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_stop_app", Title: "Stop App on Device…",
			Description: "Stop a running app on a physical device.",
			Idempotent:  true, Apple: true, Timeout: 4 * time.Minute,
		}, h.stop),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_uninstall_app", Title: "Uninstall App from Device…",
			Description: "Remove an app and its data from a physical device.",
			Destructive: true, Idempotent: true, Apple: true,
		}, h.uninstall),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_list_apps", Title: "List Apps on Device…",
			Description: "List the apps that developers installed on a physical device.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.listApps),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_info", Title: "Show Device Details…",
			Description: "Show a physical device's model, OS, storage, developer mode and connection.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.info),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_pair", Title: "Pair Device…",
			Description: "Pair a physical device with this Mac; the device asks for trust on its screen.",
			Idempotent:  true, Apple: true,
		}, h.pair),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_unpair", Title: "Unpair Device…",
			Description: "Remove the pairing of one named device with this Mac.",
			Destructive: true, Idempotent: true, Apple: true,
		}, h.unpair),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_list_pairs", Title: "List Paired Devices",
			Description: "List the devices that are paired with this Mac, connected or not.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.listPairs),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_screenshot", Title: "Take Device Screenshot…",
			Description: "Take a screenshot of a physical device and save it as a PNG file.",
			Apple:       true,
		}, h.screenshot),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_log_start", Title: "Start Device Log Capture…",
			Description: "Start capturing a physical device's log in the background, optionally of one process.",
			Apple:       true,
		}, h.logStart),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_log_stop", Title: "Stop Device Log Capture…",
			Description: "Stop a device log capture and return what it caught, newest last.",
			Idempotent:  true,
		}, h.logStop),
	}, d.Built...)}
}

type handlers struct{ Deps }
