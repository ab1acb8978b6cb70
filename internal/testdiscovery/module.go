package testdiscovery

import (
	"slices"
	"strings"

	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/testsource"
)

// module is the sources of a target, or of one module that it imports, joined.
type module struct {
	finder   *Finder
	platform testsource.Platforms
	names    []string // of the files, in order
	files    map[string]*testsource.File
	types    map[string]*class
	aliases  map[string]string
	imports  []string
	imported map[string]*module
}

// class is a type with everything that declares it.
type class struct {
	name     string
	module   *module
	declared *testsource.Type // nil when only extensions stand here
	methods  []method
	inherits []string
}

type method struct {
	testsource.Function
	file string
}

// newModule reads files, of which those that do not exist are left out.
func newModule(f *Finder, names []string, platform testsource.Platforms) *module {
	m := &module{finder: f, platform: platform, files: map[string]*testsource.File{}, types: map[string]*class{}, aliases: map[string]string{}, imported: map[string]*module{}}
	for _, name := range names {
		if file := f.read(name); file != nil {
			m.names = append(m.names, name)
			m.files[name] = file
		}
	}
	for _, name := range m.names {
		m.join(name, m.files[name])
	}
	return m
}

func (m *module) join(name string, file *testsource.File) {
	for alias, of := range file.Aliases {
		m.aliases[alias] = of
	}
	for _, i := range file.Imports {
		if !slices.Contains(m.imports, i) {
			m.imports = append(m.imports, i)
		}
	}
	classes := make([]*class, len(file.Types))
	for i := range file.Types {
		t := &file.Types[i]
		if t.Platforms&m.platform == 0 {
			continue
		}
		c := m.types[t.Name]
		if c == nil {
			c = &class{name: t.Name, module: m}
			m.types[t.Name] = c
		}
		if !t.Extension {
			c.declared = t
		}
		if !t.Extension || t.Class { // a Swift extension adds conformances only
			c.inherits = append(c.inherits, t.Inherits...)
		}
		classes[i] = c
	}
	for _, n := range file.Functions {
		if n.Framework == testsource.XCTest && n.Platforms&m.platform != 0 && n.Type >= 0 && classes[n.Type] != nil {
			classes[n.Type].methods = append(classes[n.Type].methods, method{n, name})
		}
	}
}

// maxDepth ends chains of superclasses that go round in a circle.
const maxDepth = 32

// find looks up where a class is declared, by its name as it is written within
// the type of the name around: here, from the inside out, then in the modules
// that are imported. nil when it is not in the workspace.
func (m *module) find(name, around string) *class {
	name = m.unaliased(name)
	if lastPart(name) == "XCTestCase" {
		return nil
	}
	for around != "" {
		around = around[:max(strings.LastIndexByte(around, '.'), 0)]
		if c := m.declared(strings.TrimPrefix(around+"."+name, ".")); c != nil {
			return c
		}
	}
	qualifier, rest, qualified := strings.Cut(name, ".")
	for _, n := range []string{name, rest} {
		if c := m.declared(n); c != nil {
			return c
		}
	}
	for _, i := range m.imports {
		if c := m.importedModule(i).declared(name); c != nil {
			return c
		}
		if qualified && qualifier == i {
			return m.importedModule(i).declared(rest)
		}
	}
	return nil
}

// unaliased follows type aliases, of this module and of those it imports.
func (m *module) unaliased(name string) string {
	for range maxDepth {
		of := m.aliases[name]
		if of == "" && lastPart(name) != "XCTestCase" && m.declared(name) == nil {
			for _, i := range m.imports {
				if of = m.importedModule(i).aliases[strings.TrimPrefix(name, i+".")]; of != "" {
					break
				}
			}
		}
		if of == "" {
			break
		}
		name = of
	}
	return name
}

// declared is a class that is declared here, nil when it is not.
func (m *module) declared(name string) *class {
	if c := m.types[name]; c != nil && c.declared != nil {
		return c
	}
	return nil
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// importedModule is a module of the workspace, or the one that has a header;
// empty for any other.
func (m *module) importedModule(name string) *module {
	if found, ok := m.imported[name]; ok {
		return found
	}
	var files []string
	targets := m.finder.index.Module
	if testsource.Known(name) {
		targets = m.finder.index.Owners
	}
	for _, t := range targets(name) {
		if t.Kind.Kind == kind.Library {
			files = append(files, m.finder.Sources(t.Label)...)
		}
	}
	found := newModule(m.finder, files, m.platform)
	m.imported[name] = found
	return found
}

// isTest reports whether a class has XCTestCase among its superclasses. A
// superclass from outside the workspace is one by its name.
func (m *module) isTest(name, around string, depth int) bool {
	c := m.find(name, around)
	if c == nil {
		return testCase(m.unaliased(name))
	}
	return depth < maxDepth && slices.ContainsFunc(c.inherits, func(s string) bool { return c.module.isTest(s, c.name, depth+1) })
}

// testCase reports whether a class that is not in the workspace is one of
// XCTest, such as XCTestCase itself or FBSnapshotTestCase.
func testCase(name string) bool {
	return strings.HasSuffix(lastPart(name), "TestCase")
}

// methods are the tests of a class, its own first; XCTest runs inherited ones
// for each subclass.
func (m *module) methods(name, around string, depth int) []method {
	c := m.find(name, around)
	if c == nil || depth > maxDepth {
		return nil
	}
	out := slices.Clone(c.methods)
	if here := m.types[c.name]; here != nil && here != c {
		out = append(out, here.methods...) // it is extended here
	}
	for _, s := range c.inherits {
		for _, inherited := range c.module.methods(s, c.name, depth+1) {
			if !slices.ContainsFunc(out, func(own method) bool { return own.Name == inherited.Name }) {
				out = append(out, inherited)
			}
		}
	}
	return out
}

// suitePath are the suites around a test of Swift Testing.
func (m *module) suitePath(file *testsource.File, typ int) (out []part) {
	if typ < 0 {
		return nil
	}
	name := file.Types[typ].Name
	for at := 0; at <= len(name); {
		end := len(name)
		if dot := strings.IndexByte(name[at:], '.'); dot >= 0 {
			end = at + dot
		}
		p := part{name: name[at:end]}
		p.file, p.at, p.display = m.place(name[:end], file, typ)
		out = append(out, p)
		at = end + 1
	}
	return out
}

// implementation is where Objective-C's @implementation of a class stands; a
// class of Swift has none.
func (m *module) implementation(name string, declared part) part {
	for _, n := range m.names {
		for i := range m.files[n].Types {
			if t := &m.files[n].Types[i]; t.Name == name && t.Extension && t.Class {
				return part{name: name, file: n, at: t.Range}
			}
		}
	}
	return declared
}

// place is where a type is declared, else where it is extended.
func (m *module) place(name string, file *testsource.File, typ int) (string, testsource.Range, string) {
	for _, n := range m.names {
		for i := range m.files[n].Types {
			if t := &m.files[n].Types[i]; t.Name == name && !t.Extension {
				return n, t.Range, t.Display
			}
		}
	}
	for _, n := range m.names {
		if m.files[n] == file {
			return n, file.Types[typ].Range, ""
		}
	}
	return "", testsource.Range{}, ""
}
