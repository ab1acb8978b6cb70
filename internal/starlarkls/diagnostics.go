package starlarkls

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
)

// Diagnostic is something wrong with a document.
type Diagnostic struct {
	Range   buildfile.Range
	Message string
	// Severity is error, warning, info or hint.
	Severity string
	// Code is a buildifier warning's name, or one of ours: syntax, duplicate,
	// label, package, load, unused-load.
	Code string
	// URL explains the code, "" for none.
	URL string
	// Related is another place it has to do with.
	Related []Related
	// Unused marks what can go.
	Unused bool
}

// Related is a place beside a diagnostic.
type Related struct {
	index.Location
	Message string
}

// Diagnostics lists what is wrong with the document as it stands; lint adds the
// findings of buildifier, of a text that can be parsed.
func (f *File) Diagnostics(lint bool) []Diagnostic {
	if Bazelrc(f.Path) {
		return nil
	}
	var out []Diagnostic
	for _, p := range f.Problems() {
		out = append(out, Diagnostic{Range: f.wide(p.Range), Message: p.Message, Severity: "error", Code: "syntax"})
	}
	out = f.duplicates(out)
	out = f.unusedLoads(out)
	out = f.missingLoads(out)
	out = f.unknownLabels(out)
	if lint && len(f.Problems()) == 0 {
		out = f.lint(out)
	}
	return out
}

// wide makes an empty range one character wide, so that it can be seen.
func (f *File) wide(r buildfile.Range) buildfile.Range {
	if r.Start == r.End {
		r.End.Character++
	}
	return r
}

// duplicates finds names given twice in a BUILD file.
func (f *File) duplicates(out []Diagnostic) []Diagnostic {
	first := map[string]buildfile.Target{}
	for _, t := range f.Targets() {
		if t.Name == "" {
			continue
		}
		before, ok := first[t.Name]
		if !ok {
			first[t.Name] = t
			continue
		}
		if before.Range == t.Range {
			continue // a comprehension that repeats a name says so in Bazel
		}
		out = append(out, Diagnostic{
			Range: t.NameRange, Severity: "error", Code: "duplicate",
			Message: fmt.Sprintf("the package has another target %q", t.Name),
			Related: []Related{{index.Location{File: f.Path, Range: before.NameRange}, "the first one"}},
		})
	}
	return out
}

// unusedLoads finds loaded names the file does not use.
func (f *File) unusedLoads(out []Diagnostic) []Diagnostic {
	loads := f.Loads()
	if len(loads) == 0 {
		return out
	}
	used := f.names()
	for _, l := range loads {
		for _, s := range l.Symbols {
			if !used[s.Name] {
				out = append(out, Diagnostic{Range: s.Range, Severity: "warning", Code: "unused-load", Unused: true, Message: fmt.Sprintf("%q is loaded but not used", s.Name)})
			}
		}
	}
	return out
}

// missingLoads finds load()s of files and names of the workspace that are not
// there.
func (f *File) missingLoads(out []Diagnostic) []Diagnostic {
	for _, l := range f.Loads() {
		at, ok := f.Label(l.Module)
		if !ok || at.External() {
			continue
		}
		file, ok := f.LoadPath(l.Module)
		if !ok {
			out = append(out, Diagnostic{Range: l.ModuleRange, Severity: "error", Code: "load", Message: fmt.Sprintf("there is no file %s", at.File())})
			continue
		}
		other, ok := f.open(file)
		if !ok {
			continue
		}
		for _, s := range l.Symbols {
			if _, ok := other.definition(s.Original); ok || len(other.Problems()) > 0 {
				continue
			}
			if _, _, loaded := other.Loaded(s.Original); loaded {
				out = append(out, Diagnostic{Range: s.Range, Severity: "error", Code: "load", Message: fmt.Sprintf("%s only loads %q itself: load it from where it is defined", at.File(), s.Original)})
				continue
			}
			out = append(out, Diagnostic{Range: s.Range, Severity: "error", Code: "load", Message: fmt.Sprintf("%s does not define %q", at.File(), s.Original)})
		}
	}
	return out
}

// unknownLabels finds labels of the workspace that name nothing. It is silent
// where it cannot be sure: while the workspace is being read, in packages whose
// macros cannot be followed, and for names that may be a target's outputs.
func (f *File) unknownLabels(out []Diagnostic) []Diagnostic {
	if f.Kind() != buildfile.Build || f.Index == nil || !f.Index.Complete() {
		return out
	}
	known := map[label.Label]string{}
	for _, m := range f.mentions() {
		l, ok := f.Label(m.Value)
		if !ok || l.External() || m.attribute == "outs" || m.attribute == "out" || strings.HasPrefix(m.Value, "//visibility:") || strings.HasPrefix(m.Value, "//conditions:") {
			continue
		}
		if m.plain && m.attribute == "packages" {
			continue
		}
		wrong, ok := known[l]
		if !ok {
			wrong = f.wrong(l)
			known[l] = wrong
		}
		if wrong != "" {
			code := "label"
			if strings.HasPrefix(wrong, "there is no package") {
				code = "package"
			}
			out = append(out, Diagnostic{Range: m.Range, Severity: "warning", Code: code, Message: wrong})
		}
	}
	return out
}

// wrong says why a label names nothing, "" when it does or may.
func (f *File) wrong(l label.Label) string {
	here := l.Package == f.Package
	if !here && !f.Index.HasPackage(l.Package) {
		if _, err := os.Stat(filepath.Join(f.Root, filepath.FromSlash(l.Package), "BUILD")); err == nil {
			return ""
		}
		return fmt.Sprintf("there is no package %s: it would need a BUILD file", l.PackageLabel())
	}
	if l.Name == "__pkg__" || l.Name == "__subpackages__" || l.Name == "all" || l.Name == "..." {
		return ""
	}
	if _, ok := f.define(l, false); ok || f.Index.Partial(l.Package) {
		return ""
	}
	if info, err := os.Stat(filepath.Join(f.Root, filepath.FromSlash(l.File()))); err == nil && info != nil {
		return ""
	}
	for _, t := range f.Index.PackageTargets(l.Package) {
		if t.More || t.Maybe || strings.HasPrefix(l.Name, t.Label.Name) {
			return "" // an output, or made by something we cannot follow
		}
	}
	if f.output(l, here) {
		return ""
	}
	return fmt.Sprintf("there is no target or file %s", l)
}

// output reports whether a rule of the label's package names it in its outputs.
func (f *File) output(l label.Label, here bool) bool {
	file := f
	if !here {
		targets := f.Index.PackageTargets(l.Package)
		if len(targets) == 0 {
			return false
		}
		var ok bool
		if file, ok = f.open(targets[0].File); !ok {
			return true
		}
	}
	for _, t := range file.AllCalls() {
		if t.Broken || t.Spread || t.Loop {
			return true
		}
		if here && (t.Name != "" && strings.HasPrefix(l.Name, t.Name)) {
			return true
		}
		for _, a := range t.Attributes() {
			if !strings.HasPrefix(a.Name, "out") && !strings.HasSuffix(a.Name, "_out") && bare(t.Rule) != "exports_files" {
				continue
			}
			for _, s := range t.Statement.StringsIn(a.Value) {
				if strings.TrimPrefix(s.Value, ":") == l.Name {
					return true
				}
			}
		}
	}
	return false
}
