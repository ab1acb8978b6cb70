package starlarkls

import (
	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// symbol is where a name is given its value.
type symbol struct {
	file       *File
	definition buildfile.Definition
}

// maxLoads is how many files a name is followed through.
const maxLoads = 16

// symbol finds the definition of a name of the document, through load()s and
// assignments that only pass it on.
func (f *File) symbol(name string) (symbol, bool) {
	var last symbol
	found := false
	for range maxLoads {
		if d, ok := f.definition(name); ok {
			last, found = symbol{f, d}, true
			next := passedOn(d)
			if next == "" || next == name {
				break
			}
			name = next
			continue
		}
		module, original, ok := f.Loaded(name)
		if !ok {
			break
		}
		path, ok := f.LoadPath(module)
		if !ok {
			break
		}
		if f, ok = f.open(path); !ok {
			break
		}
		name = original
	}
	return last, found
}

func (f *File) definition(name string) (buildfile.Definition, bool) {
	var out buildfile.Definition
	found := false
	for _, d := range f.Definitions() {
		if d.Name == name {
			out, found = d, true
		}
	}
	return out, found
}

// passedOn is the name on the right of "name = _name".
func passedOn(d buildfile.Definition) string {
	if as, ok := d.Node.(*build.AssignExpr); ok {
		if id, ok := as.RHS.(*build.Ident); ok {
			return id.Name
		}
	}
	return ""
}
