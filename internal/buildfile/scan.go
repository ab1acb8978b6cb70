package buildfile

import "strings"

// scan is what a look at the tokens of one statement found, without a parser.
type scan struct {
	// end is the offset behind the statement's last line, or the place where
	// the tokens stopped making sense.
	end int
	// complete: brackets and quotes were closed at end.
	complete bool
	// restart is the first line in column 0 inside the statement that looks
	// like the start of another one, -1 without one. It matters only when the
	// statement turns out to be broken: unformatted but sound files have them.
	restart int
	// looked is how far the scan read beyond restart, in bytes.
	looked int
}

// scanStatement reads the statement that begins at or after offset at, with the
// blank lines and comments in front of it. It gives up budget bytes behind the
// first possible restart.
func scanStatement(src string, at, budget int) scan {
	s := scan{restart: -1}
	first := skipBlank(src, at)
	compound := startsBlock(src[first:])
	var open []byte
	for i := first; i < len(src); {
		if s.restart >= 0 && i-s.restart > budget {
			s.end, s.looked = i, i-s.restart
			return s
		}
		switch c := src[i]; c {
		case '#':
			i = lineEnd(src, i)
			continue
		case '\\':
			i += 2
			if i-1 < len(src) && src[i-1] == '\r' && i < len(src) && src[i] == '\n' {
				i++
			}
			continue
		case '"', '\'':
			next, closed, inside := skipString(src, i)
			if inside >= 0 && s.restart < 0 {
				s.restart = inside
			}
			if !closed {
				s.end = next
				return s.read(next)
			}
			i = next
			continue
		case '(', '[', '{':
			open = append(open, c)
		case ')', ']', '}':
			if len(open) == 0 || !pairs(open[len(open)-1], c) {
				s.end = i + 1
				return s.read(i)
			}
			open = open[:len(open)-1]
		case '\n':
			i++
			if len(open) > 0 {
				if s.restart < 0 && looksLikeStatement(src, i) {
					s.restart = i
				}
				continue
			}
			next := skipBlank(src, i)
			if next < len(src) && continues(src, next, compound) {
				i = next
				continue
			}
			s.end, s.complete = i, true
			return s.read(i)
		}
		i++
	}
	s.end, s.complete = len(src), len(open) == 0
	return s.read(len(src))
}

func (s scan) read(to int) scan {
	if s.restart >= 0 {
		s.looked = max(0, to-s.restart)
	}
	return s
}

// continues reports whether the line whose first token is at offset at belongs
// to the compound statement in front of it.
func continues(src string, at int, compound bool) bool {
	if !compound {
		return false
	}
	if at > 0 && src[at-1] != '\n' {
		return true // indented
	}
	word := identifier(src[at:])
	return word == "else" || word == "elif"
}

// skipBlank gives the offset of the first token at or behind at, white space,
// comments and a byte-order mark left out.
func skipBlank(src string, at int) int {
	for at < len(src) {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f':
			at++
		case c == '#':
			at = lineEnd(src, at)
		case at == 0 && strings.HasPrefix(src, byteOrderMark):
			at += len(byteOrderMark)
		default:
			return at
		}
	}
	return len(src)
}

const byteOrderMark = "\ufeff"

// skipString gives the offset behind the string literal that opens at at. A
// string that is not closed ends with its line, a triple-quoted one with the
// text. inside is the first line in a triple-quoted string laid out like a
// statement, -1 without one.
func skipString(src string, at int) (next int, closed bool, inside int) {
	quote := src[at]
	inside = -1
	if strings.HasPrefix(src[at:], strings.Repeat(src[at:at+1], 3)) {
		for i := at + 3; i < len(src); i++ {
			switch src[i] {
			case '\\':
				i++
			case '\n':
				if inside < 0 && afterStatement(src, i) && looksLikeCall(src, i+1) {
					inside = i + 1
				}
			case quote:
				if i+2 < len(src) && src[i+1] == quote && src[i+2] == quote {
					return i + 3, true, inside
				}
			}
		}
		return len(src), false, inside
	}
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '\n':
			return i, false, -1
		case quote:
			return i + 1, true, -1
		}
	}
	return len(src), false, -1
}

// afterStatement reports whether the line that ends at newline is blank or
// closes a bracket in column 0.
func afterStatement(src string, newline int) bool {
	line := strings.TrimRight(src[strings.LastIndexByte(src[:newline], '\n')+1:newline], " \t\r")
	return line == "" || line[0] == ')' || line[0] == ']'
}

// looksLikeCall reports whether a call of a plain name begins in column 0.
func looksLikeCall(src string, at int) bool {
	word := dotted(src[at:])
	return word != "" && strings.HasPrefix(strings.TrimLeft(src[at+len(word):], " \t"), "(")
}

// looksLikeStatement reports whether the line at offset at begins a statement
// rather than going on with an unformatted one.
func looksLikeStatement(src string, at int) bool {
	line := strings.TrimRight(src[at:lineEnd(src, at)], " \t\r")
	word := dotted(line)
	if word == "" {
		rest, ok := strings.CutPrefix(line, "[")
		rest = strings.TrimLeft(rest, " ")
		return ok && (rest == "" || identifier(rest) != "") && !strings.HasSuffix(line, ",")
	}
	switch word {
	case "def", "for", "if":
		return true
	}
	rest := strings.TrimLeft(line[len(word):], " \t")
	if !strings.HasPrefix(rest, "(") && (!strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==")) {
		return false
	}
	return !strings.HasSuffix(line, ",") || balance(line) > 0
}

// balance counts opening brackets less closing ones.
func balance(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case '(', '[', '{':
			n++
		case ')', ']', '}':
			n--
		}
	}
	return n
}

// startsBlock reports whether a statement has an indented body.
func startsBlock(src string) bool {
	switch identifier(src) {
	case "def", "if", "for", "while":
		return true
	}
	return false
}

// identifier is the name at the start of s, "" without one.
func identifier(s string) string {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z' || i > 0 && s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return s[:i]
}

// dotted is the name at the start of s with its dots: "native.cc_library".
func dotted(s string) string {
	n := len(identifier(s))
	for n > 0 && n < len(s) && s[n] == '.' {
		more := len(identifier(s[n+1:]))
		if more == 0 {
			break
		}
		n += 1 + more
	}
	return s[:n]
}

func lineEnd(src string, at int) int {
	if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}

func pairs(open, closing byte) bool {
	return open == '(' && closing == ')' || open == '[' && closing == ']' || open == '{' && closing == '}'
}
