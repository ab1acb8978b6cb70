package index

import (
	"encoding/binary"
	"errors"
)

// encoder writes the numbers and texts of a saved index.
type encoder struct{ out []byte }

func (e *encoder) number(n uint64)  { e.out = binary.AppendUvarint(e.out, n) }
func (e *encoder) signed(n int64)   { e.out = binary.AppendVarint(e.out, n) }
func (e *encoder) text(text string) { e.number(uint64(len(text))); e.out = append(e.out, text...) }

func (e *encoder) ids(ids []uint32) {
	e.number(uint64(len(ids)))
	for _, id := range ids {
		e.number(uint64(id))
	}
}

func (e *encoder) stamp(s stamp) { e.signed(s.modified); e.signed(s.size) }

// decoder reads them again. After an error everything is zero.
type decoder struct {
	in  []byte
	err error
	max uint32 // ids must be below it
}

var errDamaged = errors.New("saved index is damaged")

func (d *decoder) number() uint64 {
	n, size := binary.Uvarint(d.in)
	if size <= 0 {
		d.err, d.in = errDamaged, nil
		return 0
	}
	d.in = d.in[size:]
	return n
}

func (d *decoder) signed() int64 {
	n, size := binary.Varint(d.in)
	if size <= 0 {
		d.err, d.in = errDamaged, nil
		return 0
	}
	d.in = d.in[size:]
	return n
}

// count reads a length; no list has more items than bytes are left.
func (d *decoder) count() int {
	n := d.number()
	if n > uint64(len(d.in)) {
		d.err, d.in = errDamaged, nil
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.count()
	text := string(d.in[:n])
	d.in = d.in[n:]
	return text
}

func (d *decoder) id() uint32 {
	n := d.number()
	if n >= uint64(d.max) {
		d.err = errDamaged
		return 0
	}
	return uint32(n)
}

func (d *decoder) ids() []uint32 {
	n := d.count()
	if n == 0 {
		return nil
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = d.id()
	}
	return out
}

func (d *decoder) stamp() stamp { return stamp{d.signed(), d.signed()} }
