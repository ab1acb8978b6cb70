package starlarkls

import (
	"os"
	"path/filepath"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
)

// Definition is where what stands at a place is defined: the target of a label,
// the file of a load(), a symbol's own line.
func (f *File) Definition(p buildfile.Position) (index.Location, bool) {
	if s, c, ok := f.stringAt(p); ok {
		return f.defineString(s.Value, c)
	}
	word, _, ok := f.wordAt(p)
	if !ok {
		return index.Location{}, false
	}
	if s, ok := f.symbol(word); ok {
		return index.Location{File: s.file.Path, Range: s.definition.NameRange}, true
	}
	// A loaded name whose definition is a struct or cannot be followed.
	if module, _, ok := f.Loaded(word); ok {
		if file, ok := f.LoadPath(module); ok {
			return index.Location{File: file}, true
		}
	}
	return index.Location{}, false
}

func (f *File) defineString(value string, c cursor) (index.Location, bool) {
	fr, inCall := c.call()
	if inCall && fr.callee == "load" {
		return f.defineLoad(value, fr)
	}
	l, ok := f.Label(value)
	if !ok {
		return index.Location{}, false
	}
	return f.define(l, inCall && fr.argument == "name")
}

// defineLoad is the file of a load(), or the definition of a name it loads.
func (f *File) defineLoad(value string, fr frame) (index.Location, bool) {
	if fr.position == 0 {
		file, ok := f.LoadPath(value)
		return index.Location{File: file}, ok
	}
	for _, l := range f.Loads() {
		for _, s := range l.Symbols {
			if s.Original == value || s.Name == value {
				if at, ok := f.symbol(s.Name); ok {
					return index.Location{File: at.file.Path, Range: at.definition.NameRange}, true
				}
				file, ok := f.LoadPath(l.Module)
				return index.Location{File: file}, ok
			}
		}
	}
	return index.Location{}, false
}

// define is where a label is defined; the open text of this package goes before
// the index, which may be a moment behind.
func (f *File) define(l label.Label, own bool) (index.Location, bool) {
	if !l.External() && l.Package == f.Package && f.Kind() == buildfile.Build {
		if t, ok := f.Target(l.Name); ok {
			return index.Location{File: f.Path, Range: t.NameRange}, true
		}
		if own {
			return index.Location{}, false
		}
	}
	if f.Index != nil {
		if at, ok := f.Index.Definition(l); ok {
			return at, true
		}
	}
	if l.External() {
		return index.Location{}, false
	}
	file := filepath.Join(f.Root, filepath.FromSlash(l.File()))
	if info, err := os.Stat(file); err == nil && !info.IsDir() {
		return index.Location{File: file}, true
	}
	return index.Location{}, false
}

// Link is a piece of the document that opens a file.
type Link struct {
	Range buildfile.Range
	File  string
	// Line is the line to go to, from zero; -1 for none.
	Line int
}

// Links are the files that load()s and labels name.
func (f *File) Links() []Link {
	var out []Link
	for _, l := range f.Loads() {
		if file, ok := f.LoadPath(l.Module); ok {
			out = append(out, Link{inner(l.ModuleRange), file, -1})
		}
	}
	if Bazelrc(f.Path) {
		return f.rcLinks(out)
	}
	for _, m := range f.mentions() {
		if m.attribute == "select" || m.Value == "" {
			continue
		}
		l, ok := f.Label(m.Value)
		if !ok || l.External() {
			continue
		}
		if at, ok := f.define(l, false); ok {
			line := -1
			if at.Range != (buildfile.Range{}) {
				line = int(at.Range.Start.Line)
			}
			out = append(out, Link{inner(m.Range), at.File, line})
		}
	}
	return out
}

// inner is a string's range without its quotes.
func inner(r buildfile.Range) buildfile.Range {
	if r.Start.Line == r.End.Line && r.End.Character >= r.Start.Character+2 {
		r.Start.Character++
		r.End.Character--
	}
	return r
}
