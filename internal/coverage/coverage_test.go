package coverage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// The sums a tracefile states about itself are the expectation.
func TestEveryRecordingAddsUp(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(captures.Dir(t), "lcov", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ParseLCOV(strings.NewReader(string(data)), nil)
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if n, want := len(got.Files), strings.Count(string(data), "SF:"); n != want || got.Totals().Lines.Total == 0 {
			t.Errorf("%s: %d files, want %d", file, n, want)
		}
		if strings.HasSuffix(file, "java.lcov") {
			if got.Totals() != (Totals{Ratio{11, 15}, Ratio{4, 5}, Ratio{3, 6}}) {
				t.Errorf("java: %+v", got.Totals())
			}
		}
	}
}

func TestChangedLinesThatNoTestRan(t *testing.T) {
	r, err := ParseLCOV(strings.NewReader("SF:a/b.swift\nDA:1,0\nDA:2,3\nDA:9,0"), func(p string) string { return "/w/" + p })
	if err != nil {
		t.Fatal(err)
	}
	changes, err := ParseDiff("+++ b/a/b.swift\n@@ -0,0 +1,3 @@\n@@ -7 +6,0 @@\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Uncovered(changes, "/w")["a/b.swift"]; len(got) != 1 || got[0] != 1 {
		t.Errorf("got %v", got)
	}
}

func FuzzLCOV(f *testing.F) {
	f.Add("SF:a\nFN:1,f\nFNDA:1,f\nBRDA:1,0,0,-\nDA:1,2\nend_of_record")
	f.Fuzz(func(_ *testing.T, s string) { _, _ = ParseLCOV(strings.NewReader(s), nil) })
}
