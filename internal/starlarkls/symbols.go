package starlarkls

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
)

// Symbol is one entry of an outline.
type Symbol struct {
	Name, Detail string
	// Sort is target, function, variable, load, module or flags.
	Sort             string
	Kind             kind.TargetKind
	Range, Selection buildfile.Range
}

// Symbols is the outline: targets, functions and variables, the modules of
// MODULE.bazel, the commands of .bazelrc.
func (f *File) Symbols() []Symbol {
	if Bazelrc(f.Path) {
		return f.rcSymbols()
	}
	var out []Symbol
	if f.Kind() == buildfile.Build {
		for _, t := range f.Targets() {
			if t.Name != "" {
				out = append(out, Symbol{t.Name, t.Rule, "target", kind.Of(t.Rule), t.Range, t.NameRange})
			}
		}
		for _, t := range f.Calls() {
			out = append(out, Symbol{t.Rule, "", "call", kind.TargetKind{}, t.Range, t.RuleRange})
		}
	} else if f.Kind() != buildfile.Bzl {
		out = f.moduleSymbols(out)
	}
	for _, d := range f.Definitions() {
		s := Symbol{Name: d.Name, Sort: "variable", Range: d.Range, Selection: d.NameRange}
		if d.Function {
			s.Sort = "function"
			if def, ok := d.Node.(*build.DefStmt); ok {
				s.Detail = parameters(def)
			}
		}
		out = append(out, s)
	}
	return out
}

func parameters(def *build.DefStmt) string {
	var names []string
	for _, p := range def.Params {
		name, op := build.GetParamName(p)
		names = append(names, op+name)
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// moduleSymbols are the calls of MODULE.bazel and WORKSPACE.
func (f *File) moduleSymbols(out []Symbol) []Symbol {
	for _, s := range f.Statements() {
		for _, node := range s.Nodes {
			call, ok := node.(*build.CallExpr)
			if !ok {
				continue
			}
			name := callee(call)
			title := text(keyword(call, "name"))
			if title == "" && len(call.List) > 0 {
				title = text(call.List[0])
			}
			if name == "use_repo" && len(call.List) > 0 {
				if id, ok := call.List[0].(*build.Ident); ok {
					title = id.Name
				}
			}
			if title == "" {
				title, name = name, ""
			}
			if v := text(keyword(call, "version")); v != "" {
				name += " " + v
			}
			r := s.RangeOf(call)
			out = append(out, Symbol{Name: title, Detail: name, Sort: "module", Range: r, Selection: buildfile.Range{Start: r.Start, End: r.Start}})
		}
	}
	return out
}
