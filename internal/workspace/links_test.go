package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestOutputLinks(t *testing.T) {
	root := t.TempDir()
	for name, to := range map[string]string{
		"bazel-bin": "/base/execroot/ws/bazel-out/k8-fastbuild/bin", "out-App": "/base/execroot/ws", "bazel-notes": "/home/notes",
	} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(root, "bazel-out"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, want := OutputLinks(root), []string{"bazel-bin", "out-App"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
