package tool

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// An Answer is what every door gives back, in its own form. Text is made once,
// here; no door adds to it.
type Answer struct {
	IsError  bool     `json:"isError"`
	Kind     Kind     `json:"kind,omitempty"`
	Text     string   `json:"text"`
	Data     any      `json:"data,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Next     []Next   `json:"next,omitempty"`
	Images   []Image  `json:"images,omitempty"`
	Files    []Link   `json:"files,omitempty"`
	RunID    string   `json:"runId,omitempty"`
}

// Budgets of the agent door, in bytes of text and encoded data together.
const (
	SuccessBudget = 2 << 10
	FailureBudget = 8 << 10
)

// Render makes the answer of a call. budget is the most bytes of text and data
// together, 0 for all of it.
func Render(tool string, args map[string]any, res *Result, err *Error, budget int) Answer {
	a := Answer{}
	if err != nil {
		a.IsError, a.Kind = true, err.Kind
		if err.Result != nil {
			res = err.Result
		}
	}
	if res == nil {
		res = &Result{}
	}
	a.Warnings, a.Next, a.Images, a.Files, a.RunID = res.Warnings, res.Next, res.Images, res.Files, res.RunID
	body := strings.TrimRight(res.Text, "\n")
	if err != nil {
		head := err.Error()
		if err.Hint != "" {
			head += "\n" + err.Hint
		}
		body = strings.TrimRight(head+"\n"+body, "\n")
	}
	if res.List == nil {
		a.Text, a.Data = compose(a.Warnings, body, nil, a.Next), res.Data
		a.fit(budget)
		return a
	}
	a.list(tool, args, body, res, budget)
	return a
}

// list adds as many rows as the budget allows, and the call that gets the rest.
func (a *Answer) list(tool string, args map[string]any, body string, res *Result, budget int) {
	l := res.List
	if l.from != nil {
		tool, args = l.from.Tool, l.from.Arguments
	}
	try := func(n int) Answer {
		out := *a
		lines := make([]string, 0, n+1)
		rows := make([]any, 0, n)
		shown := l.Rows[:n]
		if l.FromEnd {
			shown = l.Rows[len(l.Rows)-n:]
		}
		for _, r := range shown {
			lines = append(lines, r.Text)
			rows = append(rows, r.Data)
		}
		end := l.Offset + n
		if end < l.Total && !l.FromEnd {
			next := maps.Clone(args)
			if next == nil {
				next = map[string]any{}
			}
			next["offset"] = end
			out.Next = append(slices.Clone(a.Next), Next{Tool: tool, Arguments: next, Why: "the next rows"})
		}
		switch {
		case n < l.Total && l.FromEnd:
			lines = append(lines, fmt.Sprintf("(the last %d of %d)", n, l.Total))
		case n < l.Total:
			lines = append(lines, fmt.Sprintf("(%d to %d of %d)", min(l.Offset+1, end), end, l.Total))
		}
		data := members(res.Data)
		data[l.Name], data["total"], data["shown"] = rows, l.Total, n
		out.Data = data
		out.Text = compose(a.Warnings, body, lines, out.Next)
		return out
	}
	n := len(l.Rows)
	if budget > 0 {
		// The size grows with the rows: n is the last count that fits.
		n = max(sort.Search(len(l.Rows)+1, func(n int) bool { t := try(n); return t.size() > budget })-1, 0)
	}
	*a = try(n)
	a.fit(budget)
}

// members is data as a map, so that list members can be added.
func members(data any) map[string]any {
	out := map[string]any{}
	if data == nil {
		return out
	}
	if m, ok := data.(map[string]any); ok {
		return maps.Clone(m)
	}
	if b, err := json.Marshal(data); err == nil {
		_ = json.Unmarshal(b, &out)
	}
	return out
}

func compose(warnings []string, body string, lines []string, next []Next) string {
	var parts []string
	for _, w := range warnings {
		parts = append(parts, "Warning: "+w)
	}
	if body != "" {
		parts = append(parts, body)
	}
	parts = append(parts, lines...)
	for _, n := range next {
		parts = append(parts, n.String())
	}
	return strings.Join(parts, "\n")
}

// String is the line of an answer that proposes the call.
func (n Next) String() string {
	s := "Next: " + n.Tool
	if len(n.Arguments) > 0 {
		if b, err := json.Marshal(n.Arguments); err == nil {
			s += " " + string(b)
		}
	}
	if n.Why != "" {
		s += " (" + n.Why + ")"
	}
	return s
}

func (a *Answer) size() int {
	n := len(a.Text)
	if a.Data != nil {
		if b, err := json.Marshal(a.Data); err == nil {
			n += len(b)
		}
	}
	return n
}

// fit is the last resort of the budget: data that is too large is dropped, text
// is cut in its middle, so that the cause at its head and the next calls at its
// end stay.
func (a *Answer) fit(budget int) {
	if budget == 0 || a.size() <= budget {
		return
	}
	if a.Data != nil {
		if b, _ := json.Marshal(a.Data); len(b) > budget/2 {
			a.Data = nil
		}
	}
	room := budget - (a.size() - len(a.Text))
	if len(a.Text) > room {
		a.Text = middle(a.Text, room, a.RunID)
	}
}

func middle(s string, room int, runID string) string {
	where := ""
	if runID != "" {
		where = fmt.Sprintf("; bazel_ios_last_command {\"runId\":%q} has all", runID)
	}
	mark := fmt.Sprintf("\n… %d bytes left out%s …\n", len(s)-room, where)
	keep := max(room-len(mark)-8, 0)
	head := strings.ToValidUTF8(s[:keep*2/3], "")
	tail := strings.ToValidUTF8(s[len(s)-(keep-keep*2/3):], "")
	return head + mark + tail
}
