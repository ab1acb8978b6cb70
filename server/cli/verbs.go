package cli

import (
	"strings"

	"bazelapple/internal/tool"
)

// A Verb is a tool under the name a shell knows it by.
type Verb struct {
	Name    string
	Aliases []string
	Tool    string
	// Positional names the parameters that may stand without a flag, in order;
	// one that ends in + takes all that is left.
	Positional []string
	// Shorthand are flags that set a parameter to a value: --debug.
	Shorthand map[string]Setting
	// Flags are further names of parameters' flags, in the order of preference.
	Flags map[string][]string
}

// A Setting is a parameter and its value.
type Setting struct {
	Parameter string
	Value     any
}

// Reserved are the verbs that are no tools.
func Reserved() []string {
	return []string{"version", "tools", "call", "doctor", "lsp", "mcp", "daemon", "debug-adapter", "setup", "guard", "sweep", "environ", "help", "completion"}
}

// Verbs lists the verbs of all tools of a catalog: the names that shells know
// from XcodeBazelMCP, and for other tools a name made of the tool's.
func Verbs(catalog *tool.Catalog) []Verb {
	known, taken := map[string]bool{}, map[string]bool{}
	var out []Verb
	add := func(v Verb) {
		if !catalog.CanHandle(v.Tool) || known[v.Tool] {
			return
		}
		known[v.Tool] = true
		for _, name := range append([]string{v.Name}, v.Aliases...) {
			taken[name] = true
		}
		out = append(out, v)
	}
	for _, v := range table() {
		add(v)
	}
	for _, name := range catalog.Names() {
		verb := derived(name)
		if taken[verb] {
			verb = strings.ReplaceAll(name, "_", "-")
		}
		add(Verb{Name: verb, Tool: name})
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
	if contains(Reserved(), name) {
		return "ios-" + name
	}
	return name
}

// mode are the flags that pick a build mode.
func mode() map[string]Setting {
	return map[string]Setting{
		"debug": {"buildMode", "debug"}, "release": {"buildMode", "release"}, "release-with-symbols": {"buildMode", "release_with_symbols"},
	}
}

func with(base map[string]Setting, more map[string]Setting) map[string]Setting {
	for k, v := range more {
		base[k] = v
	}
	return base
}

// table holds the verbs with names of their own. Short names and positions
// follow XcodeBazelMCP's command line.
func table() []Verb {
	configuration := map[string]Setting{"release": {"configuration", "release"}, "debug": {"configuration", "debug"}}
	out := []Verb{
		{Name: "health", Tool: "bazel_ios_health"},
		{Name: "bazel-run", Tool: "bazel_run", Positional: []string{"target"}},
		{Name: "discover", Tool: "bazel_ios_discover_targets"},
		{Name: "build", Tool: "bazel_ios_build", Positional: []string{"target"}, Shorthand: with(mode(), map[string]Setting{"simulator": {"platform", "simulator"}, "device": {"platform", "device"}})},
		{Name: "run", Tool: "bazel_ios_build_and_run", Positional: []string{"target"}, Shorthand: mode()},
		{Name: "install", Tool: "bazel_ios_install_app", Positional: []string{"appPath"}},
		{Name: "launch", Tool: "bazel_ios_launch_app", Positional: []string{"bundleId"}},
		{Name: "stop", Tool: "bazel_ios_stop_app", Positional: []string{"bundleId"}},
		{Name: "uninstall", Tool: "bazel_ios_uninstall_app", Positional: []string{"bundleId"}},
		{Name: "app-path", Tool: "bazel_ios_get_app_path", Positional: []string{"target"}},
		{Name: "bundle-id", Tool: "bazel_ios_get_bundle_id", Positional: []string{"appPath"}},
		{Name: "test", Tool: "bazel_ios_test", Positional: []string{"target"}, Flags: map[string][]string{"shutdownSimulatorAfterTest": {"shutdown-simulator"}}},
		{Name: "coverage", Tool: "bazel_ios_test_coverage", Positional: []string{"target"}, Flags: map[string][]string{"shutdownSimulatorAfterTest": {"shutdown-simulator"}}},
		{Name: "clean", Tool: "bazel_ios_clean"},
		{Name: "defaults", Tool: "bazel_ios_show_defaults"},
		{Name: "set-defaults", Tool: "bazel_ios_set_defaults"},
		{Name: "profiles", Tool: "bazel_ios_list_profiles"},
		{Name: "query", Tool: "bazel_ios_query", Positional: []string{"expression+"}},
		{Name: "simulators", Tool: "bazel_ios_list_simulators", Flags: map[string][]string{"onlyBooted": {"booted"}}},
		{Name: "sim-boot", Tool: "bazel_ios_boot_simulator"},
		{Name: "sim-shutdown", Tool: "bazel_ios_shutdown_simulator"},
		{Name: "sim-erase", Tool: "bazel_ios_erase_simulator", Positional: []string{"simulatorId"}},
		{Name: "sim-location", Tool: "bazel_ios_set_simulator_location", Flags: map[string][]string{"latitude": {"lat"}, "longitude": {"lon"}}},
		{Name: "sim-appearance", Tool: "bazel_ios_set_simulator_appearance", Positional: []string{"appearance"}},
		{Name: "sim-open", Tool: "bazel_ios_open_simulator"},
		{Name: "deps", Tool: "bazel_ios_deps", Positional: []string{"target"}},
		{Name: "rdeps", Tool: "bazel_ios_rdeps", Positional: []string{"target"}},
		{Name: "target-info", Tool: "bazel_ios_target_info", Positional: []string{"target"}},
		{Name: "bsp-status", Tool: "bazel_ios_bsp_status", Flags: map[string][]string{"querySetupTargets": {"query-targets"}}},
		{Name: "last-command", Tool: "bazel_ios_last_command"},
		{Name: "screenshot", Tool: "bazel_ios_screenshot", Positional: []string{"outputPath"}, Flags: map[string][]string{"outputPath": {"output", "o"}}},
		{Name: "video-start", Aliases: []string{"video-record"}, Tool: "bazel_ios_video_record_start", Positional: []string{"outputPath"}, Flags: map[string][]string{"outputPath": {"output", "o"}}},
		{Name: "video-stop", Tool: "bazel_ios_video_record_stop", Positional: []string{"recordingId"}},
		{Name: "log-start", Tool: "bazel_ios_log_capture_start"},
		{Name: "log-stop", Tool: "bazel_ios_log_capture_stop", Positional: []string{"captureId"}},
		{Name: "status-bar", Tool: "bazel_ios_set_status_bar", Flags: map[string][]string{"networkType": {"network"}, "operatorName": {"operator"}}},
		{Name: "privacy", Tool: "bazel_ios_privacy", Positional: []string{"action", "service", "bundleId"}},
		{Name: "push", Tool: "bazel_ios_push_notification", Positional: []string{"bundleId"}, Flags: map[string][]string{"payloadPath": {"payload"}}},
		{Name: "open-url", Tool: "bazel_ios_open_url", Positional: []string{"url"}},
		{Name: "ui-dump", Tool: "bazel_ios_ui_dump"},
		{Name: "add-media", Tool: "bazel_ios_add_media", Positional: []string{"paths+"}},
		{Name: "app-container", Tool: "bazel_ios_get_app_container", Positional: []string{"bundleId"}},
		{Name: "tap", Tool: "bazel_ios_tap", Positional: []string{"x", "y"}},
		{Name: "double-tap", Tool: "bazel_ios_double_tap", Positional: []string{"x", "y"}},
		{Name: "long-press", Tool: "bazel_ios_long_press", Positional: []string{"x", "y"}, Flags: map[string][]string{"durationSeconds": {"duration"}}},
		{Name: "swipe", Tool: "bazel_ios_swipe", Positional: []string{"direction"}},
		{Name: "pinch", Tool: "bazel_ios_pinch"},
		{Name: "type", Aliases: []string{"type-text"}, Tool: "bazel_ios_type_text", Positional: []string{"text+"}},
		{Name: "key-press", Tool: "bazel_ios_key_press", Positional: []string{"key"}},
		{Name: "drag", Tool: "bazel_ios_drag", Flags: map[string][]string{"durationSeconds": {"duration"}}},
		{Name: "accessibility-snapshot", Aliases: []string{"a11y"}, Tool: "bazel_ios_accessibility_snapshot"},
		{Name: "daemon-start", Tool: "bazel_daemon_start"},
		{Name: "daemon-stop", Tool: "bazel_daemon_stop"},
		{Name: "daemon-status", Tool: "bazel_daemon_status"},
		{Name: "scaffold", Aliases: []string{"new"}, Tool: "bazel_scaffold", Positional: []string{"template", "name"}, Flags: map[string][]string{"outputPath": {"output", "o"}, "families": {"family"}}},
		{Name: "scaffold-templates", Aliases: []string{"templates"}, Tool: "bazel_scaffold_list_templates"},
		{Name: "check-update", Tool: "bazel_check_update"},
		{Name: "upgrade", Aliases: []string{"update", "self-update"}, Tool: "bazel_upgrade"},
		{Name: "workflows", Tool: "bazel_list_workflows"},
		{Name: "toggle-workflow", Tool: "bazel_toggle_workflow", Positional: []string{"id", "enabled"}},
		{Name: "find-tools", Tool: "bazel_find_tools", Positional: []string{"query+"}},
		{Name: "xcode-mcp-status", Tool: "bazel_xcode_native_mcp_status"},
		{Name: "devicehub", Aliases: []string{"device-hub"}, Tool: "bazel_xcode_open_device_hub"},
		{Name: "xcode-export-skills", Tool: "bazel_xcode_export_skills"},
		{Name: "devices", Tool: "bazel_ios_list_devices"},
		{Name: "device-run", Tool: "bazel_ios_device_build_and_run", Positional: []string{"target"}, Shorthand: mode()},
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
		v := Verb{Name: t.name, Tool: t.tool, Positional: strings.Fields(t.positional)}
		switch t.name {
		case "lldb-attach":
			v.Flags = map[string][]string{"processName": {"name"}, "waitFor": {"wait"}}
		case "lldb-break":
			v.Flags = map[string][]string{"sessionId": {"session"}, "breakpointId": {"id"}}
		case "macos-screenshot":
			v.Flags = map[string][]string{"windowOnly": {"window"}}
		}
		out = append(out, v)
	}
	for _, t := range []string{"build", "test", "run", "clean", "resolve", "dump", "init"} {
		v := Verb{Name: "spm-" + t, Aliases: []string{"swift-" + t}, Tool: "swift_package_" + t, Positional: []string{"packagePath"}, Shorthand: configuration, Flags: map[string][]string{"packagePath": {"path"}}}
		switch t {
		case "build", "test", "run":
			v.Positional, v.Flags["configuration"] = nil, []string{"c"}
			if t == "run" {
				v.Positional = []string{"executable"}
			}
		case "init":
			v.Positional, v.Shorthand = []string{"type"}, nil
		default:
			v.Shorthand = nil
		}
		out = append(out, v)
	}
	for _, p := range []string{"macos", "tvos", "watchos", "visionos"} {
		for _, t := range []string{"build", "test", "run"} {
			v := Verb{Name: p + "-" + t, Tool: "bazel_" + p + "_" + t, Positional: []string{"target"}}
			if t != "test" {
				v.Shorthand = mode()
			}
			out = append(out, v)
		}
		out = append(out, Verb{Name: p + "-discover", Tool: "bazel_" + p + "_discover_targets"})
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
