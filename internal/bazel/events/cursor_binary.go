package events

import "google.golang.org/protobuf/encoding/protowire"

func (m *fields) nextBinary() bool {
	f := m.f
	if m.pending {
		m.pending = false
		n := protowire.ConsumeFieldValue(protowire.Number(m.num), protowire.Type(m.wire), f.b[f.pos:m.end])
		if n < 0 {
			f.fail()
			return false
		}
		f.pos += n
	}
	if f.pos >= m.end {
		return false
	}
	num, wire, n := protowire.ConsumeTag(f.b[f.pos:m.end])
	if n < 0 {
		f.fail()
		return false
	}
	f.pos += n
	m.num, m.wire, m.pending = int32(num), int8(wire), true
	return true
}

// length reads the size of a length-delimited value and stops at its first byte.
func (m *fields) length() int {
	if m.f.err != nil || protowire.Type(m.wire) != protowire.BytesType {
		m.f.fail()
		return 0
	}
	n, size := protowire.ConsumeVarint(m.f.b[m.f.pos:m.end])
	if size < 0 || n > uint64(m.end-m.f.pos-size) {
		m.f.fail()
		return 0
	}
	m.f.pos += size
	return int(n)
}

func (m *fields) varint() int64 {
	if m.f.err != nil || protowire.Type(m.wire) != protowire.VarintType {
		m.f.fail()
		return 0
	}
	v, n := protowire.ConsumeVarint(m.f.b[m.f.pos:m.end])
	if n < 0 {
		m.f.fail()
		return 0
	}
	m.f.pos += n
	return int64(v)
}
