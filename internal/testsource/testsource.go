// Package testsource finds the tests that a source file declares, from its text
// alone: XCTest and Swift Testing in Swift, XCTest in Objective-C, GoogleTest and
// Catch2 in C++. Lexers for these languages and a parser of declarations do it;
// what stands in comments, strings and inactive #if branches is not found.
//
// Which class is a test depends on its superclass, which may stand in another
// file: a File holds what was declared, package testdiscovery joins files.
package testsource

import (
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Framework is what runs a test.
type Framework string

const (
	XCTest       Framework = "xctest"
	SwiftTesting Framework = "swift-testing"
	GoogleTest   Framework = "gtest"
	Catch2       Framework = "catch2"
)

// Platforms is a set of platforms, one bit each, in the order of
// kind.Platform: none (the machine that builds), iOS, macOS, tvOS, watchOS,
// visionOS.
type Platforms uint8

// All are all platforms.
const All Platforms = 1<<6 - 1

// Position is a place in a text: line and column in UTF-16 units, from zero.
type Position struct{ Line, Column uint32 }

// Range is a stretch of text.
type Range struct{ Start, End Position }

// span is a stretch of text in bytes.
type span struct{ start, end int }

// A Type is a class, or an extension of one by another name, as it is written.
type Type struct {
	// Name is the dotted path of nested types, "Outer.Inner".
	Name string
	// Class: XCTest runs methods of classes only.
	Class bool
	// Extension: the type itself is declared elsewhere (an Objective-C category
	// and an @implementation too).
	Extension bool
	// Generic: XCTest does not run it, but its subclasses.
	Generic bool
	// Inherits are the names after the colon, generic arguments cut off.
	Inherits []string
	// Suite: it has the attribute @Suite. Display is the name that gives.
	Suite     bool
	Display   string
	Range     Range // of the name
	Platforms Platforms

	span   span
	hidden bool // a Swift extension whose members Objective-C does not see
}

// A Function is a test, or a method that is one if its class is.
type Function struct {
	// Type is the index of its type in File.Types, -1 for none.
	Type int
	// Name is "testPay" for XCTest, with its labels "pay(_:from:)" for Swift
	// Testing, the test's name for GoogleTest and Catch2.
	Name      string
	Framework Framework
	// Suite is GoogleTest's; Swift's and Objective-C's come from Type.
	Suite   string
	Display string
	// Parameterized: it runs once for each of its arguments, which only a run
	// tells.
	Parameterized bool
	Disabled      bool
	// Override: it replaces a test of the superclass.
	Override  bool
	Range     Range // of the name
	Platforms Platforms

	span span
}

// A File is what one source file declares.
type File struct {
	// Imports are modules, and the headers that C includes by their paths.
	Imports   []string
	Types     []Type
	Functions []Function
	// Aliases are type aliases, by dotted names as types have.
	Aliases map[string]string

	text string // while it is read
}

// Known reports whether a file's name is that of a language read here.
func Known(name string) bool {
	_, ok := languages[path.Ext(name)]
	return ok
}

// Parse reads a file; name tells the language. A language that is not known
// declares nothing.
func Parse(name, text string) *File {
	f := &File{text: text}
	switch languages[path.Ext(name)] {
	case swift:
		parseSwift(f)
	case c:
		parseC(f)
	}
	f.place()
	return f
}

// place turns spans into ranges and lets go of the text.
func (f *File) place() {
	lines := []int{0}
	for i := range len(f.text) {
		if f.text[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	at := func(offset int) Position {
		line := sort.SearchInts(lines, offset+1) - 1
		p := Position{Line: uint32(line)}
		for _, r := range f.text[lines[line]:offset] {
			p.Column++
			if r > 0xffff {
				p.Column++
			}
		}
		return p
	}
	for i := range f.Types {
		t := &f.Types[i]
		t.Range = Range{at(t.span.start), at(t.span.end)}
	}
	f.Functions = slices.DeleteFunc(f.Functions, func(n Function) bool { return n.Platforms == 0 })
	for i := range f.Functions {
		n := &f.Functions[i]
		n.Range = Range{at(n.span.start), at(n.span.end)}
	}
	f.text = ""
}

type language int

const (
	unknown language = iota
	swift
	c // C++ and Objective-C, which .h and .mm files mix
)

var languages = map[string]language{
	".swift": swift,
	".m":     c, ".mm": c, ".h": c, ".cc": c, ".cpp": c, ".cxx": c, ".c++": c, ".hpp": c, ".hh": c,
}

// mentions is a quick look whether a text can hold tests at all.
func mentions(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

func runeAt(text string, at int) (rune, int) {
	if c := text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(text[at:])
}
