// Package simtarget finds the simulator that a call means, the same way for
// every tool that acts on one.
package simtarget

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Args are the parameters that choose a simulator.
type Args struct {
	SimulatorID   tool.Simulator `json:"simulatorId,omitempty" jsonschema:"UDID, or booted" default:"simulatorId" group:"simulator"`
	SimulatorName tool.Word      `json:"simulatorName,omitempty" jsonschema:"name, or 'name, OS'" default:"simulatorName" group:"simulator"`
}

// choice is a as the simulator client understands it.
func (a Args) choice() simctl.Choice {
	return simctl.Choice{ID: string(a.SimulatorID), Name: string(a.SimulatorName)}
}

// Resolve returns the simulator that a means. The warnings belong first in the
// answer.
func (a Args) Resolve(ctx context.Context, c *simctl.Client) (simctl.Simulator, []string, error) {
	return resolve(ctx, c, a.choice())
}

func resolve(ctx context.Context, c *simctl.Client, choice simctl.Choice) (simctl.Simulator, []string, error) {
	sim, warning, err := c.Resolve(ctx, choice)
	if err != nil {
		return sim, nil, Explain(err)
	}
	if warning == "" {
		return sim, nil, nil
	}
	return sim, []string{warning}, nil
}

// Take is Resolve for what acts on the simulator: see the function Take.
func (a Args) Take(ctx context.Context, call *tool.Call, c *simctl.Client) (simctl.Simulator, []string, error) {
	return Take(ctx, call, c, a.choice())
}

// Take finds a simulator and makes the caller its holder until ctx ends. Where
// choice names none, those that somebody else uses are passed over.
func Take(ctx context.Context, call *tool.Call, c *simctl.Client, choice simctl.Choice) (simctl.Simulator, []string, error) {
	choice.Avoid = c.Leases.Others(Holder(call).Owner)
	sim, warnings, err := resolve(ctx, c, choice)
	if err != nil {
		return sim, nil, err
	}
	if choice.ID == "" && choice.Name == "" && len(choice.Avoid) > 0 {
		warnings = append(warnings, "passed over, because others use them: "+strings.Join(choice.Avoid, ", "))
	}
	return sim, warnings, Hold(ctx, call, c, sim)
}

// Hold makes the caller the holder of sim until ctx ends.
func Hold(ctx context.Context, call *tool.Call, c *simctl.Client, sim simctl.Simulator) error {
	return Explain(c.Leases.Take(ctx, sim.UDID, Holder(call)))
}

// Holder is the caller as the holder of a simulator.
func Holder(call *tool.Call) simctl.Holder {
	who := simctl.Holder{Owner: simctl.Person, Client: call.Client.Name, Tool: call.Tool}
	if call.Client.Role == tool.Agent {
		who.Owner = fmt.Sprintf("agent %s of process %d", call.Client.ID, os.Getpid())
	}
	if who.Client == "" {
		who.Client = string(call.Client.Role)
	}
	return who
}

// Booted is Resolve for what needs a running simulator.
func (a Args) Booted(ctx context.Context, c *simctl.Client) (simctl.Simulator, []string, error) {
	sim, warnings, err := a.Resolve(ctx, c)
	if err == nil {
		err = running(sim)
	}
	return sim, warnings, err
}

// TakeBooted is Take for what needs a running simulator.
func (a Args) TakeBooted(ctx context.Context, call *tool.Call, c *simctl.Client) (simctl.Simulator, []string, error) {
	sim, warnings, err := a.Take(ctx, call, c)
	if err == nil {
		err = running(sim)
	}
	return sim, warnings, err
}

func running(sim simctl.Simulator) error {
	if sim.State != simctl.Booted {
		return &tool.Error{Kind: tool.Precondition, Err: errors.New(sim.String() + " is not booted: its state is " + sim.State),
			Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_boot_simulator", Arguments: map[string]any{"simulatorId": sim.UDID}}}}}
	}
	return nil
}

// Explain gives the errors of the simulator client their kind.
func Explain(err error) error {
	var sim *simctl.SimError
	var held *simctl.HeldError
	list := &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_list_simulators"}}}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, simctl.ErrNotFound), errors.Is(err, simctl.ErrNone):
		return &tool.Error{Kind: tool.NotFound, Err: err, Result: list}
	case errors.Is(err, simctl.ErrAmbiguous):
		return &tool.Error{Kind: tool.InvalidInput, Err: err, Result: list}
	case errors.As(err, &held):
		return &tool.Error{Kind: tool.Precondition, Err: err, Hint: "Wait until it is free, or choose another simulator with simulatorId.", Result: list}
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
