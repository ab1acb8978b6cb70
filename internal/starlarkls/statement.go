package starlarkls

import (
	"strconv"
	"strings"

	"bazelapple/internal/buildfile"
)

// completeStatement lists what a statement may begin with: rules with their
// required attributes, loaded or with the load() they need.
func (f *File) completeStatement(c cursor, span buildfile.Range) []Item {
	if f.Kind() == buildfile.Bzl {
		return f.completeNames([]Item{
			{Label: "load", Insert: "load(\"$1\", \"$2\")", Snippet: true, Kind: "keyword", Range: span},
			{Label: "def", Insert: "def ${1:name}($2):\n    \"\"\"$3\"\"\"\n    $0", Snippet: true, Kind: "keyword", Range: span},
		}, span)
	}
	out := []Item{}
	if f.Kind() != buildfile.Module {
		out = append(out, Item{Label: "load", Insert: "load(\"$1\", \"$2\")", Snippet: true, Kind: "keyword", Range: span})
	}
	call := f.afterword(c)
	table := rules()
	if f.Kind() != buildfile.Build {
		table = directives()
	}
	loaded := map[string]bool{}
	for _, l := range f.Loads() {
		for _, s := range l.Symbols {
			loaded[s.Name] = true
			callable, ok := f.callable(s.Name)
			if !ok {
				callable = Callable{Name: s.Name}
			}
			out = append(out, ruleItem(callable, span, call, "0", l.Module))
		}
	}
	for name, callable := range table {
		if loaded[name] || name == "glob" || name == "select" || name == "subpackages" {
			continue
		}
		item := ruleItem(callable, span, call, "1", callable.Load)
		if callable.Load != "" && f.Kind() == buildfile.Build {
			item.Sort = "2" + name
			item.Also = f.AddLoad(f.loadFor(callable), name)
		}
		out = append(out, item)
	}
	return out
}

// afterword reports whether a call's arguments stand behind the word already.
func (f *File) afterword(c cursor) bool {
	rest := f.Source()[c.at:]
	for len(rest) > 0 && wordByte(rest[0]) {
		rest = rest[1:]
	}
	return strings.HasPrefix(rest, "(")
}

// ruleItem is a call with its required attributes.
func ruleItem(c Callable, span buildfile.Range, called bool, sort, load string) Item {
	item := Item{Label: c.Name, Kind: "rule", Detail: load, Doc: c.Doc, Range: span, Sort: sort + c.Name}
	if c.What == "function" {
		item.Kind = "function"
	}
	if called {
		return item
	}
	item.Snippet = true
	var b strings.Builder
	b.WriteString(c.Name + "(")
	n := 0
	for _, p := range c.Parameters {
		if p.Required && n < 9 {
			n++
			if n == 1 {
				b.WriteString("\n")
			}
			b.WriteString("    " + p.Name + " = " + placeholder(p, n) + ",\n")
		}
	}
	if n == 0 {
		b.WriteString("$1")
	}
	b.WriteString(")")
	item.Insert = b.String()
	return item
}

// loadFor is the file to load a rule from: one that the document or the
// workspace's names of the repository use already, else the usual one.
func (f *File) loadFor(c Callable) string {
	repo, rest, _ := strings.Cut(c.Load, "//")
	for _, l := range f.Loads() {
		other, below, _ := strings.Cut(l.Module, "//")
		if below == rest || other == "@build_bazel_"+strings.TrimPrefix(repo, "@") {
			return other + "//" + rest
		}
	}
	return c.Load
}

// AddLoad is the edit that loads a name: into a load() of the same file, else
// as a load() behind the others.
func (f *File) AddLoad(module, name string) []Edit {
	var last *buildfile.Load
	for _, l := range f.Loads() {
		if l.Module == module && len(l.Symbols) > 0 {
			at := l.Symbols[len(l.Symbols)-1].Range.End
			return []Edit{{buildfile.Range{Start: at, End: at}, ", " + strconv.Quote(name)}}
		}
		last = &l
	}
	text := "load(" + strconv.Quote(module) + ", " + strconv.Quote(name) + ")\n"
	at := buildfile.Position{}
	switch {
	case last != nil:
		at.Line = last.Range.End.Line + 1
		if int(at.Line) >= f.Text().Lines() {
			at, text = last.Range.End, "\n"+strings.TrimSuffix(text, "\n")
		}
	default:
		text += "\n"
		if s := f.Statements(); len(s) > 0 && len(s[0].Nodes) > 0 && moduleDoc(f) != "" {
			at, text = buildfile.Position{Line: s[0].Range.End.Line + 1}, "\n"+text
		}
	}
	return []Edit{{buildfile.Range{Start: at, End: at}, text}}
}
