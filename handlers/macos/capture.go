package macos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/handlers/capture"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// level is what `log stream --level` takes.
type level string

// Enum implements the tools' enums.
func (level) Enum() []string { return []string{"default", "info", "debug"} }

type logInput struct {
	ProcessName    tool.Word    `json:"processName,omitempty" jsonschema:"only processes whose path ends in this"`
	Level          level        `json:"level,omitempty" jsonschema:"least level; info and debug show more"`
	TimeoutSeconds tool.Seconds `json:"timeoutSeconds,omitempty" jsonschema:"how long to capture, 30 by default"`
}

// ringBytes bounds what a capture keeps: the newest lines.
const ringBytes = 4 << 20

const logLength = 30 * time.Second

func (h *handlers) log(ctx context.Context, call *tool.Call, in logInput) (*tool.Result, error) {
	length := logLength
	if in.TimeoutSeconds > 0 {
		length = time.Duration(float64(in.TimeoutSeconds) * float64(time.Second))
	}
	args := []string{"log", "stream", "--style", "compact"}
	if in.Level != "" {
		args = append(args, "--level", string(in.Level))
	}
	if in.ProcessName != "" {
		args = append(args, "--predicate", "processImagePath ENDSWITH "+predicateString(string(in.ProcessName)))
	}
	lines := state.NewRing(ringBytes)
	call.Progress(tool.Progress{Message: fmt.Sprintf("Capturing the log for %v", length)})
	_, err := h.Apple.Run(ctx, run.Command{Args: args, Keep: 64 << 10, Timeout: length, Line: func(s run.Stream, line string) {
		if s == run.Stdout {
			lines.Add(line)
		}
	}})
	ended := errors.Is(err, run.ErrTimeout) || errors.Is(context.Cause(ctx), run.ErrTimeout) // the call's own limit is the same length
	if err != nil && !ended {
		return nil, err
	}
	kept, dropped := lines.Lines()
	rows := make([]tool.Row, len(kept))
	for i, line := range kept {
		rows[i] = tool.Row{Text: line, Data: line}
	}
	out := &tool.Result{Text: fmt.Sprintf("%d lines in %v", len(rows), length), Data: map[string]any{"seconds": length.Seconds()}, List: tool.Newest("lines", rows)}
	if !ended {
		out.Warnings = append(out.Warnings, "the log stream ended by itself before its time")
	}
	if dropped > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("the log was too long to keep: the oldest %d lines are gone", dropped))
	}
	return out, nil
}

// predicateString writes a string literal of NSPredicate's format language.
func predicateString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

type screenshotInput struct {
	OutputPath tool.File `json:"outputPath" required:"true" jsonschema:"PNG file to write"`
	WindowOnly bool      `json:"windowOnly,omitempty" jsonschema:"only the front window"`
}

// frontWindow prints "x, y, width, height" in points.
const frontWindow = `tell application "System Events" to tell window 1 of (first process whose frontmost is true) to get position & size`

// screenshot puts the flags before the file, where screencapture reads them. Its
// own choice of a window (-w) waits for a click, so the front window is given as
// a rectangle.
func (h *handlers) screenshot(ctx context.Context, call *tool.Call, in screenshotInput) (*tool.Result, error) {
	file, err := in.OutputPath.ToWrite(call, h.Root, h.Home)
	if err != nil {
		return nil, err
	}
	args := []string{"screencapture", "-o"}
	if in.WindowOnly {
		out, err := h.Apple.Run(ctx, run.Command{Args: []string{"osascript", "-e", frontWindow}, Timeout: 10 * time.Second})
		if err != nil {
			return nil, &tool.Error{Kind: tool.Command, Err: err, Hint: "Allow this program under Privacy & Security, Accessibility; or leave windowOnly out."}
		}
		var x, y, w, height int
		if n, _ := fmt.Sscanf(strings.TrimSpace(string(out.Stdout)), "%d, %d, %d, %d", &x, &y, &w, &height); n != 4 || w <= 0 || height <= 0 {
			return nil, tool.Errorf(tool.Precondition, "Leave windowOnly out for the whole screen.", "the front app has no window")
		}
		args = append(args, fmt.Sprintf("-R%d,%d,%d,%d", x, y, w, height))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another outputPath.", "%w", err)
	}
	before, _ := os.Stat(file)
	if _, err := h.Apple.Run(ctx, run.Command{Args: append(args, file)}); err != nil {
		return nil, &tool.Error{Kind: tool.Command, Err: err, Hint: "Allow this program under Privacy & Security, Screen Recording."}
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 || before != nil && info.ModTime().Equal(before.ModTime()) {
		return nil, tool.Errorf(tool.Command, "Allow this program under Privacy & Security, Screen Recording.", "screencapture reported success but wrote no picture")
	}
	res := &tool.Result{Text: "Screenshot: " + file, Data: map[string]any{"path": file, "outputPath": file}, Files: []tool.Link{{Path: file, MIMEType: "image/png"}}}
	shot, err := capture.Shown(file)
	if err != nil {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the file is written but cannot be shown: %v", err))
		return res, nil
	}
	res.Images = []tool.Image{shot}
	return res, nil
}
