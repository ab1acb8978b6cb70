package testsource

import (
	"strings"
	"testing"
)

// Positions count UTF-16 units.
func TestPositions(t *testing.T) {
	f := Parse("a.swift", "import Testing\n/* 😀 */ @Test func é() {}\n")
	want := Range{Position{1, 20}, Position{1, 21}}
	if len(f.Functions) != 1 || f.Functions[0].Range != want {
		t.Fatalf("got %+v, want one function at %v", f.Functions, want)
	}
}

// Each text is cut after every byte: a file that is being written.
func TestCutTexts(t *testing.T) {
	for name, text := range seeds {
		for n := range text {
			check(t, name, text[:n])
		}
	}
}

var seeds = map[string]string{
	"a.swift": "import XCTest\n#if os(iOS) && !DEBUG\nclass A<T>: B<T>, C where T: D { @Test(\"x\\(1 + f(\"}\"))\", arguments: [1]) func t(_ a: [Int: (A) -> B], b: C...) async throws(E) -> (Int) {}\n" +
		"let r = /a[/]b/, s = #\"\\#(x)\"#, m = \"\"\"\n \\(y) \"\n\"\"\" }\n#elseif swift(>=5)\nextension A.B { func testX() {} }\n#else\n#endif\n",
	"a.cc": "#include <gtest/gtest.h>\n#if defined(X) && \\\n Y > 1\nnamespace a::b { TEST(A, B) { auto s = R\"x(TEST(C, D))x\"; char c = '\\''; } }\n#else\n/* } */\n#endif\nTEST_CASE(\"a\" \"b\", \"[.]\") {}\n",
	"a.m":  "@import XCTest;\n@interface A<T> : B\n@end\n@implementation A (C)\n- (void)testA { [self b:@\"}\" c:^(id x){ }]; }\n- (void)testB:(int)c {}\n@end\n",
}

func check(t *testing.T, name, text string) {
	lines := strings.Split(text, "\n")
	for _, n := range Parse(name, text).Functions {
		for _, p := range []Position{n.Range.Start, n.Range.End} {
			if int(p.Line) >= len(lines) || int(p.Column) > len(lines[p.Line]) {
				t.Fatalf("%s %q: %s stands at %v, outside of the text", name, text, n.Name, p)
			}
		}
		if n.Type >= len(Parse(name, text).Types) {
			t.Fatalf("%q: type %d of %s", text, n.Type, n.Name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for name, text := range seeds {
		f.Add(name, text)
	}
	f.Fuzz(func(t *testing.T, name, text string) { check(t, name, text) })
}
