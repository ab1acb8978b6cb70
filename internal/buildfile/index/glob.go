package index

import "strings"

// Match reports whether a path below a package matches a pattern of glob():
// "*" is any part of one segment, "**" as a whole segment any number of
// segments, none too. Everything else stands for itself. The time is at most
// the product of both lengths.
func Match(pattern, file string) bool {
	return matchParts(strings.Split(pattern, "/"), strings.Split(file, "/"))
}

// matchParts never goes back further than the last "**".
func matchParts(pattern, file []string) bool {
	star, mark := -1, 0
	p, f := 0, 0
	for f < len(file) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, mark = p, f
			p++
		case p < len(pattern) && matchSegment(pattern[p], file[f]):
			p++
			f++
		case star >= 0:
			mark++
			p, f = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

// matchSegment matches "*" inside one segment.
func matchSegment(pattern, text string) bool {
	star, mark := -1, 0
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}
