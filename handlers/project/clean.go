package project

import (
	"context"
	"fmt"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/tool"
)

type cleanInput struct {
	Expunge     bool             `json:"expunge,omitempty" jsonschema:"remove the whole output base and stop Bazel's server"`
	StartupArgs tool.StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
	tool.Stream
}

func (h *handlers) clean(ctx context.Context, call *tool.Call, name string, in cleanInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "clean", name, "Clean", tool.Bazel{StartupArgs: in.StartupArgs, Stream: in.Stream})
	if in.Expunge {
		r.Title, r.Flags = "Clean and expunge", []string{"--expunge"}
	}
	res, err := h.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	facts := bazelcall.Of(h.Bazel, res, "")
	if !res.OK() {
		return nil, bazelcall.Failure("clean", facts, res, h.Bazel.Root)
	}
	return &tool.Result{Text: fmt.Sprintf("Cleaned in %.1f s", res.Duration.Seconds()), Data: facts, RunID: res.RunID, Warnings: bazelcall.Warnings(res)}, nil
}
