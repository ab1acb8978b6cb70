package starlarkls

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
)

var update = flag.Bool("update", false, "write the golden files anew")

// open unpacks an archive into a workspace and reads it.
func open(t testing.TB, archive *txtar.Archive) Workspace {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		file := filepath.Join(root, f.Name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return indexed(t, root)
}

func indexed(t testing.TB, root string) Workspace {
	t.Helper()
	i, err := index.Open(index.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return Workspace{Root: root, Index: i, Read: func(file string) (*buildfile.Document, error) {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		return buildfile.Open(file, 0, string(b)), nil
	}}
}

func read(t testing.TB, w Workspace, name string) *File {
	t.Helper()
	d, err := w.Read(filepath.Join(w.Root, name))
	if err != nil {
		t.Fatal(err)
	}
	return w.Open(filepath.Join(w.Root, name), d)
}

// TestMarkers compares outlines, folds, links, hovers and diagnostics of the
// first BUILD file of each archive with its golden file.
func TestMarkers(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			w := open(t, archive)
			got := report(t, w, archive)
			golden := strings.TrimSuffix(name, ".txtar") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func report(t *testing.T, w Workspace, archive *txtar.Archive) string {
	var b strings.Builder
	f := read(t, w, archive.Files[1].Name)
	at := func(r buildfile.Range) string {
		return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line+1, r.Start.Character, r.End.Line+1, r.End.Character)
	}
	for _, s := range f.Symbols() {
		fmt.Fprintf(&b, "symbol %s %s %s %s\n", at(s.Selection), s.Sort, s.Name, s.Detail)
	}
	for _, x := range f.Folds() {
		fmt.Fprintf(&b, "fold %d-%d %s\n", x.First+1, x.Last+1, x.Sort)
	}
	for _, l := range f.Links() {
		fmt.Fprintf(&b, "link %s %s %d\n", at(l.Range), strings.TrimPrefix(l.File, w.Root), l.Line)
	}
	for _, d := range f.Diagnostics(true) {
		fmt.Fprintf(&b, "%s %s [%s] %s\n", d.Severity, at(d.Range), d.Code, d.Message)
		for _, fix := range f.Fixes(d.Range, []Diagnostic{d}) {
			fmt.Fprintf(&b, "  fix %s\n", fix.Title)
		}
	}
	seen := map[string]bool{}
	for n, line := range strings.Split(f.Source(), "\n") {
		for col := 0; col < len(line); col++ {
			h, ok := f.Hover(buildfile.Position{Line: uint32(n), Character: uint32(col)})
			if ok && !seen[at(h.Range)] {
				seen[at(h.Range)] = true
				fmt.Fprintf(&b, "hover %s %q\n", at(h.Range), h.Text)
			}
		}
	}
	return b.String()
}

// TestCompletion asks at the mark ^ of a text.
func TestCompletion(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/app.txtar")
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, archive)
	for _, c := range []struct{ file, text, want, not string }{
		{"App/BUILD.bazel", "ios_appl^", "ios_application", ""},
		{"App/BUILD.bazel", "ios_application(\n    name = \"A\",\n    bun^\n", "bundle_id", "name"},
		{"App/BUILD.bazel", "filegroup(\n    ^\n    name = \"A\",\n)\n", "srcs", "name"},
		{"App/BUILD.bazel", "filegroup(name = \"A\", srcs = [\"^", "a.swift", "BUILD.bazel"},
		{"App/BUILD.bazel", "swift_library(name = \"A\", deps = [\"//Core:^\"])", "//Core:Core", ""},
		{"App/BUILD.bazel", "swift_library(name = \"A\", deps = [\"//Cor^\"])", "//Core", ""},
		{"App/BUILD.bazel", "swift_library(name = \"A\", deps = [\":^\"])\nfilegroup(name = \"B\")", ":B", ":A"},
		{"App/BUILD.bazel", "filegroup(name = \"A\", visibility = [\"^\"])", "//visibility:public", ""},
		{"App/BUILD.bazel", "sh_test(name = \"A\", size = \"^\")", "small", ""},
		{"App/BUILD.bazel", "sh_test(name = \"A\", testonly = ^)", "True", ""},
		{"App/BUILD.bazel", "load(\"//tools:^\")", "//tools:macros.bzl", ""},
		{"App/BUILD.bazel", "load(\"//tools:macros.bzl\", \"^\")", "feature", ""},
		{"App/BUILD.bazel", "load(\"//tools:macros.bzl\", \"feature\")\nfeature(^)", "srcs", ""},
		{"App/BUILD.bazel", "# ^", "", "filegroup"},
		{".bazelrc", "build --ios_sim^", "--ios_simulator_device", "--output_base"},
		{".bazelrc", "build --compilation_mode=^", "dbg", ""},
		{".bazelrc", "build:ci --jobs=4\nbuild --config=^", "ci", ""},
		{"MODULE.bazel", "bazel_d^", "bazel_dep", "cc_library"},
	} {
		before, after, _ := strings.Cut(c.text, "^")
		file := filepath.Join(w.Root, c.file)
		d := buildfile.Open(file, 1, before+after)
		items, _ := w.Open(file, d).Completion(d.Text().Position(len(before)))
		var labels []string
		for _, i := range items {
			labels = append(labels, i.Label)
		}
		sort.Strings(labels)
		has := func(s string) bool { i := sort.SearchStrings(labels, s); return i < len(labels) && labels[i] == s }
		if c.want != "" && !has(c.want) || c.not != "" && has(c.not) {
			t.Errorf("%q: want %q, not %q, got %q", c.text, c.want, c.not, labels)
		}
	}
}

// TestRename renames a target and every label of it, in whatever form.
func TestRename(t *testing.T) {
	w := open(t, txtar.Parse([]byte(`
-- WORKSPACE --
-- a/BUILD --
filegroup(name = "a", srcs = ["x"])
filegroup(name = "x")
alias(name = "b", actual = ":a")
-- b/BUILD --
filegroup(name = "u", srcs = ["//a", "//a:a", "//a:x", "a"])
filegroup(name = "a")
`)))
	f := read(t, w, "a/BUILD")
	edits, err := f.Rename(buildfile.Position{Line: 0, Character: 19}, "z")
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"a/BUILD": "filegroup(name = \"z\", srcs = [\"x\"])\nfilegroup(name = \"x\")\nalias(name = \"b\", actual = \":z\")\n",
		"b/BUILD": "filegroup(name = \"u\", srcs = [\"//a:z\", \"//a:z\", \"//a:x\", \"a\"])\nfilegroup(name = \"a\")\n",
	} {
		if got := apply(read(t, w, file), edits[filepath.Join(w.Root, file)]); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
	for _, name := range []string{"", "b", "//x", "a\"b"} {
		if _, err := f.Rename(buildfile.Position{Line: 0, Character: 19}, name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
	if _, err := f.Rename(buildfile.Position{Line: 0, Character: 2}, "q"); err != nil {
		t.Errorf("from the rule's name: %v", err)
	}
}

func apply(f *File, edits []Edit) string {
	var changes []buildfile.Change
	for i := len(edits) - 1; i >= 0; i-- {
		changes = append(changes, buildfile.Change{Range: &edits[i].Range, Text: edits[i].Text})
	}
	return f.Edit(1, changes...).Source()
}

// TestFormat brings texts into buildifier's form, line ends kept.
func TestFormat(t *testing.T) {
	w := Workspace{Root: "/w"}
	for _, c := range []struct{ text, want string }{
		{"cc_library(srcs=['b','a'],name='x')\n", "cc_library(\n    name = \"x\",\n    srcs = [\n        \"a\",\n        \"b\",\n    ],\n)\n"},
		{"a(name = \"x\")\r\n\r\n\r\n\r\nb( name = \"y\")\r\n", "a(name = \"x\")\r\n\r\nb(name = \"y\")\r\n"},
		{"a(name = \"x\")\n", "a(name = \"x\")\n"},
		{"x = 1", "x = 1\n"},
	} {
		f := w.Open("/w/BUILD", buildfile.Open("/w/BUILD", 0, c.text))
		edits, err := f.Format()
		if err != nil {
			t.Fatal(err)
		}
		if got := apply(f, edits); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
