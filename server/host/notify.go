package host

import (
	"context"

	"go.lsp.dev/jsonrpc2"
)

// pending is how many notifications wait for a slow client before further ones
// are dropped; a client that reads catches up from the next event on.
const pending = 4096

// Notifier returns a function that sends notifications over conn in order and
// never blocks its caller.
func Notifier(ctx context.Context, conn jsonrpc2.Conn) func(method string, params any) {
	type note struct {
		method string
		params any
	}
	queue := make(chan note, pending)
	go func() {
		for {
			select {
			case <-conn.Done():
				return
			case n := <-queue:
				if conn.Notify(context.WithoutCancel(ctx), n.method, n.params) != nil {
					return
				}
			}
		}
	}()
	return func(method string, params any) {
		select {
		case queue <- note{method, params}:
		default:
		}
	}
}
