package simulator

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

type listInput struct {
	OnlyBooted bool `json:"onlyBooted,omitempty" jsonschema:"only those that are booted"`
	tool.Page
}

func (h *handlers) list(ctx context.Context, _ *tool.Call, in listInput) (*tool.Result, error) {
	sims, noise, err := h.Simctl.List(ctx)
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	var rows []tool.Row
	booted := 0
	holders := h.Simctl.Leases.Holders()
	for _, s := range simctl.NewestFirst(sims) {
		if s.State == simctl.Booted {
			booted++
		} else if in.OnlyBooted {
			continue
		}
		text := fmt.Sprintf("%-8s %s %s", s.State, s, s.UDID)
		facts := map[string]any{"udid": s.UDID, "name": s.Name, "os": s.Runtime(), "state": s.State}
		if who, held := holders[strings.ToUpper(s.UDID)]; held {
			text += ", in use by " + who.String()
			facts["holder"] = who
		} else if s.OfTests() {
			text += ", made by a test run for itself"
		}
		rows = append(rows, tool.Row{Text: text, Data: facts})
	}
	res := &tool.Result{Text: fmt.Sprintf("%d simulators, %d booted", len(sims), booted), List: in.Cut("simulators", rows, 0)}
	if noise != "" {
		res.Warnings = []string{"simctl also said: " + noise}
	}
	return res, nil
}

type bootInput struct{ simtarget.Args }

func (h *handlers) boot(ctx context.Context, call *tool.Call, in bootInput) (*tool.Result, error) {
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	call.Progress(tool.Progress{Message: "Booting " + sim.String()})
	already, err := h.Simctl.Boot(ctx, sim.UDID)
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	text := "Booted"
	if already {
		text = "Already booted:"
	}
	sim.State = simctl.Booted
	return &tool.Result{Text: fmt.Sprintf("%s %s %s", text, sim, sim.UDID), Data: simtarget.Facts(sim), Warnings: warnings}, nil
}

type shutdownInput struct {
	SimulatorID tool.Simulator `json:"simulatorId,omitempty" jsonschema:"simulator by UDID; without it, the only one that is booted"`
	All         bool           `json:"all,omitempty" jsonschema:"shut down every simulator"`
}

func (h *handlers) shutdown(ctx context.Context, call *tool.Call, in shutdownInput) (*tool.Result, error) {
	if in.All {
		if in.SimulatorID != "" {
			return nil, tool.Invalid("all", "give either simulatorId or all, not both")
		}
		if err := h.holdBooted(ctx, call); err != nil {
			return nil, err
		}
		if err := h.Simctl.ShutdownAll(ctx); err != nil {
			return nil, simtarget.Explain(err)
		}
		return &tool.Result{Text: "All simulators are shut down.", Data: map[string]any{"all": true}}, nil
	}
	sim, err := h.exact(ctx, in.SimulatorID)
	if err != nil || sim.UDID == "" {
		return nothingBooted(err)
	}
	if err := simtarget.Hold(ctx, call, h.Simctl, sim); err != nil {
		return nil, err
	}
	already, err := h.Simctl.Shutdown(ctx, sim.UDID)
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	text := "Shut down"
	if already {
		text = "Already shut down:"
	}
	sim.State = simctl.Shutdown
	return &tool.Result{Text: fmt.Sprintf("%s %s %s", text, sim, sim.UDID), Data: simtarget.Facts(sim)}, nil
}

// holdBooted takes every simulator that is booted, so that none is shut down
// under somebody's hands.
func (h *handlers) holdBooted(ctx context.Context, call *tool.Call) error {
	sims, _, err := h.Simctl.List(ctx)
	if err != nil {
		return simtarget.Explain(err)
	}
	for _, s := range sims {
		if s.State == simctl.Booted {
			if err := simtarget.Hold(ctx, call, h.Simctl, s); err != nil {
				return err
			}
		}
	}
	return nil
}

func nothingBooted(err error) (*tool.Result, error) {
	if err != nil {
		return nil, err
	}
	return &tool.Result{Text: "No simulator is booted.", Data: map[string]any{"booted": 0}}, nil
}

// exact never guesses: a UDID that the list holds, or the only one booted. No
// UDID and nothing booted is an empty simulator.
func (h *handlers) exact(ctx context.Context, id tool.Simulator) (simctl.Simulator, error) {
	sims, _, err := h.Simctl.List(ctx)
	if err != nil {
		return simctl.Simulator{}, simtarget.Explain(err)
	}
	if id != "" {
		if strings.EqualFold(string(id), "all") || strings.EqualFold(string(id), "booted") {
			return simctl.Simulator{}, tool.Invalid("simulatorId", "give the UDID of one simulator, not %q", id)
		}
		sim, _, err := simctl.Pick(sims, simctl.Choice{ID: string(id)})
		return sim, simtarget.Explain(err)
	}
	var booted []simctl.Simulator
	for _, s := range sims {
		if s.State == simctl.Booted {
			booted = append(booted, s)
		}
	}
	switch len(booted) {
	case 0:
		return simctl.Simulator{}, nil
	case 1:
		return booted[0], nil
	}
	var lines []string
	for _, s := range booted {
		lines = append(lines, s.String()+" "+s.UDID)
	}
	return simctl.Simulator{}, &tool.Error{Kind: tool.Precondition, Err: errors.New("several simulators are booted; say which, or all"),
		Result: &tool.Result{Text: strings.Join(lines, "\n")}}
}

type eraseInput struct {
	SimulatorID tool.Simulator `json:"simulatorId" required:"true" jsonschema:"UDID of the simulator to erase; never a default"`
}

func (h *handlers) erase(ctx context.Context, call *tool.Call, in eraseInput) (*tool.Result, error) {
	sim, err := h.exact(ctx, in.SimulatorID)
	if err != nil {
		return nil, err
	}
	if sim.State != simctl.Shutdown {
		return nil, &tool.Error{Kind: tool.Precondition, Err: fmt.Errorf("%s is %s; only a simulator that is shut down can be erased", sim, sim.State),
			Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_shutdown_simulator", Arguments: map[string]any{"simulatorId": sim.UDID}}}}}
	}
	if err := simtarget.Hold(ctx, call, h.Simctl, sim); err != nil {
		return nil, err
	}
	if err := h.Simctl.Erase(ctx, sim.UDID); err != nil {
		return nil, simtarget.Explain(err)
	}
	return &tool.Result{Text: fmt.Sprintf("Erased %s %s", sim, sim.UDID), Data: simtarget.Facts(sim)}, nil
}

// listed is the shape of the data of the list.
type listed struct {
	Simulators []simtarget.Simulator `json:"simulators"`
	Total      int                   `json:"total"`
	Shown      int                   `json:"shown"`
}
