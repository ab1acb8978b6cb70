package bazel

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// console is what is known from the lines a client prints. They tell how far a
// build is and whom it waits for, never what it came to.
type console struct {
	done, total int64
	waits       bool
	group       atomic.Int64 // process group of the client
	telling     sync.Mutex   // lines and events come from two goroutines
}

// actions is Bazel's progress line, "[1,234 / 5,678] Compiling …".
var actions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[([\d,]+) / ([\d,]+)\] ?(.*)`) })

// output takes one line of the client, or of the program it built.
func (i *invocation) output(s run.Stream, line string) {
	if s == run.Stderr {
		i.stderr(line)
	}
	i.handle.Line(line)
}

func (i *invocation) stderr(line string) {
	if h, waits := diagnostics.LockHolder(line); waits {
		i.console.waits = true
		i.waiting(runs.Waiting{PID: h.PID, Command: firstOf(commandOf(h.PID), h.Command)})
		return
	}
	if i.console.waits && line != "" {
		i.console.waits = false
		i.handle.Update(func(r *runs.Run) { r.State, r.Waiting = runs.Running, nil })
	}
	if !strings.Contains(line, " / ") {
		return
	}
	plain := line
	if strings.Contains(line, "\x1b") {
		plain = strings.Join(diagnostics.Lines(line), " ")
	}
	m := actions().FindStringSubmatch(strings.TrimSpace(plain))
	if m == nil {
		return
	}
	done, total := count(m[1]), count(m[2])
	if done < i.console.done { // parallel progress lines may come late
		return
	}
	i.console.done, i.console.total = done, total
	r := i.handle.Update(func(r *runs.Run) { r.Done, r.Total = done, total })
	message := m[3]
	if r.ETA > 0 {
		message += fmt.Sprintf(", about %s left", r.ETA.Round(time.Second))
	}
	i.progress(tool.Progress{Message: message, Done: done, Total: total})
}

func count(s string) int64 {
	n, _ := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	return n
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// notice takes one event while the build runs.
func (i *invocation) notice(n events.Notice) {
	switch n := n.(type) {
	case events.PhaseBegan:
		i.handle.Update(func(r *runs.Run) { r.Phase = n.Phase.String() })
		i.progress(tool.Progress{Message: n.Phase.String()})
	case *events.TestResult:
		i.tested(Tested{Result: n})
	}
}

func (i *invocation) tested(t Tested) {
	if i.client.Tested != nil {
		t.RunID = i.handle.ID
		i.client.Tested(t)
	}
}

func (i *invocation) progress(p tool.Progress) {
	p.RunID = i.handle.ID
	i.console.telling.Lock()
	defer i.console.telling.Unlock()
	i.request.Progress(p)
}
