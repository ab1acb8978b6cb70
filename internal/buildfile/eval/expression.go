package eval

import (
	"strconv"

	"github.com/bazelbuild/buildtools/build"
)

func (r *Run) expr(node build.Expr, s *scope) Value {
	if node == nil || r.stopped() {
		return Unknown{}
	}
	r.depth++
	defer func() { r.depth-- }()
	switch node := node.(type) {
	case *build.StringExpr:
		return node.Value
	case *build.Ident:
		return r.name(node.Name, s)
	case *build.LiteralExpr:
		if n, err := strconv.ParseInt(node.Token, 0, 32); err == nil {
			return int(n)
		}
	case *build.ParenExpr:
		return r.expr(node.X, s)
	case *build.ListExpr:
		return &List{Items: r.all(node.List, s)}
	case *build.TupleExpr:
		return &List{Items: r.all(node.List, s), Tuple: true}
	case *build.SetExpr:
		return &List{Items: r.all(node.List, s)}
	case *build.DictExpr:
		d := NewDict()
		for _, kv := range node.List {
			d.Set(r.expr(kv.Key, s), r.expr(kv.Value, s))
		}
		return d
	case *build.UnaryExpr:
		return r.unary(node, s)
	case *build.BinaryExpr:
		return r.binary(node, s)
	case *build.ConditionalExpr:
		return r.conditional(node, s)
	case *build.IndexExpr:
		return index(r.expr(node.X, s), r.expr(node.Y, s))
	case *build.SliceExpr:
		return r.slice(node, s)
	case *build.DotExpr:
		return attribute(r.expr(node.X, s), node.Name)
	case *build.CallExpr:
		return r.callExpr(node, s)
	case *build.Comprehension:
		return r.comprehension(node, s)
	case *build.LambdaExpr:
		return &Function{Name: "lambda", node: &node.Function, defaults: r.defaults(node.Params, s), scope: s}
	}
	return Unknown{}
}

func (r *Run) name(name string, s *scope) Value {
	switch name {
	case "True":
		return true
	case "False":
		return false
	case "None":
		return None{}
	}
	if v := s.get(name); v != nil {
		return v
	}
	if v := universe(name); v != nil {
		return v
	}
	return Unknown{}
}

func (r *Run) all(nodes []build.Expr, s *scope) []Value {
	out := make([]Value, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, r.expr(n, s))
	}
	return out
}

func (r *Run) unary(node *build.UnaryExpr, s *scope) Value {
	v := r.expr(node.X, s)
	switch node.Op {
	case "not":
		if b, known := truth(v); known {
			return !b
		}
	case "-":
		if n, ok := v.(int); ok {
			return -n
		}
	case "+":
		return v
	}
	return Unknown{}
}

func (r *Run) conditional(node *build.ConditionalExpr, s *scope) Value {
	b, known := truth(r.expr(node.Test, s))
	switch {
	case !known:
		r.maybe++
		defer func() { r.maybe-- }()
		return merge(r.expr(node.Then, s), r.expr(node.Else, s))
	case b:
		return r.expr(node.Then, s)
	}
	return r.expr(node.Else, s)
}

func (r *Run) binary(node *build.BinaryExpr, s *scope) Value {
	x := r.expr(node.X, s)
	if node.Op == "and" || node.Op == "or" {
		b, known := truth(x)
		if known && b == (node.Op == "or") {
			return x
		}
		y := r.expr(node.Y, s)
		if known {
			return y
		}
		// "unknown and false" is false, "unknown or true" is true.
		if b, ok := y.(bool); ok && b == (node.Op == "or") {
			return b
		}
		return Unknown{}
	}
	return r.charge(operate(node.Op, x, r.expr(node.Y, s)))
}

func (r *Run) slice(node *build.SliceExpr, s *scope) Value {
	x := r.expr(node.X, s)
	length := -1
	switch x := x.(type) {
	case string:
		length = len(x)
	case *List:
		if !x.Open && len(x.Globs) == 0 {
			length = len(x.Items)
		}
	}
	if length < 0 || node.Step != nil {
		return Unknown{}
	}
	from, to := 0, length
	for bound, at := range map[*int]build.Expr{&from: node.From, &to: node.To} {
		if at == nil {
			continue
		}
		n, ok := r.expr(at, s).(int)
		if !ok {
			return Unknown{}
		}
		if n < 0 {
			n += length
		}
		*bound = min(max(n, 0), length)
	}
	to = max(from, to)
	if text, ok := x.(string); ok {
		return text[from:to]
	}
	l := x.(*List)
	return &List{Items: append([]Value(nil), l.Items[from:to]...), Tuple: l.Tuple}
}
