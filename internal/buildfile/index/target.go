package index

import (
	"path"
	"path/filepath"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
)

// Target is what the index knows of one target.
type Target struct {
	Label label.Label
	// Rule is the rule that makes it, From the label of the .bzl file the rule
	// is defined in ("" for builtin ones).
	Rule, From string
	Kind       kind.TargetKind
	// Module is its module_name attribute, "" when it has none.
	Module string
	// File is the BUILD file's absolute path, Name the range of its name there
	// (of the macro's call for made targets), Lines the call's first and last.
	File      string
	Name      buildfile.Range
	FirstLine uint32
	LastLine  uint32
	// Macro is the macro that makes it, as the BUILD file calls it; "" for none.
	Macro string
	// Primary: its name is written in the BUILD file. Others are made beside it.
	Primary bool
	// Maybe: it cannot be known whether the macro makes it.
	Maybe bool
	// Guess: the rule's file is not on this machine; Kind is told by the name.
	Guess bool
	// More: its call may make targets that are not listed.
	More bool
	// Manual and Hidden are the tags manual and no-ide.
	Manual, Hidden bool
}

// targetOf makes the public form; the caller holds mu.
func (i *Index) targetOf(p *pack, t *target) Target {
	texts := i.table.texts
	start := buildfile.Position{Line: t.nameLine, Character: uint32(t.nameColumn)}
	end := start
	end.Character += uint32(t.nameLength)
	return Target{
		Label: label.Label{Package: p.path, Name: texts[t.name]},
		Rule:  texts[t.rule], From: texts[t.from], Kind: t.kind, Module: texts[t.module],
		File: filepath.Join(i.root, p.file), Name: buildfile.Range{Start: start, End: end}, FirstLine: t.line, LastLine: t.endLine,
		Macro: texts[t.macro], Primary: t.flags&primary != 0, Maybe: t.flags&maybe != 0, Guess: t.flags&opaque != 0,
		More: t.flags&unnamed != 0, Manual: t.flags&manual != 0, Hidden: t.flags&hidden != 0,
	}
}

// Lookup finds a target of the main repository.
func (i *Index) Lookup(l label.Label) (Target, bool) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	if p, t := i.lookup(l); t != nil {
		return i.targetOf(p, t), true
	}
	return Target{}, false
}

func (i *Index) lookup(l label.Label) (*pack, *target) {
	p := i.packs[l.Package]
	if p == nil || l.External() {
		return nil, nil
	}
	id, ok := i.table.find(l.Name)
	if !ok {
		return nil, nil
	}
	for n := range p.targets {
		if p.targets[n].name == id {
			return p, &p.targets[n]
		}
	}
	return nil, nil
}

// Kind is the kind of a target, that of its actual target for an alias.
func (i *Index) Kind(l label.Label) (k kind.TargetKind, ok bool) {
	i.mu.RLock()
	defer i.mu.RUnlock()
	for range 8 {
		p, t := i.lookup(l)
		if t == nil {
			return k, ok
		}
		k, ok = t.kind, true
		if i.table.texts[t.rule] != "alias" {
			return k, true
		}
		for n := range p.refs {
			r := &p.refs[n]
			if r.target != none && &p.targets[r.target] == t && i.table.texts[r.attribute] == "actual" {
				l = i.labelOf(r)
				break
			}
		}
	}
	return k, ok
}

// PackageTargets are the targets of one package in the order of its file.
func (i *Index) PackageTargets(pkg string) []Target {
	i.mu.RLock()
	defer i.mu.RUnlock()
	p := i.packs[pkg]
	if p == nil {
		return nil
	}
	out := make([]Target, len(p.targets))
	for n := range p.targets {
		out[n] = i.targetOf(p, &p.targets[n])
	}
	return out
}

// Partial reports whether a package's file has errors or calls that could not
// be followed, so that it may have targets that are not listed.
func (i *Index) Partial(pkg string) bool {
	i.mu.RLock()
	defer i.mu.RUnlock()
	p := i.packs[pkg]
	return p != nil && p.partial
}

// Module finds the targets whose Swift or Clang module has a name: by their
// module_name, else by their own name with what cannot stand in a module's name
// as "_". Libraries come first.
func (i *Index) Module(name string) []Target {
	var first, rest []Target
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	for _, p := range packs {
		for n := range p.targets {
			t := &p.targets[n]
			if !i.isModule(p, t, name) {
				continue
			}
			if t.kind.Kind == kind.Library || t.kind.Kind == kind.Framework {
				first = append(first, i.targetOf(p, t))
			} else {
				rest = append(rest, i.targetOf(p, t))
			}
		}
	}
	return append(first, rest...)
}

func (i *Index) isModule(p *pack, t *target, name string) bool {
	if t.module != 0 {
		return i.table.texts[t.module] == name
	}
	own := i.table.texts[t.name]
	if own == name {
		return true
	}
	// rules_swift derives "a_b_Name" from //a/b:Name.
	if len(own) > len(name) || len(name) != len(own) && len(name) != len(own)+len(p.path)+1 {
		return false
	}
	return moduleName(own) == name || p.path != "" && moduleName(p.path+"/"+own) == name
}

func moduleName(text string) string {
	out := []byte(text)
	for n, c := range out {
		if !(c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z') {
			out[n] = '_'
		}
	}
	return string(out)
}

// PackageOf is the package that holds a file or folder (absolute, or below the
// root), false outside the workspace or above all packages.
func (i *Index) PackageOf(file string) (pkg string, ok bool) {
	rel := filepath.ToSlash(file)
	if filepath.IsAbs(file) {
		if rel, ok = i.relative(file); !ok {
			return "", false
		}
	}
	i.mu.RLock()
	defer i.mu.RUnlock()
	for at := path.Clean(rel); ; at = parent(at) {
		if at == "." {
			at = ""
		}
		if i.packs[at] != nil {
			return at, true
		}
		if at == "" {
			return "", false
		}
	}
}
