package testresult

import (
	"strconv"
	"strings"
)

// gtest reads one line of GoogleTest's console (1.8 to 1.15).
func (c *console) gtest(line string) bool {
	if len(line) < 13 || line[0] != '[' {
		if place, ok := strings.CutSuffix(line, ": Failure"); ok && c.current >= 0 {
			f := Failure{}
			f.File, f.Line, f.Column = location(place)
			k := &c.cases[c.current]
			k.fail(f)
			c.message = true
			return true
		}
		return false
	}
	tag, rest := line[:12], line[12:]
	rest = strings.TrimPrefix(rest, " ")
	switch tag {
	case "[ RUN      ]":
		suite, name := gtestName(rest)
		c.start(suite, name, "")
	case "[       OK ]":
		c.gtestEnd(rest, Passed)
	case "[  FAILED  ]":
		c.gtestEnd(rest, Failed)
	case "[  SKIPPED ]":
		c.gtestEnd(rest, Skipped)
	case "[==========]", "[  PASSED  ]":
		if n, tail, ok := strings.Cut(rest, " "); ok && strings.Contains(tail, " ran.") {
			if count, err := strconv.Atoi(n); err == nil {
				c.executed = max(c.executed, count)
			}
		}
	case "[----------]", "[ DISABLED ]":
	default:
		return false
	}
	return true
}

// gtestEnd ignores the list at the end of a run, which has no durations.
func (c *console) gtestEnd(rest string, s Status) {
	i := strings.LastIndexByte(rest, '(')
	if i < 0 || !strings.HasSuffix(rest, " ms)") {
		return
	}
	head, time := rest[:i], strings.TrimSuffix(rest[i+1:], " ms)")
	full, arguments, _ := strings.Cut(strings.TrimSpace(head), ", where ")
	suite, name := gtestName(full)
	k := c.finish(suite, name, s, seconds(time)/1000)
	k.Arguments = arguments
	for j := range k.Failures {
		gtestSides(&k.Failures[j])
	}
}

func gtestName(full string) (suite, name string) {
	suite, name, ok := strings.Cut(strings.TrimSpace(full), ".")
	if !ok {
		return "", suite
	}
	return suite, name
}

// gtestSides reads "Expected equality of these values:", whose first value is
// the expected one by GoogleTest's own convention.
func gtestSides(f *Failure) {
	f.Message = strings.TrimSpace(f.Message)
	lines := strings.Split(f.Message, "\n")
	if !strings.HasPrefix(lines[0], "Expected equality of these values") {
		return
	}
	var sides []string
	for _, line := range lines[1:] {
		line = strings.TrimSpace(line)
		if which, ok := strings.CutPrefix(line, "Which is: "); ok && len(sides) > 0 {
			sides[len(sides)-1] = which
		} else if line != "" {
			sides = append(sides, line)
		}
	}
	if len(sides) >= 2 {
		f.Expected, f.Actual = sides[0], sides[1]
	}
}
