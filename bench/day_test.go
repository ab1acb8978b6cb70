package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestDay: an agent gets from a compile error to a tap on the running app with
// 12 calls and 20 KiB of answers at most, pictures included.
func TestDay(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Bazel")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH")
	}
	work, err := os.MkdirTemp("/tmp", "day") // socket paths are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(work) })
	for _, args := range [][]string{
		{"go", "build", "-o", filepath.Join(work, "bin", "bazel-apple"), "../server"},
		{"go", "build", "-o", filepath.Join(work, "bin", "fakeapple", "fakeapple"), "../internal/fakeapple/cmd/fakeapple"},
		{filepath.Join(work, "bin", "fakeapple", "fakeapple"), "install", filepath.Join(work, "bin", "fakeapple")},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	d, err := newDay("..", filepath.Join(work, "bin", "bazel-apple"), work)
	if err != nil {
		t.Fatal(err)
	}
	defer d.end()
	if err := d.run(); err != nil {
		t.Error(err)
	}
	total := 0
	for _, s := range d.steps {
		t.Logf("%6d bytes, programs printed %7d: %s", s.answer, s.printed, s.what)
		total += s.answer
	}
	if len(d.steps) > 12 || total > 20<<10 {
		t.Errorf("%d calls, %d bytes", len(d.steps), total)
	}
}
