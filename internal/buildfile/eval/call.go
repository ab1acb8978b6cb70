package eval

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// arguments are the values of one call.
type arguments struct {
	positional []Value
	named      *Dict
	// open: an *args or **kwargs that cannot be known was among them.
	open bool
	from string // the file the call stands in
}

// at is the argument at place i or by name, def without one.
func (a arguments) at(i int, name string, def Value) Value {
	if i < len(a.positional) {
		return a.positional[i]
	}
	if a.named != nil {
		if v := a.named.Get(name); v != nil {
			return v
		}
	}
	return def
}

func (r *Run) callExpr(node *build.CallExpr, s *scope) Value {
	callee := r.expr(node.X, s)
	if isUnknown(callee) {
		// The file does not say what this is: by its name it may be a rule.
		if name := dotted(node.X); name != "" && hasName(node) {
			callee = &Rule{Name: name[strings.LastIndexByte(name, '.')+1:], Opaque: true}
		}
	}
	args := arguments{named: NewDict(), from: s.file()}
	for _, a := range node.List {
		switch a := a.(type) {
		case *build.AssignExpr:
			if id, ok := a.LHS.(*build.Ident); ok {
				args.named.Set(id.Name, r.expr(a.RHS, s))
				continue
			}
		case *build.UnaryExpr:
			if a.Op == "*" || a.Op == "**" {
				r.spread(a, s, &args)
				continue
			}
		}
		args.positional = append(args.positional, r.expr(a, s))
	}
	return r.Call(callee, args)
}

func (r *Run) spread(node *build.UnaryExpr, s *scope, args *arguments) {
	switch v := r.charge(r.expr(node.X, s)).(type) {
	case *List:
		args.positional = append(args.positional, v.Items...)
		args.open = args.open || v.Open
	case *Dict:
		for _, k := range v.Keys {
			args.named.Set(k, v.items[k])
		}
		args.open = args.open || v.Open
	default:
		args.open = true
	}
}

func hasName(node *build.CallExpr) bool {
	for _, a := range node.List {
		if as, ok := a.(*build.AssignExpr); ok {
			if id, ok := as.LHS.(*build.Ident); ok && id.Name == "name" {
				return true
			}
		}
	}
	return false
}

func dotted(node build.Expr) string {
	switch node := node.(type) {
	case *build.Ident:
		return node.Name
	case *build.DotExpr:
		if x := dotted(node.X); x != "" {
			return x + "." + node.Name
		}
	}
	return ""
}

// Call calls a function, rule or builtin.
func (r *Run) Call(callee Value, args arguments) Value {
	if r.stopped() {
		return Unknown{}
	}
	switch f := callee.(type) {
	case *Function:
		return r.function(f, args)
	case *Rule:
		return r.rule(f, args)
	case *builtin:
		return r.charge(f.call(r, args))
	case method:
		return r.charge(r.method(f, args))
	case Unknown:
		for _, v := range args.positional {
			if fn, ok := v.(*Function); ok && fn.Name != "lambda" {
				r.incomplete = true // it may call what makes targets
			}
		}
	}
	return Unknown{}
}

func (r *Run) function(f *Function, args arguments) Value {
	if len(r.stack) > maxDepth/2 {
		r.incomplete = true
		return Unknown{}
	}
	r.stack = append(r.stack, f.Name)
	defer func() { r.stack = r.stack[:len(r.stack)-1] }()
	s := &scope{outer: f.scope}
	r.bind(f, args, s)
	if len(f.node.Body) == 1 && f.Name == "lambda" {
		return r.expr(f.node.Body[0], s)
	}
	var result Value = None{}
	if r.block(f.node.Body, s, &result) == fails && r.steps > maxSteps {
		return Unknown{}
	}
	return result
}

// parameter takes a parameter apart.
func parameter(p build.Expr) (name, stars string, def build.Expr) {
	switch p := p.(type) {
	case *build.Ident:
		return p.Name, "", nil
	case *build.TypedIdent:
		return parameter(p.Ident)
	case *build.AssignExpr:
		name, _, _ := parameter(p.LHS)
		return name, "", p.RHS
	case *build.UnaryExpr:
		if p.X == nil {
			return "", p.Op, nil
		}
		name, _, _ := parameter(p.X)
		return name, p.Op, nil
	}
	return "", "", nil
}

func (r *Run) defaults(params []build.Expr, s *scope) []Value {
	out := make([]Value, len(params))
	for i, p := range params {
		if _, _, def := parameter(p); def != nil {
			out[i] = r.expr(def, s)
		}
	}
	return out
}

// bind gives a function's parameters their values in s.
func (r *Run) bind(f *Function, args arguments, s *scope) {
	used := map[string]bool{}
	next, keywordOnly := 0, false
	for i, p := range f.node.Params {
		name, stars, _ := parameter(p)
		switch {
		case stars == "**":
			rest := NewDict()
			rest.Open = args.open
			for _, k := range args.named.Keys {
				if key, ok := k.(string); ok && !used[key] {
					rest.Set(k, args.named.items[k])
				}
			}
			s.set(name, rest)
		case stars == "*":
			keywordOnly = true
			if name != "" {
				rest := &List{Tuple: true, Open: args.open}
				if next < len(args.positional) {
					rest.Items = args.positional[next:]
				}
				s.set(name, rest)
			}
		default:
			used[name] = true
			var v Value
			if !keywordOnly && next < len(args.positional) {
				v = args.positional[next]
				next++
			} else if v = args.named.Get(name); v == nil {
				v = f.defaults[i]
				if args.open || v == nil {
					v = Unknown{}
				}
			}
			s.set(name, v)
		}
	}
}

// rule records a call of a rule, and follows a symbolic macro.
func (r *Run) rule(f *Rule, args arguments) Value {
	if f.macro != nil {
		return r.symbolic(f, args)
	}
	attrs := args.named
	name, _ := attrs.Get("name").(string)
	if attrs.Get("name") == nil && !args.open {
		// A rule needs a name; what has none is a helper function we cannot see.
		if f.Opaque && len(r.stack) > 0 && f.From != "" {
			return Unknown{}
		}
		if f.Opaque {
			r.incomplete = true
		}
		return Unknown{}
	}
	if r.Record != nil {
		attrs.Open = attrs.Open || args.open
		r.Record(Call{
			Rule: f, Name: name, Attributes: attrs, Maybe: r.maybe > 0,
			Macros: append([]string(nil), r.stack...),
		})
	}
	return None{}
}

// symbolic calls the implementation of macro(implementation = …) as Bazel 8
// does: every attribute is given, absent ones by their default.
func (r *Run) symbolic(f *Rule, args arguments) Value {
	given := args.named.copy()
	if f.attrs != nil {
		for _, k := range f.attrs.Keys {
			if given.Get(k) != nil {
				continue
			}
			var def Value = None{}
			if a, ok := f.attrs.items[k].(*Struct); ok && a.Fields["default"] != nil {
				def = a.Fields["default"]
			}
			given.Set(k, def)
		}
	}
	if given.Get("visibility") == nil {
		given.Set("visibility", None{})
	}
	args.named = given
	args.positional = nil
	return r.function(f.macro, args)
}

// CallNode calls callee with the arguments of a call that stands in a BUILD
// file, whose names lookup knows.
func (r *Run) CallNode(callee Value, node *build.CallExpr, lookup func(name string) Value) Value {
	s := &scope{lookup: func(name string) Value {
		if name == calleeName {
			return callee
		}
		return lookup(name)
	}}
	stand := *node
	stand.X = &build.Ident{Name: calleeName}
	return r.callExpr(&stand, s)
}

// calleeName cannot be written in Starlark.
const calleeName = "\x00callee"
