package buildfile

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// load is one load() statement, places relative to its piece.
type load struct {
	module      string
	place       Range
	modulePlace Range
	symbols     []Symbol
}

// Symbol is one name of a load() statement.
type Symbol struct {
	// Name is the name in this file, Original the one in the .bzl file.
	Name, Original string
	Range          Range // of the string or keyword that names it here
}

func (p *piece) load(node *build.LoadStmt) load {
	l := load{module: node.Module.Value, place: p.rangeOf(node), modulePlace: p.rangeOf(node.Module)}
	for i, to := range node.To {
		l.symbols = append(l.symbols, Symbol{Name: to.Name, Original: node.From[i].Name, Range: p.rangeOf(to)})
	}
	return l
}

// definition is a name that a top-level statement gives a value.
type definition struct {
	name       string
	node       build.Expr // *build.DefStmt or *build.AssignExpr
	value      build.Expr // right side of a plain assignment to one name
	place      Range
	namePlace  Range
	isFunction bool
}

func (p *piece) define(node build.Expr) {
	switch node := node.(type) {
	case *build.DefStmt:
		at := node.StartPos.Byte - p.base
		if i := strings.Index(p.text[at:], node.Name); i >= 0 {
			at += i
		}
		p.names = append(p.names, definition{
			name: node.Name, node: node, place: p.rangeOf(node), isFunction: true,
			namePlace: p.lines().Range(at, at+len(node.Name)),
		})
	case *build.AssignExpr:
		if node.Op == "=" {
			p.defineTarget(node, node.LHS)
		}
	}
}

func (p *piece) defineTarget(node *build.AssignExpr, target build.Expr) {
	switch target := target.(type) {
	case *build.Ident:
		d := definition{name: target.Name, node: node, place: p.rangeOf(node), namePlace: p.rangeOf(target)}
		if target == node.LHS {
			d.value = node.RHS
		}
		p.names = append(p.names, d)
	case *build.TypedIdent:
		p.defineTarget(node, target.Ident)
	case *build.TupleExpr:
		for _, t := range target.List {
			p.defineTarget(node, t)
		}
	case *build.ListExpr:
		for _, t := range target.List {
			p.defineTarget(node, t)
		}
	}
}
