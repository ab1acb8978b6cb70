package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"bazelapple/internal/tool"
)

// platformDefault is what platform may be set to as a default.
type platformDefault string

func (platformDefault) Enum() []string {
	return []string{"none", "simulator", "device", "macos", "tvos", "watchos", "visionos"}
}

type setDefaultsInput struct {
	Target        tool.Label      `json:"target,omitempty" jsonschema:"label that builds and tests fall back on"`
	SimulatorName tool.Word       `json:"simulatorName,omitempty" jsonschema:"simulator by name, such as iPhone 17"`
	SimulatorID   tool.Simulator  `json:"simulatorId,omitempty" jsonschema:"simulator by UDID"`
	DeviceName    tool.Word       `json:"deviceName,omitempty" jsonschema:"device by name"`
	DeviceID      tool.Device     `json:"deviceId,omitempty" jsonschema:"device by UDID or CoreDevice identifier"`
	BuildMode     tool.BuildMode  `json:"buildMode,omitempty" jsonschema:"debug, release or release_with_symbols; none clears it"`
	Platform      platformDefault `json:"platform,omitempty" jsonschema:"what to build for; none clears it"`
	Streaming     *bool           `json:"streaming,omitempty" jsonschema:"report output lines while commands run"`
	Profile       tool.Word       `json:"profile,omitempty" jsonschema:"named profile from the settings file; other arguments are set on top of it"`
	Clear         bool            `json:"clear,omitempty" jsonschema:"forget all defaults of the session first"`
}

func (h *handlers) setDefaults(_ context.Context, call *tool.Call, in setDefaultsInput) (*tool.Result, error) {
	values := map[string]any{}
	for key, v := range map[string]string{
		"target": string(in.Target), "simulatorName": string(in.SimulatorName), "simulatorId": string(in.SimulatorID),
		"deviceName": string(in.DeviceName), "deviceId": string(in.DeviceID), "buildMode": string(in.BuildMode), "platform": string(in.Platform),
	} {
		switch v {
		case "":
		case "none":
			values[key] = nil
		default:
			values[key] = v
		}
	}
	if in.Streaming != nil {
		values["streaming"] = *in.Streaming
	}
	// An agent's defaults last as long as the host; a person's are remembered.
	remember := call.Client.Role != tool.Agent
	if in.Clear {
		if err := h.Session.Clear(remember); err != nil {
			return nil, err
		}
	}
	if in.Profile != "" {
		if err := h.Session.Activate(string(in.Profile), remember); err != nil {
			return nil, tool.Errorf(tool.NotFound, "bazel_ios_list_profiles lists them.", "%w", err)
		}
	}
	if len(values) > 0 {
		if err := h.Session.Set(values, remember); err != nil {
			return nil, err
		}
	}
	return &tool.Result{Text: h.defaultsText(), Data: map[string]any{"defaults": h.Session.Defaults(), "profile": h.Session.Profile()}}, nil
}

func (h *handlers) defaultsText() string {
	defaults := h.Session.Defaults()
	if len(defaults) == 0 {
		return "No defaults are set."
	}
	lines := []string{"Defaults:"}
	for _, key := range slices.Sorted(maps.Keys(defaults)) {
		lines = append(lines, fmt.Sprintf("  %s: %v", key, defaults[key]))
	}
	if p := h.Session.Profile(); p != "" {
		lines = append(lines, "Profile: "+p)
	}
	return strings.Join(lines, "\n")
}

func (h *handlers) showDefaults(context.Context, *tool.Call, none) (*tool.Result, error) {
	workspace := h.Root
	if workspace == "" {
		workspace = "none"
	}
	lines := []string{"Workspace: " + workspace}
	merged := h.Session.Config.Merged()
	if merged.BazelPath != nil {
		lines = append(lines, "Bazel: "+*merged.BazelPath)
	}
	files := h.Session.Config.FileNames()
	for _, f := range files {
		lines = append(lines, "Settings file: "+f)
	}
	if h.Host.Simulated {
		lines = append(lines, "Apple tools: simulated")
	}
	lines = append(lines, h.defaultsText())
	return &tool.Result{
		Text:     strings.Join(lines, "\n"),
		Data:     map[string]any{"workspace": h.Root, "defaults": h.Session.Defaults(), "profile": h.Session.Profile(), "settingsFiles": files, "simulated": h.Host.Simulated},
		Warnings: h.problems(),
	}, nil
}

// problems are the faults of the settings files, as warnings.
func (h *handlers) problems() []string {
	var out []string
	for _, p := range h.Session.Config.Problems() {
		out = append(out, p.Error())
	}
	if _, _, unknown := h.Session.Config.Workflows(); len(unknown) > 0 {
		out = append(out, "enabledWorkflows names no such workflow: "+strings.Join(unknown, ", "))
	}
	return out
}

func (h *handlers) listProfiles(context.Context, *tool.Call, none) (*tool.Result, error) {
	profiles := h.Session.Config.Profiles()
	if len(profiles) == 0 {
		return &tool.Result{Text: "No profiles are defined. Add them under profiles: in .bazel-apple/config.yaml.", Data: map[string]any{"profiles": []any{}}, Warnings: h.problems()}, nil
	}
	active := h.Session.Profile()
	var rows []tool.Row
	for _, name := range slices.Sorted(maps.Keys(profiles)) {
		defaults := profiles[name].Defaults()
		text := "  " + name
		if name == active {
			text = "* " + name
		}
		for _, key := range slices.Sorted(maps.Keys(defaults)) {
			text += fmt.Sprintf(" %s=%v", key, defaults[key])
		}
		rows = append(rows, tool.Row{Text: text, Data: map[string]any{"name": name, "active": name == active, "defaults": defaults}})
	}
	return &tool.Result{Text: "Profiles:", List: tool.Page{}.Cut("profiles", rows, 0), Warnings: h.problems()}, nil
}

// inForce is the shape of the data of the defaults.
type inForce struct {
	Workspace     string         `json:"workspace,omitempty"`
	Defaults      map[string]any `json:"defaults"`
	Profile       string         `json:"profile"`
	SettingsFiles []string       `json:"settingsFiles,omitempty"`
	Simulated     bool           `json:"simulated,omitempty"`
}
