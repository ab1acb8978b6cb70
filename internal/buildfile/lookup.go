package buildfile

import (
	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile/eval"
)

// Definition is a name a file gives a value at its top level.
type Definition struct {
	Name      string
	Function  bool
	Node      build.Expr // *build.DefStmt or *build.AssignExpr
	Range     Range
	NameRange Range
	Statement Statement
}

// Definitions are the functions and variables of the file, in order.
func (d *Document) Definitions() []Definition {
	var out []Definition
	for i := range d.pieces {
		p := &d.pieces[i]
		for _, n := range p.names {
			out = append(out, Definition{n.name, n.isFunction, n.node, n.place.down(p.line), n.namePlace.down(p.line), p.statement()})
		}
	}
	return out
}

func (d *Document) findGlobals() map[string]build.Expr {
	out := map[string]build.Expr{}
	for _, p := range d.pieces {
		for _, n := range p.names {
			if n.value != nil {
				out[n.name] = n.value
			}
		}
	}
	return out
}

// Global is the expression a top-level name of this file is assigned, nil
// without one.
func (d *Document) Global(name string) build.Expr { return d.globals()[name] }

// lookup evaluates the file's own names; anything else is unknown.
func (d *Document) lookup(run *eval.Run) func(name string) eval.Value {
	busy := map[string]bool{}
	var lookup func(name string) eval.Value
	lookup = func(name string) eval.Value {
		node := d.globals()[name]
		if node == nil || busy[name] {
			return nil
		}
		busy[name] = true
		defer delete(busy, name)
		return run.Expression(node, lookup)
	}
	return lookup
}
