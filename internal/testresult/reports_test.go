package testresult

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/captures"
)

// A filter that matches nothing is no pass, though the runner ends with success;
// a class without tests among others is nothing to speak of.
func TestB58FilterMatchesNothing(t *testing.T) {
	for file, want := range map[string]TargetStatus{
		"swift_test_filter_matches_nothing.txt": TargetNoTests,
		"zero_tests_selected.txt":               TargetNoTests,
		"zero_in_one_class_but_34_in_all.txt":   TargetPassed,
		"xctest_parallel_clones_xcode13.txt":    TargetPassed,
		"swift_testing_demo.txt":                TargetPassed,
	} {
		text, err := os.ReadFile(filepath.Join(captures.Dir(t), "xctest-console", file))
		if err != nil {
			t.Fatal(err)
		}
		r, err := ParseConsole(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := TargetOf("PASSED", 1, 1, false, r).Status; got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}
