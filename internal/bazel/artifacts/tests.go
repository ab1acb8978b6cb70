package artifacts

import (
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/bazel/events"
)

// OfTest returns what one attempt of a test left: result bundles, the archive of
// undeclared outputs, coverage, and its logs as Other. The folder of the
// attempt's test.log is looked into, since Bazel 4 names neither coverage.dat
// nor unzipped outputs in its events.
func OfTest(b *events.Build, r events.TestResult) ([]Artifact, error) {
	full, err := b.Result(r)
	if err != nil {
		return nil, err
	}
	at := LocatorOf(b)
	var out []Artifact
	seen := map[string]bool{}
	put := func(a Artifact) {
		if seen[a.Path] && a.Path != "" {
			return
		}
		seen[a.Path] = true
		a.Label, a.Configuration, a.Local = r.Label, r.Configuration, exists(a.Path)
		out = append(out, a)
	}
	dir := ""
	for _, f := range full.Outputs {
		p := f.Path()
		if f.Name == "test.log" && p != "" {
			dir = filepath.Dir(p)
		}
		if p == "" && len(f.PathPrefix) > 0 {
			p = at.Path(f)
		}
		put(Artifact{Kind: testKind(f.Name, p), Path: p, URI: remote(f), Digest: f.Digest, Length: f.Length})
	}
	if dir != "" {
		for _, a := range beside(dir) {
			put(a)
		}
	}
	return out, nil
}

// testKind goes by the names that Bazel gives to outputs in its events.
func testKind(name, p string) Kind {
	switch {
	case name == "test.lcov" || strings.HasSuffix(p, "/coverage.dat"):
		return Coverage
	case strings.HasSuffix(name, "outputs.zip"):
		return Outputs
	case strings.Contains(p, ".xcresult"):
		return XCResult
	}
	return Other
}

func beside(dir string) []Artifact {
	var out []Artifact
	if p := filepath.Join(dir, "coverage.dat"); exists(p) {
		out = append(out, Artifact{Kind: Coverage, Path: p})
	}
	outputs := filepath.Join(dir, "test.outputs")
	entries, err := os.ReadDir(outputs)
	if err != nil {
		return out // most tests leave none
	}
	for _, e := range entries {
		switch p := filepath.Join(outputs, e.Name()); {
		case filepath.Ext(p) == ".xcresult":
			out = append(out, Artifact{Kind: XCResult, Path: p, Directory: true})
		case e.Name() == "outputs.zip":
			out = append(out, Artifact{Kind: Outputs, Path: p})
		}
	}
	return out
}

// CombinedCoverage is the LCOV report over all tests of `bazel coverage
// --combined_report=lcov`, "" when this build made none.
func CombinedCoverage(b *events.Build) string {
	p := LocatorOf(b).under(b.Invocation.ExecRoot, "bazel-out/_coverage/_coverage_report.dat")
	if b.Invocation.Command != "coverage" || !exists(p) {
		return ""
	}
	return p
}
