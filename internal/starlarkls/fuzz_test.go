package starlarkls

import (
	"testing"

	"bazelapple/internal/buildfile"
)

// FuzzFeatures asks everything at every kind of place of any text: nothing may
// panic, and every range lies in order.
func FuzzFeatures(f *testing.F) {
	for _, seed := range []string{
		"", "cc_library(name = \"a\", deps = [\":", "load(\"//a:b.bzl\", x = \"y\"", "a(name = '''b\n", "# 😀\r\nx(name = \"😀\", ",
		"[a(name = n) for n in [\"x\", \"y\"]]", "x(**{\"name\": \"a\"})", "\ufeffx(name = \"a\")\n", "x(\"\\", "x(name = \"a\n)\ny(name = \"b\")", "a = select({\":b\": [\"c\"]})",
		"load(\":a.bzl\", \"b\", c = \"d\")\nb(", "def f(a, *args, b = 1, **kw):\n    \"\"\"Doc.\n\n    Args:\n      a: what\n    \"\"\"\n", "glob([\"", "x(y = ''",
	} {
		f.Add(seed, 3)
		f.Add(seed, len(seed))
	}
	root := f.TempDir()
	read := func(string) (*buildfile.Document, error) { return nil, errNoFile }
	f.Fuzz(func(t *testing.T, text string, at int) {
		for _, name := range []string{"BUILD", "a.bzl", "MODULE.bazel", ".bazelrc"} {
			d := buildfile.Open(root+"/"+name, 0, text)
			file := Workspace{Root: root, Read: read}.Open(root+"/"+name, d)
			p := d.Text().Position(at)
			items, _ := file.Completion(p)
			for _, i := range items {
				if i.Range.End.Before(i.Range.Start) {
					t.Fatalf("%s: %q at %v: %+v", name, text, p, i)
				}
			}
			file.Hover(p)
			file.Signature(p)
			file.Definition(p)
			file.References(p, true)
			_, _ = file.Rename(p, "x")
			file.Symbols()
			file.Folds()
			file.Links()
			found := file.Diagnostics(true)
			for _, d := range found {
				if d.Range.End.Before(d.Range.Start) {
					t.Fatalf("%s: %q: %+v", name, text, d)
				}
			}
			if edits, err := file.Format(); err == nil && name != ".bazelrc" {
				for i := 1; i < len(edits); i++ {
					if edits[i].Range.Start.Before(edits[i-1].Range.End) {
						t.Fatalf("%s: %q: edits overlap: %v", name, text, edits)
					}
				}
			}
		}
	})
}
