package testsource

import (
	"path"
	"strings"
)

// cParser reads the classes of Objective-C and the test macros of C++. Bodies
// are skipped by their braces, but for those of namespaces.
type cParser struct {
	*scanner
	file *File
	tok  token
	cond conditions
	// class is the index of the @implementation around, -1 for none.
	class int
	// Frameworks that share macro names with those read here.
	other bool
}

func parseC(f *File) {
	if !mentions(f.text, "test", "TEST", "Test", "SCENARIO") {
		return
	}
	p := &cParser{scanner: &scanner{src: f.text}, file: f, cond: newConditions(), class: -1}
	p.advance()
	for p.tok.kind != end {
		p.declaration()
	}
	if p.other {
		f.Functions = nil
	}
}

func (p *cParser) advance() { p.tok = p.next() }

func (p *cParser) sign(c byte) bool { return p.tok.kind == sign && p.tok.char == c }

func (p *cParser) declaration() {
	switch {
	case p.tok.kind == directive:
		p.preprocess()
		p.advance()
	case p.sign('@'):
		p.objective()
	case (p.sign('-') || p.sign('+')) && p.tok.first && p.class >= 0:
		p.method()
	case p.is(p.tok, "namespace"):
		for p.tok.kind != end && !p.sign('{') && !p.sign(';') && !p.sign('=') {
			p.advance()
		}
		if p.sign('{') {
			p.advance() // its members are read like those outside
		}
	case p.is(p.tok, "extern"):
		p.advance()
		if p.tok.kind == text {
			if p.advance(); p.sign('{') {
				p.advance()
			}
		}
	case p.sign('{'), p.sign('('), p.sign('['):
		p.balanced()
	case p.tok.kind == word:
		p.macro()
	default:
		p.advance()
	}
}

// objective reads what @ begins.
func (p *cParser) objective() {
	p.advance()
	if p.tok.kind != word {
		return
	}
	keyword := p.word(p.tok)
	switch keyword {
	case "import":
		p.advance()
		if p.tok.kind == word {
			p.file.Imports = append(p.file.Imports, p.word(p.tok))
		}
	case "end":
		p.class = -1
		p.advance()
	case "interface", "implementation":
		p.advance()
		if p.tok.kind != word {
			return
		}
		t := Type{Name: p.word(p.tok), Class: true, Extension: keyword == "implementation", span: span{p.tok.start, p.tok.end}, Platforms: p.cond.here}
		p.advance()
		if p.sign('<') { // the parameters of a generic class
			for p.tok.kind != end && !p.sign('>') {
				p.advance()
			}
			p.advance()
		}
		if p.sign('(') {
			t.Extension = true // a category
			p.balanced()
		} else if p.sign(':') {
			if p.advance(); p.tok.kind == word {
				t.Inherits = []string{p.word(p.tok)}
			}
		}
		p.file.Types = append(p.file.Types, t)
		if keyword == "implementation" {
			p.class = len(p.file.Types) - 1
		}
	}
}

// method reads "- (void)testName {".
func (p *cParser) method() {
	instance := p.sign('-')
	p.advance()
	void := false
	if p.sign('(') {
		inside := p.balanced()
		void = len(inside) == 1 && p.is(inside[0], "void")
	}
	if p.tok.kind != word {
		return
	}
	f := Function{Type: p.class, Name: p.word(p.tok), Framework: XCTest, span: span{p.tok.start, p.tok.end}, Platforms: p.cond.here & p.file.Types[p.class].Platforms}
	p.advance()
	arguments := p.sign(':')
	for p.tok.kind != end && !p.sign('{') && !p.sign(';') && !p.sign('@') {
		if p.sign('(') {
			p.balanced()
			continue
		}
		p.advance()
	}
	if p.sign('{') && instance && void && !arguments && strings.HasPrefix(f.Name, "test") {
		p.file.Functions = append(p.file.Functions, f)
	}
}

// preprocess takes a directive, the current token, and returns "if", "else" or
// "end" for a conditional one.
func (p *cParser) preprocess() string {
	inner := scanner{src: p.src[:p.tok.end], at: p.tok.start + 1}
	name := inner.next()
	if name.kind != word {
		return ""
	}
	e := expression{s: &inner}
	for t := inner.next(); t.kind != end; t = inner.next() {
		e.tokens = append(e.tokens, t)
	}
	switch inner.word(name) {
	case "if":
		p.cond.begin(e.or())
	case "ifdef":
		p.cond.begin(e.truth("defined", true, e.tokens))
	case "ifndef":
		p.cond.begin(e.truth("defined", true, e.tokens).not())
	case "elif":
		p.cond.otherwise(e.or())
		return "else"
	case "else":
		p.cond.otherwise(always)
		return "else"
	case "endif":
		p.cond.end()
		return "end"
	case "import", "include":
		if parts := strings.FieldsFunc(p.src[name.end:p.tok.end], func(r rune) bool { return strings.ContainsRune("<>\" \t", r) }); len(parts) > 0 {
			p.included(parts[0])
		}
		return ""
	default:
		return ""
	}
	return "if"
}

// included notes a header, and its framework: "XCTest/XCTest.h" is the module
// XCTest.
func (p *cParser) included(header string) {
	if dir := path.Dir(header); dir != "." {
		p.file.Imports = append(p.file.Imports, path.Base(dir), header)
	}
	if strings.Contains(header, "CppUTest/") || strings.Contains(header, "doctest") {
		p.other = true
	}
}

// balanced skips from an opening bracket behind its closing one and returns the
// tokens between if it is a round one. Each branch of an #if begins with the brackets open before it;
// where that was outside of these, the #else ends them.
func (p *cParser) balanced() (inside []token) {
	depth, keep := 1, p.sign('(')
	var outside []int
	p.advance()
	for p.tok.kind != end {
		switch {
		case p.tok.kind == directive:
			switch p.preprocess() {
			case "if":
				outside = append(outside, depth)
			case "else":
				n := len(outside)
				if n == 0 {
					p.advance()
					return inside
				}
				depth = outside[n-1]
			case "end":
				if n := len(outside); n > 0 {
					outside = outside[:n-1]
				}
			}
			p.advance()
			continue
		case p.sign('('), p.sign('['), p.sign('{'):
			depth++
		case p.sign(')'), p.sign(']'), p.sign('}'):
			if depth--; depth <= 0 {
				p.advance()
				return inside
			}
		}
		if keep {
			inside = append(inside, p.tok)
		}
		p.advance()
	}
	return inside
}

// testMacro tells where the name stands among a macro's arguments.
type testMacro struct {
	framework     Framework
	name          int // argument with the name; GoogleTest's suite stands before it
	parameterized bool
	prefix        string
}

var testMacros = map[string]testMacro{
	"TEST":         {framework: GoogleTest, name: 1},
	"TEST_F":       {framework: GoogleTest, name: 1},
	"TEST_P":       {framework: GoogleTest, name: 1, parameterized: true},
	"TYPED_TEST":   {framework: GoogleTest, name: 1, parameterized: true},
	"TYPED_TEST_P": {framework: GoogleTest, name: 1, parameterized: true},
	"GTEST_TEST":   {framework: GoogleTest, name: 1},
	"GTEST_TEST_F": {framework: GoogleTest, name: 1},

	"TEST_CASE":                             {framework: Catch2},
	"TEST_CASE_METHOD":                      {framework: Catch2, name: 1},
	"TEST_CASE_PERSISTENT_FIXTURE":          {framework: Catch2, name: 1},
	"METHOD_AS_TEST_CASE":                   {framework: Catch2, name: 1},
	"REGISTER_TEST_CASE":                    {framework: Catch2, name: 1},
	"SCENARIO":                              {framework: Catch2, prefix: "Scenario: "},
	"SCENARIO_METHOD":                       {framework: Catch2, name: 1, prefix: "Scenario: "},
	"TEMPLATE_TEST_CASE":                    {framework: Catch2, parameterized: true},
	"TEMPLATE_TEST_CASE_SIG":                {framework: Catch2, parameterized: true},
	"TEMPLATE_TEST_CASE_METHOD":             {framework: Catch2, name: 1, parameterized: true},
	"TEMPLATE_TEST_CASE_METHOD_SIG":         {framework: Catch2, name: 1, parameterized: true},
	"TEMPLATE_PRODUCT_TEST_CASE":            {framework: Catch2, parameterized: true},
	"TEMPLATE_PRODUCT_TEST_CASE_SIG":        {framework: Catch2, parameterized: true},
	"TEMPLATE_PRODUCT_TEST_CASE_METHOD":     {framework: Catch2, name: 1, parameterized: true},
	"TEMPLATE_PRODUCT_TEST_CASE_METHOD_SIG": {framework: Catch2, name: 1, parameterized: true},
	"TEMPLATE_LIST_TEST_CASE":               {framework: Catch2, parameterized: true},
	"TEMPLATE_LIST_TEST_CASE_METHOD":        {framework: Catch2, name: 1, parameterized: true},
}

// macro reads a test macro outside of functions, or skips a word.
func (p *cParser) macro() {
	name := p.word(p.tok)
	p.advance()
	m, ok := testMacros[strings.TrimPrefix(name, "CATCH_")]
	if !ok || !p.sign('(') {
		return
	}
	arguments := split(p.balanced())
	if len(arguments) <= m.name {
		return // Catch2's TEST_CASE() has no name to show
	}
	argument := arguments[m.name]
	f := Function{Type: -1, Framework: m.framework, Parameterized: m.parameterized, Platforms: p.cond.here}
	f.span = span{argument[0].start, argument[len(argument)-1].end}
	switch m.framework {
	case GoogleTest:
		if len(arguments[0]) != 1 || len(argument) != 1 || arguments[0][0].kind != word || argument[0].kind != word {
			return
		}
		f.Suite, f.Name = p.word(arguments[0][0]), p.word(argument[0])
		f.Disabled = strings.HasPrefix(f.Suite, "DISABLED_") || strings.HasPrefix(f.Name, "DISABLED_")
	case Catch2:
		value, ok := literal(argument)
		if !ok {
			return
		}
		f.Name = m.prefix + value
		if len(arguments) > m.name+1 {
			tags, _ := literal(arguments[m.name+1])
			f.Disabled = mentions(tags, "[.", "[!hide]", "[!benchmark]")
		}
	}
	p.file.Functions = append(p.file.Functions, f)
}

// split cuts tokens at the commas outside of brackets.
func split(tokens []token) (arguments [][]token) {
	depth, from := 0, 0
	for i, t := range tokens {
		if t.kind != sign {
			continue
		}
		switch t.char {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				arguments = append(arguments, tokens[from:i])
				from = i + 1
			}
		}
	}
	if from < len(tokens) {
		arguments = append(arguments, tokens[from:])
	}
	for _, a := range arguments {
		if len(a) == 0 {
			return nil
		}
	}
	return arguments
}

// literal joins adjacent string literals.
func literal(tokens []token) (value string, ok bool) {
	for _, t := range tokens {
		if t.kind != text || !t.ok {
			return "", false
		}
		value += t.plain
	}
	return value, len(tokens) > 0
}
