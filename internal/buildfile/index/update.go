package index

import (
	"bazelapple/internal/buildfile"
	"context"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Update reads files again that changed, appeared or went: BUILD files, .bzl
// files, or whole folders. Other files are no concern of the index.
func (i *Index) Update(ctx context.Context, files ...string) error {
	i.refreshing.Lock()
	defer i.refreshing.Unlock()
	bzl := map[string]bool{}
	folders := map[string]bool{}
	for _, file := range files {
		rel, ok := i.relative(file)
		switch base := path.Base(rel); {
		case !ok && strings.HasSuffix(file, ".bzl"):
			bzl[file] = true
		case !ok:
		case base == "BUILD" || base == "BUILD.bazel":
			folders[parent(rel)] = true
		case strings.HasSuffix(base, ".bzl"):
			bzl[filepath.Join(i.root, rel)] = true
		case base == "WORKSPACE" || base == "WORKSPACE.bazel" || base == "MODULE.bazel" || base == "WORKSPACE.bzlmod" || base == ".bazelignore" || base == "REPO.bazel" || isFolder(file):
			return i.refresh(ctx)
		case !exists(file):
			i.dropBelow(rel)
		}
	}
	if len(bzl) > 0 {
		i.mu.RLock()
		packs := make(map[string]*pack, len(i.packs))
		for k, p := range i.packs {
			packs[k] = p
		}
		i.mu.RUnlock()
		for pkg := range i.dependents(bzl, packs) {
			folders[pkg] = true
		}
	}
	for pkg := range folders {
		i.updateFolder(pkg)
	}
	i.noteMacros()
	i.dirty = true
	return ctx.Err()
}

// updateFolder reads the BUILD file of one folder again.
func (i *Index) updateFolder(pkg string) {
	dir := filepath.FromSlash(pkg)
	i.mu.RLock()
	if p := i.packs[pkg]; p != nil {
		dir = filepath.Dir(p.file) // as the disk spells it
	}
	i.mu.RUnlock()
	if i.excluded(pkg) {
		i.drop(pkg)
		return
	}
	entries, _ := os.ReadDir(filepath.Join(i.root, dir))
	listed := map[string]bool{}
	for _, e := range entries {
		listed[e.Name()] = true
	}
	for _, name := range []string{"BUILD.bazel", "BUILD"} {
		file := path.Join(filepath.ToSlash(dir), name)
		at := filepath.Join(i.root, file)
		s, ok := statFile(at)
		if listed[name] && ok || i.unsaved(at) != nil {
			i.parse(found{pkg, file, s})
			return
		}
	}
	i.drop(pkg)
}

// excluded reports whether a walk would not come to a folder.
func (i *Index) excluded(pkg string) bool {
	if pkg == "" {
		return false
	}
	ignore := readIgnored(i.root)
	for at := pkg; at != ""; at = parent(at) {
		if ignore.has(at) {
			return true
		}
		for _, name := range []string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "REPO.bazel"} {
			if _, ok := statFile(filepath.Join(i.root, at, name)); ok {
				return true
			}
		}
		if strings.HasPrefix(path.Base(at), "bazel-") {
			if info, err := os.Lstat(filepath.Join(i.root, at)); err == nil && info.Mode()&os.ModeSymlink != 0 {
				return true
			}
		}
	}
	return false
}

// SetOverlay makes text stand for a BUILD or .bzl file until ClearOverlay.
func (i *Index) SetOverlay(ctx context.Context, file, text string) error {
	return i.SetDocument(ctx, file, buildfile.Open(filepath.Base(file), 0, text))
}

// SetDocument makes an open document stand for a BUILD or .bzl file until
// ClearOverlay. Nothing of it is parsed again, and targets it kept of broken
// statements stay.
func (i *Index) SetDocument(ctx context.Context, file string, d *buildfile.Document) error {
	rel, ok := i.relative(file)
	if !ok {
		return nil
	}
	i.mu.Lock()
	i.overlays[norm.NFC.String(filepath.Join(i.root, rel))] = d
	i.mu.Unlock()
	return i.Update(ctx, file)
}

// ClearOverlay goes back to the file on disk.
func (i *Index) ClearOverlay(ctx context.Context, file string) error {
	rel, ok := i.relative(file)
	if !ok {
		return nil
	}
	i.mu.Lock()
	delete(i.overlays, norm.NFC.String(filepath.Join(i.root, rel)))
	i.mu.Unlock()
	return i.Update(ctx, file)
}

func parent(rel string) string {
	if dir := path.Dir(rel); dir != "." {
		return dir
	}
	return ""
}

// dropBelow removes the packages of a folder that went.
func (i *Index) dropBelow(folder string) {
	var gone []string
	for _, p := range i.ordered() {
		if p.path == folder || strings.HasPrefix(p.path, folder+"/") {
			gone = append(gone, p.path)
		}
	}
	i.drop(gone...)
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func isFolder(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.IsDir()
}
