package device

import (
	"context"
	"encoding/json"
	"fmt"

	"bazelapple/internal/devicectl"
	"bazelapple/internal/tool"
)

type listInput struct {
	OnlyConnected *bool `json:"onlyConnected,omitempty" jsonschema:"false lists the others too; true is the default"`
	tool.Page
}

func (h *handlers) list(ctx context.Context, _ *tool.Call, in listInput) (*tool.Result, error) {
	return h.listed(ctx, in.Page, func(d devicectl.Device) bool {
		return d.Connected || in.OnlyConnected != nil && !*in.OnlyConnected
	})
}

type listPairsInput struct{ tool.Page }

func (h *handlers) listPairs(ctx context.Context, _ *tool.Call, in listPairsInput) (*tool.Result, error) {
	return h.listed(ctx, in.Page, func(d devicectl.Device) bool { return d.Paired })
}

func (h *handlers) listed(ctx context.Context, page tool.Page, want func(devicectl.Device) bool) (*tool.Result, error) {
	devices, skipped, err := h.Devicectl.List(ctx)
	if err != nil {
		return nil, explain(err)
	}
	var rows []tool.Row
	connected := 0
	for _, d := range devices {
		state := "not connected"
		if d.Connected {
			state = "connected"
			connected++
		}
		if !want(d) {
			continue
		}
		if !d.Paired {
			state += ", not paired"
		}
		if d.DeveloperMode == "disabled" {
			state += ", developer mode off"
		}
		rows = append(rows, tool.Row{Text: fmt.Sprintf("%s %s %s", d, d.ID(), state), Data: d})
	}
	res := &tool.Result{Text: fmt.Sprintf("%d devices, %d connected", len(devices), connected), List: page.Cut("devices", rows, 0)}
	if skipped > 0 {
		res.Text += fmt.Sprintf("; %d entries that are simulators or cannot be addressed were left out", skipped)
	}
	return res, nil
}

type infoInput struct{ Args }

func (h *handlers) info(ctx context.Context, _ *tool.Call, in infoInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	details, err := h.Devicectl.Details(ctx, d.ID())
	if err != nil {
		return nil, explain(err)
	}
	text, err := json.MarshalIndent(details, "", "  ")
	if err != nil {
		return nil, err
	}
	data := facts(d)
	data["details"] = details
	return &tool.Result{Text: d.String() + "\n" + string(text), Data: data, Warnings: warnings}, nil
}

type pairInput struct{ Args }

func (h *handlers) pair(ctx context.Context, _ *tool.Call, in pairInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{Any: true})
	if err != nil {
		return nil, err
	}
	if err := h.Devicectl.Pair(ctx, d.ID()); err != nil {
		return nil, explain(err)
	}
	return &tool.Result{Text: "Paired " + d.String(), Data: facts(d), Warnings: warnings}, nil
}

// unpairInput takes no defaults: a pairing is only removed where it was asked.
type unpairInput struct {
	DeviceID   tool.Device `json:"deviceId,omitempty" jsonschema:"UDID or CoreDevice identifier"`
	DeviceName tool.Word   `json:"deviceName,omitempty" jsonschema:"name"`
}

func (h *handlers) unpair(ctx context.Context, _ *tool.Call, in unpairInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, Args(in), devicectl.Choice{Any: true, Exact: true})
	if err != nil {
		return nil, err
	}
	if err := h.Devicectl.Unpair(ctx, d.ID()); err != nil {
		return nil, explain(err)
	}
	return &tool.Result{Text: "Unpaired " + d.String(), Data: facts(d), Warnings: warnings}, nil
}
