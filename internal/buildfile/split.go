package buildfile

import "strings"

// split cuts a text into pieces of one statement each, in order and without
// gaps, and parses each piece through parse. What it does depends on the text
// alone. A statement that cannot be read ends where the next one seems to
// begin, so that it spoils no other.
func split(src string, parse func(piece string) *piece) []*piece {
	var out []*piece
	// Looking for the end of a statement that never closes costs the rest of
	// the text; the budget keeps a text of such statements linear.
	budget := 8*len(src) + 4096
	for at := 0; at < len(src); {
		s := scanStatement(src, at, budget)
		if s.complete {
			p := parse(src[at:s.end])
			if p.problem == nil || s.restart < 0 {
				out = append(out, p)
				at = s.end
				continue
			}
		}
		budget = max(0, budget-s.looked)
		end := s.restart
		if end < 0 {
			end = nextStatement(src, s.end)
		}
		end = before(src, end, at)
		out = append(out, parse(src[at:end]))
		at = end
	}
	return out
}

// nextStatement is the next line behind at that looks like a statement's start.
func nextStatement(src string, at int) int {
	for at < len(src) {
		at = lineEnd(src, at) + 1
		if at < len(src) && looksLikeStatement(src, at) {
			return at
		}
	}
	return len(src)
}

// before moves end up over the comments and blank lines right above it: they
// belong to what follows.
func before(src string, end, floor int) int {
	for {
		if end <= floor+1 || end == len(src) {
			return end
		}
		start := strings.LastIndexByte(src[:end-1], '\n') + 1
		line := strings.TrimSpace(src[start:end])
		if start <= floor || line != "" && !strings.HasPrefix(src[start:end], "#") {
			return end
		}
		end = start
	}
}
