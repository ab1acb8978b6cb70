package eval

import (
	"maps"

	"github.com/bazelbuild/buildtools/build"
)

// flow is how a block of statements ended.
type flow int

const (
	onward flow = iota
	breaks
	continues
	returns
	fails
)

// block runs statements until one leaves it.
func (r *Run) block(nodes []build.Expr, s *scope, result *Value) flow {
	for _, node := range nodes {
		if r.stopped() {
			return fails
		}
		if f := r.statement(node, s, result); f != onward {
			return f
		}
	}
	return onward
}

func (r *Run) statement(node build.Expr, s *scope, result *Value) flow {
	switch node := node.(type) {
	case *build.AssignExpr:
		r.assignment(node, s)
	case *build.IfStmt:
		return r.branch(node, s, result)
	case *build.ForStmt:
		return r.loop(node, s, result)
	case *build.ReturnStmt:
		if node.Result == nil {
			*result = None{}
		} else {
			*result = r.expr(node.Result, s)
		}
		return returns
	case *build.BranchStmt:
		switch node.Token {
		case "break":
			return breaks
		case "continue":
			return continues
		}
	case *build.DefStmt:
		s.set(node.Name, &Function{Name: node.Name, node: &node.Function, defaults: r.defaults(node.Params, s), scope: s})
	case *build.CallExpr:
		if id, ok := node.X.(*build.Ident); ok && id.Name == "fail" {
			return fails
		}
		r.expr(node, s)
	default:
		r.expr(node, s)
	}
	return onward
}

func (r *Run) assignment(node *build.AssignExpr, s *scope) {
	v := r.expr(node.RHS, s)
	switch node.Op {
	case "=":
		r.assign(node.LHS, v, s)
	case "+=":
		old := r.expr(node.LHS, s)
		sum := add(old, v)
		if r.maybe > 0 {
			sum = merge(sum, old)
		}
		r.assign(node.LHS, sum, s)
	case "|=":
		r.assign(node.LHS, func() Value {
			if d, ok := r.expr(node.LHS, s).(*Dict); ok {
				return joinDicts(d, v)
			}
			return Unknown{}
		}(), s)
	default:
		r.assign(node.LHS, Unknown{}, s)
	}
}

// assign binds a target of an assignment or loop to v.
func (r *Run) assign(target build.Expr, v Value, s *scope) {
	switch target := target.(type) {
	case *build.Ident:
		s.set(target.Name, v)
	case *build.TypedIdent:
		r.assign(target.Ident, v, s)
	case *build.ParenExpr:
		r.assign(target.X, v, s)
	case *build.TupleExpr:
		r.unpack(target.List, v, s)
	case *build.ListExpr:
		r.unpack(target.List, v, s)
	case *build.IndexExpr:
		key := r.expr(target.Y, s)
		switch x := r.expr(target.X, s).(type) {
		case *Dict:
			x.Set(key, v)
		case *List:
			if n, ok := key.(int); ok && !x.frozen && n >= 0 && n < len(x.Items) {
				x.Items[n] = v
			}
		}
	}
}

func (r *Run) unpack(targets []build.Expr, v Value, s *scope) {
	l, ok := v.(*List)
	for i, t := range targets {
		if ok && i < len(l.Items) {
			r.assign(t, l.Items[i], s)
		} else {
			r.assign(t, Unknown{}, s)
		}
	}
}

// branch follows an if; behind a condition that cannot be known, both ways.
func (r *Run) branch(node *build.IfStmt, s *scope, result *Value) flow {
	b, known := truth(r.expr(node.Cond, s))
	if known {
		if b {
			return r.block(node.True, s, result)
		}
		return r.block(node.False, s, result)
	}
	r.maybe++
	defer func() { r.maybe-- }()
	start := maps.Clone(s.vars)
	first := r.block(node.True, s, result)
	taken := s.vars
	s.vars = start
	second := r.block(node.False, s, result)
	switch {
	case first == fails && second == fails:
		return fails
	case second != onward && first == onward:
		s.vars = taken
		return onward
	case first != onward && second == onward:
		return onward
	case first == second && first != onward:
		*result = Unknown{}
		return first
	}
	for name, v := range taken {
		if other, ok := s.vars[name]; ok {
			s.set(name, merge(v, other))
		} else {
			s.set(name, v)
		}
	}
	return onward
}

func (r *Run) loop(node *build.ForStmt, s *scope, result *Value) flow {
	items, whole := iterate(r.expr(node.X, s))
	if !whole {
		r.incomplete = true
		r.maybe++
		defer func() { r.maybe-- }()
	}
	for _, item := range items {
		r.assign(node.Vars, item, s)
		switch f := r.block(node.Body, s, result); f {
		case breaks:
			return onward
		case returns, fails:
			return f
		}
	}
	return onward
}
