package lldb

import (
	"context"
	"fmt"
	"time"

	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

type detachInput struct {
	inSession
	Terminate *bool `json:"terminate,omitempty" jsonschema:"end the program too; by default a launched one is ended and an attached one goes on"`
}

func (h *handlers) detach(_ context.Context, _ *tool.Call, in detachInput) (*tool.Result, error) {
	id := string(in.SessionID)
	data := map[string]any{"sessionId": id}
	task, err := h.Sessions.Get(id)
	if err != nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.ended[id] {
			return &tool.Result{Text: id + " had ended already", Data: data}, nil
		}
		return nil, h.unknown(in.inSession)
	}
	s := task.Value
	died := s.Err()
	terminate := s.Launched()
	if in.Terminate != nil {
		terminate = *in.Terminate
	}
	exited := s.State() == debugger.Exited
	s.Close(terminate)
	_, _ = h.Sessions.Stop(id)
	h.mu.Lock()
	h.ended[id] = true
	h.mu.Unlock()
	res := &tool.Result{Text: "Detached " + id, Data: data}
	switch {
	case died != nil:
		res.Text = "Cleared " + id
		res.Warnings = []string{died.Error()}
	case exited:
		res.Text += "; the program had exited"
	case terminate:
		res.Text += "; the program was ended"
	default:
		res.Text += "; the program goes on"
	}
	if out, _ := s.TakeOutput(); out != "" {
		data["output"] = out
	}
	return res, nil
}

func (h *handlers) sessions(context.Context, *tool.Call, struct{}) (*tool.Result, error) {
	var rows []tool.Row
	for _, task := range h.Sessions.List() {
		s := task.Value
		now := string(s.State())
		if s.Err() != nil {
			now = "debugger ended"
		}
		rows = append(rows, tool.Row{
			Text: fmt.Sprintf("%s  pid %d  %s  %s  since %s", task.ID, s.Pid(), s.Name(), now, task.Started.Format(time.TimeOnly)),
			Data: map[string]any{"sessionId": task.ID, "pid": s.Pid(), "process": s.Name(), "state": now, "launched": s.Launched(), "started": task.Started.UTC().Format(time.RFC3339)},
		})
	}
	text := fmt.Sprintf("%d debugger sessions", len(rows))
	if len(rows) == 0 {
		text = "No debugger session; bazel_ios_lldb_attach starts one."
	}
	return &tool.Result{Text: text, Data: map[string]any{}, List: tool.Page{}.Cut("sessions", rows, 0)}, nil
}
