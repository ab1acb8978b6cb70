package eval

import "github.com/bazelbuild/buildtools/build"

// Limits of one Run. A macro that needs more is said to be unknown.
const (
	maxSteps  = 200_000
	maxDepth  = 48
	maxItems  = 20_000
	maxString = 64 << 10
)

// Call is one call of a rule with what is known of its arguments.
type Call struct {
	Rule *Rule
	// Name is "" when it cannot be known.
	Name string
	// Attributes are the keyword arguments.
	Attributes *Dict
	// Maybe: the call stands behind a condition that cannot be known.
	Maybe bool
	// Macros are the names of the functions the call was made in, outermost
	// first; none for a call that stands in the BUILD file itself.
	Macros []string
}

// Run evaluates code for one BUILD file.
type Run struct {
	// Package is what native.package_name() answers.
	Package string
	// Record is told of every rule that is called; nil tells nobody.
	Record func(Call)

	steps, depth, maybe int
	incomplete          bool
	stack               []string
}

// Incomplete reports whether something that may have made targets could not be
// followed: a limit, an unknown function, a loop over unknown values.
func (r *Run) Incomplete() bool { return r.incomplete }

// stopped counts a step and reports whether the limit is passed.
func (r *Run) stopped() bool {
	r.steps++
	if r.steps > maxSteps || r.depth > maxDepth {
		r.incomplete = true
		return true
	}
	return false
}

// charge counts what a value costs in memory as steps.
func (r *Run) charge(v Value) Value {
	switch v := v.(type) {
	case *List:
		r.steps += len(v.Items) / 8
	case *Dict:
		r.steps += len(v.Keys) / 4
	case string:
		r.steps += len(v) / 128
	}
	return v
}

// scope is the variables of a function, comprehension or file.
type scope struct {
	vars   map[string]Value
	outer  *scope
	lookup func(name string) Value // of a file: nil for an unknown name
	from   string                  // label of the file
}

func (s *scope) get(name string) Value {
	for ; s != nil; s = s.outer {
		if v, ok := s.vars[name]; ok {
			return v
		}
		if s.lookup != nil {
			if v := s.lookup(name); v != nil {
				return v
			}
		}
	}
	return nil
}

func (s *scope) set(name string, v Value) {
	if s.vars == nil {
		s.vars = map[string]Value{}
	}
	s.vars[name] = v
}

func (s *scope) file() string {
	for ; s != nil; s = s.outer {
		if s.from != "" {
			return s.from
		}
	}
	return ""
}

// Expression evaluates node among a file's names. lookup answers nil for a name
// the file does not know.
func (r *Run) Expression(node build.Expr, lookup func(name string) Value) Value {
	return r.expr(node, &scope{lookup: lookup})
}

// Each evaluates the clauses of a comprehension and calls body once for every
// round, with the names that round sees. It answers false when there may be
// more rounds.
func (r *Run) Each(node *build.Comprehension, lookup func(name string) Value, body func(lookup func(name string) Value)) bool {
	before := r.incomplete
	r.incomplete = false
	s := &scope{lookup: lookup}
	r.clauses(node.Clauses, s, func(inner *scope) {
		body(inner.get)
	})
	whole := !r.incomplete
	r.incomplete = before || r.incomplete
	return whole
}
