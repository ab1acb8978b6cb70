package testsource

import (
	"slices"
	"strings"
)

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
