package index

import (
	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/eval"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/buildfile/macro"
)

// draft is a parsed package before its strings are interned; drafts are made in
// parallel.
type draft struct {
	pack
	texts []string // the strings its ids stand for
	ids   map[string]uint32
}

func (d *draft) id(text string) uint32 {
	if text == "" {
		return 0
	}
	if id, ok := d.ids[text]; ok {
		return id
	}
	id := uint32(len(d.texts))
	d.texts = append(d.texts, text)
	d.ids[text] = id
	return id
}

// read makes the draft of a package from its BUILD file.
func read(loader *macro.Loader, path string, document *buildfile.Document) *draft {
	d := &draft{pack: pack{path: path}, texts: []string{""}, ids: map[string]uint32{}}
	r := reader{draft: d, document: document, scope: loader.Scope(document, path), base: label.Label{Package: path, Name: "BUILD"}}
	for _, l := range document.Loads() {
		if file, ok := loader.Path(r.base, l.Module); ok {
			d.bzl = append(d.bzl, d.id(file))
		}
		r.mention(none, "load", buildfile.String{Value: l.Module, Range: l.ModuleRange}, true)
	}
	for _, call := range document.AllCalls() {
		r.call(call)
	}
	for _, def := range document.Definitions() {
		if as, ok := def.Node.(*build.AssignExpr); ok {
			r.walk(none, "", def.Statement, as.RHS, false, 0)
		}
	}
	d.partial = d.partial || len(document.Problems()) > 0
	return d
}

type reader struct {
	*draft
	document *buildfile.Document
	scope    *macro.Scope
	base     label.Label
}

// call adds the targets one call makes and what they name.
func (r *reader) call(call buildfile.Target) {
	callee := r.scope.Callee(call.Rule)
	rule, isRule := callee.(*eval.Rule)
	if isRule && !rule.Macro() && call.Literal || call.Call == nil {
		t := r.target(call, call.Name)
		if isRule {
			r.ruled(&t, rule.Name, rule.From, rule.Opaque, ruleKind(rule))
		} else {
			r.ruled(&t, call.Rule, "", true, kind.Of(call.Rule))
		}
		t.flags |= primary
		r.tag(&t, r.document.Tags(call))
		if name, ok := call.Attribute("module_name"); ok {
			if s, ok := name.Value.(*build.StringExpr); ok {
				t.module = r.id(s.Value)
			}
		}
		r.targets = append(r.targets, t)
		r.attributes(call, uint32(len(r.targets)-1))
		return
	}
	expansion := r.scope.Expand(call)
	first := len(r.targets)
	written := none
	for _, m := range expansion.Made {
		if m.Name == "" {
			continue
		}
		t := r.target(call, m.Name)
		r.ruled(&t, m.Rule, m.From, m.Opaque, m.Kind)
		if expansion.Macro {
			t.macro = r.id(call.Rule)
			t.flags |= made
		}
		if m.Maybe {
			t.flags |= maybe
		}
		if m.Attributes != nil {
			tags, _ := eval.Strings(m.Attributes.Get("tags"))
			r.tag(&t, tags)
			if module, ok := m.Attributes.Get("module_name").(string); ok {
				t.module = r.id(module)
			}
		}
		if m.Name == call.Name || !expansion.Macro {
			t.flags |= primary
			if written == none {
				written = uint32(len(r.targets))
			}
			if expansion.Macro {
				t.kind = called(t.kind, m.Rule, call.Rule)
			}
		}
		r.targets = append(r.targets, t)
		r.evaluated(call, m.Attributes, uint32(len(r.targets)-1))
	}
	if !expansion.Whole {
		r.partial = true
		if len(r.targets) == first && call.Literal {
			// A macro nobody could follow: the call itself stands for it.
			t := r.target(call, call.Name)
			r.ruled(&t, call.Rule, "", true, kind.Of(call.Rule))
			t.macro = r.id(call.Rule)
			t.flags |= primary
			r.targets = append(r.targets, t)
		}
		for i := first; i < len(r.targets); i++ {
			r.targets[i].flags |= unnamed
		}
	}
	if written == none && len(r.targets) > first {
		written = uint32(first)
	}
	r.attributes(call, written)
}

// called completes the kind of a macro's own target by the macro's name:
// rules_ios's ios_unit_test ends in a plain test_suite, its apple_framework in a
// rule of its own. Whether a target is a test or an app only its rule can say,
// but for an alias.
func called(k kind.TargetKind, rule, macro string) kind.TargetKind {
	guess := kind.Of(macro)
	if k.Platform == kind.None {
		k.Platform = guess.Platform
	}
	if k.Kind != kind.Other || k.Executable {
		return k
	}
	switch guess.Kind {
	case kind.Framework, kind.Library, kind.Extension:
		k.Kind = guess.Kind
	case kind.App, kind.Test, kind.Binary:
		if rule == "alias" {
			k.Kind = guess.Kind
		}
	}
	return k
}

func ruleKind(rule *eval.Rule) kind.TargetKind {
	if rule.From != "" && !rule.Opaque {
		return kind.OfDefinition(rule.Name, rule.Test, rule.Executable)
	}
	return kind.Of(rule.Name)
}

func (r *reader) target(call buildfile.Target, name string) target {
	return target{
		name: r.id(name), line: call.Range.Start.Line, endLine: call.Range.End.Line,
		nameLine: call.NameRange.Start.Line, nameColumn: clip(call.NameRange.Start.Character),
		nameLength: length(call.NameRange),
	}
}

func (r *reader) ruled(t *target, rule, from string, isOpaque bool, k kind.TargetKind) {
	t.rule, t.from, t.kind = r.id(rule), r.id(from), k
	if isOpaque {
		t.flags |= opaque
	}
}

func (r *reader) tag(t *target, tags []string) {
	for _, tag := range tags {
		switch tag {
		case "manual":
			t.flags |= manual
		case "no-ide":
			t.flags |= hidden
		}
	}
}

func clip(n uint32) uint16 { return uint16(min(n, 0xffff)) }

func length(r buildfile.Range) uint16 {
	if r.Start.Line != r.End.Line {
		return 0
	}
	return clip(r.End.Character - r.Start.Character)
}
