package companion

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A message is an encoded protocol buffer.
type message []byte

// Wire types of protocol buffers.
const (
	varint    = 0
	fixed     = 1 // 64 bits
	delimited = 2
)

func (m message) number(field int, v uint64) message {
	m = binary.AppendUvarint(m, uint64(field)<<3|varint)
	return binary.AppendUvarint(m, v)
}

func (m message) double(field int, v float64) message {
	m = binary.AppendUvarint(m, uint64(field)<<3|fixed)
	return binary.LittleEndian.AppendUint64(m, math.Float64bits(v))
}

func (m message) text(field int, v string) message {
	m = binary.AppendUvarint(m, uint64(field)<<3|delimited)
	m = binary.AppendUvarint(m, uint64(len(v)))
	return append(m, v...)
}

func (m message) nest(field int, inner message) message { return m.text(field, string(inner)) }

// A value is one field: its number, or its bytes, or its double.
type value struct {
	number uint64
	double float64
	inner  message
}

// field finds the last field of that number; absent is the zero value.
func (m message) field(want int) (found value, has bool) {
	for len(m) > 0 {
		key, n := binary.Uvarint(m)
		if n <= 0 {
			return found, has
		}
		m = m[n:]
		var v value
		switch key & 7 {
		case varint:
			v.number, n = binary.Uvarint(m)
			if n <= 0 {
				return found, has
			}
			m = m[n:]
		case fixed:
			if len(m) < 8 {
				return found, has
			}
			v.double, m = math.Float64frombits(binary.LittleEndian.Uint64(m)), m[8:]
		case delimited:
			size, n := binary.Uvarint(m)
			if n <= 0 || size > uint64(len(m)-n) {
				return found, has
			}
			v.inner, m = m[n:n+int(size)], m[n+int(size):]
		default:
			return found, has
		}
		if int(key>>3) == want {
			found, has = v, true
		}
	}
	return found, has
}

// point reads idb.Point in a field.
func (m message) point(field int) (x, y float64) {
	p, _ := m.field(field)
	px, _ := p.inner.field(1)
	py, _ := p.inner.field(2)
	return px.double, py.double
}

// maxMessage bounds what a client may send at once.
const maxMessage = 4 << 20

// receive reads one message: a flag byte, four bytes of length, the message. The
// error is io.EOF after the last.
func receive(r io.Reader) (message, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	switch {
	case head[0] != 0:
		return nil, errors.New("compressed messages are not read")
	case size > maxMessage:
		return nil, fmt.Errorf("a message of %d bytes is too long", size)
	}
	m := make(message, size)
	_, err := io.ReadFull(r, m)
	return m, err
}

func send(w io.Writer, m message) error {
	head := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(m)))
	_, err := w.Write(append(head, m...))
	return err
}
