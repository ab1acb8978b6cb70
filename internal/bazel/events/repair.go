package events

import (
	"bytes"
	"unicode/utf8"
)

// repaired undoes Bazel's double encoding of names outside ASCII: Bazel keeps
// the UTF-8 bytes of a name as Latin-1 characters, and versions before 8 encode
// those once more ("Modules/Ã…berraschung"; Bazel 4.2.3, label of an abort). The
// result is s itself unless every character fits Latin-1 and the bytes they
// stand for are valid UTF-8. What is not UTF-8 at all gets replacement runes.
// Console text must not pass here: Bazel writes it right.
func repaired(s []byte) []byte {
	ascii := true
	for _, c := range s {
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
	}
	if ascii {
		return s
	}
	if !utf8.Valid(s) {
		return bytes.ToValidUTF8(s, []byte("\uFFFD"))
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRune(s[i:])
		if r > 0xff {
			return s
		}
		out = append(out, byte(r))
		i += n
	}
	if !utf8.Valid(out) {
		return s
	}
	return out
}
