package device

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"bazelapple/internal/devicectl"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// The newest backend there is comes first: pymobiledevice3 speaks to iOS 17 and
// later, libimobiledevice's tools to what is older.
const (
	newer       = "pymobiledevice3"
	olderLog    = "idevicesyslog"
	olderScreen = "idevicescreenshot"
)

// noBackend is the answer where neither is installed.
func noBackend(what string) error {
	return tool.Errorf(tool.Precondition, "Install it with: pipx install pymobiledevice3", "%s needs pymobiledevice3, which was not found on PATH", what)
}

type screenshotInput struct {
	Args
	OutputPath tool.File `json:"outputPath" required:"true" jsonschema:"PNG file to write"`
}

func (h *handlers) screenshot(ctx context.Context, call *tool.Call, in screenshotInput) (*tool.Result, error) {
	file, err := in.OutputPath.ToWrite(call, h.Root, h.Home)
	if err != nil {
		return nil, err
	}
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	var argv []string
	if _, err := h.Apple.Look(newer); err == nil {
		argv = []string{newer, "developer", "dvt", "screenshot", file, "--udid", d.ID()}
	} else if _, err := h.Apple.Look(olderScreen); err == nil {
		argv = []string{olderScreen, "-u", d.ID(), file}
	} else {
		return nil, noBackend("a device screenshot")
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another outputPath.", "%w", err)
	}
	if _, err := h.Apple.Run(ctx, run.Command{Args: argv, Timeout: time.Minute}); err != nil {
		return nil, tunnelHint(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Size() == 0 {
		return nil, tool.Errorf(tool.Command, "Unlock the device and try again.", "%s reported success but wrote no picture", argv[0])
	}
	data := facts(d)
	data["path"] = file
	return &tool.Result{Text: fmt.Sprintf("Screenshot of %s: %s", d, file), Data: data, Warnings: warnings, Files: []tool.Link{{Path: file, MIMEType: "image/png"}}}, nil
}

// tunnelHint knows what pymobiledevice3 needs on iOS 17 and later.
func tunnelHint(err error) error {
	var exit *run.ExitError
	if errors.As(err, &exit) {
		return &tool.Error{Kind: tool.Command, Err: err, Hint: "Unlock the device; on iOS 17 and later keep a tunnel open with: sudo pymobiledevice3 remote tunneld"}
	}
	return err
}

// A Log is a device log capture that runs.
type Log struct {
	Device devicectl.Device
	Lines  *state.Ring
}

type logStartInput struct {
	Args
	ProcessName tool.Word `json:"processName,omitempty" jsonschema:"only this process"`
}

// ringBytes bounds what a capture keeps: the newest lines.
const ringBytes = 4 << 20

// aliveAfter is how long a log program is watched before its start counts as
// good: what fails at once is told at once.
const aliveAfter = 700 * time.Millisecond

func (h *handlers) logStart(ctx context.Context, call *tool.Call, in logStartInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	var argv []string
	if _, err := h.Apple.Look(newer); err == nil {
		argv = []string{newer, "syslog", "live", "--udid", d.ID()}
		if in.ProcessName != "" {
			argv = append(argv, "--process-name", string(in.ProcessName))
		}
	} else if _, err := h.Apple.Look(olderLog); err == nil {
		argv = []string{olderLog, "-u", d.ID()}
		if d.Transport == "localNetwork" {
			argv = append(argv, "-n")
		}
		if in.ProcessName != "" {
			argv = append(argv, "-p", string(in.ProcessName))
		}
	} else {
		return nil, noBackend("a device log")
	}
	log := &Log{Device: d, Lines: state.NewRing(ringBytes)}
	task := h.Logs.Start(call.Client.ID, log, func(ctx context.Context) error {
		_, err := h.Apple.Run(ctx, run.Command{Args: argv, Keep: 64 << 10, Line: func(s run.Stream, line string) {
			if s == run.Stdout {
				log.Lines.Add(line)
			}
		}})
		if err == nil {
			err = tool.Errorf(tool.Command, "Unlock the device and try again.", "the log stream ended by itself")
		}
		return err
	})
	select {
	case <-task.Done():
		_, err := h.Logs.Stop(task.ID)
		return nil, tunnelHint(err)
	case <-ctx.Done():
		_, _ = h.Logs.Stop(task.ID)
		return nil, context.Cause(ctx)
	case <-time.After(aliveAfter):
	}
	data := facts(d)
	data["captureId"], data["backend"] = task.ID, argv[0]
	return &tool.Result{Text: fmt.Sprintf("Capturing the log of %s as %s, with %s", d, task.ID, argv[0]), Data: data, Warnings: warnings,
		Next: []tool.Next{{Tool: "bazel_ios_device_log_stop", Arguments: map[string]any{"captureId": task.ID}}}}, nil
}

type logStopInput struct {
	CaptureID tool.Word `json:"captureId" required:"true" jsonschema:"id that the start gave, such as device-log-1"`
}

func (h *handlers) logStop(_ context.Context, _ *tool.Call, in logStopInput) (*tool.Result, error) {
	task, err := h.Logs.Stop(string(in.CaptureID))
	if errors.Is(err, state.ErrNoTask) {
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_device_log_start starts one.", "no device log capture is called %q", in.CaptureID)
	}
	lines, dropped := task.Value.Lines.Lines()
	rows := make([]tool.Row, len(lines))
	for i, line := range lines {
		rows[i] = tool.Row{Text: line, Data: line}
	}
	data := facts(task.Value.Device)
	data["captureId"] = task.ID
	res := &tool.Result{Text: fmt.Sprintf("%d lines from %s", len(rows), task.Value.Device), Data: data, List: tool.Newest("lines", rows)}
	if dropped > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the capture grew too large: the oldest %d lines are gone", dropped))
	}
	if err != nil {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the capture had ended before it was stopped: %v", err))
	}
	return res, nil
}
