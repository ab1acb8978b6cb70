package testsource

import (
	"slices"
	"strings"
)

// swiftParser reads the declarations of a Swift file: types, their methods and
// what stands between. Bodies and expressions are skipped by their brackets.
type swiftParser struct {
	*scanner
	file *File
	tok  token
	cond conditions
}

func parseSwift(f *File) {
	if !mentions(f.text, "Test", "test") {
		return // no class, import or method of a test lacks that word
	}
	f.Aliases = map[string]string{}
	p := &swiftParser{scanner: &scanner{src: f.text, swift: true}, file: f, cond: newConditions()}
	p.advance()
	for p.tok.kind != end {
		p.members(-1, 0)
		p.advance() // a closing brace too many
	}
}

func (p *swiftParser) advance() { p.tok = p.next() }

func (p *swiftParser) sign(c byte) bool { return p.tok.kind == sign && p.tok.char == c }

func (p *swiftParser) text(t token) string { return p.src[t.start:t.end] }

// attribute is @Name(arguments).
type attribute struct {
	name      string
	arguments []token
}

// modifiers are what stands before a declaration.
type modifiers struct {
	attributes []attribute
	words      map[string]bool
}

func (m *modifiers) has(name string) bool { return m.words[name] }

func (m *modifiers) attribute(name string) *attribute {
	for i := range m.attributes {
		if m.attributes[i].name == name {
			return &m.attributes[i]
		}
	}
	return nil
}

// private reports whether Objective-C, and so XCTest, does not see it.
func (m *modifiers) private() bool {
	return (m.has("private") || m.has("fileprivate")) && m.attribute("objc") == nil
}

// members reads declarations up to the closing brace of their type, which stays
// the current token, or the end of the file.
func (p *swiftParser) members(typ, depth int) {
	var mods modifiers
	for p.tok.kind != end && !p.sign('}') {
		switch {
		case p.sign('#'):
			if !p.conditional() {
				p.advance()
			}
		case p.sign('@'):
			mods.attributes = append(mods.attributes, p.attribute())
		case p.sign('('), p.sign('['), p.sign('{'):
			p.balanced()
			mods = modifiers{}
		case p.sign('.'):
			p.advance()
			if p.tok.kind == word {
				p.advance() // a member's name may be a keyword
			}
		case p.tok.kind == word && !p.tok.quoted:
			if !p.declaration(typ, depth, &mods) {
				p.advance()
				mods = modifiers{}
			}
		default:
			p.advance()
		}
	}
}

var modifierWords = map[string]bool{
	"public": true, "private": true, "fileprivate": true, "internal": true, "open": true, "package": true, "static": true, "final": true,
	"override": true, "mutating": true, "nonmutating": true, "nonisolated": true, "isolated": true, "convenience": true, "required": true,
	"lazy": true, "weak": true, "unowned": true, "dynamic": true, "indirect": true, "optional": true, "distributed": true, "borrowing": true,
	"consuming": true, "prefix": true, "postfix": true, "infix": true, "sending": true,
}

// declaration reads what a word begins; false when it begins nothing known.
func (p *swiftParser) declaration(typ, depth int, mods *modifiers) bool {
	at := p.tok
	name := p.text(at)
	switch name {
	case "class", "struct", "enum", "extension", "protocol", "actor":
		p.advance()
		if name == "class" && p.tok.kind == word && (p.is(p.tok, "func") || p.is(p.tok, "var") || p.is(p.tok, "let") || p.is(p.tok, "subscript") || modifierWords[p.text(p.tok)]) {
			mods.add("class")
			return true
		}
		if p.tok.kind == word {
			p.typ(name, typ, depth, mods)
		}
		*mods = modifiers{}
	case "func":
		p.advance()
		p.function(typ, mods)
		*mods = modifiers{}
	case "import":
		p.imports()
		*mods = modifiers{}
	case "typealias":
		p.alias(typ)
		*mods = modifiers{}
	default:
		if !modifierWords[name] {
			return false
		}
		p.advance()
		mods.add(name)
		if p.sign('(') { // private(set), unowned(safe), nonisolated(unsafe)
			p.balanced()
			delete(mods.words, name)
		}
	}
	return true
}

func (m *modifiers) add(name string) {
	if m.words == nil {
		m.words = map[string]bool{}
	}
	m.words[name] = true
}

// conditional reads #if, #elseif, #else or #endif at the sign #; false for
// anything else, such as a macro.
func (p *swiftParser) conditional() bool {
	saved, at := *p.scanner, p.tok
	p.advance()
	name := ""
	if p.tok.kind == word && p.tok.start == at.end {
		name = p.text(p.tok)
	}
	switch name {
	case "if", "elseif":
		p.advance()
		e := expression{s: p.scanner}
		for p.tok.kind != end && !p.tok.first {
			e.tokens = append(e.tokens, p.tok)
			p.advance()
		}
		if t := e.or(); name == "if" {
			p.cond.begin(t)
		} else {
			p.cond.otherwise(t)
		}
	case "else":
		p.cond.otherwise(always)
		p.advance()
	case "endif":
		p.cond.end()
		p.advance()
	default:
		*p.scanner, p.tok = saved, at
		return false
	}
	return true
}

// attribute reads @Name, @Module.Name and the arguments right behind it.
func (p *swiftParser) attribute() attribute {
	p.advance()
	a := attribute{}
	for p.tok.kind == word && !p.tok.first {
		a.name = p.word(p.tok)
		p.advance()
		if !p.sign('.') {
			break
		}
		p.advance()
	}
	if p.sign('<') {
		p.angles()
	}
	if p.sign('(') && p.tok.start > 0 && !isBlank(p.src[p.tok.start-1]) {
		a.arguments = p.balanced()
	}
	return a
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// balanced skips from an opening bracket behind its closing one and returns the
// tokens between if it is a round one.
func (p *swiftParser) balanced() (inside []token) {
	depth, keep := 1, p.sign('(')
	p.advance()
	for p.tok.kind != end {
		if p.tok.kind == sign {
			switch p.tok.char {
			case '#':
				if p.conditional() { // inactive code has its brackets too
					continue
				}
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				if depth--; depth == 0 {
					p.advance()
					return inside
				}
			}
		}
		if keep {
			inside = append(inside, p.tok)
		}
		p.advance()
	}
	return inside
}

// angles skips generic parameters or arguments.
func (p *swiftParser) angles() {
	depth := 0
	for p.tok.kind != end {
		switch {
		case p.sign('<'):
			depth++
		case p.sign('-'): // of ->
			p.advance()
			if !p.sign('>') {
				continue
			}
		case p.sign('>'):
			if depth--; depth == 0 {
				p.advance()
				return
			}
		case p.sign('('), p.sign('['):
			p.balanced()
			continue
		case p.sign('{'), p.sign('}'):
			return // no generics after all
		}
		p.advance()
	}
}

// typ reads a type from its name on.
func (p *swiftParser) typ(keyword string, outer, depth int, mods *modifiers) {
	t := Type{Class: keyword == "class", Extension: keyword == "extension", Platforms: p.cond.here, span: span{start: p.tok.start}}
	t.Name, t.span.end = p.dotted()
	if outer >= 0 {
		t.Name = p.file.Types[outer].Name + "." + t.Name
		t.Platforms &= p.file.Types[outer].Platforms
	}
	if p.sign('<') {
		t.Generic = true
		p.angles()
	}
	if outer >= 0 && p.file.Types[outer].Generic {
		t.Generic = true
	}
	if t.Extension {
		t.hidden = mods.private() || mods.attribute("nonobjc") != nil
	}
	if p.sign(':') {
		p.advance()
		t.Inherits = p.inherited()
	}
	for p.tok.kind != end && !p.sign('{') && !p.sign('}') { // where …
		if p.sign('(') || p.sign('[') {
			p.balanced()
			continue
		}
		p.advance()
	}
	if !p.sign('{') {
		return
	}
	if a := mods.attribute("Suite"); a != nil {
		t.Suite, t.Display = true, a.display()
	}
	if t.Display == "" {
		t.Display = raw(t.Name)
	}
	index := len(p.file.Types)
	p.file.Types = append(p.file.Types, t)
	p.advance()
	if depth < maxDepth && keyword != "protocol" {
		p.members(index, depth+1)
	} else {
		p.skipMembers()
	}
	p.advance()
}

func (p *swiftParser) skipMembers() {
	for p.tok.kind != end && !p.sign('}') {
		if p.sign('(') || p.sign('[') || p.sign('{') {
			p.balanced()
			continue
		}
		if p.sign('#') && p.conditional() {
			continue
		}
		p.advance()
	}
}

// dotted reads a name with its outer types, without generic arguments.
func (p *swiftParser) dotted() (name string, end int) {
	var b strings.Builder
	for p.tok.kind == word {
		b.WriteString(p.name(p.tok))
		end = p.tok.end
		p.advance()
		if p.sign('<') && b.Len() > 0 {
			saved, at := *p.scanner, p.tok
			p.angles()
			if !p.sign('.') {
				*p.scanner, p.tok = saved, at
				return b.String(), end
			}
		}
		if !p.sign('.') {
			break
		}
		b.WriteByte('.')
		p.advance()
	}
	return b.String(), end
}

// inherited reads the list after a type's colon.
func (p *swiftParser) inherited() (names []string) {
	for {
		for p.sign('@') { // @unchecked, @preconcurrency, @retroactive
			p.attribute()
		}
		switch {
		case p.is(p.tok, "any"), p.is(p.tok, "nonisolated"):
			p.advance()
			continue
		case p.sign('~'):
			p.advance()
			continue
		case p.sign('('):
			p.balanced()
		}
		if name, _ := p.dotted(); name != "" {
			names = append(names, name)
		}
		if p.sign('<') {
			p.angles()
		}
		if !p.sign(',') && !p.sign('&') {
			return names
		}
		p.advance()
	}
}

// imports reads "import class Module.Name" up to the module's name.
func (p *swiftParser) imports() {
	p.advance()
	if p.tok.kind == word {
		switch p.text(p.tok) {
		case "class", "struct", "enum", "func", "protocol", "typealias", "var", "let":
			p.advance()
		}
	}
	if p.tok.kind == word {
		p.file.Imports = append(p.file.Imports, p.word(p.tok))
		p.advance()
	}
}

func (p *swiftParser) alias(typ int) {
	p.advance()
	if p.tok.kind != word {
		return
	}
	name := p.word(p.tok)
	p.advance()
	if p.sign('=') {
		p.advance()
		if typ >= 0 {
			name = p.file.Types[typ].Name + "." + name
		}
		if value, _ := p.dotted(); value != "" {
			p.file.Aliases[name] = value
		}
	}
}

// function reads a function from its name on.
func (p *swiftParser) function(typ int, mods *modifiers) {
	f := Function{Type: typ, span: span{p.tok.start, p.tok.end}, Platforms: p.cond.here}
	name, named := "", p.tok.kind == word
	if named {
		name = p.name(p.tok)
		p.advance()
	} else {
		for p.tok.kind == sign && !p.sign('(') && !p.sign('<') && !p.sign('{') && !p.sign('}') {
			p.advance() // an operator's name
		}
		for p.sign('<') { // "func < (a, b)", "func <T>": both lead to the bracket
			p.advance()
		}
	}
	generic := p.sign('<')
	if generic {
		p.angles()
	}
	var parameters []token
	if p.sign('(') {
		parameters = p.balanced()
	}
	result := p.result()
	if p.sign('{') {
		p.balanced()
	}
	if !named {
		return
	}
	if typ >= 0 {
		f.Platforms &= p.file.Types[typ].Platforms
	}
	if a := mods.attribute("Test"); a != nil {
		opaque := slices.ContainsFunc(parameters, func(t token) bool { return p.is(t, "some") })
		if generic || opaque || !result || typ >= 0 && p.file.Types[typ].Generic {
			return // Swift Testing refuses these
		}
		f.Framework, f.Display = SwiftTesting, a.display()
		if f.Display == "" {
			f.Display = raw(name)
		}
		f.Name = name + "(" + labels(p.scanner, parameters) + ")"
		f.Parameterized, f.Disabled = a.labelled(p.scanner, "arguments"), a.disabled(p.scanner)
		p.file.Functions = append(p.file.Functions, f)
		return
	}
	hidden := mods.private() || mods.attribute("nonobjc") != nil
	if a := mods.attribute("objc"); a != nil {
		if len(a.arguments) > 0 {
			name = p.word(a.arguments[0]) // the selector, which is what XCTest looks at
		}
	} else if typ >= 0 && p.file.Types[typ].hidden {
		hidden = true
	}
	if typ < 0 || !strings.HasPrefix(name, "test") || len(parameters) > 0 || generic || !result || hidden || mods.has("static") || mods.has("class") {
		return
	}
	f.Framework, f.Name, f.Override = XCTest, name, mods.has("override")
	p.file.Functions = append(p.file.Functions, f)
}

// raw is the text of a raw identifier, the last of a dotted name, which people
// are shown; "" for any other name.
func raw(name string) string {
	if text, ok := strings.CutSuffix(name, "`"); ok {
		return text[strings.LastIndexByte(text, '`')+1:]
	}
	return ""
}

// result skips what stands between parameters and body and reports whether
// nothing is returned and nothing constrained.
func (p *swiftParser) result() (void bool) {
	void = true
	for p.tok.kind != end && !p.sign('{') && !p.sign('}') {
		switch {
		case p.is(p.tok, "async"), p.is(p.tok, "rethrows"), p.is(p.tok, "reasync"):
			p.advance()
		case p.is(p.tok, "throws"):
			p.advance()
			if p.sign('(') {
				p.balanced()
			}
		case p.sign('-'):
			p.advance()
			if !p.sign('>') {
				return void
			}
			p.advance()
			void = p.void()
		case p.is(p.tok, "where"):
			void = false
			for p.tok.kind != end && !p.sign('{') && !p.sign('}') {
				p.advance()
			}
		default:
			return void // no body: a protocol's, or broken text
		}
	}
	return void
}

// void skips a type and reports whether it is Void or ().
func (p *swiftParser) void() (void bool) {
	for n := 0; p.tok.kind != end && !p.sign('{') && !p.sign('}') && !p.is(p.tok, "where"); n++ {
		if n > 0 && p.tok.first && !p.sign('-') && !p.sign('.') && !p.sign('&') {
			break // the next declaration, of a function without a body
		}
		switch {
		case p.sign('('):
			void = len(p.balanced()) == 0 && n == 0
		case p.sign('['):
			p.balanced()
			void = false
		case p.sign('<'):
			p.angles()
			void = false
		default:
			void = p.is(p.tok, "Void") && n == 0
			p.advance()
		}
	}
	return void
}

// labels are a function's argument labels, "_:to:": the first of the one or two
// words before each parameter's colon.
func labels(s *scanner, parameters []token) string {
	var b strings.Builder
	for _, p := range split(parameters) {
		for len(p) > 2 && p[0].is('@') {
			p = p[2:] // an attribute
		}
		if len(p) > 1 && p[0].kind == word && (p[1].is(':') || len(p) > 2 && p[1].kind == word && p[2].is(':')) {
			b.WriteString(s.name(p[0]))
			b.WriteByte(':')
		}
	}
	return b.String()
}

// display is the name that the attribute gives, its first argument.
func (a *attribute) display() string {
	if len(a.arguments) > 0 && a.arguments[0].kind == text && a.arguments[0].ok {
		return a.arguments[0].plain
	}
	return ""
}

// labelled reports whether an argument has a label.
func (a *attribute) labelled(s *scanner, label string) bool {
	return slices.ContainsFunc(split(a.arguments), func(argument []token) bool {
		return len(argument) > 1 && s.is(argument[0], label) && argument[1].is(':')
	})
}

// disabled reports the trait .disabled(…) without a condition.
func (a *attribute) disabled(s *scanner) bool {
	return slices.ContainsFunc(split(a.arguments), func(argument []token) bool {
		k := slices.IndexFunc(argument, func(t token) bool { return t.is('(') })
		return k > 1 && s.is(argument[k-1], "disabled") && argument[k-2].is('.') && !(k+1 < len(argument) && s.is(argument[k+1], "if")) &&
			!slices.ContainsFunc(argument, func(t token) bool { return t.is('{') })
	})
}
