package starlarkls

import (
	"fmt"
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// Format gives the edits that bring a document into buildifier's form. A text
// with syntax errors is left as it is and the first one told.
func (f *File) Format() ([]Edit, error) {
	if Bazelrc(f.Path) {
		return nil, nil
	}
	text, err := f.formatted("")
	if err != nil {
		return nil, err
	}
	return f.Difference(text), nil
}

// formatted is the text in buildifier's form, with one category mended if there
// is one.
func (f *File) formatted(category string) (string, error) {
	if f.Buildifier != nil && len(f.Problems()) == 0 {
		return f.Buildifier.Format(category)
	}
	file, err := f.parse()
	if err != nil {
		return "", err
	}
	if category != "" && !mend(file, category) {
		return "", fmt.Errorf("buildifier cannot mend %s here", category)
	}
	return printed(file)
}

// printed is a file in buildifier's form. The printer of September 2026 panics
// on texts its parser takes, such as a backslash before a byte that is no UTF-8.
func printed(file *build.File) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("buildifier's printer cannot write this file: %v", r)
		}
	}()
	return string(build.Format(file)), nil
}

// FormatRange formats the lines of a range as far as the whole form differs
// there.
func (f *File) FormatRange(r buildfile.Range) ([]Edit, error) {
	all, err := f.Format()
	var out []Edit
	for _, e := range all {
		if !e.Range.End.Before(r.Start) && !r.End.Before(e.Range.Start) {
			out = append(out, e)
		}
	}
	return out, err
}

// parse parses the whole text, for what needs a whole file.
func (f *File) parse() (*build.File, error) {
	if p := f.Problems(); len(p) > 0 {
		return nil, fmt.Errorf("line %d: %s", p[0].Range.Start.Line+1, p[0].Message)
	}
	source := strings.TrimPrefix(f.Source(), "\ufeff")
	data := make([]byte, len(source), len(source)+1)
	copy(data, source)
	name := strings.TrimPrefix(f.Path, f.Root+"/")
	var file *build.File
	var err error
	switch f.Kind() {
	case buildfile.Bzl:
		file, err = build.ParseBzl(name, data)
	case buildfile.Workspace:
		file, err = build.ParseWorkspace(name, data)
	case buildfile.Module:
		file, err = build.ParseModule(name, data)
	default:
		file, err = build.ParseBuild(name, data)
	}
	if err != nil {
		return nil, err
	}
	file.Pkg, file.WorkspaceRoot = f.Package, f.Root
	file.Label = name[strings.LastIndexByte(name, '/')+1:]
	return file, nil
}

// Difference gives the edits of whole lines that make the document want.
func (f *File) Difference(want string) []Edit {
	source := f.Source()
	if strings.Contains(source, "\r\n") {
		want = strings.ReplaceAll(strings.ReplaceAll(want, "\r\n", "\n"), "\n", "\r\n")
	}
	if source == want {
		return nil
	}
	a, b := lines(source), lines(want)
	var out []Edit
	for _, h := range hunks(a, b) {
		end := buildfile.Position{Line: uint32(h.a2)}
		if h.a2 == len(a) {
			end = f.Text().Position(len(source))
		}
		start := buildfile.Position{Line: uint32(h.a1)}
		if end.Before(start) {
			start = end
		}
		out = append(out, Edit{buildfile.Range{Start: start, End: end}, strings.Join(b[h.b1:h.b2], "")})
	}
	return out
}

func lines(s string) []string {
	out := strings.SplitAfter(s, "\n")
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
