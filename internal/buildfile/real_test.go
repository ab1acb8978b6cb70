package buildfile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// TestRealFiles reads the BUILD files of real projects that SOURCES.md lists,
// where they were fetched: no error, and no target lost.
func TestRealFiles(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "buildfiles")
	files, err := filepath.Glob(filepath.Join(dir, "*BUILD*"))
	if err != nil || len(files) == 0 {
		t.Skipf("captures not present in %s: the BUILD files of its SOURCES.md were not fetched", dir)
	}
	written := regexp.MustCompile(`(?m)^    name = "([^"]+)",\r?$`)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := Open("BUILD", 1, string(data))
		if problems := d.Problems(); len(problems) > 0 {
			t.Errorf("%s: %v", filepath.Base(file), problems)
		}
		for _, m := range written.FindAllStringSubmatch(string(data), -1) {
			if _, ok := d.Target(m[1]); !ok && !strings.HasPrefix(m[1], "//") {
				t.Errorf("%s: %s is lost", filepath.Base(file), m[1])
			}
		}
		breakEach(t, filepath.Base(file), d)
	}
}

// breakEach opens a bracket in every eighth statement and holds that all other
// targets stay, at their lines.
func breakEach(t *testing.T, file string, d *Document) {
	for n, s := range d.Statements() {
		if n%8 != 0 || len(s.Nodes) == 0 {
			continue
		}
		end := s.Range.End
		broken := d.Edit(2, Change{&Range{end, end}, " ["})
		lost := 0
		for _, target := range d.Targets() {
			found := false
			for _, now := range broken.Targets() {
				found = found || now.Name == target.Name && now.Range.Start == target.Range.Start
			}
			if !found {
				lost++
			}
		}
		if lost > targetsOf(d, s) {
			t.Errorf("%s: a bracket at line %d loses %d targets", file, end.Line+1, lost)
		}
	}
}

func targetsOf(d *Document, s Statement) int {
	n := 0
	for _, target := range d.Targets() {
		if target.Statement.Range == s.Range || target.Loop {
			n++
		}
	}
	return n
}
