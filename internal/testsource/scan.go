package testsource

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	end tokenKind = iota
	word
	number
	text      // a string or character literal, or a regular expression
	sign      // one character
	directive // a preprocessor line of C, whole; Swift's "#if" is a sign and a word
)

type token struct {
	kind       tokenKind
	start, end int
	first      bool // on its line
	char       byte // of a sign
	quoted     bool // a word in backticks
	// plain is the value of a text without interpolation; ok says there is one.
	plain string
	ok    bool
}

// is reports whether a token is this sign.
func (t token) is(c byte) bool { return t.kind == sign && t.char == c }

// scanner makes tokens of C, C++, Objective-C or Swift.
type scanner struct {
	src   string
	at    int
	swift bool
	last  token // before the next; tells a division from a regular expression
	depth int   // of string interpolations, limited
}

const maxDepth = 64

func (s *scanner) word(t token) string {
	if t.quoted {
		return s.src[t.start+1 : t.end-1]
	}
	return s.src[t.start:t.end]
}

// name is a word as a type or function is called by it: the backticks stay where
// it is no identifier without them.
func (s *scanner) name(t token) string {
	w := s.word(t)
	raw := func(r rune) bool { return r < utf8.RuneSelf && r != '_' && !isAlnum(byte(r)) }
	if t.quoted && w != "" && (strings.IndexFunc(w, raw) >= 0 || w[0] >= '0' && w[0] <= '9') {
		return "`" + w + "`"
	}
	return w
}

// is reports whether a token is this word, not in backticks.
func (s *scanner) is(t token, w string) bool {
	return t.kind == word && !t.quoted && s.src[t.start:t.end] == w
}

func (s *scanner) next() token {
	t := s.scan()
	s.last = t
	return t
}

func (s *scanner) scan() token {
	first := s.space()
	t := token{start: s.at, first: first}
	if s.at >= len(s.src) {
		t.end = s.at
		return t
	}
	c := s.src[s.at]
	r, size := runeAt(s.src, s.at)
	switch {
	case c == '`' && s.swift:
		t.kind = word
		if n := strings.IndexAny(s.src[s.at+1:], "`\n"); n >= 0 && s.src[s.at+1+n] == '`' {
			t.quoted = true
			s.at += n + 2
		} else {
			t.kind, t.char = sign, c
			s.at++
		}
	case c == '_' || c == '$' || unicode.IsLetter(r) || r > 0x7f && !unicode.IsSpace(r):
		for s.at += size; s.at < len(s.src); s.at += size {
			if r, size = runeAt(s.src, s.at); !(r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) || r > 0x7f && !unicode.IsSpace(r)) {
				break
			}
		}
		t.kind = word
		if !s.swift && s.at < len(s.src) && s.src[s.at] == '"' {
			if prefix := s.src[t.start:s.at]; prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R" {
				s.rawC(&t)
			} else if prefix == "L" || prefix == "u" || prefix == "U" || prefix == "u8" {
				s.quotedC(&t, '"')
			}
		}
	case c >= '0' && c <= '9':
		t.kind = number
		for s.at < len(s.src) && (isAlnum(s.src[s.at]) || s.src[s.at] == '_' || !s.swift && s.src[s.at] == '\'') {
			s.at++
		}
	case c == '"' && s.swift:
		s.quotedSwift(&t, 0)
	case c == '#' && s.swift && s.hashes(&t):
	case c == '/' && s.swift && s.regex(&t):
	case c == '#' && !s.swift && first:
		t.kind = directive
		s.logicalLine()
	case (c == '"' || c == '\'') && !s.swift:
		s.quotedC(&t, c)
	default:
		t.kind, t.char = sign, c
		s.at++
	}
	t.end = s.at
	return t
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// space skips blanks and comments and reports whether a line began, the first
// one too.
func (s *scanner) space() (first bool) {
	first = s.at == 0
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '\n':
			first = true
			s.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == 0:
			s.at++
		case c == '\\' && !s.swift && s.at+1 < len(s.src) && (s.src[s.at+1] == '\n' || s.src[s.at+1] == '\r'):
			s.at++
		case c == '/' && strings.HasPrefix(s.src[s.at:], "//"):
			s.lineComment()
		case c == '/' && strings.HasPrefix(s.src[s.at:], "/*"):
			s.comment()
		case c == 0xef && strings.HasPrefix(s.src[s.at:], "\ufeff"):
			s.at += 3
		default:
			return first
		}
	}
	return first
}

// lineComment skips to the end of the line; C's goes on behind a backslash.
func (s *scanner) lineComment() {
	for {
		n := strings.IndexByte(s.src[s.at:], '\n')
		if n < 0 {
			s.at = len(s.src)
			return
		}
		line := strings.TrimSuffix(s.src[s.at:s.at+n], "\r")
		s.at += n
		if s.swift || !strings.HasSuffix(line, `\`) {
			return
		}
		s.at++
	}
}

// comment skips a block comment; Swift's nest.
func (s *scanner) comment() {
	depth := 0
	for s.at < len(s.src) {
		switch rest := s.src[s.at:]; {
		case strings.HasPrefix(rest, "/*") && (depth == 0 || s.swift):
			depth++
			s.at += 2
		case strings.HasPrefix(rest, "*/"):
			s.at += 2
			if depth--; depth == 0 {
				return
			}
		default:
			s.at++
		}
	}
}

// logicalLine skips to the end of a preprocessor line, with its continuations
// and the block comments in it.
func (s *scanner) logicalLine() {
	for s.at < len(s.src) {
		switch rest := s.src[s.at:]; {
		case strings.HasPrefix(rest, "\\\r\n"):
			s.at += 3
		case strings.HasPrefix(rest, "\\\n"):
			s.at += 2
		case strings.HasPrefix(rest, "/*"):
			s.comment()
		case strings.HasPrefix(rest, "//"):
			s.lineComment()
			return
		case rest[0] == '\n':
			return
		default:
			s.at++
		}
	}
}

// escaped reads what stands behind Swift's escape sign, "n" or "u{1F600}".
func escaped(rest string) (r rune, size int) {
	r, size = runeAt(rest, 0)
	switch r {
	case 'n':
		r = '\n'
	case 't':
		r = '\t'
	case 'r':
		r = '\r'
	case '0':
		r = 0
	case 'u':
		if digits, _, ok := strings.Cut(strings.TrimPrefix(rest, "u{"), "}"); ok {
			if n, err := strconv.ParseUint(digits, 16, 32); err == nil {
				return rune(n), len("u{}") + len(digits)
			}
		}
	}
	return r, size
}
