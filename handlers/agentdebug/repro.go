package agentdebug

import (
	"context"
	"errors"
	"maps"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/tool"
)

type reproInput struct {
	simtarget.Args
	Target          tool.Label        `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
	LogPath         tool.File         `json:"logPath" required:"true" jsonschema:"the log that the app writes"`
	SessionID       tool.Word         `json:"sessionId" required:"true" jsonschema:"name of the debugging session; the app sees it"`
	HypothesisIDs   []string          `json:"hypothesisIds,omitempty" jsonschema:"hypotheses under test, repeated in the answer"`
	LaunchEnv       map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
	LaunchArgs      []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	StartLogCapture bool              `json:"startLogCapture,omitempty" jsonschema:"also capture the simulator's log, JSON lines only"`
	BuildMode       tool.BuildMode    `json:"buildMode,omitempty" jsonschema:"debug, release or release_with_symbols" default:"buildMode"`
	Configs         tool.Configs      `json:"configs,omitempty" jsonschema:"names from .bazelrc; each becomes --config=NAME"`
	tool.Stream
}

func (h *handlers) repro(ctx context.Context, call *tool.Call, in reproInput) (*tool.Result, error) {
	path, err := h.path("logPath", in.LogPath)
	if err != nil {
		return nil, err
	}
	existed, err := remove(path)
	if err != nil {
		return nil, err
	}
	env := map[string]string{}
	maps.Copy(env, in.LaunchEnv)
	env["AGENT_DEBUG_LOG_PATH"], env["AGENT_DEBUG_SESSION_ID"] = path, string(in.SessionID)
	args := map[string]any{"target": in.Target, "platform": "simulator", "launchEnv": env}
	put := func(key string, value any, given bool) {
		if given {
			args[key] = value
		}
	}
	put("simulatorId", in.SimulatorID, in.SimulatorID != "")
	put("simulatorName", in.SimulatorName, in.SimulatorName != "")
	put("launchArgs", in.LaunchArgs, len(in.LaunchArgs) > 0)
	put("buildMode", in.BuildMode, in.BuildMode != "")
	put("configs", in.Configs, len(in.Configs) > 0)
	put("streaming", in.Streaming, in.Streaming != nil)
	built, err := h.Call(ctx, call, "bazel_ios_build_and_run", args)
	if err != nil {
		return nil, err
	}
	if built == nil {
		return nil, errors.New("bazel_ios_build_and_run is not there")
	}
	data := map[string]any{"logPath": path, "cleared": existed, "sessionId": in.SessionID, "hypothesisIds": in.HypothesisIDs, "buildAndRun": built.Data}
	res := &tool.Result{Text: built.Text + "\nThe app writes its debug log to " + path, Data: data, Warnings: built.Warnings, RunID: built.RunID,
		Next: []tool.Next{{Tool: "bazel_ios_agent_debug_log_read", Arguments: map[string]any{"logPath": path}, Why: "when the bug has shown itself"}}}
	if in.StartLogCapture {
		capture := map[string]any{"jsonLinesOnly": true}
		for _, key := range []string{"simulatorId", "simulatorName"} {
			if v, ok := args[key]; ok {
				capture[key] = v
			}
		}
		started, err := h.Call(ctx, call, "bazel_ios_log_capture_start", capture)
		if err != nil {
			res.Warnings = append(res.Warnings, "the app runs, but its log is not captured: "+err.Error())
			return res, nil
		}
		if facts, ok := started.Data.(map[string]any); ok {
			data["captureId"] = facts["captureId"]
		}
		res.Next = append(res.Next, started.Next...)
	}
	return res, nil
}
