// Package index knows every package and target of a Bazel workspace from its
// BUILD files, without Bazel: lists and searches of targets, where a label is
// defined and used, which targets own a file. It is built in parallel, kept up
// to date by Update, SetOverlay and Refresh, and saved between runs.
//
// What a macro makes comes from package macro; a Target says when that is a
// guess. Nothing here reads the disk inside a query except Definition of files.
package index

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/text/unicode/norm"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/macro"
)

// Options of an index.
type Options struct {
	// Root is the workspace's folder.
	Root string
	// Cache is the folder to save the index in, "" for nowhere.
	Cache string
	// External are folders with fetched repositories, see macro.Options.
	External []string
	// Workers is how many files are parsed at once, 0 for one a processor.
	Workers int
}

// Index is the index of one workspace. All methods may be called at once.
type Index struct {
	options Options
	root    string // real

	mu       sync.RWMutex // guards what follows
	table    *table
	packs    map[string]*pack
	sorted   []*pack // by path; nil when it must be made anew
	bzl      map[string]bzlFile
	setup    stamp                          // of the files that name repositories
	overlays map[string]*buildfile.Document // by path in NFC
	complete bool

	loader atomic.Pointer[macro.Loader]

	refreshing sync.Mutex // one walk at a time; guards what follows
	walked     time.Time
	dirty      bool // changed since it was saved
}

// bzlFile is what is kept of a .bzl file.
type bzlFile struct {
	stamp stamp
	loads []string
}

// Open reads the saved index when there is a sound one. The index answers at
// once from what was saved; Refresh brings it up to date with the disk. The
// error says why the workspace cannot be read at all.
func Open(options Options) (*Index, error) {
	real, err := filepath.EvalSymlinks(options.Root)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil, fmt.Errorf("open workspace %s: %w", options.Root, err)
	}
	if options.Workers <= 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	i := &Index{options: options, root: real, table: newTable(0), packs: map[string]*pack{}, bzl: map[string]bzlFile{}, overlays: map[string]*buildfile.Document{}}
	if options.Cache != "" {
		i.restore()
	}
	i.makeLoader()
	return i, nil
}

// makeLoader makes the .bzl loader anew, for other repositories.
func (i *Index) makeLoader() {
	i.loader.Store(macro.NewLoader(i.root, macro.Options{External: i.options.External, Overlay: i.overlay}))
}

// Root is the workspace's real path.
func (i *Index) Root() string { return i.root }

// Complete reports whether the whole workspace has been read at least once;
// before, lists hold what has been found so far.
func (i *Index) Complete() bool {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.complete
}

// Size is the number of packages and targets known.
func (i *Index) Size() (packages, targets int) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	for _, p := range i.packs {
		targets += len(p.targets)
	}
	return len(i.packs), targets
}

// Packages are the paths of all packages in order, "" for the root.
func (i *Index) Packages() []string {
	packs := i.ordered()
	out := make([]string, len(packs))
	for n, p := range packs {
		out[n] = p.path
	}
	return out
}

// SearchPackages are the packages whose path matches a text, best first, at most
// limit of them; see Query.Text.
func (i *Index) SearchPackages(text string, limit int) []string {
	type match struct {
		path  string
		score int
	}
	text = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "//"))
	var all []match
	for _, p := range i.ordered() {
		if text == "" {
			all = append(all, match{p.path, 0})
		} else if s := part(p.path, text); s >= 0 {
			all = append(all, match{p.path, s})
		}
	}
	slices.SortStableFunc(all, func(a, b match) int { return b.score - a.score })
	out := make([]string, 0, min(limit, len(all)))
	for _, m := range all[:min(limit, len(all))] {
		out = append(out, m.path)
	}
	return out
}

// Scope resolves what the calls of an open document of a package call and make,
// with the .bzl files the index knows.
func (i *Index) Scope(d *buildfile.Document, pkg string) *macro.Scope {
	return i.loader.Load().Scope(d, pkg)
}

// HasPackage reports whether a path is a package.
func (i *Index) HasPackage(pkg string) bool {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.packs[pkg] != nil
}

// ordered are the packages by path. The slice is never changed.
func (i *Index) ordered() []*pack {
	i.mu.RLock()
	out := i.sorted
	i.mu.RUnlock()
	if out != nil {
		return out
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.sorted == nil {
		i.sorted = make([]*pack, 0, len(i.packs))
		for _, p := range i.packs {
			i.sorted = append(i.sorted, p)
		}
		slices.SortFunc(i.sorted, func(a, b *pack) int { return strings.Compare(a.path, b.path) })
	}
	return i.sorted
}

// overlay answers with the unsaved text of a file.
func (i *Index) overlay(path string) (string, bool) {
	if d := i.unsaved(path); d != nil {
		return d.Source(), true
	}
	return "", false
}

// unsaved is the document an editor has of a file, nil without one.
func (i *Index) unsaved(path string) *buildfile.Document {
	i.mu.RLock()
	defer i.mu.RUnlock()
	return i.overlays[norm.NFC.String(path)]
}

// put adds or replaces a package.
func (i *Index) put(d *draft) {
	i.mu.Lock()
	defer i.mu.Unlock()
	p := d.intern(i.table)
	if old := i.packs[p.path]; old == nil {
		i.sorted = nil
	} else if i.sorted != nil {
		at, _ := slices.BinarySearchFunc(i.sorted, p.path, func(q *pack, path string) int { return strings.Compare(q.path, path) })
		i.sorted = slices.Clone(i.sorted)
		i.sorted[at] = p
	}
	i.packs[p.path] = p
}

// drop removes packages.
func (i *Index) drop(paths ...string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, p := range paths {
		if i.packs[p] != nil {
			delete(i.packs, p)
			i.sorted = nil
		}
	}
}

// relative is a file's path below the root in NFC; ok is false outside it.
func (i *Index) relative(file string) (string, bool) {
	for _, candidate := range []string{file, realPath(file)} {
		if rel, err := filepath.Rel(i.root, candidate); err == nil && filepath.IsLocal(rel) {
			return norm.NFC.String(filepath.ToSlash(rel)), true
		}
	}
	return "", false
}

// realPath resolves links of a file that may not exist yet.
func realPath(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(dir, filepath.Base(file))
	}
	return file
}

// Refresh walks the workspace and reads what changed on disk, unless that was
// done in the last 2 s. It is for those without a watcher; with one, call it
// once and Update from then on.
func (i *Index) Refresh(ctx context.Context) error {
	i.refreshing.Lock()
	defer i.refreshing.Unlock()
	if time.Since(i.walked) < refreshEvery {
		return nil
	}
	return i.refresh(ctx)
}

// refreshEvery is how long a walk is believed.
const refreshEvery = 2 * time.Second
