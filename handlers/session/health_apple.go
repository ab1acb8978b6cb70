package session

import (
	"context"
	"fmt"
	"strings"
)

// Counter is how the report asks the simulator and device clients.
type Counter func(ctx context.Context) (summary string, err error)

func (h *handlers) checkSimulators(ctx context.Context) Check {
	c := Check{Name: "Simulators", Needed: true, Fix: "Xcode > Settings > Components installs simulator runtimes."}
	summary, err := h.Simulators(ctx)
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	c.OK, c.Detail = true, summary
	return c
}

func (h *handlers) checkDevices(ctx context.Context) Check {
	c := Check{Name: "Devices", Fix: "Connect a device, unlock it and trust this Mac."}
	summary, err := h.Devices(ctx)
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	c.OK, c.Detail = true, summary
	return c
}

// checkSigning counts the identities that `security find-identity` lists; its
// last line reads "     2 valid identities found".
func (h *handlers) checkSigning(ctx context.Context) Check {
	c := Check{Name: "Signing identities", Fix: "Needed for devices only: add an account in Xcode > Settings > Accounts."}
	out, err := probeAll(ctx, h.Apple, "security", "find-identity", "-v", "-p", "codesigning")
	if err != nil {
		c.Detail = reason(err)
		return c
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var n int
	_, _ = fmt.Sscanf(strings.TrimSpace(lines[len(lines)-1]), "%d valid", &n)
	c.OK, c.Detail = n > 0, fmt.Sprintf("%d valid", n)
	return c
}
