// Package simctl drives Apple's simulators through "xcrun simctl": argument
// vectors out, parsed answers in, no prose for people.
package simctl

import (
	"context"
	"strings"
	"sync"
	"time"

	"bazelapple/internal/run"
)

// A Client runs simctl. The zero value with a Runner is ready.
type Client struct {
	Runner run.Runner
	// Leases say who uses which simulator; nil keeps none.
	Leases *Leases

	mu    sync.Mutex
	locks map[string]*sync.Mutex // by UDID: boot, shutdown, erase, install one at a time
}

// Timeouts, by what Apple's own tools were seen to need at most.
const (
	listTimeout    = 30 * time.Second
	shortTimeout   = 60 * time.Second
	bootTimeout    = 3 * time.Minute
	installTimeout = 5 * time.Minute
)

// lock serialises what changes a simulator's state.
func (c *Client) lock(udid string) (unlock func()) {
	c.mu.Lock()
	if c.locks == nil {
		c.locks = map[string]*sync.Mutex{}
	}
	l, ok := c.locks[udid]
	if !ok {
		l = &sync.Mutex{}
		c.locks[udid] = l
	}
	c.mu.Unlock()
	l.Lock()
	return l.Unlock
}

// Simctl runs one subcommand. A failure that simctl explains is a *SimError.
func (c *Client) simctl(ctx context.Context, timeout time.Duration, env []string, args ...string) (string, error) {
	out, err := c.Runner.Run(ctx, run.Command{Args: append([]string{"xcrun", "simctl"}, args...), AddEnv: env, Timeout: timeout})
	if err != nil {
		return "", explain(err)
	}
	return strings.TrimSpace(string(out.Stdout)), nil
}
