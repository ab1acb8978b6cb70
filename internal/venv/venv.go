// Package venv finds the programs of Python packages (fb-idb,
// pymobiledevice3) that scripts/test installs, for the tests that run them.
package venv

import (
	"os"
	"path/filepath"
	"testing"
)

// Bin returns the folder that holds a program of the virtual environment, or
// skips the test when it is not installed. BAZEL_APPLE_VENV names the
// environment; without that it is the one in the cache folder.
func Bin(t testing.TB, program string) string {
	t.Helper()
	dir := os.Getenv("BAZEL_APPLE_VENV")
	if dir == "" {
		cache := os.Getenv("XDG_CACHE_HOME")
		if cache == "" {
			cache = filepath.Join(os.Getenv("HOME"), ".cache")
		}
		dir = filepath.Join(cache, "bazel-apple", "python")
	}
	bin := filepath.Join(dir, "bin")
	if _, err := os.Stat(filepath.Join(bin, program)); err != nil {
		t.Skipf("%s is not installed in %s; scripts/test installs it, BAZEL_APPLE_VENV names another environment", program, dir)
	}
	return bin
}
