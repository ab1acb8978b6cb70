package events

import (
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/captures"
)

// Counted by hand (and by another program) from the recordings.
var recorded = []struct{ file, want string }{
	{"bazel2.1.0_external_repo_fetch_failed.json", "state=complete exit=1/BUILD_FAILURE events=34 aborted=2 failed=1 sets=0 actions=1/1 aborts=4 NO_STATUS=2 results=0"},
	{"bazel4.2.3_analysis_failure.json", "state=complete exit=1/PARSING_FAILURE events=21 aborted=1 sets=0 actions=0/0 aborts=2 results=0"},
	{"bazel4.2.3_bad_attr_dup_name.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_bad_label.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_build_cached.json", "state=complete exit=0/SUCCESS events=43 built=7 sets=6 actions=0/0 aborts=0 results=0"},
	{"bazel4.2.3_build_swiftc_error.json", "state=complete exit=1/BUILD_FAILURE events=21 failed=1 sets=0 actions=1/1 aborts=0 results=0"},
	{"bazel4.2.3_build_swiftc_error_keep_going.json", "state=complete exit=1/BUILD_FAILURE events=29 built=1 failed=2 sets=1 actions=2/2 aborts=0 results=0"},
	{"bazel4.2.3_bzl_missing.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_coverage.json", "state=complete exit=0/SUCCESS events=24 built=1 sets=1 actions=0/0 aborts=0 PASSED=1 results=1"},
	{"bazel4.2.3_cycle.json", "state=complete exit=1/PARSING_FAILURE events=20 aborted=1 sets=0 actions=0/0 aborts=2 results=0"},
	{"bazel4.2.3_dep_missing_package.json", "state=complete exit=1/PARSING_FAILURE events=21 aborted=1 sets=0 actions=0/0 aborts=2 results=0"},
	{"bazel4.2.3_dep_no_such_target_typo.json", "state=complete exit=1/PARSING_FAILURE events=20 aborted=1 sets=0 actions=0/0 aborts=2 results=0"},
	{"bazel4.2.3_disk_full.json", "state=complete exit=1/BUILD_FAILURE events=21 failed=1 sets=0 actions=1/1 aborts=0 results=0"},
	{"bazel4.2.3_incompatible_explicit.json", "state=complete exit=1/PARSING_FAILURE events=19 aborted=1 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_incompatible_skipped.json", "state=complete exit=1/BUILD_FAILURE events=26 aborted=1 built=1 sets=1 actions=0/0 aborts=1 NO_STATUS=1 PASSED=1 results=1"},
	{"bazel4.2.3_interrupted.json", "state=complete exit=8/INTERRUPTED events=23 aborted=1 built=1 sets=1 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_keep_going_pattern_mixed.json", "state=complete exit=1/BUILD_FAILURE events=23 built=1 sets=1 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_missing_source.json", "state=complete exit=1/BUILD_FAILURE events=21 failed=1 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_no_such_package.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_no_such_target_did_you_mean.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_run_multiple.json", "state=complete exit=2/COMMAND_LINE_ERROR events=16 aborted=3 sets=0 actions=0/0 aborts=3 results=0"},
	{"bazel4.2.3_server_killed_truncated.json", "state=incomplete events=14 configured=1 sets=0 actions=0/0 aborts=0 results=0"},
	{"bazel4.2.3_test_filter_none.json", "state=complete exit=4/NO_TESTS_FOUND events=51 built=8 sets=8 actions=0/0 aborts=0 results=0"},
	{"bazel4.2.3_test_mixed.json", "state=complete exit=3/TESTS_FAILED events=81 built=11 sets=11 actions=0/0 aborts=0 FAILED=4 FLAKY=1 PASSED=2 TIMEOUT=1 results=11"},
	{"bazel4.2.3_test_mixed_cached.json", "state=complete exit=3/TESTS_FAILED events=44 built=5 sets=5 actions=0/0 aborts=0 FAILED=1 PASSED=2 results=3"},
	{"bazel4.2.3_test_output_all.json", "state=complete exit=3/TESTS_FAILED events=30 built=2 sets=2 actions=0/0 aborts=0 FAILED=1 PASSED=1 results=2"},
	{"bazel4.2.3_test_runs_per_test.json", "state=complete exit=0/SUCCESS events=28 built=1 sets=1 actions=0/0 aborts=0 FLAKY=1 results=5"},
	{"bazel4.2.3_test_streamed.json", "state=complete exit=3/TESTS_FAILED events=24 built=1 sets=1 actions=0/0 aborts=0 FAILED=1 results=1"},
	{"bazel4.2.3_unicode_package.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_visibility.json", "state=complete exit=1/PARSING_FAILURE events=21 aborted=1 sets=0 actions=0/0 aborts=2 results=0"},
	{"bazel4.2.3_wildcard_no_targets.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4.2.3_workspace_load_missing_repo.json", "state=complete exit=1/BUILD_FAILURE events=13 sets=0 actions=0/0 aborts=1 results=0"},
	{"bazel4_java_tests_smarttests.json", "state=complete exit=0/SUCCESS events=36 built=3 sets=3 actions=0/0 aborts=0 PASSED=3 results=3"},
	{"bazel4_java_tests_smarttests_rest.json", "state=complete exit=0/SUCCESS events=30 built=2 sets=2 actions=0/0 aborts=0 PASSED=2 results=2"},
	{"bazel6.4.0_build.jsonl", "state=complete exit=0/SUCCESS events=33 built=4 sets=3 actions=0/0 aborts=0 results=0"},
	{"bazel6.5.0_bes_stream_1.jsonl", "state=complete exit=0/SUCCESS events=43 built=6 sets=6 actions=0/0 aborts=0 results=0"},
	{"bazel6.5.0_bes_stream_2.jsonl", "state=complete exit=0/SUCCESS events=48 built=6 sets=6 actions=0/0 aborts=0 PASSED=2 results=2"},
	{"bazel6.5.0_bes_wrapped_head.jsonl", "state=incomplete events=10 sets=0 actions=0/0 aborts=0 results=0"},
	{"bazel7.1.2_go_tests_flaky.json", "state=complete exit=0/SUCCESS events=131 built=25 sets=25 actions=0/0 aborts=0 FLAKY=1 PASSED=2 results=6"},
	{"quoted_runs_per_test_no_status.json", "state=incomplete events=1 configured=1 sets=0 actions=0/0 aborts=0 FAILED=1 results=0"},
	{"bazel4.2.3_test_fail.textproto", "state=complete exit=3/TESTS_FAILED events=30 built=2 sets=2 actions=0/0 aborts=0 FAILED=1 PASSED=1 results=2"},
	{"quoted_source_input_missing_bazel7.textproto", "state=incomplete events=2 aborted=1 sets=0 actions=0/0 aborts=1 results=0"},
}

// TestRecordings reads every recording, and each of its two forms alike.
func TestRecordings(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "bep")
	known := map[string]bool{}
	for _, r := range recorded {
		known[r.file] = true
		t.Run(r.file, func(t *testing.T) {
			path := filepath.Join(dir, r.file)
			if filepath.Ext(path) == ".textproto" {
				path = fromText(t, path)
			}
			b, err := ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := brief(b); got != r.want {
				t.Errorf("read  %s\nwant  %s", got, r.want)
			}
			if b.Malformed > 0 {
				t.Errorf("problems: %v", b.Problems)
			}
		})
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !known[e.Name()] {
			t.Errorf("%s is in no row of this table", e.Name())
		}
	}
}
