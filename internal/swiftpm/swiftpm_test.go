package swiftpm_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/captures"
	"bazelapple/internal/run"
	"bazelapple/internal/swiftpm"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(captures.Dir(t), "swiftpm", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestManifestCaptures(t *testing.T) {
	for file, want := range map[string]swiftpm.Manifest{
		"dump-package_Lottie-ios.json": {Name: "Lottie", ToolsVersion: "5.7.0", Products: make([]swiftpm.Product, 1),
			Dependencies: []swiftpm.Dependency{{Name: "swift", Location: "https://github.com/airbnb/swift", Version: "1.0.1 ..< 2.0.0"}}},
		"dump-package_manifest-plugin.json": {Name: "Swift-DocC", ToolsVersion: "5.6.0", Products: make([]swiftpm.Product, 2),
			Dependencies: []swiftpm.Dependency{{Name: "swift-docc-symbolkit", Location: "https://github.com/apple/swift-docc-symbolkit", Version: "branch main"}}},
	} {
		got, err := swiftpm.ParseManifest(read(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got.ToolsVersion != want.ToolsVersion || len(got.Products) != len(want.Products) || !slices.Equal(got.Dependencies, want.Dependencies) {
			t.Errorf("%s: %+v", file, got)
		}
		for _, p := range got.Products {
			if p.Type == "" || p.Name == "" {
				t.Errorf("%s: product %+v", file, p)
			}
		}
	}
	nio, err := swiftpm.ParseManifest(read(t, "dump-package_SwiftNIO.json"))
	if err != nil || !slices.Contains(nio.Executables(), "NIOEchoServer") {
		t.Errorf("%v %v", nio, err)
	}
	old, err := swiftpm.ParseManifest(append([]byte("Fetching https://x\n"), read(t, "dump-package_manifest-1.json")...))
	if err != nil || len(old.Dependencies) != 4 || old.Dependencies[0] != (swiftpm.Dependency{Name: "vapor", Location: "https://github.com/vapor/vapor.git", Version: "4.0.0-rc ..< 5.0.0"}) {
		t.Errorf("%+v %v", old, err)
	}
	text := read(t, "dump-package_SwiftNIO.json")
	for _, n := range []int{0, 1, len(text) / 2} {
		if _, err := swiftpm.ParseManifest(text[:n]); err == nil {
			t.Errorf("a description cut at %d was read", n)
		}
	}
}

// B29: the compiler's words come on standard output.
func TestB29DiagnosticsOfBothStreams(t *testing.T) {
	res := &swiftpm.Result{Folder: "/p", Output: run.Output{ExitCode: 1, Stdout: read(t, "swift_build_error.txt"), Stderr: []byte("error: fatalError\n")}}
	got := res.Problems()
	if len(got) != 1 || got[0].File != "/p/WithLock.swift" || got[0].Line != 10 || got[0].Column != 25 || got[0].Message != "cannot find type 'DOESNOTEXIST' in scope" {
		t.Errorf("%+v", got)
	}
	res.Output = run.Output{ExitCode: 1, Stderr: []byte("error: 'demo': Source files for target X should be located under 'Sources/X'\n")}
	if got := res.Problems(); len(got) != 1 || !strings.Contains(got[0].Message, "Source files for target X") {
		t.Errorf("%+v", got)
	}
	res.Output = run.Output{ExitCode: 1, Stderr: []byte("error: fatalError\n")}
	if got := res.Problems(); len(got) != 1 {
		t.Errorf("a failure without a word of its own: %+v", got)
	}
	res.Output = run.Output{Stdout: read(t, "swift_build_undefined_symbols.txt")}
	if got := res.Problems(); len(got) == 0 || got[0].Category != diagnostics.Link {
		t.Errorf("%+v", got)
	}
}

// B26: a line on standard error is no failure, and no problem.
func TestB26NoiseIsNoProblem(t *testing.T) {
	res := &swiftpm.Result{Output: run.Output{Stderr: []byte("DVTDeviceOperation: Encountered a build number \"\" that is incompatible with DVTBuildVersion.\n")}}
	if got := res.Problems(); !res.OK() || len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTestsOfBothStreams(t *testing.T) {
	res := &swiftpm.Result{Output: run.Output{
		Stderr: []byte("Test Suite 'All tests' started at 2026-01-01 10:00:00.000\nTest Case '-[ATests.A testOne]' started.\nTest Case '-[ATests.A testOne]' passed (0.001 seconds).\nExecuted 1 test, with 0 failures (0 unexpected) in 0.001 (0.002) seconds\n"),
		Stdout: []byte("◇ Test run started.\n◇ Test two() started.\n✔ Test two() passed after 0.001 seconds.\n✔ Test run with 1 test passed after 0.001 seconds.\n"),
	}}
	got, err := res.Tests()
	if n := got.Counts(); err != nil || n.Total != 2 || n.Passed != 2 {
		t.Errorf("%+v %v", n, err)
	}
}

func FuzzParseManifest(f *testing.F) {
	f.Add([]byte(`{"name":"a","products":[{"name":"b","type":{"library":["automatic"]}}],"dependencies":[{"sourceControl":[{"identity":"c","location":{"remote":["d"]}}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, err := swiftpm.ParseManifest(text); err == nil {
			m.Executables()
		}
	})
}
