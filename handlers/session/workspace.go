package session

import (
	"context"

	"bazelapple/internal/config"
	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
)

type setWorkspaceInput struct {
	WorkspacePath tool.Folder `json:"workspacePath" required:"true" jsonschema:"folder that holds MODULE.bazel or WORKSPACE, or a folder below it"`
	BazelPath     tool.File   `json:"bazelPath,omitempty" jsonschema:"bazel program to use; a person's setting, refused from an agent"`
}

func (h *handlers) setWorkspace(ctx context.Context, call *tool.Call, in setWorkspaceInput) (*tool.Result, error) {
	if in.BazelPath != "" && call.Client.Role == tool.Agent {
		return nil, tool.Errorf(tool.Precondition, "Leave bazelPath out. A person can set bazelApple.bazel.path, BAZEL_APPLE_BAZEL, or bazelPath in the settings file of the home folder.",
			"an agent cannot choose the bazel program")
	}
	root, err := workspace.Find(config.ExpandHome(string(in.WorkspacePath), h.Home))
	if err != nil {
		return nil, tool.Errorf(tool.NotFound, "Give the folder that holds MODULE.bazel, WORKSPACE or WORKSPACE.bazel.", "%w", err)
	}
	if call.Move == nil {
		return nil, tool.Errorf(tool.Precondition, "Pass --workspace DIR instead.", "this client's workspace cannot be changed")
	}
	if err := call.Move(ctx, root, string(in.BazelPath)); err != nil {
		return nil, err
	}
	res := &tool.Result{Text: "Workspace set to " + root, Data: map[string]any{"workspace": root}}
	if call.Client.Role == tool.Shell {
		res.Warnings = []string{"this holds for this command only; use --workspace or BAZEL_APPLE_WORKSPACE for others"}
	}
	return res, nil
}
