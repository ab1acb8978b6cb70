package testdiscovery

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"bazelapple/internal/buildfile/index"
)

// workspace writes the files of an archive and returns a Finder over them.
func workspace(t *testing.T, archive *txtar.Archive) (*Finder, string) {
	t.Helper()
	root := t.TempDir()
	for _, f := range archive.Files {
		name := filepath.Join(root, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	i, err := index.Open(index.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	if err := i.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return New(i), root
}

// marker stands at the end of a line with tests: "// TEST //a:tests Suite/test;
// //a:other Suite/test", the tests whose name the line holds, as marked writes
// them.
const marker = "// TEST "

// marked is a test as a marker names it: //a:tests Suite/test "Display" (each)
// (disabled).
func marked(n Node) string {
	s := n.Label + " " + strings.TrimPrefix(n.Suite+"/"+n.Name, "/")
	if n.Display != "" {
		s += ` "` + n.Display + `"`
	}
	if n.Parameterized {
		s += " (each)"
	}
	if n.Disabled {
		s += " (disabled)"
	}
	return s
}

// TestCorpus finds each marked test of the archives in testdata at its line, and
// no other.
func TestCorpus(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	files, tests := 0, 0
	for _, name := range archives {
		t.Run(filepath.Base(name), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			for _, f := range archive.Files {
				if ext := filepath.Ext(f.Name); ext == ".swift" || ext == ".m" || ext == ".mm" || ext == ".cc" || ext == ".cpp" {
					files++
				}
				for n, line := range strings.Split(string(f.Data), "\n") {
					if _, marks, ok := strings.Cut(line, marker); ok {
						for _, m := range strings.Split(marks, ";") {
							want = append(want, fmt.Sprintf("%s:%d %s", f.Name, n+1, strings.TrimSpace(m)))
						}
					}
				}
			}
			finder, _ := workspace(t, archive)
			nodes, err := finder.All(t.Context(), finder.Targets())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, n := range nodes {
				if n.Kind == Case {
					got = append(got, fmt.Sprintf("%s:%d %s", n.File, n.Range.Start.Line+1, marked(n)))
				}
			}
			tests += len(want)
			slices.Sort(want)
			slices.Sort(got)
			for _, w := range want {
				if !slices.Contains(got, w) {
					t.Errorf("not found: %s", w)
				}
			}
			for _, g := range got {
				if !slices.Contains(want, g) {
					t.Errorf("invented: %s", g)
				}
			}
		})
	}
	t.Logf("%d files, %d tests", files, tests)
}

// An edit in an editor is seen at once, and so is a change on disk.
func TestEdits(t *testing.T) {
	finder, root := workspace(t, txtar.Parse([]byte(`
-- WORKSPACE --
-- a/BUILD --
ios_unit_test(name = "tests", deps = [":lib"])
swift_library(name = "lib", testonly = True, srcs = ["A.swift"])
-- a/A.swift --
import XCTest
class ATests: XCTestCase { func testOne() {} }
`)))
	names := func() (out []string) {
		for _, n := range finder.Target(finder.Targets()[0]) {
			out = append(out, n.ID)
		}
		return out
	}
	const suite, test = "//a:tests#ATests", "//a:tests#ATests#test"
	if got := names(); !slices.Equal(got, []string{suite, test + "One"}) {
		t.Errorf("at first: %q", got)
	}
	file := filepath.Join(root, "a/A.swift")
	text := "import XCTest\nclass ATests: XCTestCase { func testTwo() {} }\n"
	finder.Overlay(file, &text)
	if got := names(); !slices.Equal(got, []string{suite, test + "Two"}) {
		t.Errorf("unsaved: %q", got)
	}
	if owners := finder.Owners(file); len(owners) != 1 || owners[0].Label.String() != "//a:tests" {
		t.Errorf("owners: %v", owners)
	}
	finder.Overlay(file, nil)
	if err := os.WriteFile(file, []byte("import XCTest\nclass ATests: XCTestCase { func testThree() {} }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := names(); !slices.Equal(got, []string{suite, test + "Three"}) {
		t.Errorf("saved: %q", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if got := names(); len(got) > 0 {
		t.Errorf("removed: %q", got)
	}
}

func TestPlan(t *testing.T) {
	finder, _ := workspace(t, txtar.Parse([]byte(`
-- WORKSPACE --
-- a/BUILD --
ios_unit_test(name = "ios", deps = [":lib"])
swift_library(name = "lib", srcs = ["A.swift"])
swift_test(name = "host", srcs = ["A.swift"])
cc_test(name = "g", srcs = ["g.cc"])
cc_test(name = "c", srcs = ["c.cc"])
sh_test(name = "sh", srcs = ["a.sh"])
-- a/A.swift --
import XCTest
import Testing
class A: XCTestCase { func testOne() {}; func testTwo() {} }
class B: XCTestCase { func testOne() {} }
struct S { @Test func add() {}; struct T { @Test(arguments: [1]) func sub(_ a: Int) {} } }
@Test func `+"`with blanks`"+`() {}
struct U { struct `+"`V W`"+` { @Test func x() {} } }
-- a/g.cc --
TEST(A, One) {}
TEST(A, Two) {}
TEST_P(P, One) {}
-- a/c.cc --
TEST_CASE("one, [two]", "[x]") {}
TEST_CASE("three") {}
`)))
	for _, c := range []struct {
		include, exclude string // separated by blanks
		want             string
	}{
		{"//a:ios", "", "//a:ios"},
		{"//a:sh", "", "//a:sh"},
		{"//a:ios //a:g", "", "//a:ios, //a:g"},
		{"//a:ios#A", "", "//a:ios A"},
		{"//a:ios#A#testOne //a:ios#B#testOne", "", "//a:ios A/testOne,B/testOne"},
		{"//a:ios#A //a:ios#A#testOne", "", "//a:ios A"},
		{"//a:ios#A", "//a:ios#A#testOne", "//a:ios A/testTwo"},
		{"//a:ios", "//a:ios#A", "//a:ios"},
		{"//a:ios#S //a:ios#B", "//a:ios#S/T", "//a:ios S/add(),B"},
		{"//a:ios", "//a:ios", ""},
		{"//a:ios#S", "", "//a:ios S"},
		{"//a:ios#S/T#sub(_:)#1", "", "//a:ios S/T/sub(_:)"},
		{"//a:host#A#testOne //a:host#S", "", `//a:host ^S/|^A/testOne(/|$)`},
		{"//a:ios#U/`V W`#x()", "", "//a:ios U"},
		{"//a:host#S#add()", "", `//a:host ^S/add\(\)(/|$)`},
		{"//a:g#A", "", "//a:g A.*"},
		{"//a:g#P", "", "//a:g P.*:*/P.*:P/*:*/P/*"},
		{"//a:g#A#One //a:g#P#One", "", "//a:g A.One:P.One/*:*/P.One/*:P/*.One:*/P/*.One"},
		{"//a:c#one, [two]", "", `//a:c one\, \[two]`},
		{"//a:none //b:x nonsense", "", ""},
	} {
		split := strings.Fields
		if strings.Contains(c.include, ", ") || strings.Contains(c.include, "`") {
			split = func(s string) []string { return []string{s} }
		}
		var got []string
		for _, call := range finder.Plan(split(c.include), strings.Fields(c.exclude)) {
			got = append(got, strings.TrimSpace(call.Label+" "+call.Filter))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s less %q: got %q, want %q", c.include, c.exclude, text, c.want)
		}
	}
}
