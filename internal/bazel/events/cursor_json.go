package events

import (
	"bytes"
	"strconv"
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
