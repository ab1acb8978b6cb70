package host

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"bazelapple/server/wire"
)

// outputs is how many notifications of output wait for a slow client; further
// ones are left out, and the next one says so.
const outputs = 128

// Notifier returns a function that sends notifications over conn in order and
// never blocks its caller. For a slow client a newer state takes the place of an
// older one, and output is left out; nothing else is lost.
func Notifier(ctx context.Context, conn jsonrpc2.Conn) func(method string, params any) {
	n := &notes{wake: make(chan struct{}, 1)}
	go func() {
		for {
			select {
			case <-conn.Done():
				return
			case <-n.wake:
			}
			for {
				next, ok := n.take()
				if !ok {
					break
				}
				if conn.Notify(context.WithoutCancel(ctx), next.method, next.params) != nil {
					return
				}
			}
		}
	}()
	return n.add
}

type note struct {
	method string
	params any
	// state, if set, names what the note tells the state of.
	state  string
	output bool
}

// notes are the notifications that wait.
type notes struct {
	wake    chan struct{}
	mu      sync.Mutex
	queue   []note
	outputs int // in the queue
	left    int // lines of output left out since the last one that was not
}

func (n *notes) add(method string, params any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	next := classify(method, params)
	if next.output {
		if n.outputs >= outputs {
			n.left += next.lines()
			return
		}
		n.outputs++
		if p, ok := params.(wire.Progress); ok && n.left > 0 {
			p.Value.Message = fmt.Sprintf("… %d lines are left out here; the log has them\n", n.left) + p.Value.Message
			next.params, n.left = p, 0
		}
	}
	if next.state != "" {
		n.queue = slices.DeleteFunc(n.queue, func(old note) bool { return old.state == next.state })
	}
	n.queue = append(n.queue, next)
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

func classify(method string, params any) note {
	n := note{method: method, params: params}
	switch p := params.(type) {
	case wire.Progress:
		n.output = p.Value.Output
		if p.Value.Kind == "report" && !n.output {
			n.state = fmt.Sprint("progress ", p.Token)
		}
	case wire.Event:
		n.output = p.Kind == "output"
		switch p.Kind {
		case "run", "capture", "defaults", "index":
			n.state = p.Kind + " " + p.Root + " " + p.ID
		}
	case *protocol.PublishDiagnosticsParams:
		n.state = "diagnostics " + string(p.URI)
	}
	return n
}

// lines are those of output that a call's client waits for.
func (n note) lines() int {
	p, _ := n.params.(wire.Progress)
	return strings.Count(p.Value.Message, "\n")
}

func (n *notes) take() (next note, ok bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.queue) == 0 {
		return next, false
	}
	next, n.queue = n.queue[0], n.queue[1:]
	if next.output {
		n.outputs--
	}
	return next, true
}
