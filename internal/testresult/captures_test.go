package testresult

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

var unknown = Counts{-1, -1, -1, -1, -1, -1}

// expected was counted by hand (grep of the logs, a separate walk of the JSON).
var expected = map[string]Counts{
	"xctest-console/fastlane_boring.log":                                      {3, 3, 0, 0, 0, 0},
	"xctest-console/fastlane_early_testing_failure.log":                       unknown,
	"xctest-console/fastlane_non_parallel_testing_failure.log":                {18, 17, 0, 0, 0, 1},
	"xctest-console/fastlane_parallel_testing_failure.log":                    {18, 17, 1, 0, 0, 0},
	"xctest-console/fastlane_xcode26_test_execute_failure.log":                {2, 0, 2, 0, 0, 0},
	"xctest-console/fastlane_xcode26_testing_failure.log":                     {2, 0, 2, 0, 0, 0},
	"xctest-console/fastlane_xcode26_xcbeautify_failure.log":                  unknown,
	"xctest-console/junit_expected_mixed_macOS.xml":                           {6, 4, 2, 0, 0, 0},
	"xctest-console/swift_test_filter_matches_nothing.txt":                    {},
	"xctest-console/swift_test_macOS.txt":                                     {464, 460, 2, 2, 0, 0},
	"xctest-console/swift_testing_demo.txt":                                   {3, 1, 1, 1, 0, 0},
	"xctest-console/swift_testing_spi_full_head.txt":                          unknown,
	"xctest-console/swift_testing_spi_short.txt":                              {4, 1, 3, 0, 0, 0},
	"xctest-console/vscode_swift_xctest_samples.txt":                          {19, 10, 7, 2, 0, 0},
	"xctest-console/xcodebuild_clean_build_xcode15.1_head.txt":                unknown,
	"xctest-console/xcodebuild_warning_destinations_only.txt":                 unknown,
	"xctest-console/xctest_console_2021.txt":                                  {83, 81, 1, 1, 0, 0},
	"xctest-console/xctest_linux_2016_form.txt":                               {2, 1, 1, 0, 0, 0},
	"xctest-console/xctest_parallel_clones_xcode13.txt":                       {21, 19, 1, 1, 0, 0},
	"xctest-console/xctest_swifttesting_mixed_swift6.0_linux.txt":             {6, 4, 2, 0, 0, 0},
	"xctest-console/xctest_swifttesting_mixed_swift6.0_macOS.txt":             {6, 4, 2, 0, 0, 0},
	"xctest-console/xharness_run-log.txt":                                     unknown,
	"xctest-console/zero_in_one_class_but_34_in_all.txt":                      {34, -1, -1, -1, -1, -1},
	"xctest-console/zero_tests_selected.txt":                                  {},
	"xcresulttool/Xcode16-Mixed-XCTest-SwiftTesting-WithoutRetries_junit.xml": {192, 165, 20, 7, 0, 0},
	"xcresulttool/Xcode26-Mixed-XCTest-SwiftTesting-WithoutRetries_junit.xml": {192, 165, 20, 7, 0, 0},
	"xcresulttool/get_test-results_tests_xcode16_mixed.json":                  {112, 73, 26, 13, 0, 0},
	"xcresulttool/get_test-results_tests_xcode26_mixed.json":                  {368, 315, 40, 13, 0, 0},
	"xcresulttool/junit_Valid1.xml":                                           {3, 2, 1, 0, 0, 0},
	"xcresulttool/junit_XCResult.xml":                                         {7, 5, 2, 0, 0, 0},
	"xcresulttool/legacy_fragment_xcode11.json":                               {1, 0, 1, 0, 0, 0},
	"xcresulttool/xcresultparser_junit.xml":                                   {7, 6, 1, 0, 0, 0},
	"xcresulttool/xcresultparser_junit_merged.xml":                            {7, 6, 1, 0, 0, 0},
	"xcresulttool/xcresultparser_junit_repeated.xml":                          {1, 0, 1, 0, 0, 0},
	"xcresulttool/xcresultparser_junit_session_level_failure.xml":             {3, 2, 1, 0, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetCrashTests_test.log":                        {1, 0, 0, 0, 0, 1},
	"bazel-testlogs/bazel4.2.3_NetCrashTests_test.xml":                        {1, 0, 0, 0, 0, 1},
	"bazel-testlogs/bazel4.2.3_NetFailTests_ls.txt":                           unknown,
	"bazel-testlogs/bazel4.2.3_NetFailTests_test.log":                         {2, 0, 1, 1, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetFailTests_test.xml":                         {2, 0, 1, 1, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetPassTests_test.log":                         {2, 2, 0, 0, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetPassTests_test.xml":                         {2, 2, 0, 0, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetShardedTests_shard_2_of_3_test.xml":         {1, 0, 1, 0, 0, 0},
	"bazel-testlogs/bazel4.2.3_NetTimeoutTests_test.log":                      {1, 0, 0, 0, 0, 1},
	"bazel-testlogs/bazel4.2.3_NetTimeoutTests_test.xml":                      {1, 0, 0, 0, 0, 1},
	"bazel-testlogs/bazel4.2.3_tree.txt":                                      unknown,
	"bazel-testlogs/smarttests_java_test1.xml":                                {1, 1, 0, 0, 0, 0},
	"bazel-testlogs/smarttests_java_test3.xml":                                {1, 1, 0, 0, 0, 0},
	"bazel-testlogs/smarttests_java_test6.xml":                                {1, 1, 0, 0, 0, 0},
}

// foreign files hold no test results; their readers say so with an error.
var foreign = map[string]bool{"xcresulttool/xcresultparser_cobertura.xml": true, "xcresulttool/xcresultparser_warnings.json": true}

func TestEveryRecordingIsCountedRight(t *testing.T) {
	root := captures.Dir(t)
	for _, folder := range []string{"xctest-console", "xcresulttool", "bazel-testlogs"} {
		files, err := filepath.Glob(filepath.Join(root, folder, "*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", folder, err)
		}
		for _, file := range files {
			name := folder + "/" + filepath.Base(file)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := parse(name, data)
			if foreign[name] {
				if err == nil {
					t.Errorf("%s: want an error", name)
				}
				continue
			}
			want, known := expected[name]
			if !known || err != nil || got.Counts() != want {
				t.Errorf("%s: got %+v %v, want %+v (expected: %v)", name, got.Counts(), err, want, known)
			}
			if name == "xcresulttool/get_test-results_tests_xcode26_mixed.json" {
				if n := got.Final().Counts(); n != (Counts{192, 165, 20, 7, 0, 0}) {
					t.Errorf("%s: last attempts %+v", name, n)
				}
			}
		}
	}
}

func parse(name string, data []byte) (Result, error) {
	switch {
	case strings.HasSuffix(name, ".xml"):
		return ParseXML(bytes.NewReader(data))
	case strings.HasSuffix(name, ".json"):
		return ParseXCResult(data)
	}
	return ParseConsole(bytes.NewReader(data))
}

func FuzzConsole(f *testing.F) {
	f.Add("x Test Case '-[A.B c]' started.\na.swift:1: error: -[A.B c] : bad\nTest Case '-[A.B c]' failed (0.1 seconds).y")
	f.Add("✘ Test \"a\" recorded an issue at F.swift:1:2: Expectation failed: (a → 1) == 2")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseConsole(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Cases {
			if c.Status == "" {
				t.Errorf("no status: %+v", c)
			}
		}
	})
}

func FuzzXML(f *testing.F) {
	f.Add(`<testsuite name="a"><testcase name="b"><failure message="c"/></testcase></testsuite>`)
	f.Fuzz(func(_ *testing.T, text string) { _, _ = ParseXML(strings.NewReader(text)) })
}

func FuzzXCResult(f *testing.F) {
	f.Add([]byte(`{"testNodes":[{"nodeType":"Test Case","name":"a","result":"Passed"}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = ParseXCResult(data) })
}
