package testresult

import (
	"strconv"
	"strings"
)

// catch reads Catch2's default reporter, which names only the tests that fail:
// a ruler, the name, a ruler, then "file:12: FAILED:" blocks.
type catch struct {
	rulers int
	name   string
	active bool
}

const catchRuler = "-------------------------------------------------------------------------------"

func (k *catch) line(c *console, line string) bool {
	if line == catchRuler {
		k.rulers++
		if k.rulers%2 == 1 {
			k.name = ""
		}
		if k.active {
			c.current, c.message, k.active = -1, false, false
		}
		return len(c.open) == 0
	}
	if k.rulers%2 == 1 && k.name == "" && line != "" && line[0] != ' ' {
		k.name = line
		return false
	}
	if place, ok := strings.CutSuffix(line, ": FAILED:"); ok && k.name != "" {
		f := Failure{}
		f.File, f.Line, f.Column = location(place)
		i := len(c.cases) - 1
		if i < 0 || c.cases[i].Name != k.name || c.cases[i].Status != Failed {
			c.cases = append(c.cases, Case{Name: k.name, Status: Failed})
			i = len(c.cases) - 1
		}
		c.cases[i].fail(f)
		c.current, c.message, k.active = i, true, true
		return true
	}
	if rest, ok := strings.CutPrefix(line, "test cases:"); ok {
		k.total(c, strings.Fields(rest))
		return true
	}
	if strings.HasPrefix(line, "All tests passed (") {
		if i := strings.Index(line, " in "); i >= 0 {
			k.total(c, strings.Fields(line[i+4:]))
		}
		return true
	}
	return false
}

func (k *catch) total(c *console, words []string) {
	if len(words) > 0 {
		if n, err := strconv.Atoi(words[0]); err == nil {
			c.executed = max(c.executed, n)
		}
	}
	c.current, c.message = -1, false
}
