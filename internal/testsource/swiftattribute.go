package testsource

import (
	"slices"
)

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

var modifierWords = map[string]bool{
	"public": true, "private": true, "fileprivate": true, "internal": true, "open": true, "package": true, "static": true, "final": true,
	"override": true, "mutating": true, "nonmutating": true, "nonisolated": true, "isolated": true, "convenience": true, "required": true,
	"lazy": true, "weak": true, "unowned": true, "dynamic": true, "indirect": true, "optional": true, "distributed": true, "borrowing": true,
	"consuming": true, "prefix": true, "postfix": true, "infix": true, "sending": true,
}

func (m *modifiers) add(name string) {
	if m.words == nil {
		m.words = map[string]bool{}
	}
	m.words[name] = true
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
