package index

import (
	"hash/maphash"
	"strings"
)

// table keeps every string once. Ids are dense and never change; 0 is "". It is
// made for millions of short strings: they lie in a few blocks, and are found
// through an open-addressed table of ids.
type table struct {
	texts []string
	masks []uint64 // which letters and digits a text holds, for searches
	slots []uint32 // id+1, 0 for free; the length is a power of two
	block *strings.Builder
	seed  maphash.Seed
}

// blockSize is how much room for strings is taken at once.
const blockSize = 64 << 10

func newTable(size int) *table {
	slots := 1024
	for slots < 2*size {
		slots *= 2
	}
	t := &table{
		texts: make([]string, 0, size+1), masks: make([]uint64, 0, size+1),
		slots: make([]uint32, slots), seed: maphash.MakeSeed(),
	}
	t.id("")
	return t
}

// slot is where a text is, or would be.
func (t *table) slot(text string) int {
	mask := len(t.slots) - 1
	at := int(maphash.String(t.seed, text)) & mask
	for t.slots[at] != 0 && t.texts[t.slots[at]-1] != text {
		at = (at + 1) & mask
	}
	return at
}

// id is the id of a text, added when it is new. The text is copied: it may be
// part of a whole file.
func (t *table) id(text string) uint32 {
	at := t.slot(text)
	if id := t.slots[at]; id != 0 {
		return id - 1
	}
	if 4*len(t.texts) >= 3*len(t.slots) {
		t.grow()
		at = t.slot(text)
	}
	t.texts = append(t.texts, t.keep(text))
	t.masks = append(t.masks, letters(text))
	t.slots[at] = uint32(len(t.texts))
	return uint32(len(t.texts)) - 1
}

// keep copies a text into the block. A builder that has room never moves what
// was written, so the strings stay good.
func (t *table) keep(text string) string {
	if len(text) > blockSize/8 {
		return strings.Clone(text)
	}
	if t.block == nil || t.block.Cap()-t.block.Len() < len(text) {
		t.block = &strings.Builder{}
		t.block.Grow(blockSize)
	}
	start := t.block.Len()
	t.block.WriteString(text)
	return t.block.String()[start:]
}

func (t *table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	for n, text := range t.texts {
		t.slots[t.slot(text)] = uint32(n) + 1
	}
}

// find is the id of a text that is there.
func (t *table) find(text string) (uint32, bool) {
	id := t.slots[t.slot(text)]
	return id - 1, id != 0
}

// letters has one bit for each letter or digit in text, whatever its case.
func letters(text string) uint64 {
	var mask uint64
	for i := range len(text) {
		mask |= 1 << letter(text[i])
	}
	return mask
}

func letter(c byte) uint {
	switch {
	case c >= 'a' && c <= 'z':
		return uint(c - 'a')
	case c >= 'A' && c <= 'Z':
		return uint(c - 'A')
	case c >= '0' && c <= '9':
		return 26 + uint(c-'0')
	}
	return 36 + uint(c)%28
}
