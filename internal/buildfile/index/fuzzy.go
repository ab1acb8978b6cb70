package index

import "strings"

// matcher scores labels against what somebody typed.
type matcher struct {
	text string // folded, without leading slashes
	pkg  string // what stands before a colon
	name string // what stands behind it
	both bool   // there was a colon
	mask uint64
}

func newMatcher(text string) *matcher {
	text = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "//"))
	m := &matcher{text: text, mask: letters(text)}
	if pkg, name, ok := strings.Cut(text, ":"); ok {
		m.pkg, m.name, m.both = pkg, name, true
		m.mask = letters(pkg) | letters(name)
	} else if strings.Contains(text, "/") {
		m.mask = letters(strings.ReplaceAll(text, "/", ""))
	}
	return m
}

// score is how well a target matches, -1 when it does not; shorter names win.
func (m *matcher) score(pkg, name string) int {
	if m.text == "" {
		return 0
	}
	if m.both {
		a, b := 0, 0
		if m.pkg != "" {
			if a = part(pkg, m.pkg); a < 0 {
				return -1
			}
		} else if m.name == "" {
			return 0
		}
		if m.name != "" {
			if b = part(name, m.name); b < 0 {
				return -1
			}
		}
		return a + b
	}
	if s := part(name, m.text); s >= 0 {
		return 100 + s
	}
	if s := part(pkg, m.text); s >= 0 {
		return s / 2
	}
	// Letters in order over the whole label.
	left := subsequence(pkg, m.text)
	if left == 0 || subsequence(name, m.text[len(m.text)-left:]) == 0 {
		return 1
	}
	if left < len(m.text) && strings.HasPrefix(m.text[len(m.text)-left:], "/") && subsequence(name, m.text[len(m.text)-left+1:]) == 0 {
		return 1
	}
	return -1
}

// part scores one text: equal, begins with, a word begins with, holds, has the
// letters in order.
func part(text, want string) int {
	short := 100 - min(len(text), 100)
	at := indexFold(text, want)
	switch {
	case at == 0 && len(text) == len(want):
		return 1000
	case at == 0:
		return 700 + short
	case at > 0 && startsWord(text, at):
		return 500 + short
	case at > 0:
		return 300 + short
	case subsequence(text, want) == 0:
		return 100 + short
	}
	return -1
}

func startsWord(text string, at int) bool {
	c, before := text[at], text[at-1]
	return !isLetter(before) || c >= 'A' && c <= 'Z' && before >= 'a'
}

func isLetter(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// indexFold is strings.Index of a folded want without regard to ASCII case.
func indexFold(text, want string) int {
	for i := 0; i+len(want) <= len(text); i++ {
		n := 0
		for n < len(want) && fold(text[i+n]) == want[n] {
			n++
		}
		if n == len(want) {
			return i
		}
	}
	return -1
}

// subsequence is how many bytes at the end of want are left when the bytes of
// text have been used up in order.
func subsequence(text, want string) int {
	n := 0
	for i := 0; i < len(text) && n < len(want); i++ {
		if fold(text[i]) == want[n] {
			n++
		}
	}
	return len(want) - n
}

func fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}
