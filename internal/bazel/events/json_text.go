package events

import (
	"bytes"
	"encoding/base64"
	"unicode/utf16"
	"unicode/utf8"
)

// quoted takes a string with its escapes undone.
func (f *frame) quoted() []byte {
	if f.peek() != '"' {
		f.fail()
		return nil
	}
	raw := f.rawString()
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	f.scratch = unescape(f.scratch[:0], raw)
	return f.scratch
}

// unescape appends raw to dst without its JSON escapes. Halves of surrogate
// pairs become U+FFFD; an unknown escape keeps its letter.
func unescape(dst, raw []byte) []byte {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 >= len(raw) {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case 'n':
			dst = append(dst, '\n')
		case 't':
			dst = append(dst, '\t')
		case 'r':
			dst = append(dst, '\r')
		case 'b':
			dst = append(dst, '\b')
		case 'f':
			dst = append(dst, '\f')
		case 'u':
			r, n := hex4(raw)
			raw = raw[n:]
			if utf16.IsSurrogate(r) && len(raw) > 2 && raw[0] == '\\' && raw[1] == 'u' {
				low, n := hex4(raw[2:])
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					r, raw = pair, raw[2+n:]
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

func hex4(b []byte) (rune, int) {
	var r rune
	for i := 0; i < 4; i++ {
		if i >= len(b) {
			return utf8.RuneError, i
		}
		c := b[i]
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return utf8.RuneError, i
		}
		r = r<<4 | rune(c)
	}
	return r, 4
}

func decodeBase64(s []byte) []byte {
	out := make([]byte, base64.StdEncoding.DecodedLen(len(s)))
	n, err := base64.StdEncoding.Decode(out, s)
	if err != nil {
		return nil
	}
	return out[:n]
}
