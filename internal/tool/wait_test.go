package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bazelapple/internal/tool"
)

// work is a long tool under the test's control: it begins run-1, reports until
// it is let go, and ends as it is told.
type work struct {
	catalog *tool.Catalog
	ended   chan error // what the tool ends with
	seen    chan error // how its context ended
}

func newWork(t *testing.T, life context.Context) *work {
	w := &work{ended: make(chan error), seen: make(chan error, 10)}
	w.catalog = tool.NewCatalog(tool.Environment{
		Life: life,
		Run:  func(id string) *tool.Result { return &tool.Result{Text: id + " goes on", RunID: id} },
	}, tool.Module{Workflow: tool.WorkflowBuild, Tools: []tool.Tool{
		tool.New(tool.Definition{Name: "long", Streaming: true}, func(ctx context.Context, call *tool.Call, _ struct{}) (*tool.Result, error) {
			call.Began("run-1")
			for {
				select {
				case err := <-w.ended:
					return &tool.Result{Text: "built", List: &tool.List{Name: "rows", Rows: []tool.Row{{Text: strings.Repeat("x", 3000)}, {Text: "y"}}, Total: 2}}, err
				case <-ctx.Done():
					w.seen <- context.Cause(ctx)
					return nil, ctx.Err()
				case <-time.After(time.Millisecond):
					call.Progress(tool.Progress{Message: "step"})
				}
			}
		}),
		tool.New(tool.Definition{Name: "short"}, func(context.Context, *tool.Call, struct{}) (*tool.Result, error) {
			return &tool.Result{Text: "ok"}, nil
		}),
	}})
	return w
}

func (w *work) answer(ctx context.Context, call *tool.Call, args string) tool.Answer {
	return w.catalog.Answer(ctx, call, "long", json.RawMessage(args), func(bool) int { return tool.SuccessBudget })
}

// TestGoesOn: a call that waits no longer answers with its run, says nothing
// more to its caller, and its outcome can be had by everybody.
func TestGoesOn(t *testing.T) {
	w := newWork(t, t.Context())
	ctx, leave := context.WithCancel(t.Context())
	var mu sync.Mutex
	gone := false
	a := w.answer(ctx, &tool.Call{Progress: func(tool.Progress) {
		mu.Lock()
		defer mu.Unlock()
		if gone {
			t.Error("progress after the answer")
		}
	}}, `{"waitSeconds":0}`)
	mu.Lock()
	gone = true
	mu.Unlock()
	leave()
	if a.Text != "run-1 goes on" || a.RunID != "run-1" || a.IsError {
		t.Errorf("%+v", a)
	}
	soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if res, err, known := w.catalog.Outcome(soon, "run-1"); res != nil || err != nil || !known {
		t.Errorf("while it goes on: %v %v %v", res, err, known)
	}
	w.ended <- nil
	for range 2 {
		res, err, known := w.catalog.Outcome(t.Context(), "run-1")
		if err != nil || !known || res.Text != "built" {
			t.Fatalf("%v %v %v", res, err, known)
		}
		// The next rows come from the tool that made them.
		shown := tool.Render("other", map[string]any{"runId": "run-1"}, res, nil, tool.SuccessBudget)
		if want := `Next: long {"offset":0,"waitSeconds":0}`; !strings.Contains(shown.Text, want) {
			t.Errorf("want %s in %s", want, shown.Text)
		}
	}
	if _, _, known := w.catalog.Outcome(t.Context(), "run-2"); known {
		t.Error("a run that no call began")
	}
	w.catalog.Wait()
}

// TestGoesOnFailing: a failure after the answer is the outcome.
func TestGoesOnFailing(t *testing.T) {
	w := newWork(t, t.Context())
	w.answer(t.Context(), &tool.Call{}, `{"waitSeconds":0.01}`)
	w.ended <- tool.Errorf(tool.Command, "", "it broke")
	_, err, _ := w.catalog.Outcome(t.Context(), "run-1")
	var failure *tool.Error
	if !errors.As(err, &failure) || failure.Kind != tool.Command {
		t.Errorf("%v", err)
	}
}

// TestWaits: who waits long enough gets the result itself, and takes the tool
// along when it leaves; what goes on ends with the engine.
func TestWaits(t *testing.T) {
	life, end := context.WithCancel(t.Context())
	w := newWork(t, life)
	go func() { w.ended <- nil }()
	if a := w.answer(t.Context(), &tool.Call{}, `{"waitSeconds":60}`); !strings.Contains(a.Text, "built") {
		t.Errorf("%+v", a)
	}
	ctx, leave := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer leave()
	if a := w.answer(ctx, &tool.Call{}, `{"waitSeconds":60}`); a.Kind != tool.Cancelled && a.Kind != tool.Timeout {
		t.Errorf("%+v", a)
	}
	<-w.seen
	w.answer(t.Context(), &tool.Call{}, `{"waitSeconds":0}`)
	end()
	if err := <-w.seen; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	w.catalog.Wait()
}

// TestWaitArgument: only long tools take it, and only numbers that make sense.
func TestWaitArgument(t *testing.T) {
	w := newWork(t, t.Context())
	for args, want := range map[string]string{`{"waitSeconds":-1}`: "out of range", `{"waitSeconds":1e9}`: "out of range", `{"waitSeconds":"5"}`: "want a number"} {
		if a := w.answer(t.Context(), &tool.Call{Client: tool.Client{Role: tool.Agent}}, args); a.Kind != tool.InvalidInput || !strings.Contains(a.Text, want) {
			t.Errorf("%s: %s %s", args, a.Kind, a.Text)
		}
	}
	if a := w.catalog.Answer(t.Context(), &tool.Call{}, "short", json.RawMessage(`{"waitSeconds":1}`), nil); !strings.Contains(a.Text, "unknown argument") {
		t.Error(a.Text)
	}
}

// TestDefaultWait: an agent that says nothing gets an answer before its client
// gives up; a person waits for the end.
func TestDefaultWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWork(t, t.Context())
		start := time.Now()
		a := w.answer(t.Context(), &tool.Call{Client: tool.Client{Role: tool.Agent}}, "")
		if took := time.Since(start); a.Text != "run-1 goes on" || took != tool.DefaultWait || took >= time.Minute {
			t.Errorf("after %v: %s", took, a.Text)
		}
		w.ended <- nil
		go func() { time.Sleep(2 * tool.DefaultWait); w.ended <- nil }()
		if a := w.answer(t.Context(), &tool.Call{Client: tool.Client{Role: tool.Person}}, ""); !strings.Contains(a.Text, "built") {
			t.Errorf("%s", a.Text)
		}
		w.catalog.Wait()
	})
}
