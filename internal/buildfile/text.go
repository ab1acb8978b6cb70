package buildfile

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// Position is a place in a text as the language server protocol counts it:
// both from zero, Character in UTF-16 code units ("😀" counts two).
type Position struct{ Line, Character uint32 }

// Range is a stretch of text, End not included.
type Range struct{ Start, End Position }

// Before reports whether p stands in front of q.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// Contains reports whether p lies in r or at its end.
func (r Range) Contains(p Position) bool { return !p.Before(r.Start) && !r.End.Before(p) }

// down moves r by a number of lines.
func (r Range) down(lines uint32) Range {
	r.Start.Line += lines
	r.End.Line += lines
	return r
}

// Text converts between byte offsets and positions of one string. Lines end at
// "\n", "\r\n" or "\r", as the protocol says. It is the one place where UTF-16
// is counted.
type Text struct {
	source string
	starts []int32 // byte offset of each line
}

// NewText indexes source.
func NewText(source string) *Text {
	t := &Text{source: source, starts: make([]int32, 1, 1+len(source)/24)}
	if strings.IndexByte(source, '\r') < 0 {
		for at := 0; ; {
			i := strings.IndexByte(source[at:], '\n')
			if i < 0 {
				return t
			}
			at += i + 1
			t.starts = append(t.starts, int32(at))
		}
	}
	for i := 0; i < len(source); i++ {
		if source[i] == '\n' || source[i] == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			t.starts = append(t.starts, int32(i+1))
		}
	}
	return t
}

// String is the text itself.
func (t *Text) String() string { return t.source }

// Lines is the number of lines; an empty text has one.
func (t *Text) Lines() int { return len(t.starts) }

// Position is the place of a byte offset; offsets outside are clamped.
func (t *Text) Position(offset int) Position {
	offset = min(max(offset, 0), len(t.source))
	line := sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) > offset }) - 1
	return Position{uint32(line), uint32(UTF16Length(t.source[t.starts[line]:offset]))}
}

// Offset is the byte offset of a position; places behind the end of a line mean
// its end, as the protocol says, and a place inside a surrogate pair its start.
func (t *Text) Offset(p Position) int {
	if int(p.Line) >= len(t.starts) {
		return len(t.source)
	}
	at := int(t.starts[p.Line])
	end := len(t.source)
	if int(p.Line)+1 < len(t.starts) {
		end = int(t.starts[p.Line+1])
	}
	units := int(p.Character)
	for at < end && units > 0 {
		c := t.source[at]
		if c == '\n' || c == '\r' {
			break
		}
		if c < utf8.RuneSelf {
			at++
			units--
			continue
		}
		r, size := utf8.DecodeRuneInString(t.source[at:end])
		if r >= 0x10000 {
			if units == 1 {
				break
			}
			units--
		}
		at += size
		units--
	}
	return at
}

// Range is the place of the bytes from start to end.
func (t *Text) Range(start, end int) Range {
	return Range{t.Position(start), t.Position(end)}
}

// UTF16Length counts the UTF-16 code units of s; a byte that is no UTF-8 counts
// one.
func UTF16Length(s string) int {
	n := 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r >= 0x10000 {
			n++
		}
		i += size
		n++
	}
	return n
}

// Change is one edit of a text: Range replaced by Text, or everything when
// Range is nil.
type Change struct {
	Range *Range
	Text  string
}

// apply gives the source after changes, each in terms of the text that the
// changes before it left.
func apply(text *Text, changes []Change) string {
	source := text.source
	for i, change := range changes {
		if change.Range == nil {
			source = change.Text
			continue
		}
		if i > 0 {
			text = NewText(source)
		}
		start, end := text.Offset(change.Range.Start), text.Offset(change.Range.End)
		source = source[:start] + change.Text + source[max(start, end):]
	}
	return source
}
