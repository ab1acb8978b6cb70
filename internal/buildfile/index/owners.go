package index

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
)

// Owners are the targets that have a source file (absolute, or below the root)
// in an attribute, by name or by a glob of their package.
func (i *Index) Owners(file string) []Target {
	rel := filepath.ToSlash(file)
	if filepath.IsAbs(file) {
		var ok bool
		if rel, ok = i.relative(file); !ok {
			return nil
		}
	}
	pkg, ok := i.PackageOf(rel)
	if !ok {
		return nil
	}
	name := strings.TrimPrefix(strings.TrimPrefix(rel, pkg), "/")
	out := i.Dependents(label.Label{Package: pkg, Name: name})
	i.mu.RLock()
	defer i.mu.RUnlock()
	p := i.packs[pkg]
	if p == nil {
		return out
	}
	for n := range p.globs {
		g := &p.globs[n]
		if !i.globbed(g, name) {
			continue
		}
		t := i.targetOf(p, &p.targets[g.target])
		if !slices.ContainsFunc(out, func(o Target) bool { return o.Label == t.Label }) {
			out = append(out, t)
		}
	}
	// What compiles the file comes before what only bundles it, and the
	// nearest package first.
	slices.SortStableFunc(out, func(a, b Target) int {
		return cmp.Compare(ownerRank(a, pkg), ownerRank(b, pkg))
	})
	return out
}

func ownerRank(t Target, pkg string) int {
	rank := 0
	if t.Kind.Kind == kind.Other {
		rank += 2
	}
	if t.Label.Package != pkg {
		rank++
	}
	return rank
}

func (i *Index) globbed(g *glob, name string) bool {
	in := func(ids []uint32) bool {
		return slices.ContainsFunc(ids, func(id uint32) bool { return Match(i.table.texts[id], name) })
	}
	return in(g.include) && !in(g.exclude)
}

// Files are the source files an attribute of a target names or globs, below the
// root and in order. The disk is read for globs; folders with a BUILD file of
// their own belong to other packages.
func (i *Index) Files(l label.Label, attribute string) []string {
	i.mu.RLock()
	p, t := i.lookup(l)
	if t == nil {
		i.mu.RUnlock()
		return nil
	}
	dir := path.Dir(p.file)
	var out []string
	for n := range p.refs {
		r := &p.refs[n]
		if r.target == none || &p.targets[r.target] != t || i.table.texts[r.attribute] != attribute {
			continue
		}
		at := i.labelOf(r)
		if _, other := i.lookup(at); other == nil && !at.External() {
			out = append(out, at.File())
		}
	}
	var globs []*glob
	for n := range p.globs {
		if g := &p.globs[n]; &p.targets[g.target] == t && i.table.texts[g.attribute] == attribute {
			globs = append(globs, g)
		}
	}
	i.mu.RUnlock()
	if len(globs) > 0 {
		i.list(dir, "", func(name string) {
			i.mu.RLock()
			defer i.mu.RUnlock()
			for _, g := range globs {
				if i.globbed(g, name) {
					out = append(out, path.Join(dir, name))
					return
				}
			}
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// list visits the files of one package.
func (i *Index) list(dir, rel string, visit func(name string)) {
	entries, err := os.ReadDir(filepath.Join(i.root, dir, rel))
	if err != nil {
		return
	}
	if rel != "" {
		for _, e := range entries {
			if (e.Name() == "BUILD" || e.Name() == "BUILD.bazel") && !e.IsDir() {
				return
			}
		}
	}
	for _, e := range entries {
		name := path.Join(rel, e.Name())
		if e.IsDir() {
			i.list(dir, name, visit)
		} else {
			visit(name)
		}
	}
}
