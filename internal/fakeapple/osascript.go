package fakeapple

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var tellApplication = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:tell\s+)?(application|app)\s+(id\s+)?"((?:[^"\\]|\\.)*)"`)
})

// osascript is osascript(1) for the scripts tools send: quitting and activating an
// app by name or identifier, asking whether it runs, and System Events keys and
// windows. It checks quotes, so that a badly quoted value is seen as AppleScript
// would see it.
func osascript(c *call, args []string) error {
	var lines []string
	for len(args) > 0 {
		switch word := args[0]; {
		case word == "-e" && len(args) > 1:
			lines = append(lines, args[1])
			args = args[2:]
		case word == "-l" && len(args) > 1:
			args = args[2:]
		case strings.HasPrefix(word, "-") && word != "-":
			args = args[1:]
		default:
			if len(lines) == 0 {
				data, err := c.input(word)
				if err != nil {
					return refuse(1, "osascript: %s: No such file or directory", word)
				}
				lines = append(lines, string(data))
			}
			args = nil
		}
	}
	if len(lines) == 0 {
		data, err := io.ReadAll(c.In)
		if err != nil {
			return err
		}
		lines = append(lines, string(data))
	}
	script := strings.Join(lines, "\n")
	if !quotesClosed(script) {
		return refuse(1, "%d:%d: syntax error: Expected “\"” but found end of script. (-2741)", max(0, len(script)-1), len(script))
	}
	return c.store.update(func(w *World) error { return c.apple(w, script) })
}

func quotesClosed(script string) bool {
	open := false
	for i := 0; i < len(script); i++ {
		switch {
		case open && script[i] == '\\':
			i++
		case script[i] == '"':
			open = !open
		}
	}
	return !open
}

func (c *call) apple(w *World, script string) error {
	found := tellApplication().FindStringSubmatch(script)
	if found == nil {
		return nil
	}
	byID, name := found[2] != "", strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(found[3])
	match := func(a MacApp) bool {
		return byID && strings.EqualFold(a.ID, name) || !byID && strings.EqualFold(a.Name, name)
	}
	known := slices.ContainsFunc(w.Mac.Known, match) || slices.ContainsFunc(w.Mac.Apps, match) || name == "System Events"
	if !known {
		what := map[bool]string{true: "application id", false: "application"}[byID]
		return refuse(1, "%d:%d: execution error: Can’t get %s \"%s\". (-1728)", strings.Index(script, found[0]), len(script), what, name)
	}
	if name == "System Events" && strings.Contains(script, "position & size") {
		return c.frontWindow(w)
	}
	running := slices.ContainsFunc(w.Mac.Apps, match)
	words := script[strings.Index(script, found[0])+len(found[0]):]
	switch {
	case strings.Contains(words, "is running"):
		c.printf("%t\n", running)
	case regexpQuit().MatchString(words):
		w.Mac.Apps = slices.DeleteFunc(w.Mac.Apps, match)
	case strings.Contains(words, "activate") || strings.Contains(words, "launch"):
		if at := slices.IndexFunc(w.Mac.Known, match); at >= 0 {
			w.start(w.Mac.Known[at], nil)
		}
	}
	return nil
}

// frontWindow prints where screencapture draws the window of the app that was
// opened last, in points, as System Events prints a list of numbers.
func (c *call) frontWindow(w *World) error {
	n := len(w.Mac.Apps) - 1
	if n < 0 {
		return refuse(1, "94:107: execution error: System Events got an error: Can’t get window 1 of process \"Finder\". Invalid index. (-1719)")
	}
	c.printf("%d, %d, 700, 450\n", 100+45*n, 75+35*n)
	return nil
}

var regexpQuit = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)(^|\s)quit(\s|$)`) })

// pgrep and pkill answer for the apps of the pretended Mac only, and never touch a
// real process. They know -x and -f with one pattern, which is a plain word.
func pgrep(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	found := false
	for _, app := range w.Mac.Apps {
		if processMatches(app, args) {
			c.printf("%d\n", app.PID)
			found = true
		}
	}
	if !found {
		return refuse(1, "")
	}
	return nil
}

func pkill(c *call, args []string) error {
	return c.store.update(func(w *World) error {
		n := len(w.Mac.Apps)
		w.Mac.Apps = slices.DeleteFunc(w.Mac.Apps, func(a MacApp) bool { return processMatches(a, args) })
		if len(w.Mac.Apps) == n {
			return refuse(1, "")
		}
		return nil
	})
}

func processMatches(app MacApp, args []string) bool {
	if len(args) == 0 {
		return false
	}
	pattern := args[len(args)-1]
	if slices.Contains(args[:len(args)-1], "-x") {
		return app.Name == pattern
	}
	return strings.Contains(app.Name, pattern)
}
