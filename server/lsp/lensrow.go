package lsp

import (
	"fmt"
	"slices"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/eval"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/macro"
	"bazelapple/server/wire"
)

// more is the lens that opens further actions.
const more = "⋯"

// row is the lenses of one call, or of one comprehension.
type row struct {
	at      buildfile.Position
	name    string
	actions []action
	// kind is that of the target, others are further ones behind "+N".
	kind   kind.TargetKind
	others []macro.Made
}

// action is one lens.
type action struct {
	title, tool string
	arguments   map[string]any // nil: {target}
	debug       bool
	// later: the command is made when the lens comes into view.
	later   bool
	choices []wire.LensCall
	// others are the further targets of a macro, for later.
	others func(root, pkg string) []wire.LensCall
}

// view is what lenses say beside the text: results and the chosen destination.
type view struct {
	*language
	trusted     bool
	results     map[string]action // by label
	destination string
	// apple says that real apps run here, so that they can be debugged.
	apple bool
}

// rows are the lenses of a BUILD file in the order of the text, one row for
// each call.
func (v *view) rows(d *buildfile.Document, pkg string) []row {
	var scope *macro.Scope
	loads := ""
	if v.index != nil {
		scope = v.index.Scope(d, pkg)
		loads = loadsKey(d)
	}
	calls := d.Targets()
	for _, t := range d.Calls() {
		if scope != nil && !plumbing(t.Rule) {
			calls = append(calls, t)
		}
	}
	var list []row
	kinds := map[string]kind.TargetKind{}
	for _, t := range calls {
		k, others := v.made(scope, kinds, loads, &t)
		if t.Name == "" {
			continue
		}
		r := row{at: t.Range.Start, name: t.Name, kind: k, others: others}
		// What a comprehension makes stands at one place: its first target has the row.
		if last := len(list) - 1; last >= 0 && list[last].at == r.at {
			list[last].others = append(append(list[last].others, macro.Made{Name: r.name, Kind: k}), others...)
			continue
		}
		list = append(list, r)
	}
	for i := range list {
		list[i].actions = v.all(list[i], pkg)
	}
	return list
}

// all are the lenses of a row, the last result in front.
func (v *view) all(r row, pkg string) []action {
	var out []action
	if result, ok := v.results["//"+pkg+":"+r.name]; ok {
		out = append(out, result)
	}
	out = append(out, v.actions(r.kind)...)
	if len(r.others) > 0 {
		out = append(out, action{title: fmt.Sprintf("+%d", len(r.others)), later: true, others: func(root, pkg string) []wire.LensCall { return otherCalls(r.others, root, pkg) }})
	}
	return append(out, action{title: more, later: true})
}

// plumbing are functions that make no targets.
func plumbing(rule string) bool {
	return slices.Contains([]string{"package", "licenses", "exports_files", "workspace", "package_group", "print", "fail"}, strings.TrimPrefix(rule, "native."))
}

// made tells what a call makes: its kind, and for a macro the other targets a
// person may want. A call without a name takes that of its first target.
func (v *view) made(scope *macro.Scope, kinds map[string]kind.TargetKind, loads string, t *buildfile.Target) (kind.TargetKind, []macro.Made) {
	if scope == nil || t.Broken {
		return kind.Of(t.Rule), nil
	}
	if k, ok := kinds[t.Rule]; ok && t.Name != "" {
		return k, nil
	}
	k, known := scope.Kind(*t)
	if known {
		kinds[t.Rule] = k
		return k, nil
	}
	var others []macro.Made
	for _, m := range v.language.made.get(loads, scope, *t) {
		if t.Name == "" {
			t.Name = m.Name
		}
		switch {
		case m.Name == t.Name:
			k = m.Kind
		case m.Name != "" && (m.Kind.Testable() || m.Kind.Runnable()) && !hidden(m):
			others = append(others, m)
		}
	}
	return k, others
}

// hidden reports whether a macro's target is tagged manual or no-ide.
func hidden(m macro.Made) bool {
	if m.Attributes == nil {
		return false
	}
	tags, _ := eval.Strings(m.Attributes.Get("tags"))
	return slices.Contains(tags, "manual") || slices.Contains(tags, "no-ide")
}

// actions are the calls that make sense for a target, the most wanted first.
func (v *view) actions(k kind.TargetKind) []action {
	prefix := "bazel_ios_"
	switch k.Platform {
	case kind.MacOS, kind.TvOS, kind.WatchOS, kind.VisionOS:
		prefix = "bazel_" + k.Platform.String() + "_"
	}
	build := action{title: "Build", tool: prefix + "build"}
	switch {
	case k.Testable():
		out := []action{{title: "Test", tool: prefix + "test"}}
		if v.debuggable(k) {
			out = append(out, action{title: "Debug", tool: prefix + "test", debug: true})
		}
		switch prefix {
		case "bazel_ios_":
			out = append(out, action{title: "Coverage", tool: "bazel_ios_test_coverage"})
		case "bazel_macos_":
			out = append(out, action{title: "Coverage", tool: "bazel_macos_coverage"})
		}
		return out
	case k.Runnable():
		run := action{title: "Run", tool: prefix + "run"}
		switch {
		case k.Kind == kind.App && k.Platform == kind.IOS:
			run.tool = "bazel_ios_build_and_run"
			if v.destination != "" {
				run.title = "Run on " + v.destination
			}
		case k.Kind != kind.App || k.Platform == kind.None:
			run.tool = "bazel_run"
		}
		out := []action{run, build}
		if v.debuggable(k) {
			out = append(out, action{title: strings.Replace(run.title, "Run", "Debug", 1), tool: run.tool, debug: true})
		}
		return out
	}
	return []action{build}
}

// debuggable reports whether a debugger can be attached to what runs here.
func (v *view) debuggable(k kind.TargetKind) bool {
	return k.Debuggable() && (k.Platform == kind.None || v.apple)
}

// choices are the further actions of a target.
func choices(label, root string) []wire.LensCall {
	target := map[string]any{"target": label}
	return []wire.LensCall{
		{Title: "Copy label", Copy: label, Root: root},
		{Title: "Show dependencies", Tool: "bazel_ios_deps", Arguments: target, Root: root},
		{Title: "Show what depends on it", Tool: "bazel_ios_rdeps", Arguments: target, Root: root},
		{Title: "Show the tests it affects", Tool: "bazel_ios_affected_tests", Arguments: target, Root: root},
		{Title: "Show its rule and attributes", Tool: "bazel_ios_target_info", Arguments: target, Root: root},
		{Title: "Show the last build command", Tool: "bazel_ios_last_command", Arguments: map[string]any{}, Root: root},
		{Title: "Go to the built app", Tool: "bazel_ios_get_app_path", Arguments: target, Root: root},
	}
}

// otherCalls are the calls for the further targets of a macro.
func otherCalls(others []macro.Made, root, pkg string) []wire.LensCall {
	var out []wire.LensCall
	v := &view{}
	for _, m := range others {
		for _, a := range v.actions(m.Kind) {
			title := a.title + " " + m.Name
			if m.Maybe {
				title += " (maybe)"
			}
			out = append(out, wire.LensCall{Title: title, Tool: a.tool, Arguments: map[string]any{"target": "//" + pkg + ":" + m.Name}, Root: root, Debug: a.debug})
		}
	}
	return out
}
