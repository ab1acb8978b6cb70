package simulator

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

type locationInput struct {
	simtarget.Args
	Latitude  *float64 `json:"latitude" required:"true" jsonschema:"degrees north" minimum:"-90" maximum:"90"`
	Longitude *float64 `json:"longitude" required:"true" jsonschema:"degrees east" minimum:"-180" maximum:"180"`
}

func (h *handlers) location(ctx context.Context, call *tool.Call, in locationInput) (*tool.Result, error) {
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.SetLocation(ctx, sim.UDID, *in.Latitude, *in.Longitude); err != nil {
		return nil, simtarget.Explain(err)
	}
	return done(sim, warnings, fmt.Sprintf("Location set to %v, %v on %s", *in.Latitude, *in.Longitude, sim)), nil
}

// done is the result of a tool that changed one thing of a simulator.
func done(sim simctl.Simulator, warnings []string, text string) *tool.Result {
	return &tool.Result{Text: text, Data: simtarget.Facts(sim), Warnings: warnings}
}

type appearance string

func (appearance) Enum() []string { return []string{"light", "dark"} }

type appearanceInput struct {
	simtarget.Args
	Appearance appearance `json:"appearance" required:"true" jsonschema:"light or dark"`
}

func (h *handlers) appearance(ctx context.Context, call *tool.Call, in appearanceInput) (*tool.Result, error) {
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.SetAppearance(ctx, sim.UDID, string(in.Appearance)); err != nil {
		return nil, simtarget.Explain(err)
	}
	return done(sim, warnings, fmt.Sprintf("%s is in %s mode", sim, in.Appearance)), nil
}

type batteryState string

func (batteryState) Enum() []string { return []string{"charging", "charged", "discharging"} }

type networkType string

func (networkType) Enum() []string {
	return []string{"wifi", "3g", "4g", "5g", "lte", "lte-a", "lte+"}
}

type statusBarInput struct {
	simtarget.Args
	Time         tool.Word    `json:"time,omitempty" jsonschema:"clock text, such as 9:41"`
	BatteryLevel *int         `json:"batteryLevel,omitempty" jsonschema:"percent" minimum:"0" maximum:"100"`
	BatteryState batteryState `json:"batteryState,omitempty" jsonschema:"charge state"`
	NetworkType  networkType  `json:"networkType,omitempty" jsonschema:"data network badge"`
	OperatorName tool.Word    `json:"operatorName,omitempty" jsonschema:"carrier text"`
	WifiBars     *int         `json:"wifiBars,omitempty" jsonschema:"0 to 3" minimum:"0" maximum:"3"`
	CellularBars *int         `json:"cellularBars,omitempty" jsonschema:"0 to 4" minimum:"0" maximum:"4"`
	Clear        bool         `json:"clear,omitempty" jsonschema:"remove all overrides"`
}

func (h *handlers) statusBar(ctx context.Context, call *tool.Call, in statusBarInput) (*tool.Result, error) {
	var flags []string
	add := func(flag, value string) {
		if value != "" {
			flags = append(flags, flag, value)
		}
	}
	number := func(flag string, value *int) {
		if value != nil {
			flags = append(flags, flag, fmt.Sprint(*value))
		}
	}
	add("--time", string(in.Time))
	number("--batteryLevel", in.BatteryLevel)
	add("--batteryState", string(in.BatteryState))
	add("--dataNetwork", string(in.NetworkType))
	add("--operatorName", string(in.OperatorName))
	number("--wifiBars", in.WifiBars)
	number("--cellularBars", in.CellularBars)
	if len(flags) == 0 && !in.Clear {
		return nil, tool.Invalid("arguments", "nothing to override: pass at least one value, or clear")
	}
	if len(flags) > 0 && in.Clear {
		return nil, tool.Invalid("clear", "give either values or clear, not both")
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if in.Clear {
		if err := h.Simctl.ClearStatusBar(ctx, sim.UDID); err != nil {
			return nil, simtarget.Explain(err)
		}
		return done(sim, warnings, "Status bar overrides removed on "+sim.String()), nil
	}
	if err := h.Simctl.OverrideStatusBar(ctx, sim.UDID, flags); err != nil {
		return nil, simtarget.Explain(err)
	}
	return done(sim, warnings, fmt.Sprintf("Status bar of %s: %s", sim, strings.Join(flags, " "))), nil
}

type privacyAction string

func (privacyAction) Enum() []string { return []string{"grant", "revoke", "reset"} }

// privacyService is a service of `simctl help privacy`, Xcode 26.
type privacyService string

func (privacyService) Enum() []string {
	return []string{"all", "calendar", "contacts-limited", "contacts", "location", "location-always", "photos-add", "photos", "media-library",
		"microphone", "motion", "reminders", "siri", "camera", "faceid", "health", "homekit", "speech", "userTracking"}
}

type privacyInput struct {
	simtarget.Args
	Action   privacyAction  `json:"action" required:"true" jsonschema:"grant, revoke or reset"`
	Service  privacyService `json:"service" required:"true" jsonschema:"what the permission is for"`
	BundleID tool.BundleID  `json:"bundleId,omitempty" jsonschema:"app; needed to grant and revoke"`
}

func (h *handlers) privacy(ctx context.Context, call *tool.Call, in privacyInput) (*tool.Result, error) {
	if in.BundleID == "" && in.Action != "reset" {
		return nil, tool.Invalid("bundleId", "is required to %s a permission", in.Action)
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.Privacy(ctx, sim.UDID, string(in.Action), string(in.Service), string(in.BundleID)); err != nil {
		return nil, simtarget.Explain(err)
	}
	who := string(in.BundleID)
	if who == "" {
		who = "all apps"
	}
	return done(sim, warnings, fmt.Sprintf("%s %s for %s on %s", in.Action, in.Service, who, sim)), nil
}

type uiDumpInput struct{ simtarget.Args }

func (h *handlers) uiDump(ctx context.Context, _ *tool.Call, in uiDumpInput) (*tool.Result, error) {
	sim, warnings, err := in.Resolve(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	facts := simtarget.Facts(sim)
	text := sim.String()
	for _, setting := range []struct{ option, label string }{{"appearance", "Appearance"}, {"increase_contrast", "Increase contrast"}} {
		value, err := h.Simctl.UI(ctx, sim.UDID, setting.option)
		if err != nil {
			return nil, simtarget.Explain(err)
		}
		facts[setting.option] = value
		text += fmt.Sprintf("\n%s: %s", setting.label, value)
	}
	return &tool.Result{Text: text, Data: facts, Warnings: warnings}, nil
}
