package events

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

func (f *frame) space() {
	for f.pos < len(f.b) {
		switch f.b[f.pos] {
		case ' ', '\t', '\r', '\n':
			f.pos++
		default:
			return
		}
	}
}

// peek is the byte at the position, 0 at the end.
func (f *frame) peek() byte {
	if f.pos < len(f.b) {
		return f.b[f.pos]
	}
	return 0
}

func (m *fields) nextJSON() bool {
	f := m.f
	if m.pending {
		m.pending = false
		f.skip()
	}
	for f.err == nil {
		f.space()
		if m.inArray {
			if more := m.element(); more {
				return true
			}
			continue
		}
		switch c := f.peek(); {
		case c == '}':
			f.pos++
			return false
		case c == ',' && m.started:
			f.pos++
			f.space()
		case m.started:
			f.fail()
			return false
		}
		m.started = true
		if m.member() {
			return true
		}
	}
	return false
}

// element steps to the next element of a repeated field, or out of it.
func (m *fields) element() bool {
	f := m.f
	switch f.peek() {
	case ',':
		f.pos++
		f.space()
		m.pending = true
		return true
	case ']':
		f.pos++
		m.inArray = false
	default:
		f.fail()
	}
	return false
}

// member reads a key and stops in front of its value; false for a key that the
// schema does not have, a null and an empty array, which are all passed over.
func (m *fields) member() bool {
	f := m.f
	if f.peek() != '"' {
		f.fail()
		return false
	}
	key := f.rawString()
	f.space()
	if f.peek() != ':' {
		f.fail()
		return false
	}
	f.pos++
	f.space()
	m.num = 0
	for i := range m.schema {
		if m.schema[i].name == string(key) {
			m.num = m.schema[i].num
			break
		}
	}
	if m.num == 0 || f.peek() == 'n' {
		f.skip()
		return false
	}
	if f.peek() == '[' {
		f.pos++
		f.space()
		if f.peek() == ']' {
			f.pos++
			return false
		}
		m.inArray = true
	}
	m.pending = true
	return true
}

// rawString passes over a string and returns what stands between the quotes.
func (f *frame) rawString() []byte {
	start := f.pos + 1
	for i := start; i < len(f.b); {
		q := bytes.IndexByte(f.b[i:], '"')
		if q < 0 {
			break
		}
		i += q
		slashes := 0
		for j := i - 1; j >= start && f.b[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			f.pos = i + 1
			return f.b[start:i]
		}
		i++
	}
	f.fail()
	return nil
}

// skip passes over one value of any shape.
func (f *frame) skip() {
	depth := 0
	for f.pos < len(f.b) {
		switch f.b[f.pos] {
		case '"':
			f.rawString()
			if depth == 0 {
				return
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 { // the end of what holds a number or a literal
				return
			}
			if depth--; depth == 0 {
				f.pos++
				return
			}
		case ',':
			if depth == 0 {
				return
			}
		}
		f.pos++
	}
	f.fail()
}

// quoted takes a string with its escapes undone.
func (f *frame) quoted() []byte {
	if f.peek() != '"' {
		f.fail()
		return nil
	}
	raw := f.rawString()
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	f.scratch = unescape(f.scratch[:0], raw)
	return f.scratch
}

// unescape appends raw to dst without its JSON escapes. Halves of surrogate
// pairs become U+FFFD; an unknown escape keeps its letter.
func unescape(dst, raw []byte) []byte {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 >= len(raw) {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'u':
			r, n := hex4(raw)
			raw = raw[n:]
			if utf16.IsSurrogate(r) && len(raw) > 2 && raw[0] == '\\' && raw[1] == 'u' {
				low, n := hex4(raw[2:])
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					r, raw = pair, raw[2+n:]
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func hex4(b []byte) (rune, int) {
	var r rune
	for i := 0; i < 4; i++ {
		if i >= len(b) {
			return utf8.RuneError, i
		}
		c := b[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return utf8.RuneError, i
		}
		r = r<<4 | rune(c)
	}
	return r, 4
}

// literal takes a value that is not in quotes.
func (f *frame) literal() []byte {
	start := f.pos
	for f.pos < len(f.b) {
		switch f.b[f.pos] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return f.b[start:f.pos]
		}
		f.pos++
	}
	return f.b[start:f.pos]
}

func (f *frame) number() int64 {
	var s []byte
	if f.peek() == '"' {
		s = f.rawString()
	} else {
		s = f.literal()
	}
	n, err := strconv.ParseInt(string(s), 10, 64)
	if err != nil {
		d, err := strconv.ParseFloat(string(s), 64)
		if err != nil {
			f.fail()
			return 0
		}
		return int64(d)
	}
	return n
}

func (f *frame) truth() bool {
	switch string(f.literal()) {
	case "true":
		return true
	case "false":
	default:
		f.fail()
	}
	return false
}

func decodeBase64(s []byte) []byte {
	out := make([]byte, base64.StdEncoding.DecodedLen(len(s)))
	n, err := base64.StdEncoding.Decode(out, s)
	if err != nil {
		return nil
	}
	return out[:n]
}
