package bazel

import (
	"context"
	"time"
)

// backgroundLimit ends every command that nobody asked for.
const backgroundLimit = 5 * time.Second

// glance is how often the process table is looked at while one runs.
const glance = 100 * time.Millisecond

// giveWay ends a background command as soon as somebody else wants Bazel: one
// of ours that waits in the queue, or a stranger's client in this workspace.
func (i *invocation) giveWay(ctx context.Context, stop context.CancelCauseFunc) {
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if i.client.Queue.Wanted(i.line.key) || stranger(ctx, i.client.Runner, i.client.Root, int(i.console.group.Load())) {
			stop(ErrHeld)
			return
		}
	}
}
