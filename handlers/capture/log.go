package capture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// A Log is a log capture that runs.
type Log struct {
	Simulator simctl.Simulator
	Lines     *state.Ring
	Contains  string
	JSONOnly  bool
}

type logLevel string

func (logLevel) Enum() []string { return []string{"default", "info", "debug"} }

type logStartInput struct {
	simtarget.Args
	ProcessName     tool.Word `json:"processName,omitempty" jsonschema:"only this process"`
	Subsystem       tool.Word `json:"subsystem,omitempty" jsonschema:"only this os_log subsystem"`
	Level           logLevel  `json:"level,omitempty" jsonschema:"least level to show"`
	MessageContains tool.Word `json:"messageContains,omitempty" jsonschema:"at the stop, return only lines that hold this text"`
	JSONLinesOnly   bool      `json:"jsonLinesOnly,omitempty" jsonschema:"at the stop, return only JSON lines with hypothesisId or sessionId"`
}

func (h *handlers) logStart(ctx context.Context, call *tool.Call, in logStartInput) (*tool.Result, error) {
	flags, err := logFlags(string(in.Level), string(in.ProcessName), string(in.Subsystem))
	if err != nil {
		return nil, err
	}
	sim, warnings, err := in.Booted(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	log := &Log{Simulator: sim, Lines: state.NewRing(ringBytes), Contains: string(in.MessageContains), JSONOnly: in.JSONLinesOnly}
	task := h.Logs.Start(call.Client.ID, log, func(ctx context.Context) error {
		_, err := h.Apple.Run(ctx, run.Command{Args: simctl.LogStream(sim.UDID, flags...), Keep: 64 << 10, Line: func(s run.Stream, line string) {
			if s == run.Stdout {
				log.Lines.Add(line)
			}
		}})
		if err == nil {
			err = tool.Errorf(tool.Command, "Boot the simulator and try again.", "the log stream ended by itself")
		}
		return err
	})
	if err := started(ctx, task.Done(), task.Err); err != nil {
		_, _ = h.Logs.Stop(task.ID)
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["captureId"] = task.ID
	return &tool.Result{Text: fmt.Sprintf("Capturing the log of %s as %s", sim, task.ID), Data: facts, Warnings: warnings,
		Next: []tool.Next{{Tool: "bazel_ios_log_capture_stop", Arguments: map[string]any{"captureId": task.ID}}}}, nil
}

// ringBytes bounds what a capture keeps: the newest lines.
const ringBytes = 4 << 20

// logFlags are the flags of "log stream". Values end up in an NSPredicate, so
// they are quoted as that language wants it.
func logFlags(level, process, subsystem string) ([]string, error) {
	var flags, terms []string
	if level != "" {
		flags = append(flags, "--level", level)
	}
	for _, t := range []struct{ key, value string }{{"process", process}, {"subsystem", subsystem}} {
		if t.value == "" {
			continue
		}
		quoted, err := predicateString(t.value)
		if err != nil {
			return nil, tool.Invalid(t.key, "%w", err)
		}
		terms = append(terms, t.key+" == "+quoted)
	}
	if len(terms) > 0 {
		flags = append(flags, "--predicate", strings.Join(terms, " AND "))
	}
	return flags, nil
}

// predicateString quotes a string literal for NSPredicate: backslash and double
// quote are escaped (Apple, Predicate Format String Syntax).
func predicateString(s string) (string, error) {
	if strings.ContainsAny(s, "\n\r") {
		return "", errors.New("cannot hold a line end")
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`, nil
}

type logStopInput struct {
	CaptureID tool.Word `json:"captureId" required:"true" jsonschema:"id that the start gave, such as log-1"`
}

func (h *handlers) logStop(_ context.Context, _ *tool.Call, in logStopInput) (*tool.Result, error) {
	task, err := h.Logs.Stop(string(in.CaptureID))
	if errors.Is(err, state.ErrNoTask) {
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_log_capture_start starts one.", "no log capture is called %q", in.CaptureID)
	}
	log := task.Value
	lines, dropped := log.Lines.Lines()
	var rows []tool.Row
	for _, line := range lines {
		if log.keeps(line) {
			rows = append(rows, tool.Row{Text: line, Data: line})
		}
	}
	facts := simtarget.Facts(log.Simulator)
	facts["captureId"] = task.ID
	res := &tool.Result{Text: fmt.Sprintf("%d lines from %s", len(rows), log.Simulator), Data: facts, List: tool.Newest("lines", rows)}
	if dropped > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the capture grew too large: the oldest %d lines are gone", dropped))
	}
	if err != nil {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the capture had ended before it was stopped: %v", err))
	}
	return res, nil
}

// keeps applies the filters of the capture. A line of a compact log is a text
// that may end in a JSON object, as debug instrumentation prints it.
func (l *Log) keeps(line string) bool {
	if l.Contains != "" && !strings.Contains(line, l.Contains) {
		return false
	}
	if !l.JSONOnly {
		return true
	}
	i := strings.IndexByte(line, '{')
	if i < 0 {
		return false
	}
	var object map[string]any
	if json.Unmarshal([]byte(line[i:]), &object) != nil {
		return false
	}
	return object["hypothesisId"] != nil || object["sessionId"] != nil
}

// captured is the shape of the data of a log capture.
type captured struct {
	simtarget.On
	CaptureID string   `json:"captureId"`
	Lines     []string `json:"lines,omitempty"`
	Total     int      `json:"total,omitempty"`
	Shown     int      `json:"shown,omitempty"`
}
