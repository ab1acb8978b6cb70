package testsource

import (
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
