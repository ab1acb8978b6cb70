// Package starlarkls answers what an editor asks about BUILD files, .bzl files,
// MODULE.bazel and .bazelrc: what a word means, what may stand at a place, what
// is wrong. It reads documents and the index of their workspace and never starts
// Bazel; the language server protocol is the caller's.
package starlarkls

import (
	"path"
	"path/filepath"
	"strings"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
)

// Workspace is what the documents of one workspace stand on.
type Workspace struct {
	// Root is the workspace's real path.
	Root string
	// Index is nil while it is not there yet, and in a folder that is not
	// trusted: answers then come from the document alone.
	Index *index.Index
	// Read gives a file as the editor has it, else from the disk.
	Read func(file string) (*buildfile.Document, error)
}

// File is one document in its workspace.
type File struct {
	*buildfile.Document
	Workspace
	// Path is the document's absolute path, Package the folder below the root
	// that its labels are relative to.
	Path, Package string
	// Buildifier is the one a person has chosen; nil means the one built in.
	Buildifier Buildifier
}

// Buildifier formats and checks the document's text in our place.
type Buildifier interface {
	// Format returns the text in its form; with a category it mends that first.
	Format(category string) (string, error)
	Lint() ([]Warning, error)
}

// Warning is what a Buildifier found, its place in lines and runes from 1.
type Warning struct {
	Line, Rune, EndLine, EndRune int
	Category, Message, URL       string
}

// Open places a document in its workspace.
func (w Workspace) Open(file string, d *buildfile.Document) *File {
	pkg := ""
	if rel, err := filepath.Rel(w.Root, filepath.Dir(file)); err == nil && rel != "." {
		pkg = filepath.ToSlash(rel)
	}
	// A .bzl file may lie in a folder below its package.
	if d.Kind() == buildfile.Bzl && w.Index != nil {
		if p, ok := w.Index.PackageOf(file); ok {
			pkg = p
		}
	}
	return &File{Document: d, Workspace: w, Path: file, Package: pkg}
}

// base is a label of the document's package, for relative labels.
func (f *File) base() label.Label { return label.Label{Package: f.Package, Name: "BUILD"} }

// Label reads a string of the document as a label.
func (f *File) Label(text string) (label.Label, bool) {
	l, err := label.ParseRelative(text, f.base())
	return l, err == nil
}

// LoadPath is the file that a load() string of the document names; false when
// its repository is not on this machine or the file is not there.
func (f *File) LoadPath(module string) (string, bool) {
	if f.Index != nil {
		return f.Index.LoadPath(f.Package, module)
	}
	l, ok := f.Label(module)
	if !ok || l.External() {
		return "", false
	}
	return filepath.Join(f.Root, filepath.FromSlash(path.Join(l.Package, l.Name))), true
}

// open opens another file of the workspace.
func (f *File) open(file string) (*File, bool) {
	d, err := f.Read(file)
	if err != nil {
		return nil, false
	}
	return f.Workspace.Open(file, d), true
}

// bare is the last part of a dotted name.
func bare(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
