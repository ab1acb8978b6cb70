package lldb

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

type breakpointAction string

func (breakpointAction) Enum() []string { return []string{"set", "delete", "list"} }

type breakpointInput struct {
	inSession
	Action       breakpointAction `json:"action" required:"true" jsonschema:"what to do"`
	File         tool.File        `json:"file,omitempty" jsonschema:"source file, relative to the workspace or absolute"`
	Line         int              `json:"line,omitempty" jsonschema:"line of the file" minimum:"1"`
	Symbol       string           `json:"symbol,omitempty" jsonschema:"function or method name"`
	Module       tool.Word        `json:"module,omitempty" jsonschema:"only in this library or program"`
	Condition    string           `json:"condition,omitempty" jsonschema:"stop only when this expression is true"`
	OneShot      bool             `json:"oneShot,omitempty" jsonschema:"delete it after the first stop"`
	BreakpointID int              `json:"breakpointId,omitempty" jsonschema:"number of the breakpoint to delete" minimum:"1"`
}

func (h *handlers) breakpoint(ctx context.Context, _ *tool.Call, in breakpointInput) (*tool.Result, error) {
	for name, text := range map[string]string{"symbol": in.Symbol, "condition": in.Condition} {
		if err := oneLine(name, text); err != nil {
			return nil, err
		}
	}
	switch {
	case in.Action == "set" && in.File == "" && in.Symbol == "":
		return nil, tool.Errorf(tool.InvalidInput, "Pass file and line, or symbol.", "no place for the breakpoint is given")
	case in.Action == "set" && in.Symbol == "" && in.Line == 0:
		return nil, tool.Invalid("line", "needed with file")
	case in.Action == "set" && in.Line > 0 && in.File == "":
		return nil, tool.Invalid("file", "needed with line")
	case in.Action == "set" && in.Line > 0 && in.Symbol != "":
		return nil, tool.Errorf(tool.InvalidInput, "Pass file and line, or symbol.", "line and symbol exclude each other")
	case in.Action == "delete" && in.BreakpointID == 0:
		return nil, tool.Invalid("breakpointId", "needed to delete")
	}
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	switch in.Action {
	case "delete":
		if err := s.DeleteBreakpoint(ctx, in.BreakpointID); err != nil {
			return nil, explain(err)
		}
		return &tool.Result{Text: fmt.Sprintf("Deleted breakpoint %d", in.BreakpointID), Data: map[string]any{"sessionId": string(in.SessionID), "breakpointId": in.BreakpointID}}, nil
	case "list":
		all, err := s.Breakpoints(ctx)
		if err != nil {
			return nil, explain(err)
		}
		rows := make([]tool.Row, len(all))
		for i, b := range all {
			rows[i] = tool.Row{Text: line(b), Data: b}
		}
		return &tool.Result{Text: fmt.Sprintf("%d breakpoints", len(rows)), Data: map[string]any{"sessionId": string(in.SessionID)}, List: tool.Page{}.Cut("breakpoints", rows, 0)}, nil
	}
	return h.setBreakpoint(ctx, s, in)
}

// setBreakpoint names a file by its whole path first, which the source map
// turns into the one of the debug information. Where that finds nothing, the
// program may have been built in another folder, so the end of the path is
// tried, which LLDB compares with the end of theirs.
func (h *handlers) setBreakpoint(ctx context.Context, s *debugger.Session, in breakpointInput) (*tool.Result, error) {
	p := debugger.Place{Line: in.Line, Symbol: in.Symbol, Module: string(in.Module), Condition: in.Condition, OneShot: in.OneShot}
	if in.File != "" {
		p.File = in.File.Resolve(h.Root, h.Home)
		if h.Root == "" && !filepath.IsAbs(string(in.File)) {
			p.File = string(in.File)
		}
	}
	b, err := s.SetBreakpoint(ctx, p)
	if short := h.relative(p.File); err == nil && !b.Verified && p.File != "" && short != p.File {
		again := p
		again.File = short
		if err := s.DeleteBreakpoint(ctx, b.ID); err != nil {
			return nil, explain(err)
		}
		b, err = s.SetBreakpoint(ctx, again)
	}
	if err != nil {
		return nil, explain(err)
	}
	data := map[string]any{"sessionId": string(in.SessionID), "breakpoint": b}
	res := &tool.Result{Text: "Set " + line(b), Data: data}
	if !b.Verified {
		why := s.Unplaced(ctx, p)
		data["reason"] = why
		res.Warnings = append(res.Warnings, "the breakpoint is not bound yet: "+why)
	}
	return res, nil
}

// line is a breakpoint as one line.
func line(b debugger.Breakpoint) string {
	text := fmt.Sprintf("breakpoint %d: %s", b.ID, b.What)
	var places []string
	for _, l := range b.Locations {
		places = append(places, l.Where)
	}
	switch {
	case !b.Verified:
		text += ", not bound"
	case len(places) > 3:
		text += fmt.Sprintf(" → %s and %d more", strings.Join(places[:3], "; "), len(places)-3)
	case len(places) > 0:
		text += " → " + strings.Join(places, "; ")
	}
	if b.Condition != "" {
		text += ", if " + b.Condition
	}
	if b.OneShot {
		text += ", one shot"
	}
	return text + fmt.Sprintf(", hit %d times", b.Hits)
}
