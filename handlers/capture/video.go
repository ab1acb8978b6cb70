package capture

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// A Video is a recording that runs.
type Video struct {
	Simulator simctl.Simulator
	Path      string
}

type videoStartInput struct {
	simtarget.Args
	OutputPath tool.File `json:"outputPath" required:"true" jsonschema:"video file to write, .mov or .mp4"`
}

func (h *handlers) videoStart(ctx context.Context, call *tool.Call, in videoStartInput) (*tool.Result, error) {
	file, err := in.OutputPath.ToWrite(call, h.Root, h.Home)
	if err != nil {
		return nil, err
	}
	sim, warnings, err := in.Booted(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another outputPath.", "%w", err)
	}
	task := h.Videos.Start(call.Client.ID, &Video{Simulator: sim, Path: file}, func(ctx context.Context) error {
		// simctl finishes the file when it is interrupted; killed, it leaves a
		// file that no player opens.
		_, err := h.Apple.Run(ctx, run.Command{Args: simctl.RecordVideo(sim.UDID, file), Stop: []syscall.Signal{syscall.SIGINT}, Grace: 5 * time.Second})
		if err == nil {
			err = tool.Errorf(tool.Command, "Record again.", "the recording ended by itself")
		}
		return err
	})
	if err := started(ctx, task.Done(), task.Err); err != nil {
		_, _ = h.Videos.Stop(task.ID)
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["recordingId"], facts["path"] = task.ID, file
	return &tool.Result{Text: fmt.Sprintf("Recording %s of %s into %s", task.ID, sim, file), Data: facts, Warnings: warnings,
		Next: []tool.Next{{Tool: "bazel_ios_video_record_stop", Arguments: map[string]any{"recordingId": task.ID}}}}, nil
}

type videoStopInput struct {
	RecordingID tool.Word `json:"recordingId" required:"true" jsonschema:"id that the start gave, such as video-1"`
}

func (h *handlers) videoStop(_ context.Context, _ *tool.Call, in videoStopInput) (*tool.Result, error) {
	task, err := h.Videos.Stop(string(in.RecordingID))
	if errors.Is(err, state.ErrNoTask) {
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_video_record_start starts one.", "no recording is called %q", in.RecordingID)
	}
	v := task.Value
	if err != nil {
		return nil, &tool.Error{Kind: tool.Command, Err: fmt.Errorf("the recording had ended before: %w", err)}
	}
	info, err := os.Stat(v.Path)
	if err != nil || info.Size() == 0 {
		return nil, tool.Errorf(tool.Command, "Record again for at least a second.", "the recording was stopped but %s holds no video", v.Path)
	}
	facts := simtarget.Facts(v.Simulator)
	facts["path"], facts["bytes"] = v.Path, info.Size()
	return &tool.Result{Text: fmt.Sprintf("Saved the video of %s: %s (%d bytes)", v.Simulator, v.Path, info.Size()), Data: facts, Files: []tool.Link{{Path: v.Path, MIMEType: "video/quicktime"}}}, nil
}
