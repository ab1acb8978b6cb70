package debug_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-dap"

	"bazelapple/handlers/debug"
)

// editor is the client side of the debug adapter protocol, as far as an editor's
// first steps go.
type editor struct {
	t      *testing.T
	seq    int
	in     interface{ Write([]byte) (int, error) }
	events chan dap.Message
	answer map[int]chan dap.Message

	mu    sync.Mutex
	print strings.Builder
	wait  chan dap.Message // of launch
}

func newEditor(t *testing.T, c debug.Configuration) *editor {
	t.Helper()
	cmd := exec.Command(c.Command[0], c.Command[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	e := &editor{t: t, in: in, events: make(chan dap.Message, 10_000), answer: map[int]chan dap.Message{}}
	t.Cleanup(func() {
		in.Close()
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Error("the relay does not end when the editor has gone")
			_ = cmd.Process.Kill()
		}
	})
	go e.read(bufio.NewReader(out))
	e.call("initialize", dap.InitializeRequestArguments{ClientID: "test", AdapterID: "bazelApple", LinesStartAt1: true, ColumnsStartAt1: true, PathFormat: "path"})
	args, err := json.Marshal(c.Arguments)
	if err != nil {
		t.Fatal(err)
	}
	e.wait = e.send(c.Request, json.RawMessage(args))
	e.event("initialized")
	return e
}

func (e *editor) read(r *bufio.Reader) {
	for {
		m, err := dap.ReadProtocolMessage(r)
		if err != nil {
			if _, unknown := err.(*dap.DecodeProtocolMessageFieldError); unknown {
				continue // an event of a later version
			}
			close(e.events)
			return
		}
		switch m := m.(type) {
		case *dap.OutputEvent:
			e.mu.Lock()
			e.print.WriteString(m.Body.Output)
			e.mu.Unlock()
		case dap.EventMessage:
			e.events <- m
		case dap.ResponseMessage:
			e.mu.Lock()
			c := e.answer[m.GetResponse().RequestSeq]
			e.mu.Unlock()
			if c != nil {
				c <- m
			}
		}
	}
}

func (e *editor) send(command string, args any) chan dap.Message {
	e.t.Helper()
	answer := make(chan dap.Message, 1)
	e.mu.Lock()
	e.seq++
	e.answer[e.seq] = answer
	body, err := json.Marshal(map[string]any{"seq": e.seq, "type": "request", "command": command, "arguments": args})
	e.mu.Unlock()
	if err != nil {
		e.t.Fatal(err)
	}
	if err := dap.WriteBaseMessage(e.in, body); err != nil {
		e.t.Fatal(err)
	}
	return answer
}

const patience = time.Minute

func (e *editor) call(command string, args any) dap.Message {
	e.t.Helper()
	return e.await(command, e.send(command, args))
}

func (e *editor) await(command string, answer chan dap.Message) dap.Message {
	e.t.Helper()
	select {
	case m := <-answer:
		if r := m.(dap.ResponseMessage).GetResponse(); !r.Success {
			text, _ := json.Marshal(m)
			e.t.Fatalf("%s: %s", command, text)
		}
		return m
	case <-time.After(patience):
		e.t.Fatalf("%s was not answered; printed so far: %s", command, e.output())
		return nil
	}
}

// event waits for the next event of that name.
func (e *editor) event(name string) dap.Message {
	e.t.Helper()
	for {
		select {
		case m, ok := <-e.events:
			if !ok {
				e.t.Fatalf("the adapter ended before %s; it printed: %s", name, e.output())
			}
			if m.(dap.EventMessage).GetEvent().Event == name {
				return m
			}
		case <-time.After(patience):
			e.t.Fatalf("no event %s; printed so far: %s", name, e.output())
		}
	}
}

func (e *editor) output() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.print.String()
}

func (e *editor) breakpoints(path string, lines ...int) []dap.Breakpoint {
	e.t.Helper()
	list := []dap.SourceBreakpoint{}
	for _, l := range lines {
		list = append(list, dap.SourceBreakpoint{Line: l})
	}
	return e.call("setBreakpoints", dap.SetBreakpointsArguments{Source: dap.Source{Path: path}, Breakpoints: list}).(*dap.SetBreakpointsResponse).Body.Breakpoints
}

func (e *editor) configured() {
	e.t.Helper()
	e.call("configurationDone", map[string]any{})
	e.await("launch", e.wait)
}

// stopped waits for a stop for that reason and returns the top frame.
func (e *editor) stopped(reason string) dap.StackFrame {
	e.t.Helper()
	stop := e.event("stopped").(*dap.StoppedEvent)
	if stop.Body.Reason != reason {
		e.t.Fatalf("stopped for %+v, want %s", stop.Body, reason)
	}
	frames := e.call("stackTrace", dap.StackTraceArguments{ThreadId: stop.Body.ThreadId, Levels: 1}).(*dap.StackTraceResponse).Body.StackFrames
	if len(frames) == 0 {
		e.t.Fatal("no frames")
	}
	return frames[0]
}

func (e *editor) variables(frame int) string {
	e.t.Helper()
	out := ""
	for _, s := range e.call("scopes", dap.ScopesArguments{FrameId: frame}).(*dap.ScopesResponse).Body.Scopes[:1] {
		for _, v := range e.call("variables", dap.VariablesArguments{VariablesReference: s.VariablesReference}).(*dap.VariablesResponse).Body.Variables {
			out += fmt.Sprintf("%s = %s\n", v.Name, v.Value)
		}
	}
	return out
}

func (e *editor) evaluate(frame int, expression string) string {
	e.t.Helper()
	return e.call("evaluate", dap.EvaluateArguments{Expression: expression, FrameId: frame, Context: "watch"}).(*dap.EvaluateResponse).Body.Result
}

func (e *editor) resume() { e.call("continue", dap.ContinueArguments{ThreadId: 1}) }

// ended waits for the program's end and returns its exit status.
func (e *editor) ended() int {
	e.t.Helper()
	return e.event("exited").(*dap.ExitedEvent).Body.ExitCode
}
