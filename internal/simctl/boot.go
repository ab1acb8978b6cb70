package simctl

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// pollEvery is the wait between two looks at a simulator that is booting.
const pollEvery = 500 * time.Millisecond

// stillDown is how long a simulator may be shut down after its boot began.
const stillDown = 10 * time.Second

// ErrNotBooted is returned where a boot had no effect.
var ErrNotBooted = errors.New("the boot had no effect")

// Boot boots a simulator and waits until it is booted. already says that it was
// booted before. Calls for one UDID run one after the other.
func (c *Client) Boot(ctx context.Context, udid string) (already bool, err error) {
	defer c.lock(udid)()
	state, err := c.state(ctx, udid)
	if err != nil || state == Booted {
		return state == Booted, err
	}
	if state != "Booting" {
		_, err = c.simctl(ctx, bootTimeout, nil, "boot", udid)
		var sim *SimError
		if errors.As(err, &sim) && sim.AlreadyBooted() {
			already, err = true, nil // somebody else was faster
		}
		if err != nil {
			return false, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, bootTimeout)
	defer cancel()
	for began := time.Now(); ; {
		if state, err = c.state(ctx, udid); err != nil || state == Booted {
			return already, err
		}
		if state == Shutdown && time.Since(began) > stillDown {
			return false, fmt.Errorf("%w: simctl boot reported success, but simulator %s is still shut down", ErrNotBooted, udid)
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("simulator %s is still %q after %s: %w", udid, state, bootTimeout, ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}

// state asks for the state of one simulator.
func (c *Client) state(ctx context.Context, udid string) (string, error) {
	sims, _, err := c.List(ctx)
	if err != nil {
		return "", err
	}
	sim, _, err := Pick(sims, Choice{ID: udid})
	return sim.State, err
}

// Shutdown shuts a simulator down. already says that it was not running.
func (c *Client) Shutdown(ctx context.Context, udid string) (already bool, err error) {
	defer c.lock(udid)()
	_, err = c.simctl(ctx, shortTimeout, nil, "shutdown", udid)
	var sim *SimError
	if errors.As(err, &sim) && sim.AlreadyShutdown() {
		return true, nil
	}
	return false, err
}

// ShutdownAll shuts every simulator of the machine down.
func (c *Client) ShutdownAll(ctx context.Context) error {
	_, err := c.simctl(ctx, bootTimeout, nil, "shutdown", "all")
	return err
}

// Erase resets one simulator, which must be shut down, to its first state.
func (c *Client) Erase(ctx context.Context, udid string) error {
	defer c.lock(udid)()
	_, err := c.simctl(ctx, bootTimeout, nil, "erase", udid)
	return err
}

// Delete removes a simulator.
func (c *Client) Delete(ctx context.Context, udid string) error {
	defer c.lock(udid)()
	_, err := c.simctl(ctx, shortTimeout, nil, "delete", udid)
	return err
}

// Clone copies a shut-down simulator and returns the UDID of the copy.
func (c *Client) Clone(ctx context.Context, udid, name string) (string, error) {
	return c.simctl(ctx, bootTimeout, nil, "clone", udid, name)
}
