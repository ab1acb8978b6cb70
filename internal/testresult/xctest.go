package testresult

import (
	"cmp"
	"strconv"
	"strings"
)

// xctest reads one line of XCTest, its markers anywhere in it: program output
// may stand before and after.
func (c *console) xctest(line string) bool {
	if i := markerAt(line); i >= 0 {
		rest := line[i+len("Test Case '"):]
		name, after, ok := strings.Cut(rest, "' ")
		if !ok {
			if strings.HasPrefix(rest, "-[") && !strings.Contains(rest, "'") {
				c.half, c.halfAge = line[i:], 0
				return true
			}
			if strings.HasSuffix(rest, "'") {
				return true
			}
			return false
		}
		return c.testCase(name, after)
	}
	if i := strings.Index(line, "Executed "); i >= 0 && strings.Contains(line, " test") {
		if n, rest, ok := strings.Cut(line[i+len("Executed "):], " "); ok && strings.HasPrefix(rest, "test") {
			if count, err := strconv.Atoi(n); err == nil {
				c.executed = max(c.executed, count)
				return true
			}
		}
	}
	if strings.HasPrefix(line, "Restarting after unexpected exit") {
		c.abort(crash(cmp.Or(c.fatal, line)))
		c.fatal = ""
		return true
	}
	if strings.HasPrefix(line, "Test Suite '") || strings.HasPrefix(line, "Test suite '") {
		return true
	}
	return c.assertion(line)
}

func markerAt(line string) int {
	if i := strings.Index(line, "Test Case '"); i >= 0 {
		return i
	}
	return strings.Index(line, "Test case '")
}

func (c *console) testCase(name, after string) bool {
	suite, function := split(name)
	if strings.HasPrefix(after, "started") {
		c.start(suite, function, "")
		return true
	}
	for word, status := range map[string]Status{"passed": Passed, "failed": Failed, "skipped": Skipped} {
		rest, ok := strings.CutPrefix(after, word+" ")
		if !ok {
			continue
		}
		time := ""
		if i := strings.Index(rest, " seconds)"); i >= 0 {
			if j := strings.LastIndexByte(rest[:i], '('); j >= 0 {
				time = rest[j+1 : i]
			}
		}
		c.finish(suite, function, status, seconds(time))
		return true
	}
	return strings.HasPrefix(after, "measured ")
}

// split makes suite and function of "-[Module.Class test]", "Class.test" and
// "Class.test()".
func split(name string) (suite, function string) {
	if inner, ok := strings.CutPrefix(name, "-["); ok {
		suite, function, _ = strings.Cut(strings.TrimSuffix(inner, "]"), " ")
		return suite, function
	}
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}

// assertion reads "file:12: error: -[A.B t] : text", the skip and expected
// failure lines of the same form without "error: ".
func (c *console) assertion(line string) bool {
	sep := strings.Index(line, " : ")
	if sep < 0 {
		return false
	}
	head, text := line[:sep], line[sep+3:]
	rest, isError := head, false
	var place string
	if i := strings.Index(head, ": error: "); i >= 0 {
		place, rest, isError = head[:i], head[i+len(": error: "):], true
	} else if i := strings.LastIndex(head, ": "); i >= 0 {
		place, rest = head[:i], head[i+2:]
	} else {
		return false
	}
	if !strings.HasPrefix(rest, "-[") && (strings.ContainsAny(rest, " /:") || !strings.Contains(rest, ".")) {
		return false
	}
	f := Failure{Message: text}
	f.File, f.Line, f.Column = location(place)
	suite, function := split(rest)
	i := c.find(suite, function)
	if i < 0 {
		if !isError {
			return false
		}
		c.start(suite, function, "")
		i = len(c.cases) - 1
	}
	k := &c.cases[i]
	c.current = i
	switch {
	case isError:
		k.fail(f)
		c.message = true
	case strings.HasPrefix(text, "Test skipped"):
		k.Reason = strings.TrimPrefix(strings.TrimPrefix(text, "Test skipped"), " - ")
	case strings.HasPrefix(text, "Expected failure"):
		k.Reason = text
	default:
		return false
	}
	return true
}

// location splits "path:12" and "path:12:5".
func location(s string) (file string, line, column int) {
	file = strings.TrimSpace(s)
	for range 2 {
		i := strings.LastIndexByte(file, ':')
		if i < 0 {
			break
		}
		n, err := strconv.Atoi(file[i+1:])
		if err != nil {
			break
		}
		line, column, file = n, line, file[:i]
	}
	return file, line, column
}
