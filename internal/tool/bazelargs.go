package tool

import (
	"fmt"
	"strings"
)

// Bazel holds the parameters of every tool that runs Bazel.
type Bazel struct {
	Configs     Configs     `json:"configs,omitempty" jsonschema:"names from .bazelrc; each becomes --config=NAME"`
	StartupArgs StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
	ExtraArgs   ExtraArgs   `json:"extraArgs,omitempty" jsonschema:"further Bazel flags, placed before the target"`
	Timed
	Stream
}

// Timed is the parameter that bounds a call in time.
type Timed struct {
	TimeoutSeconds Seconds `json:"timeoutSeconds,omitempty" jsonschema:"seconds until the call is ended; 0 means the default"`
}

// Stream is the parameter of tools that report output while they run.
type Stream struct {
	Streaming *bool `json:"streaming,omitempty" jsonschema:"send output lines as progress while the command runs" default:"streaming"`
}

// Configs are names of .bazelrc configurations.
type Configs []string

// Check allows the characters that a config name has in practice.
func (c Configs) Check() error {
	for _, name := range c {
		if name == "" || strings.HasPrefix(name, "-") || strings.Trim(name, configCharacters) != "" {
			return fmt.Errorf("%q is no config name: letters, digits, '_', '.', '-', ':' and '/'", name)
		}
	}
	return nil
}

const configCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-:/"

// StartupArgs are Bazel startup options.
type StartupArgs []string

// Check implements checker.
func (s StartupArgs) Check() error { return flags(s) }

// Allow lets an agent pass only startup options that neither run a program nor
// move what Bazel writes.
func (s StartupArgs) Allow(c Client) error { return allow(c, s, agentStartupFlags) }

// ExtraArgs are Bazel command options.
type ExtraArgs []string

// Check implements checker.
func (e ExtraArgs) Check() error { return flags(e) }

// Allow lets an agent pass only flags from the list below.
func (e ExtraArgs) Allow(c Client) error { return allow(c, e, agentFlags) }

// flags refuses what would end the flags or is no flag at all. A flag's value
// may follow as a word of its own.
func flags(args []string) error {
	for i, a := range args {
		if err := plain(a); err != nil {
			return err
		}
		switch {
		case a == "--", a == "":
			return fmt.Errorf("%q is no flag", a)
		case !strings.HasPrefix(a, "-") && (i == 0 || !strings.HasPrefix(args[i-1], "-") || strings.Contains(args[i-1], "=")):
			return fmt.Errorf("%q is no flag; flags start with '-'", a)
		}
	}
	return nil
}

// allow refuses, for an agent, flags outside the list.
func allow(c Client, args []string, list string) error {
	if c.Role != Agent {
		return nil
	}
	for _, a := range args {
		name, isFlag := strings.CutPrefix(a, "-")
		if !isFlag {
			continue // the value of the flag before, which was looked at
		}
		name, _, _ = strings.Cut(strings.TrimPrefix(name, "-"), "=")
		bare := strings.TrimPrefix(name, "no")
		if !strings.Contains(list, " "+name+" ") && !strings.Contains(list, " "+bare+" ") {
			return &Error{Kind: Precondition, Err: fmt.Errorf("an agent may not pass --%s", name),
				Hint: "Ask the person to put it into .bazelrc as a --config, and pass that in configs."}
		}
	}
	return nil
}

// What an agent may pass. Nothing here runs another program, loads another
// rc file, or moves outputs. Names as in Bazel's command-line reference.
const (
	agentStartupFlags = " batch block_for_lock home_rc system_rc workspace_rc max_idle_secs preemptible "
	agentFlags        = " c compilation_mode k keep_going j jobs s subcommands config define features cpu apple_platform_type" +
		" ios_multi_cpus macos_cpus tvos_cpus watchos_cpus visionos_cpus ios_minimum_os macos_minimum_os tvos_minimum_os watchos_minimum_os visionos_minimum_os ios_simulator_device ios_simulator_version" +
		" platforms host_platform extra_toolchains apple_generate_dsym apple_bitcode xcode_version stamp embed_label verbose_failures explain_why sandbox_debug show_result show_timestamps announce_rc" +
		" color curses progress_report_interval ui_event_filters test_output test_filter test_arg test_env test_timeout test_size_filters test_tag_filters test_lang_filters test_summary test_sharding_strategy" +
		" runs_per_test runs_per_test_detects_flakes flaky_test_attempts cache_test_results t local_test_jobs test_keep_going test_verbose_timeout_warnings build_tests_only build_tag_filters" +
		" collect_code_coverage combined_report instrumentation_filter instrument_test_targets experimental_generate_llvm_lcov build" +
		" universe_scope order_output output implicit_deps tool_deps infer_universe_scope graph host_deps" +
		" remote_accept_cached remote_local_fallback remote_upload_local_results remote_download_outputs remote_download_toplevel remote_download_minimal remote_timeout remote_retries" +
		" spawn_strategy strategy worker_max_instances worker_quit_after_build objc_enable_binary_stripping check_visibility discard_analysis_cache heuristically_drop_nodes" +
		" async expunge "
)

// BuildMode picks the configuration of a build.
type BuildMode string

// Enum implements enum.
func (BuildMode) Enum() []string {
	return []string{"none", "debug", "release", "release_with_symbols"}
}
