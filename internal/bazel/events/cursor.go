package events

import "errors"

var errMalformed = errors.New("malformed event")

// frame is the text or the bytes of one event while it is decoded. All fields
// values of one frame share its position.
type frame struct {
	form    Form
	b       []byte
	pos     int
	err     error
	scratch []byte
}

func (f *frame) reset(form Form, b []byte) {
	f.form, f.b, f.pos, f.err = form, b, 0, nil
}

func (f *frame) fail() {
	if f.err == nil {
		f.err = errMalformed
	}
	f.pos = len(f.b)
}

// A field pairs the protobuf number of a field with its name in JSON.
type field struct {
	num  int32
	name string
}

// fields walks the fields of one message in either form. After next has
// returned true, num is the field's protobuf number and exactly one of the
// value methods may take its value; a value not taken is skipped. A message
// taken with message must be walked to its end.
type fields struct {
	f       *frame
	schema  []field
	num     int32
	pending bool

	inArray bool // JSON: between the brackets of a repeated field
	started bool // JSON: past the first member
	end     int  // binary: where the message ends
	wire    int8 // binary: wire type of the current field
}

// top walks the frame's outermost message.
func (f *frame) top(schema []field) fields {
	if f.form == FormJSON {
		f.space()
		if f.peek() != '{' {
			f.fail()
		} else {
			f.pos++
		}
		return fields{f: f, schema: schema}
	}
	return fields{f: f, schema: schema, end: len(f.b)}
}

func (m *fields) next() bool {
	if m.f.err != nil {
		return false
	}
	if m.f.form == FormJSON {
		return m.nextJSON()
	}
	return m.nextBinary()
}

// message takes the current value as a nested message.
func (m *fields) message(schema []field) fields {
	m.pending = false
	if m.f.form == FormJSON {
		if m.f.peek() != '{' {
			m.f.fail()
		} else {
			m.f.pos++
		}
		return fields{f: m.f, schema: schema}
	}
	n := m.length()
	return fields{f: m.f, schema: schema, end: m.f.pos + n}
}

// text takes the current value as a string. The bytes are good until the next
// call of text on the same frame.
func (m *fields) text() []byte {
	m.pending = false
	if m.f.form == FormJSON {
		return m.f.quoted()
	}
	n := m.length()
	s := m.f.b[m.f.pos : m.f.pos+n]
	m.f.pos += n
	return s
}

// str takes the current value as a valid string, a double-encoded one repaired.
func (m *fields) str() string { return string(repaired(m.text())) }

// integer takes a number; JSON quotes 64-bit ones.
func (m *fields) integer() int64 {
	m.pending = false
	if m.f.form == FormJSON {
		return m.f.number()
	}
	return m.varint()
}

func (m *fields) boolean() bool {
	m.pending = false
	if m.f.form == FormJSON {
		return m.f.truth()
	}
	return m.varint() != 0
}

// enum takes an enumeration value: JSON has its name, which is looked up in
// names, or a number when Bazel is newer than the reader. Unknown names are 0.
func (m *fields) enum(names []string) int32 {
	m.pending = false
	if m.f.form != FormJSON {
		return int32(m.varint())
	}
	if m.f.peek() != '"' {
		return int32(m.f.number())
	}
	s := m.f.quoted()
	for i, n := range names {
		if string(s) == n {
			return int32(i)
		}
	}
	return 0
}
