package eval

import "github.com/bazelbuild/buildtools/build"

// Module evaluates the top level of a .bzl file of label from and gives its
// names their values, frozen. load answers for one name of another file.
func Module(from string, nodes []build.Expr, load func(module, name string) Value) map[string]Value {
	r := &Run{}
	s := &scope{vars: map[string]Value{}, from: from}
	var result Value
	for _, node := range nodes {
		if l, ok := node.(*build.LoadStmt); ok {
			for i, to := range l.To {
				s.vars[to.Name] = load(l.Module.Value, l.From[i].Name)
			}
			continue
		}
		r.statement(node, s, &result)
		if a, ok := node.(*build.AssignExpr); ok {
			name(a, s)
		}
	}
	f := freezer{}
	for _, v := range s.vars {
		f.freeze(v)
	}
	return s.vars
}

// name tells a rule the name it is assigned to.
func name(node *build.AssignExpr, s *scope) {
	id, ok := node.LHSIdent()
	if !ok {
		return
	}
	if rule, ok := s.vars[id.Name].(*Rule); ok && rule.Name == "" {
		rule.Name = id.Name
	}
}

// freezer marks values that several runs share; changes to them are dropped, as
// Starlark forbids them.
type freezer map[any]bool

func (f freezer) freeze(v Value) {
	switch v.(type) {
	case *List, *Dict, *Struct, *Function, *Rule:
		if f[v] {
			return
		}
		f[v] = true
	}
	switch v := v.(type) {
	case *List:
		v.frozen = true
		v.Items = v.Items[:len(v.Items):len(v.Items)]
		for _, item := range v.Items {
			f.freeze(item)
		}
	case *Dict:
		v.frozen = true
		for _, item := range v.items {
			f.freeze(item)
		}
	case *Struct:
		for _, item := range v.Fields {
			f.freeze(item)
		}
	case *Rule:
		if v.macro != nil {
			f.freeze(v.macro)
		}
		if v.attrs != nil {
			f.freeze(v.attrs)
		}
	case *Function:
		for _, item := range v.defaults {
			f.freeze(item)
		}
		for s := v.scope; s != nil; s = s.outer {
			if f[s] {
				break
			}
			f[s] = true
			for _, item := range s.vars {
				f.freeze(item)
			}
		}
	}
}
