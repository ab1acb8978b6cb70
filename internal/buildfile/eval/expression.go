package eval

import (
	"slices"
	"strconv"
	"strings"

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

func operate(op string, x, y Value) Value {
	switch op {
	case "==", "!=":
		if same, known := equal(x, y); known {
			return same == (op == "==")
		}
	case "in", "not in":
		if found, known := contains(y, x); known {
			return found == (op == "in")
		}
	case "<", ">", "<=", ">=":
		return compare(op, x, y)
	case "+":
		return add(x, y)
	case "|":
		if a, ok := x.(*Dict); ok {
			return joinDicts(a, y)
		}
		return add(x, y)
	case "%":
		return percent(x, y)
	case "*":
		return times(x, y)
	case "-", "/", "//":
		return arithmetic(op, x, y)
	}
	return Unknown{}
}

func add(x, y Value) Value {
	switch a := x.(type) {
	case string:
		if b, ok := y.(string); ok && len(a)+len(b) <= maxString {
			return a + b
		}
	case int:
		if b, ok := y.(int); ok {
			return a + b
		}
	case *List:
		b, ok := y.(*List)
		if !ok {
			return &List{Items: slices.Clone(a.Items), Globs: slices.Clone(a.Globs), Open: true}
		}
		out := &List{Tuple: a.Tuple, Open: a.Open || b.Open}
		out.Items = append(append(out.Items, a.Items...), b.Items...)
		out.Globs = append(append(out.Globs, a.Globs...), b.Globs...)
		if len(out.Items) > maxItems {
			return Unknown{}
		}
		return out
	}
	if b, ok := y.(*List); ok && isUnknown(x) {
		return &List{Items: slices.Clone(b.Items), Globs: slices.Clone(b.Globs), Open: true}
	}
	return Unknown{}
}

func joinDicts(a *Dict, y Value) Value {
	out := a.copy()
	b, ok := y.(*Dict)
	if !ok {
		out.Open = true
		return out
	}
	for _, k := range b.Keys {
		out.Set(k, b.items[k])
	}
	out.Open = a.Open || b.Open
	return out
}

func times(x, y Value) Value {
	if n, ok := x.(int); ok {
		if m, ok := y.(int); ok {
			return n * m
		}
		x, y = y, x
	}
	n, ok := y.(int)
	if !ok || n < 0 {
		return Unknown{}
	}
	switch a := x.(type) {
	case string:
		if n == 0 || len(a) <= maxString/max(n, 1) {
			return strings.Repeat(a, n)
		}
	case *List:
		if n == 0 || len(a.Items) <= maxItems/max(n, 1) {
			out := &List{Open: a.Open}
			for range n {
				out.Items = append(out.Items, a.Items...)
			}
			return out
		}
	}
	return Unknown{}
}

func arithmetic(op string, x, y Value) Value {
	a, ok1 := x.(int)
	b, ok2 := y.(int)
	if !ok1 || !ok2 || op != "-" && b == 0 {
		return Unknown{}
	}
	if op == "-" {
		return a - b
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func compare(op string, x, y Value) Value {
	order := 0
	switch a := x.(type) {
	case string:
		b, ok := y.(string)
		if !ok {
			return Unknown{}
		}
		order = strings.Compare(a, b)
	case int:
		b, ok := y.(int)
		if !ok {
			return Unknown{}
		}
		order = a - b
	default:
		return Unknown{}
	}
	switch op {
	case "<":
		return order < 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	}
	return order >= 0
}

func contains(where, what Value) (found, known bool) {
	switch w := where.(type) {
	case string:
		if s, ok := what.(string); ok {
			return strings.Contains(w, s), true
		}
	case *Dict:
		if w.Get(what) != nil {
			return true, true
		}
		return false, !w.Open && !isUnknown(what)
	case *List:
		known = !w.Open && len(w.Globs) == 0
		for _, item := range w.Items {
			same, sure := equal(item, what)
			if same {
				return true, true
			}
			known = known && sure
		}
		return false, known
	}
	return false, false
}

func index(x, i Value) Value {
	switch x := x.(type) {
	case *Dict:
		if v := x.Get(i); v != nil {
			return v
		}
	case *List:
		if n, ok := i.(int); ok && !x.Open && len(x.Globs) == 0 {
			if n < 0 {
				n += len(x.Items)
			}
			if n >= 0 && n < len(x.Items) {
				return x.Items[n]
			}
		}
	case string:
		if n, ok := i.(int); ok {
			if n < 0 {
				n += len(x)
			}
			if n >= 0 && n < len(x) {
				return x[n : n+1]
			}
		}
	}
	return Unknown{}
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
