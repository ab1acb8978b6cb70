package lldb

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/google/go-dap"
)

// A Thread is one line of "thread list".
type Thread struct {
	Index    int    `json:"index"` // LLDB's own number, from 1
	ID       int    `json:"id"`    // the system's
	Name     string `json:"name,omitempty"`
	Queue    string `json:"queue,omitempty"`
	Where    string `json:"where,omitempty"`
	Stop     string `json:"stopReason,omitempty"`
	Selected bool   `json:"selected,omitempty"`
}

// A Frame is one level of a call stack.
type Frame struct {
	Index    int    `json:"index"`
	Function string `json:"function"`
	File     string `json:"file,omitempty"` // after the source map
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

func (f Frame) String() string {
	if f.File == "" {
		return f.Function
	}
	return fmt.Sprintf("%s at %s:%d", f.Function, f.File, f.Line)
}

var threadLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\*?)\s*thread #(\d+): tid = (0x[0-9a-fA-F]+|\d+),? ?(.*)$`)
})

// parseThreads reads "thread list". The tid is decimal on Linux and hexadecimal
// on macOS.
func parseThreads(text string) []Thread {
	var out []Thread
	for line := range strings.Lines(text) {
		m := threadLine().FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		t := Thread{Selected: m[1] != ""}
		t.Index, _ = strconv.Atoi(m[2])
		id, _ := strconv.ParseInt(m[3], 0, 64)
		t.ID = int(id)
		rest := ", " + m[4]
		rest, t.Stop, _ = strings.Cut(rest, ", stop reason = ")
		rest, queue, _ := strings.Cut(rest, ", queue = ")
		rest, name, _ := strings.Cut(rest, ", name = ")
		t.Queue, t.Name = strings.Trim(queue, "'"), strings.Trim(name, "'")
		t.Where = strings.TrimPrefix(rest, ", ")
		out = append(out, t)
	}
	return out
}

// Threads lists the threads of the stopped program.
func (s *Session) Threads(ctx context.Context) ([]Thread, error) {
	text, err := s.Command(ctx, "thread list")
	threads := parseThreads(text)
	if text = strings.TrimSpace(text); err == nil && len(threads) == 0 && text != "" {
		threads = []Thread{{Where: text, Selected: true}} // of an LLDB that writes otherwise
	}
	return threads, err
}

// selected is the thread that commands act on.
func (s *Session) selected(ctx context.Context) (Thread, error) {
	threads, err := s.Threads(ctx)
	if err != nil {
		return Thread{}, err
	}
	if len(threads) == 0 {
		return Thread{}, fmt.Errorf("%w: the program has none", ErrThread)
	}
	return chosen(threads), nil
}

// chosen is the thread that is selected, else the first there is.
func chosen(threads []Thread) Thread {
	for _, t := range threads {
		if t.Selected {
			return t
		}
	}
	if len(threads) > 0 {
		return threads[0]
	}
	return Thread{}
}

// Select makes a thread, by its index, and a frame the ones that commands act
// on; nil leaves what is selected.
func (s *Session) Select(ctx context.Context, thread, frame *int) error {
	for _, step := range []struct {
		verb string
		n    *int
	}{{"thread select", thread}, {"frame select", frame}} {
		if step.n == nil {
			continue
		}
		if _, err := s.Command(ctx, fmt.Sprintf("%s %d", step.verb, *step.n)); err != nil {
			if _, refused := err.(*CommandError); refused {
				return fmt.Errorf("%w: %w", ErrThread, err)
			}
			return err
		}
	}
	return nil
}

// Backtrace returns at most levels frames of a thread, by the system's id.
// total is how many there are, as far as the debugger knows.
func (s *Session) Backtrace(ctx context.Context, threadID, levels int) (frames []Frame, total int, err error) {
	var body dap.StackTraceResponseBody
	if err := s.ask(ctx, "stack trace", "stackTrace", dap.StackTraceArguments{ThreadId: threadID, Levels: levels}, &body); err != nil {
		return nil, 0, err
	}
	for i, f := range body.StackFrames {
		if i == levels {
			break
		}
		out := Frame{Index: i, Function: strings.TrimPrefix(f.Name, "::")}
		// Code without a source is shown as a made-up file: library`function.
		if f.Source != nil && f.Source.Path != "" && f.Source.SourceReference == 0 && !strings.Contains(f.Source.Path, "`") {
			out.File, out.Line, out.Column = f.Source.Path, f.Line, f.Column
		}
		frames = append(frames, out)
	}
	return frames, max(body.TotalFrames, len(frames)), nil
}

var frameLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`frame #(\d+):`) })

// SelectedFrame is the index of the frame that commands act on.
func (s *Session) SelectedFrame(ctx context.Context) (int, error) {
	text, err := s.Command(ctx, "frame info")
	if err != nil {
		return 0, err
	}
	m := frameLine().FindStringSubmatch(text)
	if m == nil {
		return 0, fmt.Errorf("%w: no frame is selected", ErrThread)
	}
	return strconv.Atoi(m[1])
}
