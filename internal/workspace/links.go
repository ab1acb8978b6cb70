package workspace

import (
	"os"
	"path/filepath"
	"strings"
)

// OutputLinks are the names of the symlinks that Bazel keeps in a workspace's
// root, such as bazel-bin, whatever --symlink_prefix they have: they lead into
// an execution root.
func OutputLinks(root string) []string {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.Type()&os.ModeSymlink == 0 {
			continue
		}
		if to, err := os.Readlink(filepath.Join(root, e.Name())); err == nil && strings.Contains(to, "/execroot/") {
			out = append(out, e.Name())
		}
	}
	return out
}
