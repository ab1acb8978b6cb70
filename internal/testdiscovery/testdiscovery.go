// Package testdiscovery lists the tests of a workspace's test targets from the
// BUILD files' index and the sources, without Bazel: which sources a target has,
// which classes in them are tests, which tests they inherit.
package testdiscovery

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/testsource"
)

// A Finder keeps what it has read of the sources. A file is read again when it
// has changed on disk, or when an editor has another text of it. All methods may
// be called at once.
type Finder struct {
	index *index.Index

	mu       sync.Mutex
	files    map[string]source // by path below the root
	overlays map[string]string
}

// source is a file that has been read.
type source struct {
	modified time.Time
	size     int64
	file     *testsource.File
}

// New returns a Finder over an index.
func New(i *index.Index) *Finder {
	return &Finder{index: i, files: map[string]source{}, overlays: map[string]string{}}
}

// NodeKind is what a Node is.
type NodeKind string

const (
	Suite NodeKind = "suite"
	Case  NodeKind = "case"
)

// A Node is a suite or a test of a target.
type Node struct {
	// ID is unique in the workspace and stays the same while the names do:
	// "//a:tests#Suite#test".
	ID     string
	Parent string // id of the suite around, or the target's label
	Label  string
	Kind   NodeKind
	// Suite is a suite's own path, or that of the suite that holds the test:
	// "MoneyTests", "Outer/Inner". "" for a test outside of suites.
	Suite string
	// Name is a test's own name, or the last part of a suite's.
	Name    string
	Display string // the name that the source gives it for people, "" for none
	// Framework runs it.
	Framework testsource.Framework
	// Filter is what a test filter of the target's rule has to hold.
	Filter        string
	Parameterized bool
	Disabled      bool
	File          string // below the root
	Range         testsource.Range
}

// Overlay sets the text that an editor has of a file (absolute, or below the
// root); nil takes it away.
func (f *Finder) Overlay(file string, text *string) {
	rel, ok := f.relative(file)
	if !ok {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.files, rel)
	if text == nil {
		delete(f.overlays, rel)
	} else {
		f.overlays[rel] = *text
	}
}

// Unsaved are the files of which an editor has another text, below the root.
func (f *Finder) Unsaved() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Sorted(maps.Keys(f.overlays))
}

// Relative is a file's path below the root, "" outside of it.
func (f *Finder) Relative(file string) string {
	if rel, ok := f.relative(file); ok {
		return rel
	}
	return ""
}

func (f *Finder) relative(file string) (string, bool) {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(filepath.Clean(file)), true
	}
	rel, err := filepath.Rel(f.index.Root(), file)
	if err != nil || !filepath.IsLocal(rel) {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			rel, _ = filepath.Rel(f.index.Root(), real)
		}
	}
	return filepath.ToSlash(rel), filepath.IsLocal(rel)
}

// read returns what a file declares; nil when there is no such file.
func (f *Finder) read(rel string) *testsource.File {
	name := filepath.Join(f.index.Root(), filepath.FromSlash(rel))
	info, err := os.Stat(name)
	f.mu.Lock()
	known, ok := f.files[rel]
	text, unsaved := f.overlays[rel]
	f.mu.Unlock()
	switch {
	case unsaved && ok:
		return known.file
	case unsaved:
		known = source{file: testsource.Parse(rel, text)}
	case err != nil || !info.Mode().IsRegular() || info.Size() > maxSource:
		return nil
	case ok && known.modified.Equal(info.ModTime()) && known.size == info.Size():
		return known.file
	default:
		b, err := os.ReadFile(name)
		if err != nil {
			return nil
		}
		known = source{modified: info.ModTime(), size: info.Size(), file: testsource.Parse(rel, string(b))}
	}
	f.mu.Lock()
	f.files[rel] = known
	f.mu.Unlock()
	return known.file
}

// maxSource is how long a source may be, in bytes; longer ones are generated.
const maxSource = 8 << 20

// Targets lists the test targets, without suites of targets.
func (f *Finder) Targets() []index.Target {
	const most = 100_000
	return slices.DeleteFunc(f.index.Targets(index.Query{Test: true, Limit: most}).Targets, func(t index.Target) bool { return !isTest(t) })
}

// isTest reports whether a target runs tests of its own; ios_unit_test_suite
// does, which names its libraries, test_suite does not.
func isTest(t index.Target) bool { return t.Kind.Kind == kind.Test && t.Rule != "test_suite" }

// All lists the nodes of all targets in their order.
func (f *Finder) All(ctx context.Context, targets []index.Target) ([]Node, error) {
	found := make([][]Node, len(targets))
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for n := range next {
				found[n] = f.Target(targets[n])
			}
		})
	}
	for n := range targets {
		if ctx.Err() != nil {
			break
		}
		next <- n
	}
	close(next)
	wg.Wait()
	return slices.Concat(found...), context.Cause(ctx)
}

// Owners are the test targets that a source file is of.
func (f *Finder) Owners(file string) []index.Target {
	rel, ok := f.relative(file)
	if !ok || !testsource.Known(rel) {
		return nil
	}
	var out []index.Target
	seen := map[label.Label]bool{}
	var climb func(index.Target)
	climb = func(t index.Target) {
		if seen[t.Label] {
			return
		}
		seen[t.Label] = true
		if isTest(t) {
			out = append(out, t)
		}
		for _, d := range f.index.Dependents(t.Label) {
			if slices.Contains(f.parts(d), t.Label) {
				climb(d)
			}
		}
	}
	for _, owner := range f.index.Owners(rel) {
		climb(owner)
	}
	return out
}

// Sources are the source files of a target and of its parts, below the root.
func (f *Finder) Sources(l label.Label) (out []string) {
	seen := map[label.Label]bool{}
	var read func(label.Label)
	read = func(l label.Label) {
		t, ok := f.index.Lookup(l)
		if !ok || seen[l] {
			return
		}
		seen[l] = true
		for _, file := range f.own(l) {
			if !slices.Contains(out, file) {
				out = append(out, file)
			}
		}
		for _, part := range f.parts(t) {
			read(part)
		}
	}
	read(l)
	return out
}

// own are the source files that a target's own attributes name.
func (f *Finder) own(l label.Label) (out []string) {
	for _, attribute := range sourceAttributes {
		for _, file := range f.index.Files(l, attribute) {
			if testsource.Known(file) {
				out = append(out, file)
			}
		}
	}
	return out
}

var sourceAttributes = []string{"srcs", "hdrs", "non_arc_srcs", "test_srcs"}

// parts are the targets whose sources are a target's own: the libraries of a
// test or of a group of libraries, which has no sources, what an alias stands
// for, the groups of files among the sources.
func (f *Finder) parts(t index.Target) (out []label.Label) {
	tests := isTest(t) || t.Kind.Kind == kind.Library && len(f.own(t.Label)) == 0
	for _, d := range f.index.Dependencies(t.Label) {
		switch {
		case d.Attribute == "actual" && t.Rule == "alias", d.Attribute == "deps" && tests:
			out = append(out, d.Label)
		case slices.Contains(sourceAttributes, d.Attribute):
			if files, ok := f.index.Lookup(d.Label); ok && (files.Rule == "filegroup" || files.Rule == "alias") {
				out = append(out, d.Label)
			}
		}
	}
	return out
}

// Target lists the suites and tests of a target: each suite before its tests, in
// the order of files and lines.
func (f *Finder) Target(t index.Target) []Node {
	m := newModule(f, f.Sources(t.Label), 1<<t.Kind.Platform)
	b := builder{target: t.Label.String(), rule: t.Rule, seen: map[string]bool{}}
	for _, name := range m.names {
		b.file = name
		file := m.files[name]
		for _, n := range file.Functions {
			if n.Platforms&m.platform == 0 {
				continue
			}
			switch n.Framework {
			case testsource.XCTest:
				continue // by class, below
			case testsource.SwiftTesting:
				b.add(m.suitePath(file, n.Type), n)
			default:
				b.add(nil, n)
			}
		}
		for i := range file.Types {
			b.class(m, file, &file.Types[i])
		}
	}
	return b.nodes
}

// builder makes the nodes of a target.
type builder struct {
	target, rule string
	file         string
	nodes        []Node
	seen         map[string]bool
}

// part is one suite on the way to a test.
type part struct {
	name, display string
	file          string
	at            testsource.Range
}

// add adds a test below its suites, which come before it once.
func (b *builder) add(suites []part, n testsource.Function) {
	if n.Suite != "" {
		suites = []part{{name: n.Suite, file: b.file, at: n.Range}}
	}
	parent, suite := b.target, ""
	for _, s := range suites {
		suite = path.Join(suite, s.name)
		id := b.target + "#" + suite
		if !b.seen[id] {
			b.seen[id] = true
			b.nodes = append(b.nodes, Node{
				ID: id, Parent: parent, Label: b.target, Kind: Suite, Suite: suite, Name: s.name, Display: s.display, Framework: n.Framework,
				Filter: dialectOf(b.rule, n.Framework).suite(suite, n.Parameterized), File: s.file, Range: s.at,
			})
		}
		parent = id
	}
	id := parent + "#" + n.Name
	if b.seen[id] {
		return
	}
	b.seen[id] = true
	b.nodes = append(b.nodes, Node{
		ID: id, Parent: parent, Label: b.target, Kind: Case, Suite: suite, Name: n.Name, Display: n.Display, Framework: n.Framework,
		Filter: dialectOf(b.rule, n.Framework).test(n, suite), Parameterized: n.Parameterized, Disabled: n.Disabled, File: b.file, Range: n.Range,
	})
}

// class adds a class of XCTest with its own tests and those it inherits.
func (b *builder) class(m *module, file *testsource.File, t *testsource.Type) {
	if t.Extension || !t.Class || t.Generic || t.Platforms&m.platform == 0 || !m.isTest(t.Name, "", 0) {
		return
	}
	suite := []part{m.implementation(t.Name, part{name: t.Name, file: b.file, at: t.Range})}
	own := b.file
	for _, method := range m.methods(t.Name, "", 0) {
		if method.file != "" {
			b.file = method.file
		}
		b.add(suite, method.Function)
		b.file = own
	}
}
