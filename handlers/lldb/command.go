package lldb

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	debugger "bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

type commandInput struct {
	inSession
	Command tool.Word `json:"command" required:"true" jsonschema:"one line of LLDB's command language"`
	tool.Timed
}

// ends are the words that would end the debugger itself.
var ends = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*["']?(q|qu|qui|quit|ex|exi|exit)["']?(\s|$)`) })

func (h *handlers) command(ctx context.Context, _ *tool.Call, in commandInput) (*tool.Result, error) {
	line := string(in.Command)
	if ends().MatchString(line) {
		return nil, tool.Errorf(tool.InvalidInput, "bazel_ios_lldb_detach ends a session.", "%q would end the debugger behind the session's back", line)
	}
	if err := debugger.Reaches(line); err != nil && !h.AllowHostCommands {
		return nil, tool.Errorf(tool.Precondition, "Write commands in full, without options for files and scripts. What reaches this machine beyond debugging is refused, unless a person allows it in the settings.", "%w", err)
	}
	s, err := h.session(in.inSession)
	if err != nil {
		return nil, err
	}
	text, err := s.Command(ctx, line)
	if err != nil {
		return nil, explain(err)
	}
	text = strings.TrimRight(text, "\n")
	data := map[string]any{"sessionId": string(in.SessionID), "output": text}
	if text == "" {
		text = fmt.Sprintf("%s: done", line)
	}
	res := &tool.Result{Text: text, Data: data}
	if s.State() == debugger.Running {
		res.Next = []tool.Next{{Tool: "bazel_ios_lldb_step", Arguments: map[string]any{"sessionId": string(in.SessionID), "action": "wait"}, Why: "the program runs now"}}
	}
	return res, nil
}
