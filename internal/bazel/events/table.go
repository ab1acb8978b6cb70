package events

import "strings"

// table numbers strings that many records share; 0 is the empty string.
type table[T ~string] struct {
	values []T
	index  map[T]uint32
}

func (t *table[T]) id(s []byte) uint32 {
	if len(s) == 0 {
		return 0
	}
	if i, ok := t.index[T(s)]; ok {
		return i
	}
	if t.index == nil {
		t.index, t.values = map[T]uint32{}, []T{""}
	}
	i := uint32(len(t.values))
	v := T(s)
	t.values = append(t.values, v)
	t.index[v] = i
	return i
}

func (t *table[T]) value(i uint32) T {
	if int(i) < len(t.values) {
		return t.values[i]
	}
	return ""
}

func joinTags(tags []string) []byte { return []byte(strings.Join(tags, "\x00")) }

func splitTags(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\x00")
}
