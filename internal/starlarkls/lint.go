package starlarkls

import (
	"errors"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/bazelbuild/buildtools/build"
	"github.com/bazelbuild/buildtools/warn"

	"bazelapple/internal/buildfile"
)

// checks are buildifier's default warnings without those we find ourselves, and
// without demands for docstrings, which people ask buildifier for when they
// want them.
var checks = sync.OnceValue(func() []string {
	ours := []string{"load", "duplicated-name", "module-docstring", "function-docstring", "function-docstring-args", "function-docstring-header", "function-docstring-return"}
	return slices.DeleteFunc(slices.Clone(warn.DefaultWarnings), func(name string) bool { return slices.Contains(ours, name) })
})

var errNoFile = errors.New("other files are not looked at")

// reader answers buildifier's questions for other files: none is read.
func reader() *warn.FileReader {
	return warn.NewFileReader(func(string) ([]byte, error) { return nil, errNoFile })
}

// lint adds buildifier's findings.
func (f *File) lint(out []Diagnostic) []Diagnostic {
	if f.Buildifier != nil {
		return f.chosen(out)
	}
	file, err := f.parse()
	if err != nil {
		return out
	}
	for _, w := range findings(file) {
		out = append(out, f.warning(f.Text().Range(w.Start.Byte, w.End.Byte), w.Category, w.Message, w.URL))
	}
	return out
}

// chosen adds the findings of the buildifier a person has chosen, without what
// we find ourselves. That it cannot run is one of them.
func (f *File) chosen(out []Diagnostic) []Diagnostic {
	found, err := f.Buildifier.Lint()
	if err != nil {
		return append(out, Diagnostic{Range: f.wide(buildfile.Range{}), Message: err.Error(), Severity: "warning", Code: "buildifier"})
	}
	for _, w := range found {
		if w.Category != "load" && w.Category != "duplicated-name" {
			out = append(out, f.warning(buildfile.Range{Start: f.place(w.Line, w.Rune), End: f.place(w.EndLine, w.EndRune)}, w.Category, w.Message, w.URL))
		}
	}
	return out
}

// place is a place in lines and runes from 1 as a position.
func (f *File) place(line, column int) buildfile.Position {
	rest := f.Source()[f.Text().Offset(buildfile.Position{Line: uint32(max(line-1, 0))}):]
	for ; column > 1 && rest != "" && rest[0] != '\n'; column-- {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return f.Text().Position(len(f.Source()) - len(rest))
}

// warning is a finding, on its first line.
func (f *File) warning(r buildfile.Range, category, message, url string) Diagnostic {
	if r.End.Line > r.Start.Line {
		r.End = buildfile.Position{Line: r.Start.Line, Character: r.Start.Character + 200}
		r.End = f.Text().Position(f.Text().Offset(r.End))
	}
	d := Diagnostic{Range: f.wide(r), Message: message, Severity: "warning", Code: category, URL: url}
	if cosmetic(category) {
		d.Severity = "info"
	}
	return d
}

// findings are buildifier's warnings; none for a file its checks panic on.
func findings(file *build.File) (out []*warn.Finding) {
	defer func() {
		if recover() != nil {
			out = nil
		}
	}()
	return warn.FileWarnings(file, checks(), nil, warn.ModeWarn, reader())
}

// mend has buildifier mend one category; false when its code panics.
func mend(file *build.File, category string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	warn.FixWarnings(file, []string{category}, false, reader())
	return true
}

// cosmetic warnings are of taste.
func cosmetic(category string) bool {
	switch category {
	case "load-on-top", "out-of-order-load", "unsorted-dict-items", "same-origin-load", "name-conventions", "constant-glob", "string-iteration", "list-append", "dict-concatenation", "print":
		return true
	}
	return false
}

// Fix is a change that mends something.
type Fix struct {
	Title string
	// Code is that of the diagnostics it mends, "" for a change of its own.
	Code string
	// At is the diagnostic's range.
	At    buildfile.Range
	Edits []Edit
	// Best: it is most likely what the person wants.
	Best bool
}

// Fixes lists the changes that mend the diagnostics touching a range.
func (f *File) Fixes(r buildfile.Range, found []Diagnostic) []Fix {
	var out []Fix
	for _, d := range found {
		if d.Range.End.Before(r.Start) || r.End.Before(d.Range.Start) {
			continue
		}
		switch d.Code {
		case "syntax", "duplicate", "load", "buildifier":
		case "unused-load":
			if e, ok := f.withoutLoad(d.Range); ok {
				out = append(out, Fix{"Remove the unused load", d.Code, d.Range, e, true})
			}
		case "label", "package":
			out = f.suggestions(out, d)
		default:
			if e := f.fixed(d.Code); len(e) > 0 {
				out = append(out, Fix{"Fix " + d.Code + " in this file", d.Code, d.Range, e, true})
			}
		}
	}
	return out
}

// fixed lets buildifier mend one category. The text is formatted with it, as
// buildifier does.
func (f *File) fixed(category string) []Edit {
	before, err1 := f.formatted("")
	after, err2 := f.formatted(category)
	if err1 != nil || err2 != nil || before == after {
		return nil // it cannot be mended by itself
	}
	return f.Difference(after)
}

// withoutLoad takes one name out of its load(), the whole load() with the last.
func (f *File) withoutLoad(at buildfile.Range) ([]Edit, bool) {
	text, source := f.Text(), f.Source()
	for _, l := range f.Loads() {
		for i, s := range l.Symbols {
			if s.Range != at {
				continue
			}
			if len(l.Symbols) == 1 {
				end := buildfile.Position{Line: l.Range.End.Line + 1}
				return []Edit{{buildfile.Range{Start: buildfile.Position{Line: l.Range.Start.Line}, End: end}, ""}}, true
			}
			from, to := text.Offset(s.Range.Start), text.Offset(s.Range.End)
			if s.Name != s.Original {
				for to < len(source) && source[to] != ',' && source[to] != ')' {
					to++
				}
			}
			if i+1 < len(l.Symbols) {
				to = text.Offset(l.Symbols[i+1].Range.Start)
			} else {
				from = text.Offset(l.Symbols[i-1].Range.End)
				if before := l.Symbols[i-1]; before.Name != before.Original {
					for from < to && source[from] != ',' {
						from++
					}
				}
			}
			return []Edit{{text.Range(from, to), ""}}, true
		}
	}
	return nil, false
}

// suggestions are the labels that may have been meant.
func (f *File) suggestions(out []Fix, d Diagnostic) []Fix {
	s, _, ok := f.stringAt(buildfile.Position{Line: d.Range.Start.Line, Character: d.Range.Start.Character + 1})
	if !ok || f.Index == nil {
		return out
	}
	l, ok := f.Label(s.Value)
	if !ok {
		return out
	}
	for i, other := range f.Index.Suggest(l, 5) {
		text := other.In(f.Package)
		out = append(out, Fix{"Change to " + text, d.Code, d.Range, []Edit{{s.Range, text}}, i == 0})
	}
	return out
}
