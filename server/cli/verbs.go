package cli

import (
	"strings"

	"bazelapple/internal/tool"
)

// A verb is a tool under the name a shell knows it by.
type verb struct {
	name    string
	aliases []string
	tool    string
	// positional names the parameters that may stand without a flag, in order;
	// one that ends in + takes all that is left.
	positional []string
	// shorthand are flags that set a parameter to a value: --debug.
	shorthand map[string]setting
	// flags are further names of parameters' flags, in the order of preference.
	flags map[string][]string
}

type setting struct {
	parameter string
	value     any
}

// reserved are the verbs that are no tools.
func reserved() []string {
	return []string{"version", "tools", "call", "doctor", "lsp", "mcp", "daemon", "setup", "guard", "sweep", "help", "completion"}
}

// verbs lists the verbs of all tools of a catalog: the names that shells know
// from XcodeBazelMCP, and for other tools a name made of the tool's.
func verbs(catalog *tool.Catalog) []verb {
	known := map[string]bool{}
	var out []verb
	add := func(v verb) {
		if !catalog.CanHandle(v.tool) || known[v.tool] {
			return
		}
		known[v.tool] = true
		out = append(out, v)
	}
	for _, v := range table() {
		add(v)
	}
	for _, name := range catalog.Names() {
		add(verb{name: derived(name), tool: name})
	}
	return out
}

// derived makes a verb of a tool's name: bazel_ios_get_run → get-run.
func derived(name string) string {
	for _, prefix := range []string{"bazel_ios_", "bazel_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name = rest
			break
		}
	}
	name = strings.ReplaceAll(strings.ReplaceAll(name, "swift_package_", "spm_"), "_", "-")
	if contains(reserved(), name) {
		return "ios-" + name
	}
	return name
}

// mode are the flags that pick a build mode.
func mode() map[string]setting {
	return map[string]setting{
		"debug": {"buildMode", "debug"}, "release": {"buildMode", "release"}, "release-with-symbols": {"buildMode", "release_with_symbols"},
	}
}

func with(base map[string]setting, more map[string]setting) map[string]setting {
	for k, v := range more {
		base[k] = v
	}
	return base
}

// table holds the verbs with names of their own. Short names and positions
// follow XcodeBazelMCP's command line.
func table() []verb {
	configuration := map[string]setting{"release": {"configuration", "release"}, "debug": {"configuration", "debug"}}
	out := []verb{
		{name: "health", tool: "bazel_ios_health"},
		{name: "discover", tool: "bazel_ios_discover_targets"},
		{name: "build", tool: "bazel_ios_build", positional: []string{"target"}, shorthand: with(mode(), map[string]setting{"simulator": {"platform", "simulator"}, "device": {"platform", "device"}})},
		{name: "run", tool: "bazel_ios_build_and_run", positional: []string{"target"}, shorthand: mode()},
		{name: "install", tool: "bazel_ios_install_app", positional: []string{"appPath"}},
		{name: "launch", tool: "bazel_ios_launch_app", positional: []string{"bundleId"}},
		{name: "stop", tool: "bazel_ios_stop_app", positional: []string{"bundleId"}},
		{name: "uninstall", tool: "bazel_ios_uninstall_app", positional: []string{"bundleId"}},
		{name: "app-path", tool: "bazel_ios_get_app_path", positional: []string{"target"}},
		{name: "bundle-id", tool: "bazel_ios_get_bundle_id", positional: []string{"appPath"}},
		{name: "test", tool: "bazel_ios_test", positional: []string{"target"}, flags: map[string][]string{"shutdownSimulatorAfterTest": {"shutdown-simulator"}}},
		{name: "coverage", tool: "bazel_ios_test_coverage", positional: []string{"target"}, flags: map[string][]string{"shutdownSimulatorAfterTest": {"shutdown-simulator"}}},
		{name: "clean", tool: "bazel_ios_clean"},
		{name: "defaults", tool: "bazel_ios_show_defaults"},
		{name: "set-defaults", tool: "bazel_ios_set_defaults"},
		{name: "profiles", tool: "bazel_ios_list_profiles"},
		{name: "query", tool: "bazel_ios_query", positional: []string{"expression+"}},
		{name: "simulators", tool: "bazel_ios_list_simulators", flags: map[string][]string{"onlyBooted": {"booted"}}},
		{name: "sim-boot", tool: "bazel_ios_boot_simulator"},
		{name: "sim-shutdown", tool: "bazel_ios_shutdown_simulator"},
		{name: "sim-erase", tool: "bazel_ios_erase_simulator", positional: []string{"simulatorId"}},
		{name: "sim-location", tool: "bazel_ios_set_simulator_location", flags: map[string][]string{"latitude": {"lat"}, "longitude": {"lon"}}},
		{name: "sim-appearance", tool: "bazel_ios_set_simulator_appearance", positional: []string{"appearance"}},
		{name: "sim-open", tool: "bazel_ios_open_simulator"},
		{name: "deps", tool: "bazel_ios_deps", positional: []string{"target"}},
		{name: "rdeps", tool: "bazel_ios_rdeps", positional: []string{"target"}},
		{name: "target-info", tool: "bazel_ios_target_info", positional: []string{"target"}},
		{name: "bsp-status", tool: "bazel_ios_bsp_status", flags: map[string][]string{"querySetupTargets": {"query-targets"}}},
		{name: "last-command", tool: "bazel_ios_last_command"},
		{name: "screenshot", tool: "bazel_ios_screenshot", positional: []string{"outputPath"}, flags: map[string][]string{"outputPath": {"output", "o"}}},
		{name: "video-start", aliases: []string{"video-record"}, tool: "bazel_ios_video_record_start", positional: []string{"outputPath"}, flags: map[string][]string{"outputPath": {"output", "o"}}},
		{name: "video-stop", tool: "bazel_ios_video_record_stop", positional: []string{"recordingId"}},
		{name: "log-start", tool: "bazel_ios_log_capture_start"},
		{name: "log-stop", tool: "bazel_ios_log_capture_stop", positional: []string{"captureId"}},
		{name: "status-bar", tool: "bazel_ios_set_status_bar", flags: map[string][]string{"networkType": {"network"}, "operatorName": {"operator"}}},
		{name: "privacy", tool: "bazel_ios_privacy", positional: []string{"action", "service", "bundleId"}},
		{name: "push", tool: "bazel_ios_push_notification", positional: []string{"bundleId"}, flags: map[string][]string{"payloadPath": {"payload"}}},
		{name: "open-url", tool: "bazel_ios_open_url", positional: []string{"url"}},
		{name: "ui-dump", tool: "bazel_ios_ui_dump"},
		{name: "add-media", tool: "bazel_ios_add_media", positional: []string{"paths+"}},
		{name: "app-container", tool: "bazel_ios_get_app_container", positional: []string{"bundleId"}},
		{name: "tap", tool: "bazel_ios_tap", positional: []string{"x", "y"}},
		{name: "double-tap", tool: "bazel_ios_double_tap", positional: []string{"x", "y"}},
		{name: "long-press", tool: "bazel_ios_long_press", positional: []string{"x", "y"}, flags: map[string][]string{"durationSeconds": {"duration"}}},
		{name: "swipe", tool: "bazel_ios_swipe", positional: []string{"direction"}},
		{name: "pinch", tool: "bazel_ios_pinch"},
		{name: "type", aliases: []string{"type-text"}, tool: "bazel_ios_type_text", positional: []string{"text+"}},
		{name: "key-press", tool: "bazel_ios_key_press", positional: []string{"key"}},
		{name: "drag", tool: "bazel_ios_drag", flags: map[string][]string{"durationSeconds": {"duration"}}},
		{name: "accessibility-snapshot", aliases: []string{"a11y"}, tool: "bazel_ios_accessibility_snapshot"},
		{name: "daemon-start", tool: "bazel_daemon_start"},
		{name: "daemon-stop", tool: "bazel_daemon_stop"},
		{name: "daemon-status", tool: "bazel_daemon_status"},
		{name: "scaffold", aliases: []string{"new"}, tool: "bazel_scaffold", positional: []string{"template", "name"}, flags: map[string][]string{"outputPath": {"output", "o"}, "families": {"family"}}},
		{name: "scaffold-templates", aliases: []string{"templates"}, tool: "bazel_scaffold_list_templates"},
		{name: "check-update", tool: "bazel_check_update"},
		{name: "upgrade", aliases: []string{"update", "self-update"}, tool: "bazel_upgrade"},
		{name: "workflows", tool: "bazel_list_workflows"},
		{name: "toggle-workflow", tool: "bazel_toggle_workflow", positional: []string{"id", "enabled"}},
		{name: "find-tools", tool: "bazel_find_tools", positional: []string{"query+"}},
		{name: "xcode-mcp-status", tool: "bazel_xcode_native_mcp_status"},
		{name: "devicehub", aliases: []string{"device-hub"}, tool: "bazel_xcode_open_device_hub"},
		{name: "xcode-export-skills", tool: "bazel_xcode_export_skills"},
		{name: "devices", tool: "bazel_ios_list_devices"},
		{name: "device-run", tool: "bazel_ios_device_build_and_run", positional: []string{"target"}, shorthand: mode()},
	}
	for _, t := range []struct{ name, tool, positional string }{
		{"device-install", "bazel_ios_device_install_app", "appPath"}, {"device-launch", "bazel_ios_device_launch_app", "bundleId"},
		{"device-stop", "bazel_ios_device_stop_app", "bundleId"}, {"device-uninstall", "bazel_ios_device_uninstall_app", "bundleId"},
		{"device-list-apps", "bazel_ios_device_list_apps", ""}, {"device-test", "bazel_ios_device_test", "target"},
		{"device-screenshot", "bazel_ios_device_screenshot", "outputPath"}, {"device-app-path", "bazel_ios_device_get_app_path", "target"},
		{"device-log-start", "bazel_ios_device_log_start", ""}, {"device-log-stop", "bazel_ios_device_log_stop", "captureId"},
		{"device-info", "bazel_ios_device_info", ""}, {"device-pair", "bazel_ios_device_pair", ""},
		{"device-unpair", "bazel_ios_device_unpair", ""}, {"device-list-pairs", "bazel_ios_device_list_pairs", ""},
		{"macos-coverage", "bazel_macos_coverage", "target"}, {"macos-clean", "bazel_macos_clean", ""},
		{"macos-launch", "bazel_macos_launch", "target|appPath"}, {"macos-stop", "bazel_macos_stop", "bundleId"},
		{"macos-install", "bazel_macos_install", "target|appPath"}, {"macos-app-path", "bazel_macos_app_path", "target"},
		{"macos-bundle-id", "bazel_macos_bundle_id", "appPath"}, {"macos-log", "bazel_macos_log", ""},
		{"macos-screenshot", "bazel_macos_screenshot", "outputPath"},
		{"lldb-detach", "bazel_ios_lldb_detach", "sessionId"}, {"lldb-bt", "bazel_ios_lldb_backtrace", "sessionId"},
		{"lldb-vars", "bazel_ios_lldb_variables", "sessionId"}, {"lldb-expr", "bazel_ios_lldb_expression", "sessionId expression+"},
		{"lldb-step", "bazel_ios_lldb_step", "sessionId action"}, {"lldb-threads", "bazel_ios_lldb_threads", "sessionId"},
		{"lldb-cmd", "bazel_ios_lldb_command", "sessionId command+"}, {"lldb-sessions", "bazel_ios_lldb_sessions", ""},
		{"lldb-break", "bazel_ios_lldb_breakpoint", "action"}, {"lldb-attach", "bazel_ios_lldb_attach", "pid|processName"},
	} {
		v := verb{name: t.name, tool: t.tool, positional: strings.Fields(t.positional)}
		switch t.name {
		case "lldb-attach":
			v.flags = map[string][]string{"processName": {"name"}, "waitFor": {"wait"}}
		case "lldb-break":
			v.flags = map[string][]string{"sessionId": {"session"}, "breakpointId": {"id"}}
		case "macos-screenshot":
			v.flags = map[string][]string{"windowOnly": {"window"}}
		}
		out = append(out, v)
	}
	for _, t := range []string{"build", "test", "run", "clean", "resolve", "dump", "init"} {
		v := verb{name: "spm-" + t, aliases: []string{"swift-" + t}, tool: "swift_package_" + t, positional: []string{"packagePath"}, shorthand: configuration, flags: map[string][]string{"packagePath": {"path"}, "configuration": {"c"}}}
		switch t {
		case "build", "test":
			v.positional = nil
		case "run":
			v.positional = []string{"executable"}
		case "init":
			v.positional, v.shorthand = []string{"type"}, nil
		default:
			v.shorthand = nil
		}
		out = append(out, v)
	}
	for _, p := range []string{"macos", "tvos", "watchos", "visionos"} {
		for _, t := range []string{"build", "test", "run"} {
			v := verb{name: p + "-" + t, tool: "bazel_" + p + "_" + t, positional: []string{"target"}}
			if t != "test" {
				v.shorthand = mode()
			}
			out = append(out, v)
		}
		out = append(out, verb{name: p + "-discover", tool: "bazel_" + p + "_discover_targets"})
	}
	return out
}

// shortFlags are the flags by which XcodeBazelMCP's command line knows a
// parameter, for all verbs.
func shortFlags(parameter string) []string {
	switch parameter {
	case "configs":
		return []string{"config"}
	case "extraArgs":
		return []string{"arg"}
	case "startupArgs":
		return []string{"startup-arg"}
	case "launchArgs":
		return []string{"launch-arg"}
	case "runArgs":
		return []string{"run-arg"}
	case "streaming":
		return []string{"stream"}
	case "testFilter":
		return []string{"filter"}
	case "timeoutSeconds":
		return []string{"timeout"}
	case "processName":
		return []string{"process"}
	case "launchEnv":
		return []string{"env"}
	}
	return nil
}
