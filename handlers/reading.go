package handlers

import (
	"context"
	"sync"
	"time"

	"bazelapple/internal/buildfile/index"
	state "bazelapple/internal/session"
)

// reading is the one refresh of the index that goes on in the background.
type reading struct {
	mu   sync.Mutex
	done chan struct{} // nil when none goes on
	err  error         // of the last one
}

// Read returns the index when it is up to date with the disk or, after patience,
// as it is: whole is false then, and an event "index" tells when it is.
func (e *Engine) Read(ctx context.Context, patience time.Duration) (i *index.Index, whole bool, err error) {
	if i, err = e.Index(); err != nil {
		return nil, false, err
	}
	r := &e.reading
	r.mu.Lock()
	if r.done == nil {
		done := make(chan struct{})
		r.done = done
		began := time.Now()
		go func() {
			// It outlives the request: the next one finds more.
			err := i.Refresh(context.WithoutCancel(ctx))
			if err == nil {
				_ = i.Save() // a cache folder that cannot be written costs the next start only
			}
			r.mu.Lock()
			r.done, r.err = nil, err
			r.mu.Unlock()
			close(done)
			if emit := e.parts.options.Emit; emit != nil && time.Since(began) > patience {
				emit(state.Event{Root: e.Root, Kind: "index"})
			}
		}()
	}
	done := r.done
	r.mu.Unlock()
	select {
	case <-done:
		r.mu.Lock()
		defer r.mu.Unlock()
		return i, r.err == nil, r.err
	case <-time.After(patience):
		return i, false, nil
	case <-ctx.Done():
		return nil, false, context.Cause(ctx)
	}
}
