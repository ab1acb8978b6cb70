// Package buildfile reads Bazel's files as an editor holds them: BUILD files,
// .bzl files, MODULE.bazel and WORKSPACE, whole or broken, without Bazel.
//
// A Document is one text that never changes; Edit gives the next one and parses
// only the statements an edit touched. A statement that cannot be parsed spoils
// no other, and keeps its target as far as its text or the document before it
// tells the name. Positions are the language server protocol's (UTF-16).
//
// Subpackages: label (names of targets), kind (what a rule makes), eval (what
// Starlark code would do), macro (what a call makes), index (the workspace).
package buildfile

import (
	"path"
	"strings"
)

// Kind is the dialect of a file.
type Kind int

const (
	// Build is a BUILD or BUILD.bazel file.
	Build Kind = iota
	// Bzl is a .bzl file.
	Bzl
	// Module is MODULE.bazel or a file it includes.
	Module
	// Workspace is WORKSPACE or WORKSPACE.bazel.
	Workspace
)

// KindOf tells the dialect from a file's name.
func KindOf(file string) Kind {
	switch name := path.Base(strings.ReplaceAll(file, "\\", "/")); {
	case name == "WORKSPACE" || name == "WORKSPACE.bazel" || name == "WORKSPACE.bzlmod":
		return Workspace
	case strings.HasSuffix(name, "MODULE.bazel"):
		return Module
	case strings.HasSuffix(name, ".bzl") || strings.HasSuffix(name, ".scl"):
		return Bzl
	}
	return Build
}
