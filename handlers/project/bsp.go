package project

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/tool"
)

type bspInput struct {
	QuerySetupTargets bool             `json:"querySetupTargets,omitempty" jsonschema:"also ask Bazel for setup_sourcekit_bsp targets"`
	StartupArgs       tool.StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
}

// bspStatus reads .bsp/skbsp.json, the connection file that the rule
// setup_sourcekit_bsp of sourcekit-bazel-bsp writes.
func (h *handlers) bspStatus(ctx context.Context, call *tool.Call, in bspInput) (*tool.Result, error) {
	file := filepath.Join(h.Bazel.Root, ".bsp", "skbsp.json")
	data := map[string]any{"workspace": h.Bazel.Root, "file": file, "found": false}
	lines := []string{"Workspace: " + h.Bazel.Root}
	res := &tool.Result{}
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
		lines = append(lines, ".bsp/skbsp.json: missing; run the workspace's setup_sourcekit_bsp target once")
	default:
		data["found"] = true
		var connection struct {
			Name string   `json:"name"`
			Argv []string `json:"argv"`
		}
		if err := json.Unmarshal(text, &connection); err != nil {
			res.Warnings = append(res.Warnings, fmt.Sprintf(".bsp/skbsp.json is no valid JSON: %v", err))
			break
		}
		data["name"], data["argv"] = connection.Name, connection.Argv
		lines = append(lines, ".bsp/skbsp.json: found", "Name: "+connection.Name, "Command: "+strings.Join(connection.Argv, " "))
	}
	if in.QuerySetupTargets {
		found, err := h.ask(ctx, call, question{tool: "bazel_ios_bsp_status", title: "Find setup_sourcekit_bsp targets", expression: `kind("setup_sourcekit_bsp rule", //...)`, args: queryArgs{StartupArgs: in.StartupArgs}})
		if err != nil {
			return nil, err
		}
		var labels []string
		for _, r := range found.List.Rows {
			labels = append(labels, r.Text)
		}
		data["setupTargets"], res.RunID = labels, found.RunID
		lines = append(lines, fmt.Sprintf("Set-up targets: %d %s", len(labels), strings.Join(labels, ", ")))
	}
	res.Text, res.Data = strings.Join(lines, "\n"), data
	return res, nil
}
