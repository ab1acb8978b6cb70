package starlarkls

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// uses are the places of a name in the document, strings and comments left
// out; keywords of calls are no uses.
func (f *File) uses(name string) []buildfile.Range {
	var out []buildfile.Range
	for _, s := range f.Statements() {
		if !strings.Contains(s.Text(), name) {
			continue
		}
		for _, node := range s.Nodes {
			if def, ok := node.(*build.DefStmt); ok && def.Name == name {
				if d, ok := f.definition(name); ok {
					out = append(out, d.NameRange)
				}
			}
			build.Walk(node, func(e build.Expr, stack []build.Expr) {
				if id, ok := e.(*build.Ident); ok && id.Name == name && !isKeyword(id, stack) {
					out = append(out, s.RangeOf(id))
				}
			})
		}
	}
	return out
}

// isKeyword reports whether an identifier is the name of an argument.
func isKeyword(id *build.Ident, stack []build.Expr) bool {
	n := len(stack)
	if n < 2 {
		return false
	}
	as, ok := stack[n-1].(*build.AssignExpr)
	if !ok || as.LHS != build.Expr(id) {
		return false
	}
	_, call := stack[n-2].(*build.CallExpr)
	return call
}

// names are all identifiers the document uses, those of broken statements
// included; loads and keywords left out.
func (f *File) names() map[string]bool {
	out := map[string]bool{}
	var walk func(e build.Expr)
	walk = func(e build.Expr) {
		switch e := e.(type) {
		case *build.LoadStmt:
			return
		case *build.Ident:
			out[e.Name] = true
			return
		case *build.CallExpr:
			walk(e.X)
			for _, arg := range e.List {
				if as, ok := arg.(*build.AssignExpr); ok {
					walk(as.RHS)
					continue
				}
				walk(arg)
			}
			return
		}
		build.WalkOnce(e, func(e *build.Expr) { walk(*e) })
	}
	for _, s := range f.Statements() {
		for _, node := range s.Nodes {
			walk(node)
		}
		if s.Broken() && !strings.HasPrefix(strings.TrimSpace(s.Text()), "load") {
			for _, word := range strings.FieldsFunc(s.Text(), func(r rune) bool { return r > 0x7f || !wordByte(byte(r)) }) {
				out[word] = true
			}
		}
	}
	return out
}
