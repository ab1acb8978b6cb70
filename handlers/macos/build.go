package macos

import (
	"context"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/tool"
)

type buildInput struct {
	Target    tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label or pattern to build"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	tool.Bazel
}

func (h *handlers) build(ctx context.Context, call *tool.Call, in buildInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "build", "bazel_macos_build", "Build "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination = in.BuildMode, bazel.MacOS
	return h.Build.Build(ctx, r)
}

type runInput struct {
	Target    tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label of an executable target"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	RunArgs   []string       `json:"runArgs,omitempty" jsonschema:"arguments of the program"`
	tool.Bazel
}

func (h *handlers) run(ctx context.Context, call *tool.Call, in runInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "run", "bazel_macos_run", "Run "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination = in.BuildMode, bazel.MacOS
	return h.Build.Run(ctx, r, in.RunArgs)
}
