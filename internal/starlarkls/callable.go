package starlarkls

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// Callable is what is known of something that can be called.
type Callable struct {
	Name string
	Doc  string
	// Load is where the rule is usually loaded from, "" for builtins.
	Load string
	// What is rule, macro or function.
	What       string
	Parameters []Parameter
	// Open: other parameters are taken too.
	Open bool
	// File and Range are its definition, File "" when that is not known.
	File  string
	Range buildfile.Range
}

// Parameter is one parameter or attribute.
type Parameter struct {
	Name, Type, Doc, Default string
	Required                 bool
	// Values are the only ones there are; none when it takes any.
	Values []string
}

// Parameter finds one by its name.
func (c *Callable) Parameter(name string) (Parameter, bool) {
	for _, p := range c.Parameters {
		if p.Name == name {
			return p, true
		}
	}
	return Parameter{}, false
}

// callable finds what a name of the document calls.
func (f *File) callable(name string) (Callable, bool) {
	first, _, dotted := strings.Cut(name, ".")
	if !dotted {
		if s, ok := f.symbol(name); ok {
			if c, ok := s.callable(name); ok {
				return c, true
			}
		}
	}
	known := bare(name)
	if _, original, ok := f.Loaded(first); ok && !dotted {
		known = original
	}
	if f.Kind() == buildfile.Module || f.Kind() == buildfile.Workspace {
		if c, ok := directives()[name]; ok {
			return c, true
		}
	}
	c, ok := rules()[known]
	if ok {
		c.Name = name
	}
	return c, ok
}

// callable reads a definition as a function, rule or macro.
func (s symbol) callable(name string) (Callable, bool) {
	c := Callable{Name: name, File: s.file.Path, Range: s.definition.NameRange}
	switch node := s.definition.Node.(type) {
	case *build.DefStmt:
		c.What = "function"
		c.readFunction(node)
		if _, ok := c.Parameter("name"); ok || c.Open {
			c.What = "macro"
		}
		return c, true
	case *build.AssignExpr:
		call, ok := node.RHS.(*build.CallExpr)
		if !ok {
			return c, false
		}
		switch callee(call) {
		case "rule", "repository_rule":
			c.What = "rule"
		case "macro":
			c.What = "macro"
		default:
			return c, false
		}
		c.Doc = text(keyword(call, "doc"))
		c.Parameters = append(c.Parameters, Parameter{Name: "name", Type: "string", Required: true, Doc: attributeDoc("name")})
		c.attributes(s.file, keyword(call, "attrs"), 0)
		if c.What == "rule" {
			c.addCommon(text2bool(keyword(call, "test")))
		}
		return c, true
	}
	return c, false
}

// readFunction takes parameters and docstring of a function.
func (c *Callable) readFunction(node *build.DefStmt) {
	args := map[string]string{}
	if len(node.Body) > 0 {
		if s, ok := node.Body[0].(*build.StringExpr); ok {
			c.Doc, args = docstring(s.Value)
		}
	}
	for _, p := range node.Params {
		name, op := build.GetParamName(p)
		if op == "**" {
			c.Open = true
		}
		if op != "" || name == "" {
			continue
		}
		out := Parameter{Name: name, Doc: args[name], Required: true}
		if out.Doc == "" {
			out.Doc = attributeDoc(name)
		}
		if as, ok := p.(*build.AssignExpr); ok {
			out.Required, out.Default = false, short(build.FormatString(as.RHS))
		}
		c.Parameters = append(c.Parameters, out)
	}
}

// attributes reads attrs = {...}, through names, sums and dict().
func (c *Callable) attributes(f *File, node build.Expr, depth int) {
	if depth > 6 {
		return
	}
	switch node := node.(type) {
	case *build.DictExpr:
		for _, kv := range node.List {
			if name := text(kv.Key); name != "" && !strings.HasPrefix(name, "_") {
				c.Parameters = append(c.Parameters, attribute(name, kv.Value))
			}
		}
	case *build.BinaryExpr:
		c.attributes(f, node.X, depth+1)
		c.attributes(f, node.Y, depth+1)
	case *build.Ident:
		if s, ok := f.symbol(node.Name); ok {
			if as, ok := s.definition.Node.(*build.AssignExpr); ok {
				c.attributes(s.file, as.RHS, depth+1)
			}
			return
		}
		c.Open = true
	case *build.CallExpr:
		name := callee(node)
		if name != "dict" && name != "dicts.add" {
			c.Open = true
			return
		}
		for _, arg := range node.List {
			if as, ok := arg.(*build.AssignExpr); ok {
				if id, ok := as.LHS.(*build.Ident); ok {
					c.Parameters = append(c.Parameters, attribute(id.Name, as.RHS))
				}
				continue
			}
			c.attributes(f, arg, depth+1)
		}
	case nil:
	default:
		c.Open = true
	}
}

// attribute reads attr.label(...) and the like.
func attribute(name string, value build.Expr) Parameter {
	p := Parameter{Name: name, Doc: attributeDoc(name)}
	call, ok := value.(*build.CallExpr)
	if !ok {
		return p
	}
	p.Type = bare(callee(call))
	p.Required = text2bool(keyword(call, "mandatory"))
	if doc := text(keyword(call, "doc")); doc != "" {
		p.Doc = doc
	}
	if d := keyword(call, "default"); d != nil {
		p.Default = short(build.FormatString(d))
	}
	if list, ok := keyword(call, "values").(*build.ListExpr); ok {
		p.Values = build.Strings(list)
	}
	return p
}

// addCommon adds the attributes every rule has.
func (c *Callable) addCommon(test bool) {
	names := commonAttributes
	if test {
		names = append(append([]string{}, names...), testAttributes...)
	}
	for _, name := range names {
		if _, ok := c.Parameter(name); !ok {
			c.Parameters = append(c.Parameters, known(name))
		}
	}
}

func callee(call *build.CallExpr) string {
	switch x := call.X.(type) {
	case *build.Ident:
		return x.Name
	case *build.DotExpr:
		if id, ok := x.X.(*build.Ident); ok {
			return id.Name + "." + x.Name
		}
	}
	return ""
}

func keyword(call *build.CallExpr, name string) build.Expr {
	for _, arg := range call.List {
		if as, ok := arg.(*build.AssignExpr); ok {
			if id, ok := as.LHS.(*build.Ident); ok && id.Name == name {
				return as.RHS
			}
		}
	}
	return nil
}

func text(e build.Expr) string {
	if s, ok := e.(*build.StringExpr); ok {
		return s.Value
	}
	return ""
}

func text2bool(e build.Expr) bool {
	id, ok := e.(*build.Ident)
	return ok && id.Name == "True"
}

// short keeps a default value on one line.
func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 60 {
		return "…"
	}
	return s
}
