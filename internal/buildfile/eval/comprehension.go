package eval

import "github.com/bazelbuild/buildtools/build"

func (r *Run) comprehension(node *build.Comprehension, s *scope) Value {
	d, l := NewDict(), &List{}
	before := r.incomplete
	r.incomplete = false
	pair, isDict := node.Body.(*build.KeyValueExpr)
	r.clauses(node.Clauses, &scope{outer: s}, func(inner *scope) {
		if isDict {
			d.Set(r.expr(pair.Key, inner), r.expr(pair.Value, inner))
			return
		}
		l.Items = append(l.Items, r.expr(node.Body, inner))
	})
	d.Open, l.Open = r.incomplete, r.incomplete
	r.incomplete = before || r.incomplete && r.Record != nil && holdsCall(node.Body)
	if isDict {
		return d
	}
	return l
}

// holdsCall reports whether a comprehension's body may make targets.
func holdsCall(node build.Expr) bool {
	_, ok := node.(*build.CallExpr)
	return ok
}

// clauses runs body for every round of "for … if …" clauses.
func (r *Run) clauses(clauses []build.Expr, s *scope, body func(*scope)) {
	if r.stopped() {
		return
	}
	if len(clauses) == 0 {
		body(s)
		return
	}
	switch clause := clauses[0].(type) {
	case *build.IfClause:
		b, known := truth(r.expr(clause.Cond, s))
		if known && !b {
			return
		}
		if !known {
			r.maybe++
			defer func() { r.maybe-- }()
		}
		r.clauses(clauses[1:], s, body)
	case *build.ForClause:
		items, whole := iterate(r.expr(clause.X, s))
		if !whole {
			r.incomplete = true
		}
		for _, item := range items {
			inner := &scope{outer: s}
			r.assign(clause.Vars, item, inner)
			r.clauses(clauses[1:], inner, body)
			if r.steps > maxSteps {
				return
			}
		}
	}
}

// iterate lists what a loop over v sees; an unknown value gives one unknown
// round. whole is false when there may be more.
func iterate(v Value) (items []Value, whole bool) {
	switch v := v.(type) {
	case *List:
		items, whole = v.Items, !v.Open && len(v.Globs) == 0
	case *Dict:
		items, whole = v.Keys, !v.Open
	case string, None, bool, int:
		return nil, true
	}
	if !whole && len(items) == 0 {
		items = []Value{Unknown{}}
	}
	return items, whole
}
