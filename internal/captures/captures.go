// Package captures finds the recorded outputs of Bazel and of Apple's programs
// that parser tests are held to. The recordings are not part of the repository.
package captures

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the folder of recordings, or skips the test when there is none.
// BAZEL_APPLE_CAPTURES names it; without that it is ../shared/captures beside
// the repository.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("BAZEL_APPLE_CAPTURES")
	if dir == "" {
		root, err := repository()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(root, "..", "shared", "captures")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Skipf("captures not present in %s; set BAZEL_APPLE_CAPTURES to their folder", dir)
	}
	return dir
}

// repository is the nearest folder above the working folder that holds go.mod.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
}
