package index

import "strings"

// table keeps every string once. Ids are dense and never change; 0 is "".
type table struct {
	ids   map[string]uint32
	texts []string
	masks []uint64 // which letters and digits a text holds, for searches
}

func newTable(size int) *table {
	t := &table{ids: make(map[string]uint32, size), texts: make([]string, 0, size), masks: make([]uint64, 0, size)}
	t.id("")
	return t
}

// id is the id of a text, added when it is new. The text is copied: it may be
// part of a whole file.
func (t *table) id(text string) uint32 {
	if id, ok := t.ids[text]; ok {
		return id
	}
	text = strings.Clone(text)
	id := uint32(len(t.texts))
	t.ids[text] = id
	t.texts = append(t.texts, text)
	t.masks = append(t.masks, letters(text))
	return id
}

// find is the id of a text that is there.
func (t *table) find(text string) (uint32, bool) {
	id, ok := t.ids[text]
	return id, ok
}

// letters has one bit for each letter or digit in text, whatever its case.
func letters(text string) uint64 {
	var mask uint64
	for i := range len(text) {
		mask |= 1 << slot(text[i])
	}
	return mask
}

func slot(c byte) uint {
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
