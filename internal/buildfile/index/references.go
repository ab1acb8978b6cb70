package index

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/label"
)

// Location is a place in a file.
type Location struct {
	File  string // absolute
	Range buildfile.Range
}

// Definition is where a label is defined: the target's name in its BUILD file,
// else the source file of that name, else the package's BUILD file for a label
// like //a that names no target of its own.
func (i *Index) Definition(l label.Label) (Location, bool) {
	if t, ok := i.Lookup(l); ok {
		return Location{t.File, t.Name}, true
	}
	if l.External() {
		return Location{}, false
	}
	i.mu.RLock()
	p := i.packs[l.Package]
	i.mu.RUnlock()
	if p == nil {
		return Location{}, false
	}
	file := filepath.Join(i.root, path.Dir(p.file), filepath.FromSlash(l.Name))
	if _, ok := statFile(file); ok {
		return Location{File: file}, true
	}
	if path.Base(l.Package) == l.Name {
		return Location{File: filepath.Join(i.root, p.file)}, true
	}
	return Location{}, false
}

// References are the places in BUILD files that name a label, its definition
// left out, in the order of packages.
func (i *Index) References(l label.Label) []Location {
	var out []Location
	i.mentions(l, func(p *pack, r *ref) {
		if r.length == 0 {
			return // made by a macro or a variable: it stands nowhere else
		}
		start := buildfile.Position{Line: r.line, Character: uint32(r.column)}
		end := start
		end.Character += uint32(r.length)
		out = append(out, Location{filepath.Join(i.root, p.file), buildfile.Range{Start: start, End: end}})
	})
	return slices.Compact(out)
}

// mentions visits all refs of a label.
func (i *Index) mentions(l label.Label, visit func(*pack, *ref)) {
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	pkg := l.Package
	if l.External() {
		pkg = l.PackageLabel()
	}
	pkgID, ok1 := i.table.find(pkg)
	nameID, ok2 := i.table.find(l.Name)
	if !ok1 || !ok2 {
		return
	}
	for _, p := range packs {
		for n := range p.refs {
			if r := &p.refs[n]; r.name == nameID && r.pkg == pkgID {
				visit(p, r)
			}
		}
	}
}

// Dependents are the targets that name a label in an attribute: its direct
// reverse dependencies as the texts tell.
func (i *Index) Dependents(l label.Label) []Target {
	type key struct {
		p *pack
		n uint32
	}
	var keys []key
	seen := map[key]bool{}
	i.mentions(l, func(p *pack, r *ref) {
		if k := (key{p, r.target}); r.target != none && !seen[k] && !i.own(p, r, l) {
			seen[k] = true
			keys = append(keys, k)
		}
	})
	i.mu.RLock()
	defer i.mu.RUnlock()
	out := make([]Target, len(keys))
	for n, k := range keys {
		out[n] = i.targetOf(k.p, &k.p.targets[k.n])
	}
	return out
}

// own reports whether a ref stands in the label's own target.
func (i *Index) own(p *pack, r *ref, l label.Label) bool {
	return p.path == l.Package && !l.External() && i.table.texts[p.targets[r.target].name] == l.Name
}

// Dependency is one label that a target names.
type Dependency struct {
	Label     label.Label
	Attribute string // "deps", "srcs" …
}

// Dependencies are the labels a target's attributes name, source files too;
// conditions of select() are left out.
func (i *Index) Dependencies(l label.Label) []Dependency {
	i.mu.RLock()
	defer i.mu.RUnlock()
	p, t := i.lookup(l)
	if t == nil {
		return nil
	}
	var out []Dependency
	seen := map[Dependency]bool{}
	for n := range p.refs {
		r := &p.refs[n]
		if r.target == none || &p.targets[r.target] != t {
			continue
		}
		d := Dependency{i.labelOf(r), i.table.texts[r.attribute]}
		if d.Attribute != "select" && !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}

func (i *Index) labelOf(r *ref) label.Label {
	pkg, name := i.table.texts[r.pkg], i.table.texts[r.name]
	if !strings.HasPrefix(pkg, "@") {
		return label.Label{Package: pkg, Name: name}
	}
	repo, below, _ := strings.Cut(strings.TrimLeft(pkg, "@"), "//")
	return label.Label{Repo: repo, Canonical: strings.HasPrefix(pkg, "@@"), Package: below, Name: name}
}
