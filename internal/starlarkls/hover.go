package starlarkls

import (
	"fmt"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
)

// Hover is what is said of a place, as Markdown.
type Hover struct {
	Range buildfile.Range
	Text  string
}

// Hover explains a rule, an attribute, a label, a loaded name or a flag.
func (f *File) Hover(p buildfile.Position) (Hover, bool) {
	if Bazelrc(f.Path) {
		return f.rcHover(p)
	}
	if s, c, ok := f.stringAt(p); ok {
		return f.hoverString(s, c)
	}
	word, r, ok := f.wordAt(p)
	if !ok {
		return Hover{}, false
	}
	c := f.cursor(r.End)
	rest := strings.TrimLeft(f.Source()[f.Text().Offset(r.End):], " \t")
	if fr, ok := c.call(); ok && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
		return f.hoverAttribute(fr.callee, word, r)
	}
	if text, ok := f.describe(word); ok {
		if t, ok := f.TargetAt(p); ok && t.RuleRange.Contains(p) {
			text += f.expansion(t)
		}
		return Hover{r, text}, true
	}
	return Hover{}, false
}

func (f *File) hoverAttribute(callee, name string, r buildfile.Range) (Hover, bool) {
	p := known(name)
	if c, ok := f.callable(callee); ok {
		if own, ok := c.Parameter(name); ok {
			p = own
		}
	}
	if p.Type == "" && p.Doc == "" {
		return Hover{}, false
	}
	head := "**" + name + "**"
	if p.Type != "" {
		head += " · " + p.Type
	}
	if p.Required {
		head += " · required"
	}
	if p.Default != "" {
		head += " · default `" + p.Default + "`"
	}
	out := head
	if p.Doc != "" {
		out += "\n\n" + p.Doc
	}
	if len(p.Values) > 0 {
		out += "\n\n`" + strings.Join(p.Values, "` `") + "`"
	}
	return Hover{r, out}, true
}

// describe is what is known of a name: a rule, macro, function or variable.
func (f *File) describe(name string) (string, bool) {
	c, ok := f.callable(name)
	if !ok {
		s, ok := f.symbol(name)
		if !ok {
			return "", false
		}
		r := s.definition.Range
		text := s.file.Source()[s.file.Text().Offset(r.Start):s.file.Text().Offset(r.End)]
		return code(firstLines(text, 6)) + from(s.file), true
	}
	out := code(c.signature(f.Kind() == buildfile.Build))
	if c.Doc != "" {
		out += "\n" + c.Doc
	}
	switch {
	case c.File != "":
		if other, ok := f.open(c.File); ok && other.Path != f.Path {
			out += from(other)
		}
	case c.Load != "":
		out += "\n\nLoaded from `" + c.Load + "`"
	}
	return out, true
}

func from(f *File) string {
	name := strings.TrimPrefix(strings.TrimPrefix(f.Path, f.Root), "/")
	return "\n\nDefined in `" + name + "`"
}

func code(text string) string { return "```starlark\n" + strings.TrimRight(text, "\n") + "\n```\n" }

func firstLines(text string, n int) string {
	lines := strings.SplitN(text, "\n", n+1)
	if len(lines) > n {
		lines[n] = "…"
	}
	return strings.Join(lines, "\n")
}

// expansion lists what a macro's call makes.
func (f *File) expansion(t buildfile.Target) string {
	if f.Index == nil {
		return ""
	}
	e := f.Index.Scope(f.Document, f.Package).Expand(t)
	if !e.Macro {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\nMakes")
	for i, m := range e.Made {
		if i == 12 {
			fmt.Fprintf(&b, "\n- … %d more", len(e.Made)-i)
			break
		}
		name := m.Name
		if name == "" {
			name = "?"
		}
		fmt.Fprintf(&b, "\n- `%s` · %s", name, m.Rule)
		if m.Maybe {
			b.WriteString(" · maybe")
		}
	}
	switch {
	case len(e.Made) == 0 && !e.Whole:
		b.WriteString(" targets that cannot be told without Bazel")
	case !e.Whole:
		b.WriteString("\n\nIt may make more: not everything it calls is on this machine.")
	}
	return b.String()
}

func (f *File) hoverString(s buildfile.String, c cursor) (Hover, bool) {
	fr, inCall := c.call()
	if inCall && fr.callee == "load" {
		if fr.position > 0 {
			text, ok := f.describe(s.Value)
			return Hover{s.Range, text}, ok
		}
		file, ok := f.LoadPath(s.Value)
		if !ok {
			return Hover{s.Range, "`" + s.Value + "` is not on this machine."}, true
		}
		other, ok := f.open(file)
		if !ok {
			return Hover{}, false
		}
		doc, _, _ := strings.Cut(strings.TrimSpace(moduleDoc(other)), "\n\n")
		return Hover{s.Range, strings.TrimSpace(doc + from(other))}, true
	}
	if inCall && !labels(fr.argument) && !marked(s.Value) && fr.argument != "name" {
		return Hover{}, false
	}
	l, _, ok := f.LabelAt(f.Text().Position(c.at))
	if !ok {
		return Hover{}, false
	}
	text, ok := f.describeLabel(l)
	return Hover{s.Range, text}, ok
}

// moduleDoc is the docstring of a .bzl file.
func moduleDoc(f *File) string {
	if s := f.Statements(); len(s) > 0 && len(s[0].Nodes) > 0 {
		return text(s[0].Nodes[0])
	}
	return ""
}

// describeLabel tells of a target by its own first lines and the comment above.
func (f *File) describeLabel(l label.Label) (string, bool) {
	at, ok := f.define(l, false)
	if !ok {
		return "", false
	}
	file, same := f, at.File == f.Path
	if !same {
		if at.Range == (buildfile.Range{}) {
			return "`" + l.File() + "`", true
		}
		if file, ok = f.open(at.File); !ok {
			return "", false
		}
	}
	t, ok := file.Target(l.Name)
	if !ok {
		return f.describeMade(l, at)
	}
	source, text := file.Source(), file.Text()
	body := source[text.Offset(t.Range.Start):text.Offset(t.Range.End)]
	out := "`" + l.String() + "`\n" + code(firstLines(body, 8))
	above := source[:text.Offset(buildfile.Position{Line: t.Range.Start.Line})]
	if doc := comment(above); doc != "" {
		out += "\n" + doc
	}
	return out + fmt.Sprintf("\n\n`%s:%d`", strings.TrimPrefix(at.File, f.Root+"/"), t.Range.Start.Line+1), true
}

// describeMade tells of a target that a macro makes.
func (f *File) describeMade(l label.Label, at index.Location) (string, bool) {
	if f.Index == nil {
		return "", false
	}
	t, ok := f.Index.Lookup(l)
	if !ok {
		return "`" + strings.TrimPrefix(at.File, f.Root+"/") + "`", true
	}
	out := fmt.Sprintf("`%s` · %s", l, t.Rule)
	if t.Macro != "" {
		out += " · made by `" + t.Macro + "`"
	}
	return out + fmt.Sprintf("\n\n`%s:%d`", strings.TrimPrefix(at.File, f.Root+"/"), t.FirstLine+1), true
}
