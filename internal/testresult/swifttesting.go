package testresult

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

type swiftForms struct{ place, run, after *regexp.Regexp }

var swift = sync.OnceValue(func() swiftForms {
	return swiftForms{
		place: regexp.MustCompile(`^(?s)(.*?) ?at ([^\s:][^:]*):(\d+):(\d+)(?:: (.*))?$`),
		run:   regexp.MustCompile(`^Test run with (\d+) tests?`),
		after: regexp.MustCompile(`^ (passed|failed) after ([\d.]+) seconds?(.*)`),
	}
})

// swiftTesting reads one line of Swift Testing (library of Swift 6.0 to 6.2), in
// its plain (◇ ✔ ✘ ➜) and its SF Symbols form.
func (c *console) swiftTesting(line string) bool {
	text, ok := afterSymbol(line)
	if !ok {
		return false
	}
	switch {
	case strings.HasPrefix(text, "Test run "):
		if m := swift().run.FindStringSubmatch(text); m != nil {
			n, err := strconv.Atoi(m[1])
			if err == nil && n < 1<<30 {
				c.swift = max(c.swift, 0) + n
			}
		}
		return true
	case strings.HasPrefix(text, "Suite "):
		c.suite(strings.TrimPrefix(text, "Suite "))
		return true
	case strings.HasPrefix(text, "Test case passing "):
		return c.swiftArgument(strings.TrimPrefix(text, "Test case passing "))
	case strings.HasPrefix(text, "Test "):
		return c.swiftTest(strings.TrimPrefix(text, "Test "))
	case strings.HasPrefix(text, "//"), strings.HasPrefix(line, "↳ "):
		if c.current >= 0 && c.message {
			c.other(text)
		}
		return true
	case strings.HasPrefix(text, "Passing "), strings.HasPrefix(text, "Testing Library Version"), strings.HasPrefix(text, "Target Platform"):
		return true
	}
	return false
}

// afterSymbol is the event behind its leading symbol.
func afterSymbol(line string) (string, bool) {
	r, size := utf8.DecodeRuneInString(line)
	if r >= 0x2190 && r != utf8.RuneError {
		return strings.TrimLeft(line[size:], " \u00a0\ufe0e\ufe0f"), true
	}
	for _, glued := range [...]string{"◇ Test ", "✔ Test ", "✘ Test ", "➜ Test "} {
		if i := strings.Index(line, glued); i >= 0 {
			return line[i+len("◇ "):], true
		}
	}
	return "", false
}

func (c *console) suite(text string) {
	name, rest := swiftName(text)
	if strings.HasPrefix(rest, " started") {
		c.suites = append(c.suites, name)
		return
	}
	for i, s := range c.suites {
		if s == name && (strings.HasPrefix(rest, " passed") || strings.HasPrefix(rest, " failed")) {
			c.suites = append(c.suites[:i:i], c.suites[i+1:]...)
			return
		}
	}
}

// verbs follow the name of a test in an event.
var verbs = [...]string{" started.", " passed after ", " failed after ", " recorded an issue", " recorded a known issue", " recorded a warning", " skipped", " was cancelled", " with "}

// swiftName cuts an event into the test's name, without its quotes, and the rest.
func swiftName(text string) (name, rest string) {
	best := -1
	for _, verb := range verbs {
		for from := 0; from < len(text); {
			i := strings.Index(text[from:], verb)
			if i < 0 {
				break
			}
			i += from
			if !strings.HasPrefix(text, `"`) || i > 1 && text[i-1] == '"' {
				if best < 0 || i < best {
					best = i
				}
				break
			}
			from = i + 1
		}
	}
	if best < 0 {
		return text, ""
	}
	name, rest = text[:best], text[best:]
	if len(name) > 1 && name[0] == '"' && name[len(name)-1] == '"' {
		name = name[1 : len(name)-1]
	}
	return name, rest
}

// suiteNow is the only open suite: with several, the console does not tell which
// of them a test belongs to.
func (c *console) suiteNow() string {
	if len(c.suites) == 1 {
		return c.suites[0]
	}
	return ""
}

func (c *console) swiftTest(text string) bool {
	name, rest := swiftName(text)
	// "Test x with 3 test cases passed after …" (Swift 6.1 and later).
	if strings.HasPrefix(rest, " with ") {
		if i := strings.Index(rest, " test case"); i >= 0 {
			_, rest, _ = strings.Cut(rest[i+1:], "test case")
			rest = strings.TrimPrefix(rest, "s")
		}
	}
	display := ""
	if strings.HasPrefix(text, `"`) {
		display = name
	}
	switch {
	case strings.HasPrefix(rest, " started"):
		c.start(c.suiteNow(), name, display)
		c.current = -1 // parallel by default: output belongs to nobody
	case strings.HasPrefix(rest, " recorded "):
		c.issue(name, display, strings.TrimPrefix(rest, " recorded "))
	case strings.HasPrefix(rest, " skipped"):
		k := c.finish("", name, Skipped, 0)
		k.DisplayName = display
		k.Reason = strings.Trim(strings.TrimPrefix(strings.TrimPrefix(rest, " skipped"), ":"), ` ".`)
	default:
		m := swift().after.FindStringSubmatch(rest)
		if m == nil {
			return false
		}
		k := c.finish("", name, status(m[1], m[3]), seconds(m[2]))
		k.DisplayName = display
	}
	return true
}

func status(word, tail string) Status {
	if word == "failed" {
		return Failed
	}
	if strings.Contains(tail, "known issue") {
		return ExpectedFailure
	}
	return Passed
}

// issue reads "an issue [with 2 arguments a → 1, b → 2] at F.swift:3:4: text".
func (c *console) issue(name, display, text string) {
	i := c.find("", name)
	if i < 0 {
		c.start(c.suiteNow(), name, display)
		i = len(c.cases) - 1
	}
	k := &c.cases[i]
	known := strings.HasPrefix(text, "a known issue")
	if strings.HasPrefix(text, "a warning") {
		return
	}
	f := Failure{Message: strings.TrimPrefix(strings.TrimPrefix(text, "an issue"), "a known issue")}
	if m := swift().place.FindStringSubmatch(f.Message); m != nil {
		f.File, f.Message = m[2], m[5]
		f.Line, _ = strconv.Atoi(m[3])
		f.Column, _ = strconv.Atoi(m[4])
		if args := strings.TrimSpace(m[1]); args != "" {
			f.Stack = args
		}
	}
	f.Message = strings.TrimSpace(f.Message)
	if known {
		if k.Reason == "" {
			k.Reason = "known issue: " + f.Message
		}
		return
	}
	k.fail(f)
	c.current, c.message = i, true
}

// swiftArgument reads "1 argument input → 3 to name() passed after 0.1 seconds."
// (Swift 6.2), a test's parameters as cases of their own.
func (c *console) swiftArgument(text string) bool {
	_, text, _ = strings.Cut(text, " ")
	_, text, _ = strings.Cut(text, " ")
	i := strings.LastIndex(text, " to ")
	if i < 0 {
		return true
	}
	name, rest := swiftName(text[i+4:])
	m := swift().after.FindStringSubmatch(rest)
	if m == nil {
		return true
	}
	c.cases = append(c.cases, Case{Suite: c.suiteNow(), Name: name, Arguments: text[:i], Status: status(m[1], m[3]), Seconds: seconds(m[2])})
	return true
}
