package test

import (
	"context"
	"fmt"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// minimize keeps Simulator's windows out of the way.
const minimize = `tell application "System Events" to if exists process "Simulator" then tell process "Simulator" to set value of attribute "AXMinimized" of every window to true`

// tidyLimit bounds the cleaning up, which also follows a cancelled run.
const tidyLimit = 60 * time.Second

// prepare does what is asked around the tests and returns what cleans up, which
// tells what it did.
func (h *handlers) prepare(ctx context.Context, in testInput) (tidy func() []string, err error) {
	if (in.Minimize || in.Shutdown) && !h.Mac {
		return nil, tool.Errorf(tool.Precondition, "Leave minimizeSimulator and shutdownSimulatorAfterTest out.", "there are no simulators on this machine")
	}
	before := map[string]bool{} // booted, by UDID
	known := map[string]bool{}
	if in.Shutdown {
		sims, _, err := h.Simulators.List(ctx)
		if err != nil {
			return nil, fmt.Errorf("the simulators before the tests: %w", err)
		}
		for _, s := range sims {
			known[s.UDID], before[s.UDID] = true, s.State == simctl.Booted
		}
	}
	stop := func() {}
	if in.Minimize {
		during, cancel := context.WithCancel(ctx)
		stop = cancel
		go h.keepMinimized(during)
	}
	return func() []string {
		stop()
		if !in.Shutdown {
			return nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyLimit)
		defer cancel()
		return h.shutDown(ctx, known, before)
	}, nil
}

func (h *handlers) keepMinimized(ctx context.Context) {
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		_, _ = h.Apple.Run(ctx, run.Command{Args: []string{"osascript", "-e", minimize}, Timeout: 5 * time.Second})
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// shutDown shuts the simulators down that were not booted before, and deletes
// those that the test runner made.
func (h *handlers) shutDown(ctx context.Context, known, before map[string]bool) []string {
	sims, _, err := h.Simulators.List(ctx)
	if err != nil {
		return []string{"The simulators were left as they are: " + err.Error()}
	}
	var out []string
	for _, s := range sims {
		if s.State == simctl.Booted && !before[s.UDID] {
			if _, err := h.Simulators.Shutdown(ctx, s.UDID); err != nil {
				out = append(out, fmt.Sprintf("%s could not be shut down: %v", s, err))
				continue
			}
			out = append(out, "Shut down "+s.String())
		}
		if !known[s.UDID] && s.OfTests() {
			if err := h.Simulators.Delete(ctx, s.UDID); err != nil {
				out = append(out, fmt.Sprintf("%s could not be deleted: %v", s, err))
				continue
			}
			out = append(out, "Deleted "+s.String())
		}
	}
	return out
}
