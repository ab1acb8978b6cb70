// Package capture holds the tools that take pictures, videos and logs of
// simulators.
package capture

import (
	"context"
	"time"

	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	Apple  run.Runner
	Root   string
	Home   string
	Logs   *state.Tasks[*Log]
	Videos *state.Tasks[*Video]
}

// Module returns the capture tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowCapture, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_screenshot", Title: "Take Screenshot…",
			Output:      shot{},
			Description: "Take a screenshot: a picture of what a simulator's screen shows now, saved as PNG.",
			Apple:       true,
		}, h.screenshot),
		tool.New(tool.Definition{
			Name: "bazel_ios_video_record_start", Title: "Start Video Recording…",
			Description: "Start recording a simulator's screen as a video (movie) file.",
			Apple:       true,
		}, h.videoStart),
		tool.New(tool.Definition{
			Name: "bazel_ios_video_record_stop", Title: "Stop Video Recording…",
			Description: "Stop a video recording of the screen and give the finished file.",
			Idempotent:  true,
		}, h.videoStop),
		tool.New(tool.Definition{
			Name: "bazel_ios_log_capture_start", Title: "Start Log Capture…",
			Output:      captured{},
			Description: "Start capturing an app's or simulator's log (os_log) in the background, by process, subsystem or level.",
			Apple:       true,
		}, h.logStart),
		tool.New(tool.Definition{
			Name: "bazel_ios_log_capture_stop", Title: "Stop Log Capture…",
			Output:      captured{},
			Description: "Stop a log capture and show the log lines that it collected.",
			Idempotent:  true,
		}, h.logStop),
	}}
}

type handlers struct{ Deps }

// aliveAfter is how long a background program is watched before its start
// counts as good: what fails at once is told at once.
const aliveAfter = 400 * time.Millisecond

// started waits until the process has lived for aliveAfter, or returns how it
// ended.
func started(ctx context.Context, done <-chan struct{}, err func() error) error {
	select {
	case <-done:
		return err()
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(aliveAfter):
		return nil
	}
}
