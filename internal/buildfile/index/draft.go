package index

import (
	"strings"

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

// read makes the draft of a package from the text of its BUILD file.
func read(loader *macro.Loader, path, source string) *draft {
	d := &draft{pack: pack{path: path}, texts: []string{""}, ids: map[string]uint32{}}
	document := buildfile.Open("BUILD", 0, source)
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

// attributes notes what the arguments of a call name.
func (r *reader) attributes(call buildfile.Target, owner uint32) {
	if call.Call == nil {
		return
	}
	for _, arg := range call.Call.List {
		as, ok := arg.(*build.AssignExpr)
		if !ok {
			r.walk(owner, "", call.Statement, arg, false, 0)
			continue
		}
		if id, ok := as.LHS.(*build.Ident); ok && !wordy(id.Name) {
			r.walk(owner, id.Name, call.Statement, as.RHS, relative(id.Name), 0)
		}
	}
}

// walk notes the labels in an expression; plain says that strings without any
// mark are labels too.
func (r *reader) walk(owner uint32, attribute string, s buildfile.Statement, node build.Expr, plain bool, depth int) {
	if depth > 12 {
		return
	}
	switch node := node.(type) {
	case *build.StringExpr:
		if plain || marked(node.Value) {
			r.mention(owner, attribute, buildfile.String{Value: node.Value, Range: s.RangeOf(node)}, plain)
		}
		return
	case *build.CallExpr:
		switch callee(node) {
		case "glob", "native.glob":
			r.glob(owner, attribute, node)
			return
		case "select":
			for _, arg := range node.List {
				if dict, ok := arg.(*build.DictExpr); ok {
					for _, kv := range dict.List {
						r.walk(owner, "select", s, kv.Key, false, depth+1)
						r.walk(owner, attribute, s, kv.Value, plain, depth+1)
					}
				}
			}
			return
		}
		plain = false
	case *build.Ident:
		// A variable of the file: its strings belong to the target as well,
		// without a place of their own; they are mentioned where they stand.
		if owner != none && r.document.Global(node.Name) != nil {
			run := &eval.Run{}
			r.values(owner, attribute, run.Expression(node, r.global(run)), plain, 0)
		}
		return
	}
	build.WalkOnce(node, func(e *build.Expr) { r.walk(owner, attribute, s, *e, plain, depth+1) })
}

func (r *reader) global(run *eval.Run) func(string) eval.Value {
	depth := 0
	var lookup func(string) eval.Value
	lookup = func(name string) eval.Value {
		node := r.document.Global(name)
		if node == nil || depth > 8 {
			return nil
		}
		depth++
		defer func() { depth-- }()
		return run.Expression(node, lookup)
	}
	return lookup
}

// values notes the labels in what an attribute evaluates to.
func (r *reader) values(owner uint32, attribute string, v eval.Value, plain bool, line uint32) {
	list, ok := v.(*eval.List)
	if !ok {
		if text, ok := v.(string); ok {
			list = &eval.List{Items: []eval.Value{text}}
		} else {
			return
		}
	}
	at := buildfile.Position{Line: line}
	for _, item := range list.Items {
		if text, ok := item.(string); ok && (plain || marked(text)) {
			r.mention(owner, attribute, buildfile.String{Value: text, Range: buildfile.Range{Start: at, End: at}}, plain)
		}
	}
	for _, g := range list.Globs {
		r.addGlob(owner, attribute, g)
	}
}

// evaluated notes what a target made by a macro names.
func (r *reader) evaluated(call buildfile.Target, attributes *eval.Dict, owner uint32) {
	if attributes == nil {
		return
	}
	for _, k := range attributes.Keys {
		if name, ok := k.(string); ok && !wordy(name) {
			r.values(owner, name, attributes.Get(k), relative(name), call.Range.Start.Line)
		}
	}
}

func (r *reader) mention(owner uint32, attribute string, s buildfile.String, plain bool) {
	if s.Value == "" || strings.HasPrefix(s.Value, "//visibility:") {
		return
	}
	at, err := label.ParseRelative(s.Value, r.base)
	if err != nil || at.Name == "__pkg__" || at.Name == "__subpackages__" {
		return
	}
	pkg := at.Package
	if at.External() {
		pkg = at.PackageLabel()
	}
	r.refs = append(r.refs, ref{
		target: owner, pkg: r.id(pkg), name: r.id(at.Name), attribute: r.id(attribute),
		line: s.Range.Start.Line, column: clip(s.Range.Start.Character), length: length(s.Range),
	})
}

func (r *reader) glob(owner uint32, attribute string, node *build.CallExpr) {
	run := &eval.Run{}
	if list, ok := run.Expression(node, r.global(run)).(*eval.List); ok && owner != none {
		for _, g := range list.Globs {
			r.addGlob(owner, attribute, g)
		}
	}
}

func (r *reader) addGlob(owner uint32, attribute string, g eval.Glob) {
	out := glob{target: owner, attribute: r.id(attribute)}
	for _, p := range g.Include {
		out.include = append(out.include, r.id(p))
	}
	for _, p := range g.Exclude {
		out.exclude = append(out.exclude, r.id(p))
	}
	r.globs = append(r.globs, out)
}

func callee(node *build.CallExpr) string {
	switch x := node.X.(type) {
	case *build.Ident:
		return x.Name
	case *build.DotExpr:
		if id, ok := x.X.(*build.Ident); ok {
			return id.Name + "." + x.Name
		}
	}
	return ""
}

// marked reports whether a string is a label wherever it stands.
func marked(text string) bool {
	return strings.HasPrefix(text, "//") || strings.HasPrefix(text, "@") || len(text) > 1 && text[0] == ':'
}

// wordy are attributes whose strings are never labels.
func wordy(attribute string) bool {
	switch attribute {
	case "name", "tags", "cmd", "cmd_bash", "copts", "cxxopts", "conlyopts", "defines", "local_defines", "linkopts", "bundle_id",
		"bundle_name", "module_name", "minimum_os_version", "families", "args", "env", "licenses", "includes", "outs", "out",
		"deprecation", "features", "swift_version", "size", "timeout", "sdk_frameworks", "sdk_dylibs", "weak_sdk_frameworks":
		return true
	}
	return false
}

// relative are attributes whose plain strings are files or targets of the
// package.
func relative(attribute string) bool {
	switch attribute {
	case "srcs", "hdrs", "textual_hdrs", "private_hdrs", "public_hdrs", "non_arc_srcs", "deps", "private_deps", "implementation_deps", "data",
		"resources", "structured_resources", "strings", "infoplists", "infoplist", "entitlements", "test_host", "extensions",
		"frameworks", "app_icons", "app_clips", "launch_storyboard", "launch_images", "provisioning_profile", "runner", "runners",
		"tests", "actual", "tools", "exports", "exported_symbols_lists", "additional_contents", "watch_application", "extension",
		"test_filter_file", "plugins", "swiftc_inputs", "module_map", "pch", "src", "bundles", "static_library", "settings_bundle",
		"additional_linker_inputs", "framework_imports", "xcframework_imports", "top_level_targets", "targets", "library", "binary":
		return true
	}
	return false
}
