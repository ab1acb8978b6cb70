package buildfile

import (
	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile/eval"
)

// Target is one target that a BUILD file's text makes, or a call that makes
// targets whose names the text alone does not tell.
type Target struct {
	// Name is "" when it cannot be known from this file.
	Name string
	// Rule is the callee as written: "ios_application", "native.cc_library".
	// It may be a macro.
	Rule string
	// Range is the whole call, the whole comprehension for targets of one.
	Range Range
	// NameRange is the value of the name attribute; RuleRange when it has none.
	NameRange Range
	RuleRange Range
	// Literal: the name is written as a plain string, so it can be renamed.
	Literal bool
	// Loop: the target comes from a comprehension, with others maybe.
	Loop bool
	// Spread: the call has **kwargs, which may hold the name.
	Spread bool
	// Broken: the statement has a syntax error, the target was read from its
	// tokens or kept from before.
	Broken bool
	// Call is the call's node, nil when Broken.
	Call *build.CallExpr
	// Statement is the one the target stands in.
	Statement Statement
	loop      *build.Comprehension
}

// Targets are the targets of a BUILD file in the order of the text. Calls
// without a name and without **kwargs are left out (see Calls). A comprehension
// whose names cannot be known gives one target without a name. Other kinds of
// files have none.
func (d *Document) Targets() []Target { return d.targets() }

// Target finds a target by its name.
func (d *Document) Target(name string) (Target, bool) {
	for _, t := range d.targets() {
		if t.Name == name && name != "" {
			return t, true
		}
	}
	return Target{}, false
}

// TargetAt finds the target whose call holds a position.
func (d *Document) TargetAt(at Position) (Target, bool) {
	for _, t := range d.targets() {
		if t.Range.Contains(at) {
			return t, true
		}
	}
	return Target{}, false
}

func (d *Document) findTargets() []Target {
	if d.kind != Build {
		return nil
	}
	var out []Target
	for i := range d.pieces {
		p := &d.pieces[i]
		for j := range p.calls {
			c := &p.calls[j]
			if c.name == nil && !c.spread && p.last == nil {
				continue
			}
			out = d.expand(out, p, c)
		}
		if len(p.calls) == 0 && p.last != nil {
			out = append(out, p.kept())
		}
	}
	return out
}

// kept is the last good target of a broken statement that tells nothing.
func (p *placed) kept() Target {
	s := p.statement()
	return Target{
		Name: p.last.literal, Rule: p.last.callee, Range: s.Range, Literal: true, Broken: true, Statement: s,
		NameRange: Range{s.Range.Start, s.Range.Start}, RuleRange: Range{s.Range.Start, s.Range.Start},
	}
}

func (p *placed) target(c *call) Target {
	t := Target{
		Name: c.literal, Literal: c.named, Rule: c.callee, Loop: c.loop != nil, Spread: c.spread, Broken: p.problem != nil && c.node == nil,
		Range: c.place.down(p.line), RuleRange: c.calleePlace.down(p.line), Call: c.node, Statement: p.statement(), loop: c.loop,
	}
	t.NameRange = t.RuleRange
	if c.namePlace != (Range{}) {
		t.NameRange = c.namePlace.down(p.line)
	}
	return t
}

// expand adds the targets of one call: one for each name it is known to have.
func (d *Document) expand(out []Target, p *placed, c *call) []Target {
	t := p.target(c)
	if !c.named && p.last != nil {
		t.Name = p.last.literal
	}
	if c.loop == nil && (c.named || c.node == nil) {
		return append(out, t)
	}
	names, whole := d.names(c)
	if len(names) == 0 && whole && c.loop != nil {
		return out // a loop over nothing
	}
	for _, name := range names {
		t.Name = name
		out = append(out, t)
	}
	if !whole || len(names) == 0 {
		t.Name = ""
		out = append(out, t)
	}
	return out
}

// names evaluates the name of a call, for every round of its comprehension.
// whole is false when some cannot be known.
func (d *Document) names(c *call) (names []string, whole bool) {
	run := &eval.Run{}
	whole = true
	add := func(lookup func(string) eval.Value) {
		if len(names) >= maxNames {
			whole = false
			return
		}
		if name, ok := callName(run, c, lookup).(string); ok && name != "" {
			names = append(names, name)
		} else {
			whole = false
		}
	}
	if !(Target{loop: c.loop}).Each(run, d.lookup(run), add) {
		whole = false
	}
	return names, whole
}

// maxNames limits the targets of one comprehension.
const maxNames = 5000

// callName is the value of a call's name, from its **kwargs when it is there.
func callName(run *eval.Run, c *call, lookup func(string) eval.Value) eval.Value {
	if c.name != nil {
		return run.Expression(c.name, lookup)
	}
	for _, arg := range c.node.List {
		if u, ok := arg.(*build.UnaryExpr); ok && u.Op == "**" {
			if dict, ok := run.Expression(u.X, lookup).(*eval.Dict); ok && dict.Get("name") != nil {
				return dict.Get("name")
			}
		}
	}
	return eval.Unknown{}
}

// Each calls body with the names the call sees: once, or for a call in a
// comprehension once for every round. lookup knows the file's own names. It
// answers false when there may be more rounds.
func (t Target) Each(run *eval.Run, lookup func(string) eval.Value, body func(lookup func(string) eval.Value)) bool {
	if t.loop == nil {
		body(lookup)
		return true
	}
	inner, nested := t.loop.Body.(*build.Comprehension)
	whole := true
	return run.Each(t.loop, lookup, func(names func(string) eval.Value) {
		if nested {
			whole = run.Each(inner, names, body) && whole
			return
		}
		body(names)
	}) && whole
}

// AllCalls are all calls at the top level that may make targets, each once;
// their Name is set only when it is a plain string.
func (d *Document) AllCalls() []Target {
	var out []Target
	for i := range d.pieces {
		p := &d.pieces[i]
		for j := range p.calls {
			t := p.target(&p.calls[j])
			if !t.Literal && p.last != nil {
				t.Name = p.last.literal
			}
			out = append(out, t)
		}
		if len(p.calls) == 0 && p.last != nil {
			out = append(out, p.kept())
		}
	}
	return out
}

// Calls are the calls at the top level that Targets leaves out: macros without
// a name attribute, maybe. A macro may still make targets of them.
func (d *Document) Calls() []Target {
	var out []Target
	for i := range d.pieces {
		p := &d.pieces[i]
		for j := range p.calls {
			if c := &p.calls[j]; c.name == nil && !c.spread && c.node != nil {
				out = append(out, p.target(c))
			}
		}
	}
	return out
}
