package scaffold_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/scaffold"
)

// TestRealBazelLoadsIt loads a new project with real Bazel. The rules are the
// example's stand-ins, since the real ones come from the network.
func TestRealBazelLoadsIt(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Bazel")
	}
	bazel, err := exec.LookPath("bazel")
	if err != nil {
		t.Skip("bazel is not on PATH")
	}
	standin, err := filepath.Abs("../../examples/BazelApp/standin")
	if err != nil {
		t.Fatal(err)
	}
	user := t.TempDir()
	for _, tm := range scaffold.Templates() {
		if !tm.App || !tm.Tests {
			continue // the others are parts of these
		}
		folder := filepath.Join(t.TempDir(), "p")
		if _, err := project(tm, "My-App").Write(folder); err != nil {
			t.Fatal(err)
		}
		var workspace strings.Builder
		for repo, path := range map[string]string{
			"build_bazel_rules_apple": "rules_apple", "build_bazel_rules_swift": "rules_swift", "build_bazel_apple_support": "apple_support",
			"rules_cc": "rules_cc", "rules_java": "rules_java", "remote_coverage_tools": "remote_coverage_tools",
		} {
			workspace.WriteString("local_repository(name = \"" + repo + "\", path = \"" + filepath.Join(standin, path) + "\")\n")
		}
		if err := os.WriteFile(filepath.Join(folder, "WORKSPACE"), []byte(workspace.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		// Debian's bazel refuses to run where a version is asked for, and Bazel 4
		// does not know --enable_bzlmod.
		os.Remove(filepath.Join(folder, ".bazelversion"))
		rc, err := os.ReadFile(filepath.Join(folder, ".bazelrc"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, ".bazelrc"), []byte(strings.Replace(string(rc), "common --enable_bzlmod", "", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		run := func(args ...string) string {
			cmd := exec.Command(bazel, append([]string{"--output_user_root=" + user}, args...)...)
			cmd.Dir = folder
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s: bazel %v: %v\n%s", tm.ID, args, err, out)
			}
			return string(out)
		}
		out := run("query", "--output=label_kind", "//...")
		for _, want := range []string{tm.Platform + "_application rule //My-App:My-App", tm.Platform + "_unit_test rule //My-AppTests:My-AppTests"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is missing in\n%s", tm.ID, want, out)
			}
		}
		// Every config of .bazelrc names flags that Bazel and the rules know.
		run("build", "--nobuild", "--config=debug", "//My-App:My-App")
		run("build", "--nobuild", "--config=release", "//My-App:My-App")
		run("shutdown")
	}
}
