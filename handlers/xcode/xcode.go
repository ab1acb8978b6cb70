// Package xcode holds the tools that reach what Xcode itself brings for agents.
package xcode

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
	"bazelapple/internal/xcode"
)

// Deps are what the module stands on.
type Deps struct {
	Xcode xcode.Client
	Apple run.Runner
	Root  string
	Home  string
}

// Module returns the xcode tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowXcode, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_xcode_native_mcp_status", Title: "Show Xcode's Agent Tools",
			Description: "Show which Xcode brings its own MCP server, LLDB server and DeviceHub, and how to start them.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.status),
		tool.New(tool.Definition{
			Name: "bazel_xcode_open_device_hub", Title: "Open DeviceHub",
			Description: "Open Xcode's device hub (DeviceHub), where it is installed.",
			Idempotent:  true, Apple: true,
		}, h.openDeviceHub),
		tool.New(tool.Definition{
			Name: "bazel_xcode_export_skills", Title: "Export Xcode Skills…",
			Description: "Export Xcode's agent skills into a folder.",
			Apple:       true,
		}, h.exportSkills),
	}}
}

type handlers struct{ Deps }

type none struct{}

func (h *handlers) status(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	selected := h.Xcode.Selected(ctx)
	installs, pids := h.Xcode.Installs(selected), h.Xcode.Running(ctx)
	var lines []string
	bridge, lldb, hub := false, false, false
	for _, i := range installs {
		var parts []string
		for _, p := range []struct {
			there string
			name  string
			any   *bool
		}{{i.MCPBridge, "mcpbridge", &bridge}, {i.LLDBMCP, "lldb-mcp", &lldb}, {i.DeviceHub, "DeviceHub", &hub}} {
			if p.there != "" {
				parts = append(parts, p.name)
				*p.any = true
			}
		}
		line := i.Path
		if i.Active {
			line += " (selected)"
		}
		if len(parts) == 0 {
			parts = []string{"no agent tools; they come with Xcode 26 and later"}
		}
		lines = append(lines, line+": "+strings.Join(parts, ", "))
	}
	if len(installs) == 0 {
		lines = append(lines, "No Xcode was found in "+h.Xcode.Applications+".")
	}
	running := "Xcode is not running."
	if len(pids) > 0 {
		running = fmt.Sprintf("Xcode is running (process %v).", pids)
	}
	lines = append(lines, running)
	if bridge {
		lines = append(lines, "A client starts Xcode's MCP server with: xcrun mcpbridge")
	}
	return &tool.Result{Text: strings.Join(lines, "\n"), Data: map[string]any{
		"installs": installs, "activeDeveloperDir": selected, "runningXcodePids": pids, "bridgeAvailable": bridge, "lldbMcpAvailable": lldb, "deviceHubAvailable": hub,
		"clientConfig": map[string]any{"command": "xcrun", "args": []string{"mcpbridge"}},
	}}, nil
}

func (h *handlers) openDeviceHub(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	for _, i := range h.Xcode.Installs(h.Xcode.Selected(ctx)) {
		if i.DeviceHub == "" {
			continue
		}
		if _, err := h.Apple.Run(ctx, run.Command{Args: []string{"open", i.DeviceHub}, Timeout: 30 * time.Second}); err != nil {
			return nil, err
		}
		return &tool.Result{Text: "Opened " + i.DeviceHub, Data: map[string]any{"path": i.DeviceHub}}, nil
	}
	return nil, &tool.Error{Kind: tool.Precondition, Err: errors.New("no installed Xcode brings DeviceHub"), Hint: "It comes with Xcode 27; bazel_ios_open_simulator opens the Simulator app."}
}

type exportInput struct {
	OutputDir       tool.Folder `json:"outputDir,omitempty" jsonschema:"folder for the skills; Xcode chooses one by default"`
	ReplaceExisting bool        `json:"replaceExisting,omitempty" jsonschema:"overwrite skills that are there"`
}

func (h *handlers) exportSkills(ctx context.Context, call *tool.Call, in exportInput) (*tool.Result, error) {
	argv := []string{"xcrun", "mcpbridge", "run-agent", "skills", "export"}
	if in.OutputDir != "" {
		folder, err := in.OutputDir.ToWrite(call, h.Root, h.Home)
		if err != nil {
			return nil, err
		}
		argv = append(argv, "--output-dir", folder)
	}
	if in.ReplaceExisting {
		argv = append(argv, "--replace-existing")
	}
	out, err := h.Apple.Run(ctx, run.Command{Args: argv, Dir: h.Root, Timeout: time.Minute})
	if err != nil {
		var exit *run.ExitError
		if errors.As(err, &exit) {
			return nil, &tool.Error{Kind: tool.Command, Err: err, Hint: "mcpbridge comes with Xcode 26 and later; bazel_xcode_native_mcp_status shows which Xcode has it."}
		}
		return nil, err
	}
	return &tool.Result{Text: "Exported Xcode's skills.\n" + strings.TrimSpace(string(out.Stdout)), Data: map[string]any{"outputDir": in.OutputDir, "exported": true}}, nil
}
