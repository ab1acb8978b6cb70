package test_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/config"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
)

// TestEveryStateOfTheExample runs the example's tests with real Bazel and holds
// what the editor is told of each to testdata/states.txt.
func TestEveryStateOfTheExample(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Bazel")
	}
	if runtime.GOOS == "darwin" {
		t.Skip("the stand-in rules are for machines without Xcode")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH")
	}
	root, user := filepath.Join(t.TempDir(), "BazelApp"), t.TempDir()
	if err := os.CopyFS(root, os.DirFS("../../examples/BazelApp")); err != nil {
		t.Fatal(err)
	}
	startup := []string{"--output_user_root=" + user}
	t.Cleanup(func() {
		shutdown := exec.Command("bazel", append(startup, "shutdown")...)
		shutdown.Dir = root
		_ = shutdown.Run()
		// Bazel writes its outputs without the right to write.
		_ = filepath.WalkDir(user, func(p string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(p, 0o755)
			}
			return nil
		})
	})
	var told []string
	client := bazel.New(bazel.Options{
		Root: root, Home: t.TempDir(), Runner: run.OS{Env: os.Environ()}, Runs: runs.Open(root, t.TempDir(), nil), Queue: queue.Queue{Dir: t.TempDir()},
		Getenv: os.Getenv, Settings: func() config.Values { return config.Values{StartupArgs: startup} },
		Tested: func(of bazel.Tested) {
			for _, e := range test.EndedOf(of, root) {
				told = append(told, lines(e)...)
			}
		},
	})
	do := func(flags ...string) {
		told = append(told, "# "+strings.Join(flags, " "))
		begin := len(told)
		if _, err := client.Do(t.Context(), bazel.Request{Verb: "test", Flags: flags, Targets: []string{"//States/...", "//cpp:ledger_test"}}, nil); err != nil {
			t.Fatal(err)
		}
		slices.Sort(told[begin:]) // targets end in any order
	}
	do("--test_timeout=5")
	do("--test_timeout=5", "--test_tag_filters=states", "--runs_per_test=//States:PassTests@2")
	got := strings.Join(told, "\n") + "\n"
	const golden = "testdata/states.txt"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// at is the time in Bazel's words about a timeout.
var at = regexp.MustCompile(` at \d{4}-.*`)

// lines tell an event without what differs from run to run.
func lines(e test.Ended) (out []string) {
	cached := ""
	if e.Cached {
		cached = " cached"
	}
	if e.Status != "" {
		return []string{fmt.Sprintf("%s: %s%s", e.Label, e.Text, cached)}
	}
	for _, c := range e.Cases {
		line := fmt.Sprintf("%s shard %d run %d attempt %d%s: %s %s", e.Label, c.Shard, c.Run, c.Attempt, cached, c.ID()+c.Arguments, c.Status)
		for _, f := range c.Failures {
			line += fmt.Sprintf("; %s:%d %q is %q, not %q", f.File, f.Line, at.ReplaceAllString(f.Message, ""), f.Actual, f.Expected)
		}
		out = append(out, line)
	}
	return out
}
