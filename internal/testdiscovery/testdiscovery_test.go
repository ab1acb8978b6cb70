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
// //a:other Suite/test", the tests whose name the line holds.
const marker = "// TEST "

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
					got = append(got, fmt.Sprintf("%s:%d %s %s", n.File, n.Range.Start.Line+1, n.Label, n.Filter))
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
