package diagnostics

import (
	"regexp"
	"strings"
	"sync"
)

var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])`)
})

var timestamp = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\(\d\d:\d\d:\d\d(?:\.\d+)?\) `)
})

// Lines splits console bytes into plain lines: escape sequences, carriage
// returns and Bazel's --show_timestamps prefix are gone, and a status glued to
// the end of a Java stack frame or another line stands on its own.
func Lines(text string) []string {
	if strings.IndexByte(text, 0x1b) >= 0 {
		text = escapes().ReplaceAllString(text, "")
	}
	if strings.IndexByte(text, '\r') >= 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "(") {
			line = timestamp().ReplaceAllString(line, "")
		}
		out = unglue(out, strings.ToValidUTF8(line, "�"))
	}
	return out
}

// glued are statuses that Bazel 4 prints without a newline before them when Java
// has just written a trace.
var glued = []string{"FAILED: Build did NOT", "ERROR: Build ", "ERROR: /", "INFO: Elapsed time:", "INFO: Build "}

func unglue(out []string, line string) []string {
	for _, status := range glued {
		if i := strings.Index(line, ")"+status); i > 0 {
			return append(out, line[:i+1], line[i+1:])
		}
	}
	return append(out, line)
}
