// Package workflows holds the tools that belong to no workflow and are always
// offered: they show and change which workflows a client is offered, find tools
// by what they do, and call those that are not offered.
package workflows

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bazelapple/internal/tool"
)

// CallTool is the name of the tool that calls another.
const CallTool = "bazel_call_tool"

// Deps are what the module stands on.
type Deps struct {
	// Definitions returns all tools there are.
	Definitions func() []tool.Definition
	// Handle runs a tool of the catalog.
	Handle func(ctx context.Context, call *tool.Call, name string, args json.RawMessage) (*tool.Result, error)
}

// Module returns the tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowNone, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_list_workflows", Title: "List Workflows",
			Description: "List the groups of tools (workflows, toolsets) that exist and which are offered to this client.",
			ReadOnly:    true, Idempotent: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_toggle_workflow", Title: "Toggle Workflow…",
			Description: "Turn on (enable) or off tools: a group (lldb, device, macos …) in this client's list; 'all' means every one.",
			Idempotent:  true,
		}, h.toggle),
		tool.New(tool.Definition{
			Name: "bazel_find_tools", Title: "Find Tools…",
			Description: "Search for a tool by what it can do, among all tools, also those not listed.",
			ReadOnly:    true, Idempotent: true,
		}, h.find),
		tool.New(tool.Definition{
			Name: CallTool, Title: "Call Tool…",
			Description: "Call (invoke) any tool by name, also one that is not in the list; bazel_find_tools finds it.",
			Destructive: true, Timeout: tool.MaxSeconds * 1e9,
		}, h.call),
	}}
}

type handlers struct{ Deps }

type none struct{}

func (h *handlers) list(_ context.Context, call *tool.Call, _ none) (*tool.Result, error) {
	counts := map[tool.Workflow]int{}
	for _, d := range h.Definitions() {
		counts[d.Workflow]++
	}
	lines := []string{"Workflows (on = offered to this client):"}
	var data []map[string]any
	for _, w := range tool.Workflows() {
		on := offered(call, w.ID)
		lines = append(lines, fmt.Sprintf("  %-3s %s (%d): %s", map[bool]string{true: "on", false: "off"}[on], w.ID, counts[w.ID], w.Description))
		data = append(data, map[string]any{"id": w.ID, "tools": counts[w.ID], "on": on})
	}
	return &tool.Result{Text: strings.Join(lines, "\n"), Data: map[string]any{"workflows": data}}, nil
}

// offered reports whether the client lists w; a client without a list of its
// own has all.
func offered(call *tool.Call, w tool.Workflow) bool {
	return call.Surface == nil || slices.Contains(call.Surface.Offered(), w)
}

// workflow is a workflow's id, or all.
type workflow string

// Enum implements the schema's list.
func (workflow) Enum() []string {
	ids := []string{"all"}
	for _, w := range tool.Workflows() {
		ids = append(ids, string(w.ID))
	}
	return ids
}

type toggleInput struct {
	ID      workflow `json:"id" required:"true" jsonschema:"workflow id, or all"`
	Enabled bool     `json:"enabled" required:"true" jsonschema:"true offers its tools, false does not"`
}

func (h *handlers) toggle(_ context.Context, call *tool.Call, in toggleInput) (*tool.Result, error) {
	if call.Surface == nil {
		return nil, tool.Errorf(tool.Precondition, "Workflows choose what an agent's list shows; the settings enabledWorkflows and bazelApple.agent.workflows do so too.", "this client is offered every tool")
	}
	var ids []tool.Workflow
	if in.ID != "all" {
		ids = []tool.Workflow{tool.Workflow(in.ID)}
	}
	note, err := call.Surface.Toggle(ids, in.Enabled)
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf("Workflow %s is now %s.", in.ID, map[bool]string{true: "on", false: "off"}[in.Enabled])
	res := &tool.Result{Text: text, Data: map[string]any{"workflow": in.ID, "on": in.Enabled, "offered": call.Surface.Offered()}}
	if note != "" {
		res.Warnings = []string{note}
	}
	return res, nil
}

type callInput struct {
	Name      tool.Word      `json:"name" required:"true" jsonschema:"name of the tool"`
	Arguments map[string]any `json:"arguments,omitempty" jsonschema:"its arguments"`
}

// call is what a door that does not unwrap calls comes to.
func (h *handlers) call(ctx context.Context, call *tool.Call, in callInput) (*tool.Result, error) {
	args, err := json.Marshal(in.Arguments)
	if err != nil {
		return nil, err
	}
	res, err := h.Handle(ctx, call, string(in.Name), args)
	if res == nil && err == nil {
		return nil, unknown(string(in.Name), h.Definitions())
	}
	return res, err
}

func unknown(name string, defs []tool.Definition) error {
	names := make([]string, len(defs))
	for i, d := range defs {
		names[i] = d.Name
	}
	hint := "bazel_find_tools finds tools by what they do."
	if near := tool.Nearest(name, names); near != "" {
		hint = "Did you mean " + near + "?"
	}
	return tool.Errorf(tool.UnknownTool, hint, "there is no tool %.60q", name)
}

// Unwrap returns the inner call of a bazel_call_tool, so that policy, budget,
// paging and the log see the tool that is meant. Anything else comes back as
// it is.
func Unwrap(name string, args json.RawMessage) (string, json.RawMessage) {
	for range 4 { // a call of a call of a call …
		if name != CallTool {
			break
		}
		var in struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
		}
		if json.Unmarshal(args, &in) != nil || in.Name == "" {
			break
		}
		name, args = in.Name, in.Arguments
	}
	return name, args
}
