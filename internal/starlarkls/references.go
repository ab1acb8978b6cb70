package starlarkls

import (
	"fmt"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
)

// LabelAt is the target that a place names: by a label, or by the name of its
// own call.
func (f *File) LabelAt(p buildfile.Position) (label.Label, buildfile.Range, bool) {
	s, c, ok := f.stringAt(p)
	if !ok {
		if t, ok := f.TargetAt(p); ok && t.Name != "" && t.RuleRange.Contains(p) {
			return label.Label{Package: f.Package, Name: t.Name}, t.NameRange, true
		}
		return label.Label{}, buildfile.Range{}, false
	}
	fr, _ := c.call()
	if fr.callee == "load" || s.Value == "" {
		return label.Label{}, buildfile.Range{}, false
	}
	if fr.argument == "name" && len(c.frames) == 1 {
		return label.Label{Package: f.Package, Name: s.Value}, s.Range, true
	}
	l, ok := f.Label(s.Value)
	return l, s.Range, ok
}

// References are the places that name the target at a place, in every BUILD
// file of the workspace as the editor has it.
func (f *File) References(p buildfile.Position, declaration bool) []index.Location {
	l, _, ok := f.LabelAt(p)
	if !ok {
		return f.symbolReferences(p, declaration)
	}
	if f.Index == nil {
		return nil
	}
	out := f.Index.References(l)
	if declaration {
		if at, ok := f.define(l, false); ok {
			out = append([]index.Location{at}, out...)
		}
	}
	return out
}

// symbolReferences are the uses of a name in its own file.
func (f *File) symbolReferences(p buildfile.Position, declaration bool) []index.Location {
	word, _, ok := f.wordAt(p)
	if !ok {
		return nil
	}
	var out []index.Location
	own, _ := f.definition(word)
	for _, r := range f.uses(word) {
		if declaration || r != own.NameRange {
			out = append(out, index.Location{File: f.Path, Range: r})
		}
	}
	return out
}

// RenameAt is what a rename at a place would change.
func (f *File) RenameAt(p buildfile.Position) (name string, at buildfile.Range, err error) {
	l, r, ok := f.LabelAt(p)
	switch {
	case !ok:
		return "", r, fmt.Errorf("nothing here can be renamed: put the cursor on a target's name or on a label")
	case l.External():
		return "", r, fmt.Errorf("%s is of another repository", l)
	}
	t, err := f.renamed(l)
	if err != nil {
		return "", r, err
	}
	if !t.Literal {
		return "", r, fmt.Errorf("the name of %s is not written in its BUILD file: it cannot be renamed", l)
	}
	// In a label only the name is marked.
	if text := f.Source()[f.Text().Offset(r.Start):f.Text().Offset(r.End)]; strings.HasSuffix(text, l.Name) {
		r.Start = f.Text().Position(f.Text().Offset(r.End) - len(l.Name))
	}
	return l.Name, r, nil
}

// renamed is the target of a label as its file has it now.
func (f *File) renamed(l label.Label) (buildfile.Target, error) {
	file := f
	if l.Package != f.Package || f.Kind() != buildfile.Build {
		if f.Index == nil {
			return buildfile.Target{}, fmt.Errorf("the workspace has not been read yet")
		}
		at, ok := f.Index.Lookup(l)
		if !ok {
			return buildfile.Target{}, fmt.Errorf("there is no target %s", l)
		}
		if file, ok = f.open(at.File); !ok {
			return buildfile.Target{}, fmt.Errorf("%s cannot be read", at.File)
		}
	}
	t, ok := file.Target(l.Name)
	if !ok {
		return t, fmt.Errorf("there is no target %s", l)
	}
	return t, nil
}

// Edit is a replacement in a file.
type Edit struct {
	Range buildfile.Range
	Text  string
}

// Rename changes a target's name and every label that names it. Files are as
// the editor has them; edits of one file do not overlap.
func (f *File) Rename(p buildfile.Position, name string) (map[string][]Edit, error) {
	old, _, err := f.RenameAt(p)
	if err != nil {
		return nil, err
	}
	if err := label.ValidName(name); err != nil {
		return nil, fmt.Errorf("%q cannot be a target's name: %w", name, err)
	}
	if strings.ContainsAny(name, "\"'\\") {
		return nil, fmt.Errorf("%q cannot be written in a BUILD file as it is", name)
	}
	l, _, _ := f.LabelAt(p)
	if name == old {
		return map[string][]Edit{}, nil
	}
	if f.Index == nil {
		return nil, fmt.Errorf("the workspace has not been read yet: try again in a moment")
	}
	to := label.Label{Package: l.Package, Name: name}
	if _, ok := f.Index.Lookup(to); ok {
		return nil, fmt.Errorf("there is a target %s already", to)
	}
	r := &renaming{file: f, from: l, to: to, out: map[string][]Edit{}}
	seen := map[string]bool{}
	for _, at := range f.Index.References(l) {
		if !seen[at.File] {
			seen[at.File] = true
			r.references(at.File)
		}
	}
	if at, ok := f.Index.Lookup(l); ok && !seen[at.File] {
		r.references(at.File)
		seen[at.File] = true
	}
	if l.Package == f.Package && !seen[f.Path] {
		r.references(f.Path)
	}
	return r.out, nil
}

type renaming struct {
	file     *File
	from, to label.Label
	out      map[string][]Edit
}

// references changes the labels of one file, read again: the index may be a
// moment behind the editor.
func (r *renaming) references(path string) {
	f, ok := r.file.open(path)
	if !ok {
		return
	}
	source := f.Source()
	if f.Package == r.from.Package {
		for _, t := range f.Targets() {
			if t.Name == r.from.Name && t.Literal {
				r.out[path] = append(r.out[path], Edit{inner(t.NameRange), r.to.Name})
			}
		}
	}
	for _, s := range f.Statements() {
		if !strings.Contains(s.Text(), r.from.Name) && !strings.Contains(s.Text(), r.from.Package) {
			continue
		}
		for _, node := range s.Nodes {
			for _, m := range s.StringsIn(node) {
				from, to := f.Text().Offset(m.Range.Start), f.Text().Offset(m.Range.End)
				r.string(f, path, m, source[from:to])
			}
		}
	}
}

// string changes one string when it is a label of the target.
func (r *renaming) string(f *File, path string, s buildfile.String, written string) {
	value := s.Value
	if !marked(value) && (f.Package != r.from.Package || !f.plainLabel(s)) {
		return
	}
	l, ok := f.Label(value)
	if !ok || l != r.from || len(written) != len(value)+2 {
		return
	}
	text := r.to.Short()
	switch {
	case !marked(value):
		text = r.to.Name
	case value[0] == ':':
		text = ":" + r.to.Name
	case strings.Contains(value, ":"):
		text = value[:strings.LastIndexByte(value, ':')+1] + r.to.Name
	}
	r.out[path] = append(r.out[path], Edit{inner(s.Range), text})
}

// plainLabel reports whether a string without marks stands where labels do.
func (f *File) plainLabel(s buildfile.String) bool {
	c := f.cursor(buildfile.Position{Line: s.Range.Start.Line, Character: s.Range.Start.Character + 1})
	for i := len(c.frames) - 1; i >= 0; i-- {
		fr := c.frames[i]
		if fr.bracket == '(' && fr.callee == "glob" {
			return false
		}
		if fr.argument != "" {
			return labels(fr.argument)
		}
	}
	return false
}
