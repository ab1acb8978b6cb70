package macro

import (
	"fmt"
	"strings"
	"testing"

	"bazelapple/internal/buildfile"
)

// BenchmarkKinds5000Lines is what code lenses need of a file after one edit:
// every target with its kind.
func BenchmarkKinds5000Lines(b *testing.B) {
	var text strings.Builder
	text.WriteString("load(\"@build_bazel_rules_swift//swift:swift.bzl\", \"swift_library\")\n\n")
	for n := range 517 {
		fmt.Fprintf(&text, "swift_library(\n    name = \"Module%d\",\n    srcs = [\n        \"Sources/A%d.swift\",\n        \"Sources/B%d.swift\",\n    ],\n    deps = [\":Module%d\"],\n)\n\n", n, n, n, n+1)
	}
	l := NewLoader(b.TempDir(), Options{})
	d := buildfile.Open("BUILD", 1, text.String())
	at := d.Text().Position(strings.Index(d.Source(), "Module250\"") + 9)
	for n := 0; b.Loop(); n++ {
		d = d.Edit(int32(n), buildfile.Change{Range: &buildfile.Range{Start: at, End: at}, Text: "x"})
		s := l.Scope(d, "App")
		libraries := 0
		for _, t := range d.Targets() {
			if k, known := s.Kind(t); known && k.Kind.String() == "library" {
				libraries++
			}
		}
		if libraries != 517 {
			b.Fatal(libraries)
		}
	}
}
