package diagnostics

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Holder is who holds Bazel's lock. Command is the client's own words (its
// working folder in the newer form) and may be empty.
type Holder struct {
	PID     int    `json:"pid"`
	Command string `json:"command,omitempty"`
}

var lockForms = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`Another command \(pid=(\d+)\) is running()`),
		regexp.MustCompile(`Another command holds the (?:client|output base|server)? ?lock: pid=(\d+)([^\n\r]*)`),
	}
})

// LockHolder finds who holds the lock, in both wordings of Bazel's client:
// "Another command (pid=N) is running" and "Another command holds the client
// lock: pid=N owner=client cwd=…". The last one printed counts.
func LockHolder(text string) (Holder, bool) {
	if !strings.Contains(text, "Another command ") {
		return Holder{}, false
	}
	var found Holder
	last := -1
	for _, form := range lockForms() {
		all := form.FindAllStringSubmatchIndex(text, -1)
		if len(all) == 0 {
			continue
		}
		m := all[len(all)-1]
		if m[0] > last {
			last = m[0]
			pid, _ := strconv.Atoi(text[m[2]:m[3]])
			found = Holder{pid, strings.TrimSpace(text[m[4]:m[5]])}
		}
	}
	return found, last >= 0
}

// ServerRestarted reports that the running server was killed because startup
// options differ, with Bazel's own sentence.
func ServerRestarted(text string) (string, bool) {
	return lineWith(text, "server needs to be killed, because")
}

// DiscardingAnalysisCache reports that a changed option threw the analysis cache
// away, with Bazel's own sentence, which names the options.
func DiscardingAnalysisCache(text string) (string, bool) {
	return lineWith(text, "discarding analysis cache")
}

var invocationURL = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:Streaming build results to|Invocation URL|View build results at|Build Event Protocol results available at)[: ]+(https?://[^\s\x1b"'<>]+)`)
})

// InvocationURL finds the page of the invocation that a build event service
// announces on the console, "" when none does.
func InvocationURL(text string) string {
	if m := invocationURL().FindStringSubmatch(text); m != nil {
		return strings.TrimRight(m[1], ".,)")
	}
	return ""
}

func lineWith(text, part string) (string, bool) {
	i := strings.Index(text, part)
	if i < 0 {
		return "", false
	}
	start := strings.LastIndexByte(text[:i], '\n') + 1
	end := len(text)
	if j := strings.IndexByte(text[i:], '\n'); j >= 0 {
		end = i + j
	}
	lines := Lines(text[start:end])
	return strings.TrimSpace(lines[len(lines)-1]), true
}
