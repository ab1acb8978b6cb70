package coverage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// recorded was counted with grep and awk: lines, functions and branches.
var recorded = map[string]struct {
	files int
	want  Totals
}{
	"DERIVED_swift_llvm-cov_bazel.dat": {3, Totals{Lines: Ratio{4, 7}, Functions: Ratio{1, 2}}},
	"vscode_bazel_cpp.lcov":            {1, Totals{Ratio{505, 510}, Ratio{157, 163}, Ratio{844, 2582}}},
	"vscode_bazel_go.lcov":             {7, Totals{Lines: Ratio{511, 1142}}},
	"vscode_bazel_java.lcov":           {1, Totals{Ratio{11, 15}, Ratio{4, 5}, Ratio{3, 6}}},
	"vscode_bazel_rust.lcov":           {2, Totals{Lines: Ratio{426, 469}, Functions: Ratio{18, 25}}},
}

func TestEveryRecordingIsCountedRight(t *testing.T) {
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
		r, known := recorded[filepath.Base(file)]
		if err != nil || !known || len(got.Files) != r.files || got.Totals() != r.want {
			t.Errorf("%s: %d files, %+v, %v; want %d, %+v", file, len(got.Files), got.Totals(), err, r.files, r.want)
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
