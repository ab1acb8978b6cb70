package index

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// found is a BUILD file on disk.
type found struct {
	pkg   string // NFC
	file  string // below the root, as listed
	stamp stamp
}

// walker lists the packages of a workspace. Folders are read in parallel.
type walker struct {
	root   string
	ignore ignored
	slots  chan struct{}
	wait   sync.WaitGroup
	mu     sync.Mutex
	out    []found
	deep   func(found) // told of each package at once, nil for nobody
}

// maxDepth limits folders inside folders.
const maxDepth = 64

// walk finds every package below root. It does not enter: folders that
// .bazelignore names, bazel-* links, workspaces inside (a folder with its own
// MODULE.bazel, REPO.bazel or WORKSPACE), hidden version control, and links that
// lead back to a folder above or out into an output base.
func walk(ctx context.Context, root string, workers int, each func(found)) []found {
	w := &walker{root: root, ignore: readIgnored(root), slots: make(chan struct{}, workers), deep: each}
	w.wait.Add(1)
	w.folder(ctx, "", []string{root}, 0)
	w.wait.Wait()
	return w.out
}

// folder reads one folder and those below it; reals are the real paths of the
// links that led here.
func (w *walker) folder(ctx context.Context, rel string, reals []string, depth int) {
	defer w.wait.Done()
	if ctx.Err() != nil || depth > maxDepth {
		return
	}
	entries, err := os.ReadDir(filepath.Join(w.root, rel))
	if err != nil {
		return
	}
	build, nested := "", false
	for _, e := range entries {
		switch e.Name() {
		case "BUILD.bazel":
			build = e.Name()
		case "BUILD":
			if build == "" && !e.IsDir() {
				build = e.Name()
			}
		case "MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "REPO.bazel":
			nested = nested || rel != "" && !e.IsDir()
		}
	}
	if nested {
		return
	}
	if build != "" {
		w.add(rel, build)
	}
	for _, e := range entries {
		name := e.Name()
		isLink := e.Type()&fs.ModeSymlink != 0
		if !e.IsDir() && !isLink || name == ".git" || name == ".hg" {
			continue
		}
		below := path.Join(rel, name)
		if w.ignore.has(norm.NFC.String(below)) {
			continue
		}
		next := reals
		if isLink {
			if strings.HasPrefix(name, "bazel-") {
				continue
			}
			real, ok := w.follow(below, reals)
			if !ok {
				continue
			}
			next = append(reals[:len(reals):len(reals)], real)
		}
		w.wait.Add(1)
		select {
		case w.slots <- struct{}{}:
			go func() {
				w.folder(ctx, below, next, depth+1)
				<-w.slots
			}()
		default:
			w.folder(ctx, below, next, depth+1)
		}
	}
}

// follow decides whether a link to a folder is entered.
func (w *walker) follow(rel string, reals []string) (real string, ok bool) {
	at := filepath.Join(w.root, rel)
	info, err := os.Stat(at)
	if err != nil || !info.IsDir() {
		return "", false
	}
	if real, err = filepath.EvalSymlinks(at); err != nil || strings.Contains(real+"/", "/execroot/") || strings.Contains(real+"/", "/bazel-out/") {
		return "", false
	}
	for _, r := range reals {
		if real == r || strings.HasPrefix(r, real+"/") {
			return "", false
		}
	}
	// A link to a folder above the one it stands in would never end.
	parent, err := filepath.EvalSymlinks(filepath.Dir(at))
	if err != nil || parent == real || strings.HasPrefix(parent+"/", real+"/") {
		return "", false
	}
	return real, true
}

func (w *walker) add(rel, build string) {
	file := path.Join(rel, build)
	s, ok := statFile(filepath.Join(w.root, file))
	if !ok {
		if build != "BUILD.bazel" {
			return
		}
		// BUILD.bazel may be a folder or a dead link: BUILD counts then.
		file = path.Join(rel, "BUILD")
		if s, ok = statFile(filepath.Join(w.root, file)); !ok {
			return
		}
	}
	f := found{norm.NFC.String(rel), file, s}
	w.mu.Lock()
	w.out = append(w.out, f)
	w.mu.Unlock()
	if w.deep != nil {
		w.deep(f)
	}
}

// statFile is the stamp of a regular file.
func statFile(path string) (stamp, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}, false
	}
	return stamp{info.ModTime().UnixNano(), info.Size()}, true
}
