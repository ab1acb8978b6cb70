package tool

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
)

// waitSeconds is a parameter of every tool that reports progress: how long the
// call waits for its end. Then its answer is the run, which goes on.
const waitSeconds = "waitSeconds"

// DefaultWait is how long an agent's call waits when it does not say: some
// clients give a call up after 60 s.
const DefaultWait = 50 * time.Second

func waitSchema() *jsonschema.Schema {
	least, most := 0.0, float64(MaxSeconds)
	return &jsonschema.Schema{Type: "number", Minimum: &least, Maximum: &most,
		Description: "seconds to wait for the end; then the answer is a run id for bazel_ios_run_wait. 50 for agents, no limit for others"}
}

// wait is how long a call waits for the end of the tool, and whether that is
// bounded at all.
func (t *Tool) wait(client Client, raw json.RawMessage) (time.Duration, bool) {
	if !t.Streaming {
		return 0, false
	}
	var in struct {
		Seconds *float64 `json:"waitSeconds"`
	}
	switch err := json.Unmarshal(raw, &in); {
	case len(raw) > 0 && err != nil:
		return 0, false // which the check of the arguments tells
	case in.Seconds != nil && *in.Seconds >= 0 && *in.Seconds <= MaxSeconds:
		return time.Duration(*in.Seconds * float64(time.Second)), true
	}
	return DefaultWait, client.Role == Agent
}

// kept is how many calls that went on without their caller have their outcome
// kept.
const kept = 20

// later holds the calls that go on after their answer, by the run they began.
type later struct {
	mu      sync.Mutex
	calls   map[string]*outcome
	order   []string // of runs, oldest first
	running sync.WaitGroup
}

// An outcome is what a call came to, once done is closed.
type outcome struct {
	done chan struct{}
	res  *Result
	err  *Error
}

// do runs a tool for as long as its caller waits.
func (c *Catalog) do(ctx context.Context, call *Call, t *Tool, raw json.RawMessage) (*Result, *Error) {
	wait, bounded := t.wait(call.Client, raw)
	if !bounded || c.env.Run == nil {
		return c.handle(ctx, call, t, raw)
	}
	work, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	follow := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	silence := call.detachable()
	o := &outcome{done: make(chan struct{})}
	c.later.running.Go(func() {
		defer close(o.done)
		defer cancel(nil)
		o.res, o.err = c.handle(work, call, t, raw)
		if o.res != nil && o.res.List != nil {
			o.res.List.from = &Next{Tool: t.Name, Arguments: given(raw)}
		}
	})
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		select {
		case <-call.began: // without a run there is nothing that could be waited for
			if follow() { // else it was cancelled just now
				context.AfterFunc(c.env.Life, func() { cancel(context.Canceled) })
				silence()
				c.later.keep(call.Run(), o)
				return c.env.Run(call.Run()), nil
			}
			<-o.done
		case <-o.done:
		}
	case <-o.done:
	}
	follow()
	return o.res, o.err
}

func (l *later) keep(run string, o *outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.calls == nil {
		l.calls = map[string]*outcome{}
	}
	l.calls[run] = o
	l.order = append(l.order, run)
	if len(l.order) > kept {
		delete(l.calls, l.order[0])
		l.order = slices.Delete(l.order, 0, 1)
	}
}

// Outcome waits for the end of a call that went on after its answer and returns
// what it came to. known is false when no such call began the run. An ended ctx
// gives nil, nil.
func (c *Catalog) Outcome(ctx context.Context, run string) (res *Result, err error, known bool) {
	c.later.mu.Lock()
	o := c.later.calls[run]
	c.later.mu.Unlock()
	if o == nil {
		return nil, nil, false
	}
	select {
	case <-o.done:
	case <-ctx.Done():
		return nil, nil, true
	}
	if o.err != nil {
		return nil, o.err, true
	}
	own := *o.res // several may ask, and each adds its own warnings
	return &own, nil, true
}

// Wait returns when no call goes on any more.
func (c *Catalog) Wait() { c.later.running.Wait() }

// given are the arguments of a call as they came.
func given(raw json.RawMessage) map[string]any {
	var args map[string]any
	_ = json.Unmarshal(raw, &args)
	return args
}
