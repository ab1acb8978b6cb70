// Package workspace finds Bazel workspaces: the folders that hold MODULE.bazel,
// WORKSPACE or WORKSPACE.bazel.
package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// ErrNone is returned when a folder lies in no Bazel workspace.
var ErrNone = errors.New("no Bazel workspace")

// Markers are the files that make a folder a workspace root.
func Markers() []string { return []string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"} }

// maxLevels bounds the walk upwards, in case of a loop in the file system.
const maxLevels = 64

// Find returns the root of the workspace that holds path: path itself or the
// nearest folder above it with a marker. The root is absolute, free of links
// and in Unicode normal form C, so that it can serve as a key.
func Find(path string) (string, error) {
	dir, err := Real(path)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	for range maxLevels {
		if IsRoot(dir) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return "", fmt.Errorf("%w: neither %s nor a folder above it holds %s", ErrNone, path, strings.Join(Markers(), ", "))
}

// Real returns path absolute, free of links and in normal form C.
func Real(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	return norm.NFC.String(resolved), nil
}

// IsRoot reports whether dir holds a marker.
func IsRoot(dir string) bool {
	return slices.ContainsFunc(Markers(), func(m string) bool {
		info, err := os.Stat(filepath.Join(dir, m))
		return err == nil && info.Mode().IsRegular()
	})
}

// Below returns the roots in folder and up to three levels under it, sorted;
// an editor may have opened a folder above the workspaces. Hidden folders,
// node_modules and bazel-* links are passed over.
func Below(folder string) []string {
	const depth, most = 3, 64
	var roots []string
	base, err := Real(folder)
	if err != nil {
		return nil
	}
	_ = filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return nil
		}
		rel, _ := filepath.Rel(base, path)
		name := d.Name()
		switch {
		case path == base:
		case len(roots) >= most:
			return fs.SkipAll
		case strings.HasPrefix(name, "."), name == "node_modules", strings.HasPrefix(name, "bazel-"), strings.Count(rel, string(filepath.Separator)) >= depth:
			return fs.SkipDir
		}
		if IsRoot(path) {
			roots = append(roots, path)
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(roots)
	return roots
}

// Contains reports whether path lies in root. Both must be real paths.
func Contains(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
