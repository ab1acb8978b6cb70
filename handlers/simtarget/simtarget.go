// Package simtarget finds the simulator that a call means, the same way for
// every tool that acts on one.
package simtarget

import (
	"context"
	"errors"

	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Args are the parameters that choose a simulator.
type Args struct {
	SimulatorID   tool.Simulator `json:"simulatorId,omitempty" jsonschema:"UDID, or booted" default:"simulatorId" group:"simulator"`
	SimulatorName tool.Word      `json:"simulatorName,omitempty" jsonschema:"name, or 'name, OS'" default:"simulatorName" group:"simulator"`
}

// Resolve returns the simulator that a means. The warnings belong first in the
// answer.
func (a Args) Resolve(ctx context.Context, c *simctl.Client) (simctl.Simulator, []string, error) {
	sim, warning, err := c.Resolve(ctx, simctl.Choice{ID: string(a.SimulatorID), Name: string(a.SimulatorName)})
	if err != nil {
		return sim, nil, Explain(err)
	}
	if warning == "" {
		return sim, nil, nil
	}
	return sim, []string{warning}, nil
}

// Booted is Resolve for what needs a running simulator.
func (a Args) Booted(ctx context.Context, c *simctl.Client) (simctl.Simulator, []string, error) {
	sim, warnings, err := a.Resolve(ctx, c)
	if err == nil && sim.State != simctl.Booted {
		err = &tool.Error{Kind: tool.Precondition, Err: errors.New(sim.String() + " is not booted: its state is " + sim.State),
			Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_boot_simulator", Arguments: map[string]any{"simulatorId": sim.UDID}}}}}
	}
	return sim, warnings, err
}

// Explain gives the errors of the simulator client their kind.
func Explain(err error) error {
	var sim *simctl.SimError
	list := &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_list_simulators"}}}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, simctl.ErrNotFound), errors.Is(err, simctl.ErrNone):
		return &tool.Error{Kind: tool.NotFound, Err: err, Result: list}
	case errors.Is(err, simctl.ErrAmbiguous):
		return &tool.Error{Kind: tool.InvalidInput, Err: err, Result: list}
	case errors.As(err, &sim), errors.Is(err, simctl.ErrUnreadable), errors.Is(err, simctl.ErrNotBooted):
		return &tool.Error{Kind: tool.Command, Err: err}
	}
	return err
}

// On is the shape of Facts, for the tools that promise it.
type On struct {
	Simulator Simulator `json:"simulator"`
}

// A Simulator is one in an answer's data.
type Simulator struct {
	UDID  string `json:"udid"`
	Name  string `json:"name"`
	OS    string `json:"os"`
	State string `json:"state"`
}

// Facts are the members of Data that say which simulator it was.
func Facts(sim simctl.Simulator) map[string]any {
	return map[string]any{"simulator": map[string]any{"udid": sim.UDID, "name": sim.Name, "os": sim.Runtime(), "state": sim.State}}
}
