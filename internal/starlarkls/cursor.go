package starlarkls

import (
	"strings"

	"bazelapple/internal/buildfile"
)

// cursor tells what stands around a place of a text that may be broken.
type cursor struct {
	at      int  // byte offset in the document
	comment bool // nothing can be said here
	// string is set inside a string literal, whose text goes from start to end
	// (quotes left out); typed is its part before the cursor.
	string     bool
	start, end int
	typed      string
	// word is the dotted name that ends at the cursor, wordStart its offset.
	word      string
	wordStart int
	frames    []frame // open brackets, innermost last
}

// frame is one open bracket.
type frame struct {
	bracket  byte
	callee   string // of a call
	argument string // the keyword whose value the cursor is in, "" for none
	position int    // commas passed
	open     int    // offset of the bracket
	used     []string
}

// call is the innermost call around the cursor with the argument it is in.
func (c *cursor) call() (frame, bool) {
	for i := len(c.frames) - 1; i >= 0; i-- {
		f := c.frames[i]
		if f.bracket == '(' && f.callee != "" {
			return f, true
		}
	}
	return frame{}, false
}

// cursor reads the tokens of the statement up to a place.
func (f *File) cursor(p buildfile.Position) cursor {
	text := f.Source()
	at := f.Text().Offset(p)
	from := f.Text().Offset(buildfile.Position{Line: p.Line})
	if s, ok := f.StatementAt(p); ok && !p.Before(s.Range.Start) {
		from = min(from, f.Text().Offset(s.Range.Start))
	}
	c := cursor{at: at, wordStart: at}
	for i := from; i < at; {
		switch b := text[i]; {
		case b == '#':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 || i+end >= at {
				c.comment = true
				return c
			}
			i += end
		case b == '"' || b == '\'':
			i = c.literal(text, i)
		case b == '(' || b == '[' || b == '{':
			fr := frame{bracket: b, open: i}
			if b == '(' && c.word != "" && strings.TrimSpace(text[c.wordStart+len(c.word):i]) == "" {
				fr.callee = c.word
			}
			c.frames = append(c.frames, fr)
			c.word = ""
			i++
		case b == ')' || b == ']' || b == '}':
			if n := len(c.frames); n > 0 {
				c.frames = c.frames[:n-1]
			}
			c.word = ""
			i++
		case b == ',':
			if n := len(c.frames); n > 0 {
				c.frames[n-1].argument = ""
				c.frames[n-1].position++
			}
			c.word = ""
			i++
		case b == '=' && i+1 < len(text) && text[i+1] != '=' && (i == 0 || !strings.ContainsRune("=!<>", rune(text[i-1]))):
			if n := len(c.frames); n > 0 && c.word != "" {
				c.frames[n-1].argument = c.word
				c.frames[n-1].used = append(c.frames[n-1].used, c.word)
			}
			c.word = ""
			i++
		case wordByte(b):
			start := i
			for i < at && (wordByte(text[i]) || text[i] == '.') {
				i++
			}
			c.word, c.wordStart = text[start:i], start
		case b == ' ' || b == '\t' || b == '\r' || b == '\n':
			i++
		default:
			c.word = ""
			i++
		}
	}
	if c.wordStart+len(c.word) != at {
		c.word, c.wordStart = "", at
	}
	return c
}

// literal passes a string literal; the cursor may be in it.
func (c *cursor) literal(text string, i int) int {
	quote := text[i : i+1]
	if strings.HasPrefix(text[i:], strings.Repeat(quote, 3)) {
		quote = text[i : i+3]
	}
	c.word = ""
	start := i + len(quote)
	for i = start; i < len(text); i++ {
		switch {
		case strings.HasPrefix(text[i:], quote):
			if i >= c.at {
				c.inside(text, start, i)
				return c.at
			}
			return i + len(quote)
		case text[i] == '\\':
			i++
		case text[i] == '\n' && len(quote) == 1:
			if i >= c.at {
				c.inside(text, start, i)
				return c.at
			}
			return i
		}
	}
	c.inside(text, start, len(text))
	return c.at
}

func (c *cursor) inside(text string, start, end int) {
	if c.at > len(text) {
		return // nobody's place: the literal is only passed
	}
	c.string, c.start, c.end, c.typed = true, start, max(end, c.at), text[start:max(start, c.at)]
	end = c.end
	// A literal without an end takes what follows for its own: only the part
	// that can be of a label is replaced.
	if i := strings.IndexAny(text[c.at:end], " ,)]}\r"); i >= 0 {
		c.end = c.at + i
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z'
}

// word is the whole dotted name around a place, with its range.
func (f *File) wordAt(p buildfile.Position) (string, buildfile.Range, bool) {
	c := f.cursor(p)
	if c.comment || c.string {
		return "", buildfile.Range{}, false
	}
	text, start, end := f.Source(), c.at, c.at
	for start > 0 && (wordByte(text[start-1]) || text[start-1] == '.') {
		start--
	}
	for end < len(text) && wordByte(text[end]) {
		end++
	}
	if start == end {
		return "", buildfile.Range{}, false
	}
	return text[start:end], f.Text().Range(start, end), true
}
