package diagnostics

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// expected is read off every recording by hand: exit code (-1 where the source
// does not tell it), category, and a part of the first cause.
var expected = map[string]struct {
	exit     int
	category Category
	cause    string
}{
	"bazel2.1.0_external_repo_fetch_failed.txt":            {1, Infrastructure, "rules_java"},
	"bazel4.2.3_after_server_killed.txt":                   {0, None, ""},
	"bazel4.2.3_analysis_failure.txt":                      {1, Analysis, "missing value for mandatory attribute 'minimum_os_version'"},
	"bazel4.2.3_another_command_running_noblock.txt":       {9, Locked, "27343"},
	"bazel4.2.3_another_command_running_noblock_query.txt": {9, Locked, "27343"},
	"bazel4.2.3_another_command_running_wait.txt":          {8, Interrupted, ""},
	"bazel4.2.3_ansi_curses_test_failure.txt":              {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_ansi_nocurses_build_failure.txt":           {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_bad_attr_dup_name.txt":                     {1, Loading, "name 'undefined_macro' is not defined"},
	"bazel4.2.3_bad_label.txt":                             {1, Flag, "invalid target format"},
	"bazel4.2.3_bazelrc_import_missing.txt":                {37, Flag, "nope.bazelrc"},
	"bazel4.2.3_bazelrc_unknown_flag.txt":                  {2, Flag, "--nonsense"},
	"bazel4.2.3_build_cached.txt":                          {0, None, ""},
	"bazel4.2.3_build_ok.txt":                              {0, None, ""},
	"bazel4.2.3_build_swiftc_error.txt":                    {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_build_swiftc_error_keep_going.txt":         {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_bzl_missing.txt":                           {1, Loading, "nope.bzl"},
	"bazel4.2.3_coverage.txt":                              {0, None, ""},
	"bazel4.2.3_cycle.txt":                                 {1, Cycle, "cycle in dependency graph"},
	"bazel4.2.3_dep_missing_package.txt":                   {1, MissingPackage, "Modules/Coer"},
	"bazel4.2.3_dep_no_such_target_typo.txt":               {1, MissingTarget, "CoreResource"},
	"bazel4.2.3_disk_full_action.txt":                      {1, Infrastructure, "No space left"},
	"bazel4.2.3_empty_build.txt":                           {0, None, ""},
	"bazel4.2.3_incompatible_explicit.txt":                 {1, Analysis, "is incompatible"},
	"bazel4.2.3_incompatible_skipped.txt":                  {1, Analysis, ""},
	"bazel4.2.3_incompatible_wildcard.txt":                 {1, MissingPackage, "Modules/Coer"},
	"bazel4.2.3_interrupted.txt":                           {8, Interrupted, ""},
	"bazel4.2.3_keep_going_pattern_mixed.txt":              {1, Loading, "syntax error"},
	"bazel4.2.3_missing_source.txt":                        {1, MissingTarget, "DoesNotExist.swift"},
	"bazel4.2.3_no_such_target_did_you_mean.txt":           {1, MissingTarget, "Coer"},
	"bazel4.2.3_no_such_target_dir_not_package.txt":        {1, MissingPackage, "third_party/empty"},
	"bazel4.2.3_not_in_workspace.txt":                      {2, Flag, "workspace"},
	"bazel4.2.3_oom_server_start.txt":                      {37, Infrastructure, "Server crashed"},
	"bazel4.2.3_run_multiple.txt":                          {2, Flag, "Only a single target"},
	"bazel4.2.3_run_not_executable.txt":                    {2, Flag, "Not executable"},
	"bazel4.2.3_server_terminated_abruptly.txt":            {37, Infrastructure, "Server terminated abruptly"},
	"bazel4.2.3_startup_options_changed.txt":               {0, None, ""},
	"bazel4.2.3_test_depends_on_broken.txt":                {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_test_mixed.txt":                            {3, Test, "NetCrashTests"},
	"bazel4.2.3_test_mixed_cached.txt":                     {3, Test, "NetFailTests"},
	"bazel4.2.3_test_output_all.txt":                       {3, Test, "NetFailTests"},
	"bazel4.2.3_test_runs_per_test.txt":                    {0, None, ""},
	"bazel4.2.3_timestamps_verbose_failures.txt":           {1, Compile, "cannot find 'undefinedSymbol' in scope"},
	"bazel4.2.3_unicode_package.txt":                       {1, Flag, "invalid target format"},
	"bazel4.2.3_unknown_command.txt":                       {2, Flag, "frobnicate"},
	"bazel4.2.3_unknown_config.txt":                        {2, Flag, "sim_arm65"},
	"bazel4.2.3_unknown_flag.txt":                          {2, Flag, "--no_such_flag"},
	"bazel4.2.3_visibility.txt":                            {1, Visibility, "is not visible from"},
	"bazel4.2.3_wildcard_no_targets.txt":                   {1, MissingPackage, "no targets found beneath"},
	"bazel4.2.3_workspace_load_missing_repo.txt":           {1, Loading, "Failed to load Starlark"},
	"bazel4_external_repo_fetch_failed_offline.txt":        {1, Infrastructure, ""},
	"bzlmod/bazel_crash_lockfile_6.2.txt":                  {37, Infrastructure, "crashed"},
	"bzlmod/mod_graph_extension_failure_bazel8.txt":        {2, Loading, "crate_universe extension call"},
	"bzlmod/module_not_found_bazel7.txt":                   {-1, Loading, "com_example_graphviz"},
	"bzlmod/module_not_found_chain_bazel6.txt":             {-1, Loading, "rules_apko"},
	"bzlmod/module_not_found_list_bazel8.4.txt":            {-1, Loading, "libprotobuf-mutator"},
	"bzlmod/version_mismatch_warning_bazel8.5.txt":         {-1, None, ""},
	"macos/cannot_connect_server_exit37.txt":               {37, Infrastructure, "couldn't connect"},
	"macos/cc_wrapper_aborted.txt":                         {1, Link, "Linking"},
	"macos/client_lock_and_stale_server.txt":               {36, Infrastructure, "stale server"},
	"macos/coverage_undefined_llvm_gcov.txt":               {-1, Link, "_llvm_gcov_init"},
	"macos/linker_undefined_symbols_old_ld.txt":            {-1, Link, "Fakery"},
	"macos/missing_provisioning_profile_bazel5.3.1.txt":    {-1, Codesign, "NotificationContent"},
	"macos/no_such_target_did_you_mean_bazel7.0.2.txt":     {-1, MissingTarget, "ios_armv7"},
	"macos/output_not_created.txt":                         {-1, ActionFailed, "was not created"},
	"macos/path_with_spaces_old.txt":                       {-1, Infrastructure, "spaces"},
	"macos/provisioning_security_cms_sandbox.txt":          {-1, Codesign, ""},
	"macos/query_unclosed_quotation.txt":                   {7, Flag, "unclosed quotation"},
	"macos/rules_swift_no_such_module_bazel4.txt":          {1, Compile, "no such module 'app_SampleCoreML'"},
	"macos/swift_worker_exit86_bazel5.2.txt":               {1, Infrastructure, "Compiling Swift module"},
	"macos/xcode_version_must_be_specified.txt":            {1, Infrastructure, "Xcode version must be specified"},
}

func TestEveryRecordedErrorHasItsCategory(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "bazel-errors")
	seen := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		want, known := expected[filepath.ToSlash(name)]
		if !known {
			t.Errorf("%s: no expectation; read it and add one", name)
			return nil
		}
		seen++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		got := Reader{}.Console(Console{Stderr: string(text), ExitCode: want.exit})
		if got.Verdict.Category != want.category || !strings.Contains(got.Verdict.FirstCause, want.cause) {
			t.Errorf("%s: got %q %q, want %q %q\n%+v", name, got.Verdict.Category, got.Verdict.FirstCause, want.category, want.cause, got.Diagnostics)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Error("no recording read")
	}
}
