package index

import (
	"bazelapple/internal/buildfile"
	"context"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// refresh walks and reads what changed; the caller holds refreshing.
func (i *Index) refresh(ctx context.Context) error {
	if s := i.stampSetup(); s != i.setup {
		// Repositories may lie elsewhere now: everything is read again.
		if i.setup != (stamp{}) {
			i.makeLoader()
			i.mu.Lock()
			for _, p := range i.packs {
				p := *p
				p.stamp = stamp{}
				i.packs[p.path] = &p
			}
			i.sorted = nil
			i.mu.Unlock()
		}
		i.setup = s
	}
	i.mu.RLock()
	before := make(map[string]*pack, len(i.packs))
	for k, p := range i.packs {
		before[k] = p
	}
	i.mu.RUnlock()
	stale := i.staleMacros(before)

	work := make(chan found, 256)
	var workers sync.WaitGroup
	for range i.options.Workers {
		workers.Go(func() {
			for f := range work {
				i.parse(f)
			}
		})
	}
	var mu sync.Mutex
	seen := make(map[string]bool, len(before))
	changed := false
	walk(ctx, i.root, 2*i.options.Workers, func(f found) {
		p := before[f.pkg]
		fresh := p != nil && p.stamp == f.stamp && p.file == f.file && !stale[f.pkg]
		mu.Lock()
		seen[f.pkg] = true
		changed = changed || !fresh
		mu.Unlock()
		if !fresh {
			work <- f
		}
	})
	close(work)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	var gone []string
	for pkg := range before {
		if !seen[pkg] {
			gone = append(gone, pkg)
		}
	}
	i.drop(gone...)
	i.noteMacros()
	i.mu.Lock()
	i.complete = true
	i.mu.Unlock()
	i.walked = time.Now()
	i.dirty = i.dirty || changed || len(gone) > 0
	return nil
}

// parse reads one BUILD file, its unsaved text first.
func (i *Index) parse(f found) {
	at := filepath.Join(i.root, f.file)
	document := i.unsaved(at)
	if document != nil {
		f.stamp = stamp{} // the disk's text has not been read
	} else {
		data, err := os.ReadFile(at)
		if err != nil || len(data) > maxFile {
			return
		}
		document = buildfile.Open("BUILD", 0, string(data))
	}
	d := read(i.loader.Load(), f.pkg, document)
	d.file, d.stamp = f.file, f.stamp
	i.put(d)
}

// maxFile limits BUILD files, in bytes.
const maxFile = 16 << 20

// stampSetup sums up the files that name repositories.
func (i *Index) stampSetup() stamp {
	sum := stamp{size: 1}
	for n, name := range []string{"WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"} {
		if s, ok := statFile(filepath.Join(i.root, name)); ok {
			sum.modified += s.modified * int64(n+1)
			sum.size += s.size<<8 + int64(n)
		}
	}
	return sum
}

// staleMacros are the packages that load, maybe through others, a .bzl file
// that changed on disk.
func (i *Index) staleMacros(packs map[string]*pack) map[string]bool {
	changed := map[string]bool{}
	for file, known := range i.bzl {
		if s, _ := statFile(file); s != known.stamp {
			changed[file] = true
		}
	}
	if len(changed) == 0 {
		return nil
	}
	return i.dependents(changed, packs)
}

// dependents grows a set of changed .bzl files by those that load them, forgets
// them, and gives the packages that load any.
func (i *Index) dependents(changed map[string]bool, packs map[string]*pack) map[string]bool {
	i.grow(changed)
	files := make([]string, 0, len(changed))
	ids := map[uint32]bool{}
	i.mu.RLock()
	for file := range changed {
		files = append(files, file)
		if id, ok := i.table.find(file); ok {
			ids[id] = true
		}
	}
	i.mu.RUnlock()
	i.loader.Load().Forget(files...)
	out := map[string]bool{}
	for pkg, p := range packs {
		for _, id := range p.bzl {
			if ids[id] {
				out[pkg] = true
			}
		}
	}
	return out
}

// grow adds the .bzl files that load one of a set, maybe through others. The
// caller holds refreshing.
func (i *Index) grow(changed map[string]bool) {
	for grown := true; grown; {
		grown = false
		for file, known := range i.bzl {
			for _, l := range known.loads {
				if changed[l] && !changed[file] {
					changed[file], grown = true, true
				}
			}
		}
	}
}

// noteMacros keeps what the loader read since.
func (i *Index) noteMacros() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, f := range i.loader.Load().Files() {
		i.bzl[f.Path] = bzlFile{stamp{f.Modified, f.Size}, f.Loads}
	}
}
