package testresult

import (
	"regexp"
	"strings"
	"sync"
)

var unequal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)XCTAssertEqual(?:WithAccuracy)? failed: \("(.*?)"\) is not equal to \("(.*?)"\)(?: \+/- .*)?(?: - .*)?$`)
})

var oldUnequal = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)\(\((.*?)\) equal to \((.*?)\)\) failed: \("(.*?)"\) is not equal to \("(.*?)"\)`)
})

// Sides finds what was expected and what came in the message of a failed
// equality: XCTAssertEqual("actual", "expected") in Swift and Objective-C, and
// Swift Testing's "Expectation failed: (value → 3) == 4".
func Sides(message string) (expected, actual string) {
	if len(message) > 64<<10 {
		return "", ""
	}
	if strings.Contains(message, "is not equal to") {
		if m := unequal().FindStringSubmatch(message); m != nil {
			return m[2], m[1]
		}
		if m := oldUnequal().FindStringSubmatch(message); m != nil {
			return m[4], m[3]
		}
		return "", ""
	}
	rest, ok := strings.CutPrefix(message, "Expectation failed: ")
	if !ok {
		return "", ""
	}
	rest, _, _ = strings.Cut(rest, "\n")
	left, right, ok := topLevelEqual(rest)
	if !ok {
		return "", ""
	}
	return value(right), value(left)
}

// topLevelEqual splits at the only " == " outside brackets and strings.
func topLevelEqual(s string) (string, string, bool) {
	depth, quoted, at := 0, false, -1
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case depth == 0 && strings.HasPrefix(s[i:], " == "):
			if at >= 0 {
				return "", "", false
			}
			at = i
		}
	}
	if at < 0 {
		return "", "", false
	}
	return s[:at], s[at+4:], true
}

// value of "(expression → 3)" is "3", of a literal itself.
func value(side string) string {
	side = strings.TrimSpace(side)
	if i := strings.LastIndex(side, " → "); i >= 0 && strings.HasPrefix(side, "(") {
		return strings.TrimSuffix(side[i+len(" → "):], ")")
	}
	return side
}
