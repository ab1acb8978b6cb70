package testsource

import "strings"

// A truth says of each platform whether a condition holds: surely, surely not,
// or, in neither set, as the build decides.
type truth struct{ yes, no Platforms }

var (
	always = truth{yes: All}
	never  = truth{no: All}
	open   = truth{}
)

func (a truth) not() truth        { return truth{a.no, a.yes} }
func (a truth) and(b truth) truth { return truth{a.yes & b.yes, a.no | b.no} }
func (a truth) or(b truth) truth  { return truth{a.yes | b.yes, a.no & b.no} }

// conditions are the #if, #elseif, #else, #endif around a place.
type conditions struct {
	stack []branch
	here  Platforms
}

type branch struct {
	outer Platforms // around the whole
	taken Platforms // where an earlier branch surely holds
}

func newConditions() conditions { return conditions{here: All} }

func (c *conditions) begin(t truth) {
	c.stack = append(c.stack, branch{c.here, t.yes})
	c.here &^= t.no
}

func (c *conditions) otherwise(t truth) {
	if len(c.stack) == 0 {
		return
	}
	b := &c.stack[len(c.stack)-1]
	c.here = b.outer &^ b.taken &^ t.no
	b.taken |= t.yes
}

func (c *conditions) end() {
	if n := len(c.stack); n > 0 {
		c.here = c.stack[n-1].outer
		c.stack = c.stack[:n-1]
	}
}

// Bits by platform, see Platforms.
const (
	host Platforms = 1 << iota
	ios
	macos
	tvos
	watchos
	visionos
	apple = ios | macos | tvos | watchos | visionos
)

// on is a condition that holds on some of Apple's platforms and surely not on
// the others; on the machine that builds it may.
func on(p Platforms) truth { return truth{yes: p, no: apple &^ p} }

// expression reads a condition of Swift or of the C preprocessor.
type expression struct {
	tokens []token
	s      *scanner
	at     int
}

func (e *expression) peek() token {
	if e.at < len(e.tokens) {
		return e.tokens[e.at]
	}
	return token{}
}

func (e *expression) sign(chars string) bool {
	for i := range len(chars) {
		if at := e.at + i; at >= len(e.tokens) || e.tokens[at].kind != sign || e.tokens[at].char != chars[i] {
			return false
		}
	}
	e.at += len(chars)
	return true
}

func (e *expression) or() truth {
	t := e.and()
	for e.sign("||") {
		t = t.or(e.and())
	}
	return t
}

func (e *expression) and() truth {
	t := e.unary()
	for e.sign("&&") {
		t = t.and(e.unary())
	}
	return t
}

func (e *expression) unary() truth {
	switch {
	case e.sign("!"):
		return e.unary().not()
	case e.sign("("):
		t := e.or()
		e.sign(")")
		return t
	}
	t := e.peek()
	e.at++
	name := ""
	if t.kind == word || t.kind == number {
		name = e.s.word(t)
	}
	var argument []token
	called := false
	if t.kind == word && e.sign("(") {
		called = true
		for depth := 1; e.at < len(e.tokens); e.at++ {
			if u := e.tokens[e.at]; u.kind == sign && u.char == '(' {
				depth++
			} else if u.kind == sign && u.char == ')' {
				if depth--; depth == 0 {
					e.at++
					break
				}
			}
			argument = append(argument, e.tokens[e.at])
		}
	} else if t.kind == word && name == "defined" {
		argument = []token{e.peek()}
		called = true
		e.at++
	}
	value := e.truth(name, called, argument)
	// A comparison: what it comes to is not worked out.
	if p := e.peek(); p.kind == sign && strings.IndexByte("<>=+-*/%", p.char) >= 0 {
		for e.at < len(e.tokens) {
			if u := e.tokens[e.at]; u.kind == sign && (u.char == '&' || u.char == '|' || u.char == ')') {
				break
			}
			e.at++
		}
		return open
	}
	return value
}

func (e *expression) truth(name string, called bool, argument []token) truth {
	first := ""
	if len(argument) > 0 && argument[0].kind == word {
		first = e.s.word(argument[0])
	}
	if !called {
		switch name {
		case "true", "1":
			return always
		case "false", "0":
			return never
		}
		return macro(name)
	}
	switch name {
	case "os":
		return system(first)
	case "canImport":
		return importable(first)
	case "targetEnvironment":
		if first == "macCatalyst" {
			return never
		}
		return open
	case "swift", "compiler", "_compiler_version":
		if len(argument) > 0 && argument[0].kind == sign && argument[0].char == '<' {
			return never
		}
		return always
	case "defined":
		if t := macro(first); t.yes|t.no != 0 && strings.HasPrefix(first, "TARGET_OS_") {
			return truth{yes: apple} // TargetConditionals.h defines all of them
		}
		return macro(first)
	}
	return open
}

// system is Swift's os(); the words are those of the Swift book.
func system(name string) truth {
	switch name {
	case "iOS":
		return on(ios)
	case "macOS", "OSX":
		return on(macos)
	case "tvOS":
		return on(tvos)
	case "watchOS":
		return on(watchos)
	case "visionOS", "xrOS":
		return on(visionos)
	}
	return on(0)
}

// importable is Swift's canImport(): on a platform that a framework is not for
// it is surely false; other modules are taken to be there.
func importable(module string) truth {
	switch module {
	case "UIKit":
		return on(apple &^ macos)
	case "AppKit", "Cocoa":
		return on(macos)
	case "WatchKit":
		return on(watchos)
	case "Glibc", "Musl", "WinSDK", "Android":
		return on(0)
	}
	return always
}

// macro is a name in a condition of C; Swift's own conditions are names that
// only a build gives.
func macro(name string) truth {
	switch name {
	case "TARGET_OS_IPHONE":
		return on(apple &^ macos)
	case "TARGET_OS_IOS":
		return on(ios)
	case "TARGET_OS_OSX":
		return on(macos)
	case "TARGET_OS_MAC", "__APPLE__":
		return on(apple)
	case "TARGET_OS_TV":
		return on(tvos)
	case "TARGET_OS_WATCH":
		return on(watchos)
	case "TARGET_OS_VISION":
		return on(visionos)
	case "_WIN32", "_MSC_VER":
		return never
	}
	return open
}
