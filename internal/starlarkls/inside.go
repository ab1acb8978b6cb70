package starlarkls

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
)

// completeString lists what may stand inside quotes.
func (f *File) completeString(c cursor) ([]Item, bool) {
	span := f.Text().Range(c.start, c.end)
	fr, ok := c.call()
	if !ok {
		return nil, true
	}
	switch {
	case fr.callee == "load" && fr.position == 0:
		return f.completeModule(c, span), true
	case fr.callee == "load":
		return f.completeSymbols(fr, span), true
	case fr.callee == "glob" || fr.callee == "native.glob":
		return f.completeFiles(nil, c, span), true
	case fr.callee == "select":
		return f.completeLabels(c, span, "", false)
	}
	callable, _ := f.callable(fr.callee)
	p, ok := callable.Parameter(fr.argument)
	if !ok || p.Type == "" {
		p = known(fr.argument)
	}
	switch {
	case fr.argument == "visibility" || fr.argument == "default_visibility":
		return f.completeVisibility(c, span)
	case len(p.Values) > 0:
		var out []Item
		for _, v := range p.Values {
			out = append(out, Item{Label: v, Kind: "value", Range: span})
		}
		return out, true
	case fr.argument == "tags":
		var out []Item
		for _, v := range knownTags {
			out = append(out, Item{Label: v[0], Kind: "value", Doc: v[1], Range: span})
		}
		return out, true
	case labels(fr.argument) || strings.HasPrefix(p.Type, "label") || marked(c.typed):
		files := fr.argument != "deps" && !marked(c.typed)
		out, whole := f.completeLabels(c, span, fr.argument, files)
		return out, whole
	}
	return nil, true
}

var knownTags = [][2]string{
	{"manual", "Left out of wildcards such as //..."},
	{"no-ide", "Hidden in editors"},
	{"exclusive", "The test runs alone"},
	{"external", "The test is never cached"},
	{"no-cache", "Results are not cached"},
	{"no-remote", "Neither built nor cached remotely"},
	{"no-sandbox", "Runs outside the sandbox"},
	{"local", "Runs here, outside the sandbox"},
	{"requires-network", "May use the network in the sandbox"},
	{"no-coverage", "Left out of coverage"},
}

// mostLabels is how many labels are listed at once.
const mostLabels = 100

// completeLabels lists labels by what was typed: targets of a package behind
// ":", else packages and targets, fuzzily.
func (f *File) completeLabels(c cursor, span buildfile.Range, attribute string, files bool) ([]Item, bool) {
	typed := c.typed
	pkg, _, colon := strings.Cut(typed, ":")
	switch {
	case strings.HasPrefix(typed, "@"):
		return nil, true // other repositories are not indexed
	case colon && (pkg == "" || pkg == "//" || strings.HasPrefix(pkg, "//")):
		name := strings.TrimPrefix(pkg, "//")
		if pkg == "" {
			name = f.Package
		}
		return f.completeTargets(nil, c, span, name, pkg), true
	case strings.HasPrefix(typed, "//"):
		return f.search(c, span, strings.TrimPrefix(typed, "//"))
	}
	var out []Item
	if files {
		out = f.completeFiles(out, c, span)
	}
	out = f.completeTargets(out, c, span, f.Package, "")
	if len(typed) < 2 || f.Index == nil {
		return out, false
	}
	more, _ := f.search(c, span, typed)
	return append(out, more...), false
}

// completeTargets lists the targets of one package.
func (f *File) completeTargets(out []Item, c cursor, span buildfile.Range, pkg, written string) []Item {
	own := ""
	if t, ok := f.TargetAt(span.Start); ok && pkg == f.Package {
		own = t.Name
	}
	add := func(name, rule string) {
		if name != "" && name != own {
			label := written + ":" + name
			out = append(out, Item{Label: label, Kind: "label", Detail: rule, Range: span, Sort: "1" + name, Filter: filter(label, c.typed)})
		}
	}
	if pkg == f.Package && f.Kind() == buildfile.Build {
		seen := map[string]bool{}
		for _, t := range f.Targets() {
			if !seen[t.Name] {
				seen[t.Name] = true
				add(t.Name, t.Rule)
			}
		}
		if f.Index != nil {
			for _, t := range f.Index.PackageTargets(pkg) {
				if !seen[t.Label.Name] && t.Macro != "" {
					seen[t.Label.Name] = true
					add(t.Label.Name, t.Rule)
				}
			}
		}
		return out
	}
	if f.Index == nil {
		return out
	}
	for _, t := range f.Index.PackageTargets(pkg) {
		add(t.Label.Name, t.Rule)
	}
	return out
}

// filter keeps a proposal that starts otherwise than what was typed: a name
// without its colon finds ":name".
func filter(label, typed string) string {
	if typed != "" && typed[0] != ':' && typed[0] != '/' {
		return strings.TrimPrefix(label, ":")
	}
	return label
}

// search lists packages and targets of the whole workspace.
func (f *File) search(c cursor, span buildfile.Range, text string) ([]Item, bool) {
	if f.Index == nil {
		return nil, false
	}
	var out []Item
	list := f.Index.Targets(index.Query{Text: text, Limit: mostLabels, Helpers: true})
	own := map[string]bool{} // packages that stand for a target of their name
	for _, t := range list.Targets {
		own[t.Label.Short()] = true
	}
	for _, p := range f.Index.SearchPackages(text, mostLabels/2) {
		label := "//" + p
		if own[label] {
			continue
		}
		out = append(out, Item{Label: label, Kind: "package", Range: span, Sort: "3" + p, Filter: c.typed + " " + label})
	}
	for n, t := range list.Targets {
		out = append(out, Item{Label: t.Label.In(f.Package), Insert: t.Label.In(f.Package), Kind: "label", Detail: t.Rule, Range: span, Sort: "2" + rank(n), Filter: c.typed + " " + t.Label.String()})
	}
	return out, false
}

func rank(n int) string {
	return string([]byte{byte('0' + n/100%10), byte('0' + n/10%10), byte('0' + n%10)})
}

// completeVisibility lists what may stand in visibility.
func (f *File) completeVisibility(c cursor, span buildfile.Range) ([]Item, bool) {
	out := []Item{
		{Label: "//visibility:public", Kind: "value", Range: span, Sort: "0"},
		{Label: "//visibility:private", Kind: "value", Range: span, Sort: "0"},
	}
	if f.Index == nil {
		return out, true
	}
	if len(c.typed) < 2 {
		out = append(out, Item{Label: "//:__subpackages__", Kind: "value", Range: span, Sort: "1"})
	}
	text := strings.TrimPrefix(c.typed, "//")
	text, _, _ = strings.Cut(text, ":")
	for _, p := range f.Index.SearchPackages(text, mostLabels/2) {
		for _, kind := range []string{":__pkg__", ":__subpackages__"} {
			label := "//" + p + kind
			out = append(out, Item{Label: label, Kind: "package", Range: span, Sort: "2" + p, Filter: c.typed + " " + label})
		}
	}
	return out, false
}

// completeModule lists the .bzl files of the package, and of the folder typed.
func (f *File) completeModule(c cursor, span buildfile.Range) []Item {
	var out []Item
	pkg := f.Package
	written := ":"
	if p, _, ok := strings.Cut(c.typed, ":"); ok && strings.HasPrefix(p, "//") {
		pkg, written = strings.TrimPrefix(p, "//"), p+":"
	} else if strings.HasPrefix(c.typed, "//") {
		if f.Index == nil {
			return nil
		}
		for _, p := range f.Index.SearchPackages(strings.TrimPrefix(c.typed, "//"), mostLabels/2) {
			for _, name := range bzlFiles(filepath.Join(f.Root, filepath.FromSlash(p))) {
				label := "//" + p + ":" + name
				out = append(out, Item{Label: label, Kind: "file", Range: span, Filter: c.typed + " " + label})
			}
		}
		return out
	}
	for _, name := range bzlFiles(filepath.Join(f.Root, filepath.FromSlash(pkg))) {
		out = append(out, Item{Label: written + name, Kind: "file", Range: span})
	}
	seen := map[string]bool{}
	for _, r := range rules() {
		if r.Load != "" && !seen[r.Load] {
			seen[r.Load] = true
			out = append(out, Item{Label: r.Load, Kind: "file", Range: span, Sort: "9" + r.Load})
		}
	}
	return out
}

func bzlFiles(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".bzl") {
			out = append(out, e.Name())
		}
	}
	return out
}

// completeSymbols lists what a .bzl file defines for others.
func (f *File) completeSymbols(fr frame, span buildfile.Range) []Item {
	module := firstString(f.Source()[fr.open:])
	var out []Item
	file, ok := f.LoadPath(module)
	if !ok {
		for name, r := range rules() {
			if r.Load != "" && strings.TrimPrefix(r.Load, "@") == strings.TrimPrefix(strings.Replace(module, "@build_bazel_", "@", 1), "@") {
				out = append(out, Item{Label: name, Kind: "symbol", Doc: r.Doc, Range: span})
			}
		}
		return out
	}
	other, ok := f.open(file)
	if !ok {
		return nil
	}
	for _, d := range other.Definitions() {
		if !strings.HasPrefix(d.Name, "_") {
			item := Item{Label: d.Name, Kind: "symbol", Range: span}
			if c, ok := other.callable(d.Name); ok {
				item.Doc, item.Detail = c.Doc, c.What
			}
			out = append(out, item)
		}
	}
	return out
}

// firstString is the first string literal of a text.
func firstString(text string) string {
	i := strings.IndexAny(text, "\"'")
	if i < 0 {
		return ""
	}
	rest := text[i+1:]
	j := strings.IndexByte(rest, text[i])
	if j < 0 {
		return ""
	}
	return rest[:j]
}

// mostFiles is how many files are listed at once.
const mostFiles = 300

// completeFiles lists files and folders of the package below what was typed;
// folders that are packages are left out.
func (f *File) completeFiles(out []Item, c cursor, span buildfile.Range) []Item {
	folder := ""
	if i := strings.LastIndexByte(c.typed, '/'); i >= 0 {
		folder = c.typed[:i+1]
	}
	if strings.Contains(folder, "*") || strings.HasPrefix(folder, "/") || strings.Contains(folder, "..") {
		return out
	}
	dir := filepath.Join(filepath.Dir(f.Path), filepath.FromSlash(folder))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return out
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || name == "BUILD" || name == "BUILD.bazel" || len(out) >= mostFiles {
			continue
		}
		if !e.IsDir() {
			out = append(out, Item{Label: folder + name, Kind: "file", Range: span, Sort: "0" + name})
			continue
		}
		if strings.HasPrefix(name, "bazel-") || f.Index != nil && f.Index.HasPackage(path.Join(f.Package, folder, name)) {
			continue
		}
		out = append(out, Item{Label: folder + name + "/", Kind: "folder", Range: span, Sort: "0" + name})
	}
	return out
}
