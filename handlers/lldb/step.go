package lldb

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

type action string

func (action) Enum() []string { return []string{"over", "into", "out", "continue", "pause", "wait"} }

// stepTime is how long a stop is awaited.
const stepTime = 30 * time.Second

type stepInput struct {
	inSession
	Action     action `json:"action" required:"true" jsonschema:"how to go on; pause interrupts a running program, wait waits for its next stop"`
	Background bool   `json:"background,omitempty" jsonschema:"return at once and leave the program running; pause and wait pick it up"`
	tool.Timed
}

func (h *handlers) step(ctx context.Context, _ *tool.Call, in stepInput) (*tool.Result, error) {
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	limit := timeFor(in.Timed, stepTime)
	var stop debugger.Stop
	switch in.Action {
	case "pause":
		stop, err = s.Pause(ctx)
	case "wait":
		stop, err = s.Wait(ctx, limit, false)
	default:
		if in.Background {
			limit = 0
		}
		verbs := map[action]debugger.Action{"over": debugger.Over, "into": debugger.Into, "out": debugger.Out, "continue": debugger.Continue}
		stop, err = s.Resume(ctx, verbs[in.Action], limit)
	}
	if err != nil {
		return nil, explain(err)
	}
	return h.stopped(in.inSession, s, stop, limit), nil
}

// stopped is the result that tells where a program stands.
func (h *handlers) stopped(in inSession, s *debugger.Session, stop debugger.Stop, limit time.Duration) *tool.Result {
	data := map[string]any{"sessionId": string(in.SessionID), "stop": stop}
	res := &tool.Result{Text: h.describe(stop), Data: data}
	if stop.TimedOut {
		what := "the program was interrupted"
		if stop.State == debugger.Running {
			what = "it still runs"
		}
		res.Warnings = append(res.Warnings, fmt.Sprintf("no stop within %g s: %s", limit.Seconds(), what))
	}
	if notes := s.TakeNotes(); notes != "" {
		res.Warnings = append(res.Warnings, "the debugger says: "+notes)
	}
	out, dropped := s.TakeOutput()
	if out != "" {
		data["output"] = out
		if dropped > 0 {
			out = fmt.Sprintf("… %d bytes left out …\n%s", dropped, out)
		}
		res.Text += "\nThe program printed:\n" + strings.TrimRight(out, "\n")
	}
	return res
}

// describe tells a stop in a person's words, with the lines around it.
func (h *handlers) describe(stop debugger.Stop) string {
	switch stop.State {
	case debugger.Exited:
		if stop.ExitCode == nil {
			return "The program has gone"
		}
		return fmt.Sprintf("The program exited with status %d", *stop.ExitCode)
	case debugger.Stopped:
	default:
		return "The program is running"
	}
	text := "Stopped"
	if f := stop.Frame; f != nil {
		shown := *f
		shown.File = h.relative(f.File)
		text += " in " + shown.String()
	}
	why := stop.Reason
	if stop.Description != "" && stop.Description != stop.Reason {
		why += ", " + stop.Description
	}
	text += " (" + why
	if t := stop.Thread; t != nil {
		text += fmt.Sprintf("; thread %d", t.Index)
		if t.Queue != "" {
			text += ", queue " + t.Queue
		}
	}
	text += ")"
	if f := stop.Frame; f != nil && f.Line > 0 {
		text += around(f.File, f.Line)
	}
	return text
}

// relative shortens a path in the workspace.
func (h *handlers) relative(file string) string {
	if in, err := filepath.Rel(h.Root, file); h.Root != "" && file != "" && err == nil && filepath.IsLocal(in) {
		return in
	}
	return file
}

// around returns the source lines around a line, "" when there is no file.
func around(file string, line int) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	out := ""
	lines := bufio.NewScanner(f)
	for n := 1; n <= line+2 && lines.Scan(); n++ {
		if n < line-2 {
			continue
		}
		mark := "  "
		if n == line {
			mark = "->"
		}
		out += fmt.Sprintf("\n%s %4d  %s", mark, n, lines.Text())
	}
	return out
}
