package index

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/eval"
	"bazelapple/internal/buildfile/label"
)

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
