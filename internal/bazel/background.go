package bazel

import (
	"bytes"
	"context"
	"time"

	"bazelapple/internal/run"
)

// backgroundLimit ends every command that nobody asked for.
const backgroundLimit = 5 * time.Second

// glance is how often the process table is looked at while one runs.
const glance = 100 * time.Millisecond

// preemptible lets any other command end ours at once. It is the client's own
// affair: the server is not started anew for it. Bazel 4 does not have it.
const preemptible = "--preemptible"

// refused reports whether Bazel is too old for preemptible.
func refused(out run.Output) bool {
	return out.ExitCode == 2 && bytes.Contains(out.Stderr, []byte("Unknown startup option: '"+preemptible+"'"))
}

// giveWay ends a background command as soon as somebody else wants Bazel: one
// of ours that waits in the queue, or a stranger's client in this workspace.
func (i *invocation) giveWay(ctx context.Context, key string, stop context.CancelCauseFunc) {
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if i.client.Queue.Wanted(key) || stranger(ctx, i.client.Runner, i.client.Root, int(i.console.group.Load())) {
			stop(ErrHeld)
			return
		}
	}
}
