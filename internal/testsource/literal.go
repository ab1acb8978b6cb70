package testsource

import (
	"strings"
)

// quotedC reads a string or character literal of C with its escapes.
func (s *scanner) quotedC(t *token, quote byte) {
	t.kind = text
	s.at = strings.IndexByte(s.src[s.at:], quote) + s.at + 1
	var value strings.Builder
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		c := s.src[s.at]
		s.at++
		if c == quote {
			t.plain, t.ok = value.String(), true
			return
		}
		if c == '\\' && s.at < len(s.src) {
			if c = s.src[s.at]; c == 'n' {
				c = '\n'
			} else if c == 't' {
				c = '\t'
			}
			s.at++
		}
		value.WriteByte(c)
	}
}

// rawC reads R"delimiter(…)delimiter".
func (s *scanner) rawC(t *token) {
	t.kind = text
	s.at++
	n := strings.IndexAny(s.src[s.at:], "(\n")
	if n < 0 || n > 16 || s.src[s.at+n] == '\n' {
		return
	}
	closing := ")" + s.src[s.at:s.at+n] + `"`
	s.at += n + 1
	if n = strings.Index(s.src[s.at:], closing); n < 0 {
		s.at = len(s.src)
		return
	}
	t.plain, t.ok = s.src[s.at:s.at+n], true
	s.at += n + len(closing)
}

// hashes reads a raw string #"…"# or a regular expression #/…/#; false when the
// sign begins neither.
func (s *scanner) hashes(t *token) bool {
	n := 0
	for s.at+n < len(s.src) && s.src[s.at+n] == '#' {
		n++
	}
	if s.at+n >= len(s.src) {
		return false
	}
	switch s.src[s.at+n] {
	case '"':
		s.at += n
		s.quotedSwift(t, n)
		return true
	case '/':
		closing := "/" + strings.Repeat("#", n)
		for i := s.at + n + 1; i < len(s.src); i++ {
			if s.src[i] == '\\' {
				i++
			} else if strings.HasPrefix(s.src[i:], closing) {
				t.kind = text
				s.at = i + len(closing)
				return true
			}
		}
	}
	return false
}

// quotedSwift reads a string literal of Swift at its quote, after n signs #.
func (s *scanner) quotedSwift(t *token, n int) {
	t.kind = text
	pounds := strings.Repeat("#", n)
	quote := `"`
	line, _, _ := strings.Cut(s.src[s.at:], "\n")
	if strings.HasPrefix(line, `"""`) && !(n > 0 && strings.Contains(line[1:], `"`+pounds)) { // #"""# is one quote
		quote = `"""`
	}
	s.at += len(quote)
	closing, escape := quote+pounds, `\`+pounds
	var value strings.Builder
	plain := true
	for s.at < len(s.src) {
		rest := s.src[s.at:]
		switch {
		case strings.HasPrefix(rest, closing):
			s.at += len(closing)
			if quote == `"""` {
				plain = false // its indentation would have to be taken away
			}
			t.plain, t.ok = value.String(), plain
			return
		case rest[0] == '\n' && len(quote) == 1:
			return // not closed
		case strings.HasPrefix(rest, escape+"("):
			plain = false
			s.at += len(escape) + 1
			s.interpolation()
		case strings.HasPrefix(rest, escape) && len(rest) > len(escape):
			r, size := escaped(rest[len(escape):])
			value.WriteRune(r)
			s.at += len(escape) + size
		default:
			value.WriteByte(rest[0])
			s.at++
		}
	}
}

// interpolation skips an expression in a string up to its closing bracket.
func (s *scanner) interpolation() {
	if s.depth++; s.depth > maxDepth {
		s.at = len(s.src)
	}
	defer func() { s.depth-- }()
	saved := s.last
	s.last = token{}
	defer func() { s.last = saved }()
	for open := 1; open > 0; {
		switch t := s.next(); {
		case t.kind == end:
			return
		case t.kind == sign && t.char == '(':
			open++
		case t.kind == sign && t.char == ')':
			open--
		}
	}
}

// regex reads a regular expression /…/ where an operand is expected, as Swift's
// own lexer decides: closed on its line, no blank at either end, no bracket
// closed that it did not open, no comment right behind it.
func (s *scanner) regex(t *token) bool {
	if s.operand() {
		return false
	}
	groups, class := 0, 0
	for i := s.at + 1; i < len(s.src) && s.src[i] != '\n'; i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '[':
			class++
		case c == ']':
			class = max(class-1, 0)
		case c == '(' && class == 0:
			groups++
		case c == ')' && class == 0:
			if groups--; groups < 0 {
				return false
			}
		case c == '/':
			body, rest := s.src[s.at+1:i], s.src[i+1:]
			if body == "" || isBlank(body[0]) || isBlank(body[len(body)-1]) || strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "*") {
				return false
			}
			t.kind = text
			s.at = i + 1
			return true
		}
	}
	return false
}

// operand reports whether the last token ends a value, so that a slash divides.
func (s *scanner) operand() bool {
	switch t := s.last; t.kind {
	case number, text:
		return true
	case word:
		switch s.src[t.start:t.end] {
		case "return", "in", "case", "if", "while", "guard", "where", "try", "await", "throw", "else", "is", "as", "let", "var", "repeat", "switch":
			return false
		}
		return true
	case sign:
		return t.char == ')' || t.char == ']' || t.char == '}' || t.char == '?' || t.char == '!'
	}
	return false
}
