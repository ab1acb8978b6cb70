package lldb

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/google/go-dap"
)

// Relay starts a debug adapter and stands between it and an editor: what either
// says reaches the other as it is, except that a breakpoint which does not bind
// says why. It returns when the adapter or the editor has ended; after the
// latter, or ctx, the adapter is ended too.
func (c *Client) Relay(ctx context.Context, in io.Reader, out io.Writer) error {
	r := &relay{out: out, asked: map[int]dap.SetBreakpointsArguments{}, queue: make(chan passed, 1024)}
	adapter, err := c.dial(ctx, &conn{pass: r.pass, seq: ownRequests})
	if err != nil {
		return err
	}
	r.adapter = adapter
	written := make(chan struct{})
	go func() { defer close(written); r.write(ctx) }()
	left := make(chan struct{})
	go func() { defer close(left); r.forward(bufio.NewReader(in)) }()
	select {
	case <-adapter.done:
	case <-left:
	case <-ctx.Done():
	}
	_ = adapter.process.Stdin.Close() // the adapter ends at the end of its input
	select {
	case <-adapter.done:
	case <-time.After(closeWithin):
	}
	_, _ = adapter.process.Stop()
	<-adapter.done
	close(r.queue)
	<-written
	return nil
}

// ownRequests is the number above which our own requests to the adapter are.
const ownRequests = 1 << 30

// A relay is one connection of an editor.
type relay struct {
	adapter *conn
	out     io.Writer
	queue   chan passed // to the editor, in order

	mu    sync.Mutex
	asked map[int]dap.SetBreakpointsArguments // by request
}

type passed struct {
	message
	whole []byte
}

// forward hands the editor's messages to the adapter until they end.
func (r *relay) forward(in *bufio.Reader) {
	for {
		body, err := readFrame(in)
		if err != nil {
			return
		}
		var m struct {
			Seq       int                         `json:"seq"`
			Command   string                      `json:"command"`
			Arguments dap.SetBreakpointsArguments `json:"arguments"`
		}
		if json.Unmarshal(body, &m) == nil && m.Command == "setBreakpoints" {
			r.mu.Lock()
			r.asked[m.Seq] = m.Arguments
			r.mu.Unlock()
		}
		if r.adapter.writeMessage(body) != nil {
			return
		}
	}
}

func (r *relay) pass(m message, whole []byte) { r.queue <- passed{m, whole} }

// write hands the adapter's messages to the editor. An answer about breakpoints
// may take questions of ours; those after it wait, since they may be about the
// same breakpoints.
func (r *relay) write(ctx context.Context) {
	for p := range r.queue {
		r.mu.Lock()
		asked, ok := r.asked[p.RequestSeq]
		if ok && p.Type == "response" {
			delete(r.asked, p.RequestSeq)
		}
		r.mu.Unlock()
		if ok && p.Type == "response" && p.Success {
			p.whole = r.explain(ctx, p, asked)
		}
		if p.Event == "capabilities" || p.Command == "initialize" {
			// So an editor that restarts ends and begins anew, which builds first.
			p.whole = bytes.Replace(p.whole, []byte(`"supportsRestartRequest":true`), []byte(`"supportsRestartRequest":false`), 1)
		}
		if dap.WriteBaseMessage(r.out, p.whole) != nil {
			return
		}
	}
}

// reasonWithin bounds the questions about the breakpoints of one file.
const reasonWithin = 2 * time.Second

// explain puts the reason into each breakpoint that is not bound.
func (r *relay) explain(ctx context.Context, p passed, asked dap.SetBreakpointsArguments) []byte {
	var whole, body map[string]json.RawMessage
	var list []map[string]any
	if json.Unmarshal(p.whole, &whole) != nil || json.Unmarshal(p.Body, &body) != nil || json.Unmarshal(body["breakpoints"], &list) != nil || len(list) != len(asked.Breakpoints) {
		return p.whole
	}
	ctx, cancel := context.WithTimeout(ctx, reasonWithin)
	defer cancel()
	changed := false
	for i, b := range list {
		if b["verified"] == true || b["message"] != nil || ctx.Err() != nil {
			continue
		}
		b["message"] = "Not bound: " + unplaced(ctx, Place{File: asked.Source.Path, Line: asked.Breakpoints[i].Line}, r.command)
		changed = true
	}
	if !changed {
		return p.whole
	}
	body["breakpoints"], _ = json.Marshal(list) // what came out of JSON goes into it
	whole["body"], _ = json.Marshal(body)
	out, _ := json.Marshal(whole)
	return out
}

// command runs one line of LLDB's own language beside what the editor asks.
func (r *relay) command(ctx context.Context, line string) (string, error) {
	var body dap.EvaluateResponseBody
	err := r.adapter.call(ctx, "evaluate", dap.EvaluateArguments{Expression: "`" + line, Context: "repl"}, &body)
	if err == nil && failed(body.Result) {
		err = &CommandError{line, strings.TrimSpace(body.Result)}
	}
	return body.Result, err
}
