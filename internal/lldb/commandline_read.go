package lldb

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/google/go-dap"
)

// stopReason puts the reason that "thread list" gives into the protocol's
// words, and finds the breakpoints that were hit.
func stopReason(text string) (reason string, breakpoints []int) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", nil
	}
	switch {
	case words[0] == "breakpoint", strings.HasPrefix(text, "one-shot breakpoint"):
		for _, place := range words[1:] { // such as 1.1
			id, _, _ := strings.Cut(place, ".")
			if n, err := strconv.Atoi(id); err == nil {
				breakpoints = append(breakpoints, n)
			}
		}
		return "breakpoint", breakpoints
	case words[0] == "trace": // in the middle of a step that a person did not ask for
		return "trace", nil
	case words[0] == "step", strings.HasPrefix(text, "instruction step"):
		return "step", nil
	case words[0] == "watchpoint":
		return "data breakpoint", nil
	}
	return "exception", nil // a signal, or a Mach exception such as EXC_BAD_ACCESS
}

var formattedFrame = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\\s*\\*?\\s*frame #\\d+: (0x[0-9a-fA-F]+)(?: [^`]*`)?(.*?)(?: at (.+?):(\\d+)(?::(\\d+))?)?(?: \\[\\w+\\])*$")
})

// parseFrames reads "thread backtrace" in the frameFormat.
func parseFrames(text string) []dap.StackFrame {
	var out []dap.StackFrame
	for line := range strings.Lines(text) {
		m := formattedFrame().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		f := dap.StackFrame{Name: m[2]}
		if f.Name == "" {
			f.Name = m[1]
		}
		if m[3] != "" {
			f.Source = &dap.Source{Path: m[3]}
			f.Line, _ = strconv.Atoi(m[4])
			f.Column, _ = strconv.Atoi(m[5])
		}
		out = append(out, f)
	}
	return out
}

// stackTrace is asked for one frame more than is wanted, to know whether there
// are more.
func (a *commandLine) stackTrace(args dap.StackTraceArguments) (any, error) {
	list, err := a.run("thread list")
	if err != nil {
		return nil, err
	}
	line := fmt.Sprintf("thread backtrace --count %d", args.Levels+1)
	for _, t := range parseThreads(list) {
		if t.ID == args.ThreadId {
			line += fmt.Sprintf(" %d", t.Index)
		}
	}
	text, err := a.run(line)
	if err == nil {
		err = refusal(text)
	}
	frames := parseFrames(text)
	if len(frames) == 0 && strings.TrimSpace(text) != "" {
		frames = []dap.StackFrame{{Name: strings.TrimSpace(text)}} // of an LLDB that writes otherwise
	}
	return dap.StackTraceResponseBody{StackFrames: frames, TotalFrames: len(frames)}, err
}
