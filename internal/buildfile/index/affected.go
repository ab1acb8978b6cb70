package index

import (
	"path"
	"path/filepath"
	"slices"

	"bazelapple/internal/buildfile/label"
)

// Affected is a target that depends on something that changed.
type Affected struct {
	Target
	// Path leads from the file or target that changed over the targets between
	// to this one, which is not in it.
	Path []string
}

// Affected lists the targets that changed files (absolute, or below the root) and
// targets may change, what is nearest first: those that have a file as source,
// those of a BUILD file, those of the packages that load a .bzl file, and
// whatever depends on one of these. everything says that a file was among them that may change
// any target: the module's own, or a .bazelrc.
func (i *Index) Affected(files []string, targets ...label.Label) (out []Affected, everything string) {
	type edge struct {
		from string // how it was reached
		via  label.Label
	}
	reached := map[label.Label]edge{}
	var queue []label.Label
	reach := func(l label.Label, e edge) {
		if _, ok := reached[l]; !ok {
			reached[l] = e
			queue = append(queue, l)
		}
	}
	for _, l := range targets {
		reach(l, edge{})
	}
	for _, file := range files {
		rel := filepath.ToSlash(file)
		if filepath.IsAbs(file) {
			var ok bool
			if rel, ok = i.relative(file); !ok {
				continue
			}
		}
		switch base := path.Base(rel); {
		case base == "BUILD" || base == "BUILD.bazel":
			for _, t := range i.PackageTargets(parent(rel)) {
				reach(t.Label, edge{from: rel})
			}
		case path.Ext(base) == ".bzl":
			for _, pkg := range i.loaders(filepath.Join(i.root, rel)) {
				for _, t := range i.PackageTargets(pkg) {
					reach(t.Label, edge{from: rel})
				}
			}
		case parent(rel) == "" && (base == "MODULE.bazel" || base == "WORKSPACE" || base == "WORKSPACE.bazel" || base == "WORKSPACE.bzlmod" || base == ".bazelrc" || base == ".bazelversion"):
			everything = rel
		}
		for _, t := range i.Owners(rel) {
			reach(t.Label, edge{from: rel})
		}
	}
	dependents := i.reverse()
	for n := 0; n < len(queue); n++ {
		for _, l := range dependents[queue[n]] {
			reach(l, edge{via: queue[n]})
		}
	}
	for _, l := range queue {
		t, ok := i.Lookup(l)
		if !ok {
			continue
		}
		var steps []string
		for e := reached[l]; e != (edge{}); e = reached[e.via] {
			if e.from != "" {
				steps = append(steps, e.from)
				break
			}
			steps = append(steps, e.via.Short())
		}
		slices.Reverse(steps)
		out = append(out, Affected{t, steps})
	}
	return out, everything
}

// reverse is what every target of the workspace is named by.
func (i *Index) reverse() map[label.Label][]label.Label {
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	out := map[label.Label][]label.Label{}
	for _, p := range packs {
		for n := range p.refs {
			r := &p.refs[n]
			if r.target == none || i.table.texts[r.attribute] == "visibility" {
				continue
			}
			of := i.labelOf(r)
			by := label.Label{Package: p.path, Name: i.table.texts[p.targets[r.target].name]}
			if of != by && !of.External() {
				out[of] = append(out[of], by)
			}
		}
	}
	return out
}

// loaders are the packages that load a .bzl file, maybe through others.
func (i *Index) loaders(file string) (out []string) {
	changed := map[string]bool{file: true}
	i.refreshing.Lock()
	i.grow(changed)
	i.refreshing.Unlock()
	for _, p := range i.ordered() {
		i.mu.RLock()
		for _, id := range p.bzl {
			if changed[i.table.texts[id]] {
				out = append(out, p.path)
				break
			}
		}
		i.mu.RUnlock()
	}
	return out
}
