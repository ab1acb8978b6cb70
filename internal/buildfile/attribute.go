package buildfile

import (
	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile/eval"
)

// Attribute is one keyword argument of a target's call.
type Attribute struct {
	Name      string
	NameRange Range
	Value     build.Expr
	Range     Range // of the value
}

// Attributes are the keyword arguments of the call in order; none when Broken.
func (t Target) Attributes() []Attribute {
	if t.Call == nil {
		return nil
	}
	var out []Attribute
	for _, arg := range t.Call.List {
		as, ok := arg.(*build.AssignExpr)
		if !ok {
			continue
		}
		if id, ok := as.LHS.(*build.Ident); ok {
			out = append(out, Attribute{id.Name, t.Statement.RangeOf(id), as.RHS, t.Statement.RangeOf(as.RHS)})
		}
	}
	return out
}

// Attribute finds a keyword argument.
func (t Target) Attribute(name string) (Attribute, bool) {
	if t.Call == nil {
		return Attribute{}, false
	}
	for _, arg := range t.Call.List {
		if as, ok := arg.(*build.AssignExpr); ok {
			if id, ok := as.LHS.(*build.Ident); ok && id.Name == name {
				return Attribute{name, t.Statement.RangeOf(id), as.RHS, t.Statement.RangeOf(as.RHS)}, true
			}
		}
	}
	return Attribute{}, false
}

func argument(node *build.CallExpr, name string) build.Expr {
	for _, arg := range node.List {
		if as, ok := arg.(*build.AssignExpr); ok {
			if id, ok := as.LHS.(*build.Ident); ok && id.Name == name {
				return as.RHS
			}
		}
	}
	return nil
}

// Strings evaluates a list attribute such as tags among the file's own names.
// known is false when it may hold more.
func (d *Document) Strings(t Target, attribute string) (values []string, known bool) {
	if t.Call == nil {
		return nil, false
	}
	value := argument(t.Call, attribute)
	if value == nil {
		return nil, !t.Spread
	}
	run := &eval.Run{}
	return eval.Strings(run.Expression(value, d.lookup(run)))
}

// Tags are the target's tags as far as this file tells.
func (d *Document) Tags(t Target) []string {
	tags, _ := d.Strings(t, "tags")
	return tags
}

// String is one string literal.
type String struct {
	Value string
	Range Range // with its quotes
	Node  *build.StringExpr
}

// StringsIn lists the string literals inside a node of the statement, such as
// the labels of deps with their places; keys of select() are among them.
func (s Statement) StringsIn(node build.Expr) []String {
	var out []String
	build.WalkOnce(node, func(e *build.Expr) { out = s.strings(out, *e) })
	if str, ok := node.(*build.StringExpr); ok {
		return []String{{str.Value, s.RangeOf(str), str}}
	}
	return out
}

func (s Statement) strings(out []String, node build.Expr) []String {
	if str, ok := node.(*build.StringExpr); ok {
		return append(out, String{str.Value, s.RangeOf(str), str})
	}
	build.WalkOnce(node, func(e *build.Expr) { out = s.strings(out, *e) })
	return out
}
