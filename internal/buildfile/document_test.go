package buildfile

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func library(name string) string {
	return fmt.Sprintf("swift_library(\n    name = %q,\n    srcs = [\n        \"a.swift\",\n    ],\n)\n\n", name)
}

func names(d *Document) string {
	var out []string
	for _, t := range d.Targets() {
		out = append(out, fmt.Sprintf("%s@%d", t.Name, t.Range.Start.Line))
	}
	return strings.Join(out, " ")
}

func TestRecovery(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"unclosed string", library("A") + "swift_library(\n    name = \"B\",\n    deps = [\"//\n)\n\n" + library("C"), "A@0 B@7 C@12"},
		{"unclosed bracket", library("A") + "swift_library(\n    name = \"B\",\n    deps = [\n\n" + library("C") + library("D"), "A@0 B@7 C@11 D@18"},
		{"unclosed call", library("A") + "swift_library(\n    name = \"B\",\n\n" + library("C"), "A@0 B@7 C@10"},
		{"half attribute", library("A") + "swift_library(\n    name = \n)\n\n" + library("C"), "A@0 C@11"},
		{"half name", library("A") + "swift_library(\n    name = \"B\n)\n\n" + library("C"), "A@0 C@11"},
		{"dangling dot", library("A") + "native.\n" + library("C"), "A@0 C@8"},
		{"bare word", library("A") + "swi\n" + library("C"), "A@0 C@8"},
		{"at end", library("A") + library("C") + "ios_unit_test(\n    name = \"T\",\n", "A@0 C@7 T@14"},
		{"extra closer", library("A") + ")\n" + library("C"), "A@0 C@8"},
		{"wrong closer", library("A") + "x(\n    name = \"B\",\n    deps = [\"a\"},\n)\n" + library("C"), "A@0 B@7 C@11"},
		{"missing comma", library("A") + "x(\n    name = \"B\"\n    deps = [\"a\"],\n)\n" + library("C"), "A@0 B@7 C@11"},
		{"triple quote", library("A") + "x(\n    name = \"B\",\n    cmd = \"\"\"oops,\n)\n\n" + library("C"), "A@0 B@7 C@12"},
		{"triple quote pairs", library("A") + "x(\n    name = \"B\",\n    cmd = \"\"\"oops,\n)\n\n" + library("C") + "genrule(\n    name = \"G\",\n    cmd = \"\"\"ok\"\"\",\n)\n" + library("D"), "A@0 B@7 C@12 G@19 D@23"},
		{"indented", library("A") + "  x(\n    name = \"B\",\n  )\n" + library("C"), "A@0 B@7 C@10"},
		{"broken load", "load(\":a.bzl\", \"x\"\n\n" + library("A"), "A@2"},
		{"broken comprehension", "[x(name = \"a\" + n) for n in \n\n" + library("A"), "@0 A@2"},
		{"broken list", "X = [\n    \"a\",\n\n" + library("A"), "A@3"},
		{"two broken", "x(name = \"A\", deps = [)\ny(name = \"B\", \nz(name = \"C\")\n", "A@0 B@1 C@2"},
		{"macro named as a function of MODULE.bazel", "load(\":m.bzl\", \"module\")\nmodule(name = \"M\")\npackage(name = \"no\")\n", "M@1"},
		{"NUL", library("A") + "x(name = \"B\", \x00)\n" + library("C"), "A@0 B@7 C@8"},
		{"no UTF-8", library("A") + "x(name = \"\xff\")\n" + library("C"), "A@0 \xff@7 C@8"},
		{"comment above", "x(\n\n# about A\n" + library("A"), "A@3"},
		{"dict", library("A") + "x(\n    name = \"B\",\n    env = {\"a\": },\n)\n" + library("C"), "A@0 B@7 C@11"},
		{"conflict marks", library("A") + "<<<<<<< HEAD\n" + library("B") + "=======\n" + library("C") + ">>>>>>> x\n" + library("D"), "A@0 B@8 C@16 D@24"},
	} {
		got := strings.TrimSpace(names(Open("BUILD", 1, c.source)))
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLastGood types into a name and holds that its target stays.
func TestLastGood(t *testing.T) {
	d := Open("BUILD", 1, library("A")+library("B")+library("C"))
	at := strings.Index(d.Source(), `"B"`)
	d = d.Edit(2, Change{&Range{d.Text().Position(at + 2), d.Text().Position(at + 3)}, ""})
	if got := names(d); got != "A@0 B@7 C@14" {
		t.Errorf("with an open name: %s", got)
	}
	d = d.Edit(3, Change{&Range{d.Text().Position(0), d.Text().Position(0)}, "\n\n"})
	if got := names(d); got != "A@2 B@9 C@16" {
		t.Errorf("moved: %s", got)
	}
	if target, _ := d.Target("B"); !target.Broken {
		t.Error("not marked broken")
	}
	d = d.Edit(4, Change{&Range{d.Text().Position(at + 4), d.Text().Position(at + 4)}, "x\""})
	if got := names(d); got != "A@2 Bx@9 C@16" {
		t.Errorf("closed again: %s", got)
	}
}

func TestEditParsesOnlyWhatChanged(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		b.WriteString(library(fmt.Sprint("L", i)))
	}
	d := Open("BUILD", 1, b.String())
	if d.Parsed() != 501 { // the last one is a blank line
		t.Fatalf("%d statements", d.Parsed())
	}
	at := strings.Index(d.Source(), "L250") + 4
	place := d.Text().Position(at)
	d = d.Edit(2, Change{&Range{place, place}, "z"})
	if d.Parsed() != 1 {
		t.Errorf("one edit parsed %d statements", d.Parsed())
	}
	if _, ok := d.Target("L250z"); !ok {
		t.Error("the edit is not seen")
	}
	d = d.Edit(3, Change{&Range{Position{0, 0}, Position{0, 0}}, "# top\n\n"})
	if d.Parsed() != 1 {
		t.Errorf("a line at the top parsed %d statements", d.Parsed())
	}
}

func TestPositions(t *testing.T) {
	text := NewText("a😀b\r\né\n\xffx\rz")
	for _, c := range []struct {
		offset int
		at     Position
	}{{0, Position{0, 0}}, {1, Position{0, 1}}, {5, Position{0, 3}}, {6, Position{0, 4}}, {8, Position{1, 0}}, {10, Position{1, 1}}, {11, Position{2, 0}}, {12, Position{2, 1}}, {14, Position{3, 0}}, {15, Position{3, 1}}} {
		if got := text.Position(c.offset); got != c.at {
			t.Errorf("offset %d: %v, want %v", c.offset, got, c.at)
		}
		if got := text.Offset(c.at); got != c.offset {
			t.Errorf("%v: offset %d, want %d", c.at, got, c.offset)
		}
	}
	for at, want := range map[Position]int{{0, 2}: 1, {0, 99}: 6, {9, 0}: 15, {1, 50}: 10} {
		if got := text.Offset(at); got != want {
			t.Errorf("%v: offset %d, want %d", at, got, want)
		}
	}
}

// FuzzEdit holds that a document that was edited is the one its text opens as,
// names kept from before left aside, and that pieces cover the text.
func FuzzEdit(f *testing.F) {
	f.Add("x(name = \"a\")\n"+library("B")+"load(\":a.bzl\", \"b\")\n", uint64(1))
	f.Add("[x(name = n) for n in [\"a\"]]\n\"\"\"\nx(\n\"\"\"\n", uint64(2))
	f.Add("def f():\n    x(name = \"\")\nelse:\n\ty\n", uint64(3))
	f.Add("x(\r\n  name='😀',\r\n)\r\n\\\n)", uint64(4))
	f.Fuzz(func(t *testing.T, source string, seed uint64) {
		if len(source) > 4000 {
			return
		}
		random := rand.New(rand.NewPCG(seed, 1))
		d := Open("BUILD", 0, source)
		inserts := []string{"", "(", ")", "\"", "\"\"\"", "\n", "x(name = \"n\")\n", "[", "]", "\\", "#", " ", "😀", "\r", "name", "="}
		for step := range 6 {
			a, b := random.IntN(len(d.Source())+1), 0
			b = min(a+random.IntN(8), len(d.Source()))
			r := d.Text().Range(a, b)
			d = d.Edit(int32(step), Change{&r, inserts[random.IntN(len(inserts))]})
			whole := Open("BUILD", 0, d.Source())
			if covered(d) != d.Source() {
				t.Fatalf("pieces do not cover %q", d.Source())
			}
			if got, want := forgetful(d), forgetful(whole); got != want {
				t.Fatalf("edited:\n%s\nopened:\n%s\nof %q", got, want, d.Source())
			}
		}
	})
}

func covered(d *Document) string {
	var b strings.Builder
	for _, s := range d.Statements() {
		b.WriteString(s.Text())
	}
	return b.String()
}

// forgetful describes a document without what it kept from before.
func forgetful(d *Document) string {
	stripped := &Document{File: d.File, kind: d.kind, source: d.source, pieces: append([]placed(nil), d.pieces...)}
	for i := range stripped.pieces {
		stripped.pieces[i].last, stripped.pieces[i].loads = nil, stripped.pieces[i].piece.loads
	}
	stripped.prepare()
	return describe(stripped)
}
