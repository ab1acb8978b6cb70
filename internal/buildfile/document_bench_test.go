package buildfile

import (
	"fmt"
	"strings"
	"testing"
)

// big is a formatted BUILD file of about 5,000 lines and 517 targets.
func big() string {
	var b strings.Builder
	for i := range 517 {
		fmt.Fprintf(&b, "swift_library(\n    name = \"Module%d\",\n    srcs = [\n        \"Sources/A%d.swift\",\n        \"Sources/B%d.swift\",\n    ],\n    deps = [\":Module%d\"],\n    module_name = \"M%d\",\n)\n\n", i, i, i, i+1, i)
	}
	return b.String()
}

func BenchmarkOpen5000Lines(b *testing.B) {
	source := big()
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		if n := len(Open("BUILD", 1, source).Targets()); n != 517 {
			b.Fatal(n)
		}
	}
}

// BenchmarkEdit5000Lines types one character and asks for the targets again.
func BenchmarkEdit5000Lines(b *testing.B) {
	d := Open("BUILD", 1, big())
	at := d.Text().Position(strings.Index(d.Source(), "Module250") + 9)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d = d.Edit(int32(i), Change{&Range{at, at}, "x"})
		if n := len(d.Targets()); n != 517 {
			b.Fatal(n)
		}
		d = d.Edit(int32(i), Change{&Range{at, Position{at.Line, at.Character + 1}}, ""})
	}
}

// BenchmarkEditBroken5000Lines does the same in a file with an open bracket.
func BenchmarkEditBroken5000Lines(b *testing.B) {
	source := big()
	at := strings.Index(source, "\n    ],\n    deps = [\":Module250")
	d := Open("BUILD", 1, source[:at]+source[at+7:])
	place := d.Text().Position(strings.Index(d.Source(), "Module100") + 9)
	for i := 0; b.Loop(); i++ {
		d = d.Edit(int32(i), Change{&Range{place, place}, "x"})
		if n := len(d.Targets()); n != 517 {
			b.Fatal(n)
		}
		d = d.Edit(int32(i), Change{&Range{place, Position{place.Line, place.Character + 1}}, ""})
	}
}
