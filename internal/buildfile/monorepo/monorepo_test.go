package monorepo

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/bazelbuild/buildtools/build"
)

func TestTextIsFormatted(t *testing.T) {
	for _, n := range []int{0, 1, 4, 9999} {
		text := Text(n)
		f, err := build.ParseBuild("BUILD.bazel", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if formatted := string(build.Format(f)); formatted != text {
			t.Errorf("package %d is not formatted:\n%s", n, formatted)
		}
		if len(text) < 2000 || len(text) > 3400 {
			t.Errorf("package %d has %d bytes", n, len(text))
		}
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ws")
	if err := Write(dir, Options{Packages: 3, Sources: true}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Modules/Area000/Feature00002/Sources/File11.swift", "bazel-out/bin/Fake/BUILD", "third_party/rules_swift/WORKSPACE"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
