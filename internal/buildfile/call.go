package buildfile

import (
	"github.com/bazelbuild/buildtools/build"
)

// call is a call at the top level of a file, maybe as the body of a
// comprehension. Places are relative to its piece.
type call struct {
	node          *build.CallExpr      // nil when salvaged from a broken statement
	loop          *build.Comprehension // around it, nil without one
	callee        string               // dotted: "native.cc_library"
	place         Range                // of the call, or of the comprehension
	calleePlace   Range
	name          build.Expr // the value of its name attribute, nil without one
	namePlace     Range      // of that value
	literal       string     // that value when it is a plain string
	named, spread bool       // literal is set; the call has **kwargs
}

// notTarget reports whether a call of that name in a BUILD file makes no target.
// MODULE.bazel's functions are not among them: a macro may well be called module.
func notTarget(callee string) bool {
	switch callee {
	case "package", "load", "exports_files", "licenses", "distribs", "workspace", "print", "fail",
		"register_toolchains", "register_execution_platforms", "glob", "select", "subpackages", "range", "enumerate",
		"list", "dict", "tuple", "set", "len", "str", "repr", "sorted", "reversed", "zip", "struct", "type", "depset", "Label",
		"native.exports_files", "native.package", "native.glob", "native.bind", "bind", "environment_group":
		return true
	}
	return false
}

// collect notes the calls, loads and names of one top-level statement.
func (p *piece) collect(node build.Expr) {
	switch node := node.(type) {
	case *build.LoadStmt:
		p.loads = append(p.loads, p.load(node))
	case *build.AssignExpr, *build.DefStmt:
		p.define(node)
	case *build.IfStmt:
		for _, n := range node.True {
			p.collect(n)
		}
		for _, n := range node.False {
			p.collect(n)
		}
	case *build.ForStmt:
		for _, n := range node.Body {
			p.collect(n)
		}
	default:
		p.collectCalls(node, nil, node)
	}
}

// collectCalls notes calls in statement position inside node; outer is the node
// whose place they take, that of the comprehension loop for its body.
func (p *piece) collectCalls(node build.Expr, loop *build.Comprehension, outer build.Expr) {
	switch node := node.(type) {
	case *build.CallExpr:
		p.addCall(node, loop, outer)
	case *build.Comprehension:
		if loop == nil {
			loop, outer = node, node
		}
		p.collectCalls(node.Body, loop, outer)
	case *build.ListExpr:
		for _, n := range node.List {
			p.collectCalls(n, loop, n)
		}
	case *build.TupleExpr:
		for _, n := range node.List {
			p.collectCalls(n, loop, n)
		}
	case *build.ParenExpr:
		p.collectCalls(node.X, loop, outer)
	case *build.ConditionalExpr:
		p.collectCalls(node.Then, loop, outer)
		p.collectCalls(node.Else, loop, outer)
	}
}

func (p *piece) addCall(node *build.CallExpr, loop *build.Comprehension, outer build.Expr) {
	callee := dottedName(node.X)
	if callee == "" || notTarget(callee) {
		return
	}
	c := call{node: node, loop: loop, callee: callee, place: p.rangeOf(outer), calleePlace: p.rangeOf(node.X)}
	for _, arg := range node.List {
		switch arg := arg.(type) {
		case *build.AssignExpr:
			if id, ok := arg.LHS.(*build.Ident); ok && id.Name == "name" {
				c.name, c.namePlace = arg.RHS, p.rangeOf(arg.RHS)
				if s, ok := arg.RHS.(*build.StringExpr); ok {
					c.literal, c.named = s.Value, true
				}
			}
		case *build.UnaryExpr:
			c.spread = c.spread || arg.Op == "**"
		}
	}
	p.calls = append(p.calls, c)
}

func dottedName(node build.Expr) string {
	switch node := node.(type) {
	case *build.Ident:
		return node.Name
	case *build.DotExpr:
		if x := dottedName(node.X); x != "" {
			return x + "." + node.Name
		}
	}
	return ""
}
