package starlarkls

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/tables"

	"bazelapple/internal/buildfile"
)

// mention is a string of the document that names a label or a file.
type mention struct {
	buildfile.String
	attribute string
	target    buildfile.Target // the zero value outside calls of targets
	plain     bool             // without ":" or "//" it is a name all the same
}

// mentions lists the strings of a document that are labels, in order.
func (f *File) mentions() []mention {
	var out []mention
	for _, t := range f.AllCalls() {
		for _, a := range t.Attributes() {
			out = f.inAttribute(out, t, a)
		}
	}
	return out
}

func (f *File) inAttribute(out []mention, t buildfile.Target, a buildfile.Attribute) []mention {
	plain := labels(a.Name) && bare(t.Rule) != "package_group"
	if !plain && wordy(a.Name) {
		return out
	}
	return f.inValue(out, t, a.Name, a.Value, plain, 0)
}

func (f *File) inValue(out []mention, t buildfile.Target, attribute string, node build.Expr, plain bool, depth int) []mention {
	if depth > 12 {
		return out
	}
	switch node := node.(type) {
	case *build.StringExpr:
		if plain || marked(node.Value) {
			out = append(out, mention{buildfile.String{Value: node.Value, Range: t.Statement.RangeOf(node), Node: node}, attribute, t, plain})
		}
		return out
	case *build.CallExpr:
		if name := callee(node); name == "select" && len(node.List) > 0 {
			if d, ok := node.List[0].(*build.DictExpr); ok {
				for _, kv := range d.List {
					out = f.inValue(out, t, "select", kv.Key, false, depth+1)
					out = f.inValue(out, t, attribute, kv.Value, plain, depth+1)
				}
			}
			return out
		} else if name == "glob" || name == "native.glob" {
			return out
		}
		plain = false
	case *build.KeyValueExpr:
		out = f.inValue(out, t, attribute, node.Key, false, depth+1)
		return f.inValue(out, t, attribute, node.Value, plain, depth+1)
	}
	build.WalkOnce(node, func(e *build.Expr) { out = f.inValue(out, t, attribute, *e, plain, depth+1) })
	return out
}

// labels reports whether an attribute's plain strings are labels.
func labels(attribute string) bool {
	if p, ok := attributes()[attribute]; ok {
		return strings.HasPrefix(p.Type, "label") && attribute != "outs"
	}
	return tables.IsLabelArg[attribute] && !tables.LabelDenylist[attribute]
}

// wordy reports whether an attribute's strings are never labels.
func wordy(attribute string) bool {
	p, ok := attributes()[attribute]
	return ok && strings.HasPrefix(p.Type, "string")
}

// marked reports whether a string is a label wherever it stands.
func marked(text string) bool {
	return strings.HasPrefix(text, "//") || strings.HasPrefix(text, "@") || len(text) > 1 && text[0] == ':'
}

// stringAt is the string literal around a place, in any statement.
func (f *File) stringAt(p buildfile.Position) (s buildfile.String, c cursor, ok bool) {
	c = f.cursor(p)
	if !c.string {
		return s, c, false
	}
	return buildfile.String{Value: f.Source()[c.start:c.end], Range: f.Text().Range(c.start, c.end)}, c, true
}
