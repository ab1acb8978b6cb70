package simulator

import (
	"context"
	"errors"
	"fmt"
	"os"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

type openInput struct{ simtarget.Args }

// open shows the Simulator app. Xcode 27 calls it DeviceHub.
func (h *handlers) open(ctx context.Context, _ *tool.Call, in openInput) (*tool.Result, error) {
	var args []string
	text := "Opened the Simulator app"
	var warnings []string
	if in.SimulatorID != "" || in.SimulatorName != "" {
		sim, w, err := in.Resolve(ctx, h.Simctl)
		if err != nil {
			return nil, err
		}
		warnings = w
		args = []string{"--args", "-CurrentDeviceUDID", sim.UDID}
		text += " on " + sim.String()
	}
	if err := simctl.OpenViewer(ctx, h.Apple, args); err != nil {
		return nil, err
	}
	return &tool.Result{Text: text, Warnings: warnings, Data: map[string]any{"opened": true}}, nil
}

type addMediaInput struct {
	simtarget.Args
	Paths []tool.File `json:"paths" required:"true" jsonschema:"image, video or contact files"`
}

func (h *handlers) addMedia(ctx context.Context, call *tool.Call, in addMediaInput) (*tool.Result, error) {
	if len(in.Paths) == 0 {
		return nil, tool.Invalid("paths", "at least one file is needed")
	}
	files := make([]string, len(in.Paths))
	for i, p := range in.Paths {
		files[i] = p.Resolve(h.Root, h.Home)
		if _, err := os.Stat(files[i]); err != nil {
			return nil, tool.Errorf(tool.NotFound, "Give paths of existing files.", "%w", err)
		}
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.AddMedia(ctx, sim.UDID, files); err != nil {
		return nil, simtarget.Explain(err)
	}
	return done(sim, warnings, fmt.Sprintf("Added %d files to %s", len(files), sim)), nil
}

type containerKind string

func (containerKind) Enum() []string { return []string{"app", "data", "groups"} }

type containerInput struct {
	simtarget.Args
	BundleID tool.BundleID `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
	Kind     containerKind `json:"kind,omitempty" jsonschema:"app, data (the default) or groups"`
}

func (h *handlers) container(ctx context.Context, _ *tool.Call, in containerInput) (*tool.Result, error) {
	if in.Kind == "" {
		in.Kind = "data"
	}
	sim, warnings, err := in.Resolve(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	path, err := h.Simctl.Container(ctx, sim.UDID, string(in.BundleID), string(in.Kind))
	if err != nil {
		var exit *run.ExitError
		if errors.As(err, &exit) {
			err = &tool.Error{Kind: tool.Command, Err: err, Hint: "Is the app installed on " + sim.String() + "?"}
		}
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["path"] = path
	return &tool.Result{Text: path, Data: facts, Warnings: warnings}, nil
}
