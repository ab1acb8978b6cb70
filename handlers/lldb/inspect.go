package lldb

import (
	"context"
	"fmt"
	"strings"
	"time"

	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

// mostFrames bounds the stack of one thread; a runaway recursion has hundreds
// of thousands.
const mostFrames = 500

type backtraceInput struct {
	inSession
	ThreadIndex int  `json:"threadIndex,omitempty" jsonschema:"number of the thread; the selected one by default" minimum:"1"`
	AllThreads  bool `json:"allThreads,omitempty" jsonschema:"the stacks of all threads"`
	tool.Page
}

func (h *handlers) backtrace(ctx context.Context, _ *tool.Call, in backtraceInput) (*tool.Result, error) {
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	threads, err := s.Threads(ctx)
	if err != nil {
		return nil, explain(err)
	}
	var rows []tool.Row
	shown := 0
	for _, t := range threads {
		if wanted := in.AllThreads || t.Index == in.ThreadIndex || in.ThreadIndex == 0 && t.Selected; !wanted {
			continue
		}
		shown++
		frames, total, err := s.Backtrace(ctx, t.ID, mostFrames)
		if err != nil {
			return nil, explain(err)
		}
		rows = append(rows, tool.Row{Text: threadText(t), Data: t})
		for _, f := range frames {
			short := f
			short.File = h.relative(f.File)
			rows = append(rows, tool.Row{Text: fmt.Sprintf("  #%d %s", f.Index, short), Data: f})
		}
		if total > len(frames) && len(frames) == mostFrames {
			rows = append(rows, tool.Row{Text: fmt.Sprintf("  … more frames follow the first %d", mostFrames), Data: map[string]any{"more": true}})
		}
	}
	if shown == 0 {
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_lldb_threads lists them.", "there is no thread %d", in.ThreadIndex)
	}
	return &tool.Result{Text: fmt.Sprintf("Call stack of %d of %d threads", shown, len(threads)), Data: map[string]any{"sessionId": string(in.SessionID)}, List: in.Cut("frames", rows, 0)}, nil
}

func threadText(t debugger.Thread) string {
	text := fmt.Sprintf("thread %d", t.Index)
	if t.Selected {
		text = "* " + text
	}
	for _, part := range []struct{ before, value string }{{" ", t.Name}, {", queue ", t.Queue}, {", ", t.Stop}} {
		if part.value != "" {
			text += part.before + part.value
		}
	}
	return text
}

type scope string

func (scope) Enum() []string { return []string{"local", "args", "all"} }

type variablesInput struct {
	inSession
	Scope      scope `json:"scope,omitempty" jsonschema:"which variables; all by default"`
	FrameIndex *int  `json:"frameIndex,omitempty" jsonschema:"frame of the selected thread, 0 is the innermost; the selected one by default" minimum:"0"`
	tool.Page
}

func (h *handlers) variables(ctx context.Context, _ *tool.Call, in variablesInput) (*tool.Result, error) {
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	if in.FrameIndex != nil {
		back, err := s.SelectedFrame(ctx)
		if err != nil {
			return nil, explain(err)
		}
		if err := s.Select(ctx, nil, in.FrameIndex); err != nil {
			return nil, explain(err)
		}
		defer func() { _ = s.Select(context.WithoutCancel(ctx), nil, &back) }()
	}
	wanted := debugger.Scope(in.Scope)
	if wanted == "" {
		wanted = debugger.All
	}
	all, err := s.Variables(ctx, wanted)
	if err != nil {
		return nil, explain(err)
	}
	rows := make([]tool.Row, len(all))
	for i, v := range all {
		rows[i] = tool.Row{Text: fmt.Sprintf("(%s) %s = %s", v.Type, v.Name, v.Value), Data: v}
	}
	res := &tool.Result{Text: fmt.Sprintf("%d variables", len(rows)), Data: map[string]any{"sessionId": string(in.SessionID)}, List: in.Cut("variables", rows, 0)}
	if len(rows) == 0 {
		res.Warnings = append(res.Warnings, "the frame has none, or no debug information: another frame may have it (frameIndex)")
	}
	return res, nil
}

// expressionTime is how long an expression may take.
const expressionTime = 10 * time.Second

type expressionInput struct {
	inSession
	Expression string `json:"expression" required:"true" jsonschema:"expression in the program's own language, one line"`
	tool.Timed
}

func (h *handlers) expression(ctx context.Context, _ *tool.Call, in expressionInput) (*tool.Result, error) {
	if err := oneLine("expression", in.Expression); err != nil {
		return nil, err
	}
	if strings.TrimSpace(in.Expression) == "" {
		return nil, tool.Invalid("expression", "is blank")
	}
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	// A tenth of the time is left for the debugger to tell that it broke off.
	text, err := s.Evaluate(ctx, in.Expression, timeFor(in.Timed, expressionTime)*9/10)
	if err != nil {
		return nil, explain(err)
	}
	text = strings.TrimSpace(text)
	if text == "" {
		text = "(no value)"
	}
	return &tool.Result{Text: text, Data: map[string]any{"sessionId": string(in.SessionID), "value": text}}, nil
}

type threadsInput struct {
	inSession
	SelectThread *int `json:"selectThread,omitempty" jsonschema:"number of the thread to select" minimum:"1"`
	SelectFrame  *int `json:"selectFrame,omitempty" jsonschema:"frame of the selected thread to select, 0 is the innermost" minimum:"0"`
	tool.Page
}

func (h *handlers) threads(ctx context.Context, _ *tool.Call, in threadsInput) (*tool.Result, error) {
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	if err := s.Select(ctx, in.SelectThread, in.SelectFrame); err != nil {
		return nil, explain(err)
	}
	all, err := s.Threads(ctx)
	if err != nil {
		return nil, explain(err)
	}
	rows := make([]tool.Row, len(all))
	for i, t := range all {
		rows[i] = tool.Row{Text: threadText(t) + "  " + t.Where, Data: t}
	}
	text := fmt.Sprintf("%d threads", len(rows))
	if in.SelectFrame != nil {
		text += fmt.Sprintf("; frame %d is selected", *in.SelectFrame)
	}
	return &tool.Result{Text: text, Data: map[string]any{"sessionId": string(in.SessionID)}, List: in.Cut("threads", rows, 0)}, nil
}
