package macro

import (
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/eval"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
)

// Made is one target that a call in a BUILD file makes.
type Made struct {
	// Name is "" when it cannot be known.
	Name string
	// Rule is the rule's own name, whatever the BUILD file calls it; From the
	// label of the .bzl file that defines it, "" for builtin rules.
	Rule, From string
	Kind       kind.TargetKind
	// Opaque: the rule's file is not on this machine; Rule may be a macro.
	Opaque bool
	// Maybe: it depends on something that cannot be known whether it is made.
	Maybe bool
	// Macros are the macros it is made by, outermost first.
	Macros []string
	// Attributes are what the rule was given; values may be unknown.
	Attributes *eval.Dict
}

// Expansion is what a call makes.
type Expansion struct {
	Made []Made
	// Macro: the call is no rule but something that calls rules.
	Macro bool
	// Whole: there are no others.
	Whole bool
}

// Scope evaluates the calls of one BUILD file.
type Scope struct {
	loader   *Loader
	document *buildfile.Document
	base     label.Label
	loaded   map[string]eval.Value
	busy     map[string]bool
}

// Scope opens a BUILD file of a package of the main repository.
func (l *Loader) Scope(d *buildfile.Document, pkg string) *Scope {
	return &Scope{loader: l, document: d, base: label.Label{Package: pkg, Name: "BUILD"}, loaded: map[string]eval.Value{}, busy: map[string]bool{}}
}

// lookup is a name of the BUILD file; nil when it has no such name.
func (s *Scope) lookup(run *eval.Run) func(string) eval.Value {
	var lookup func(string) eval.Value
	lookup = func(name string) eval.Value {
		if v := s.symbol(name); v != nil {
			return v
		}
		node := s.document.Global(name)
		if node == nil || s.busy[name] {
			return nil
		}
		s.busy[name] = true
		defer delete(s.busy, name)
		return run.Expression(node, lookup)
	}
	return lookup
}

// symbol is a loaded name; nil for others.
func (s *Scope) symbol(name string) eval.Value {
	if v, ok := s.loaded[name]; ok {
		return v
	}
	var v eval.Value
	if file, original, ok := s.document.Loaded(name); ok {
		v = s.loader.Value(s.base, file, original)
	}
	s.loaded[name] = v
	return v
}

// Callee resolves what a call in the file calls: an *eval.Function (a macro), an
// *eval.Rule, or something unknown.
func (s *Scope) Callee(rule string) eval.Value {
	first, rest, namespaced := strings.Cut(rule, ".")
	v := s.symbol(first)
	if !namespaced {
		if v == nil && s.document.Global(first) == nil {
			return &eval.Rule{Name: rule}
		}
		return v
	}
	if v == nil {
		if first == "native" {
			return &eval.Rule{Name: rest}
		}
		return nil
	}
	for field := range strings.SplitSeq(rest, ".") {
		if r, ok := v.(*eval.Rule); ok && r.Opaque {
			return &eval.Rule{Name: field, From: r.From, Opaque: true}
		}
		structure, ok := v.(*eval.Struct)
		if !ok {
			return eval.Unknown{}
		}
		v = structure.Fields[field]
	}
	return v
}

// Kind tells what a call makes without evaluating it: known is false when it
// calls a macro, whose targets Expand tells.
func (s *Scope) Kind(t buildfile.Target) (k kind.TargetKind, known bool) {
	rule, ok := s.Callee(t.Rule).(*eval.Rule)
	switch {
	case !ok || rule.Macro():
		return kind.Of(t.Rule), false
	case rule.Opaque || rule.From == "":
		return kind.Of(rule.Name), true
	}
	return kind.OfDefinition(rule.Name, rule.Test, rule.Executable), true
}

// Expand works out what a call makes.
func (s *Scope) Expand(t buildfile.Target) Expansion {
	callee := s.Callee(t.Rule)
	if t.Call == nil {
		return Expansion{Made: []Made{{Name: t.Name, Rule: t.Rule, Kind: kind.Of(t.Rule)}}, Whole: true}
	}
	if _, unknown := callee.(eval.Unknown); unknown || callee == nil {
		callee = &eval.Rule{Name: t.Rule[strings.LastIndexByte(t.Rule, '.')+1:], Opaque: true}
	}
	out := Expansion{}
	run := &eval.Run{Package: s.base.Package, Record: func(c eval.Call) {
		if len(out.Made) < maxMade {
			out.Made = append(out.Made, made(c))
		}
	}}
	lookup := s.lookup(run)
	out.Whole = t.Each(run, lookup, func(names func(string) eval.Value) {
		run.CallNode(callee, t.Call, names)
	}) && !run.Incomplete() && len(out.Made) < maxMade
	switch f := callee.(type) {
	case *eval.Rule:
		out.Macro = f.Macro()
	case *eval.Function:
		out.Macro = true
	default:
		out.Macro, out.Whole = true, false // no function at all
	}
	for _, m := range out.Made {
		if m.Name == "" || m.Opaque && !out.Macro && kind.Of(m.Rule) == (kind.TargetKind{}) {
			out.Whole = false
		}
	}
	return out
}

// maxMade limits the targets of one call.
const maxMade = 5000

func made(c eval.Call) Made {
	k := kind.Of(c.Rule.Name)
	if c.Rule.From != "" && !c.Rule.Opaque {
		k = kind.OfDefinition(c.Rule.Name, c.Rule.Test, c.Rule.Executable)
	}
	return Made{
		Name: c.Name, Rule: c.Rule.Name, From: c.Rule.From, Kind: k, Opaque: c.Rule.Opaque,
		Maybe: c.Maybe, Macros: c.Macros, Attributes: c.Attributes,
	}
}
