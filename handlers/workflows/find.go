package workflows

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"bazelapple/internal/tool"
)

type findInput struct {
	Query string `json:"query" required:"true" jsonschema:"what the tool should do, in a few words"`
	tool.Page
}

// defaultFound bounds the answer when the caller did not.
const defaultFound = 8

func (h *handlers) find(_ context.Context, call *tool.Call, in findInput) (*tool.Result, error) {
	if len(in.Query) > tool.MaxArgument {
		return nil, tool.Invalid("query", "at most %d bytes, got %d", tool.MaxArgument, len(in.Query))
	}
	var rows []tool.Row
	for _, d := range rank(in.Query, h.Definitions()) {
		text := d.Name + ": " + d.Description
		if d.Workflow != tool.WorkflowNone {
			text += " [" + string(d.Workflow) + "]"
		}
		rows = append(rows, tool.Row{Text: text, Data: map[string]any{"name": d.Name, "workflow": d.Workflow, "listed": offered(call, d.Workflow)}})
	}
	res := &tool.Result{Text: fmt.Sprintf("%d tools match.", len(rows)), List: in.Cut("tools", rows, defaultFound)}
	if len(rows) == 0 {
		res.Text = "No tool matches; bazel_list_workflows shows the groups there are."
	}
	return res, nil
}

// rank orders the tools by BM25 over their names, titles, descriptions and
// workflows; a word of the name counts three times. Tools that share no word
// with the query are left out.
func rank(query string, defs []tool.Definition) []tool.Definition {
	const k1, b = 1.2, 0.75
	type document struct {
		counts map[string]float64
		length float64
	}
	docs := make([]document, len(defs))
	frequency := map[string]float64{}
	var total float64
	for i, d := range defs {
		counts := map[string]float64{}
		add := func(text string, weight float64) {
			for _, w := range words(text) {
				counts[w] += weight
				docs[i].length += weight
			}
		}
		add(d.Name, 3)
		add(d.Title, 2)
		add(d.Description, 1)
		add(string(d.Workflow), 1)
		docs[i].counts = counts
		total += docs[i].length
		for w := range counts {
			frequency[w]++
		}
	}
	n, mean := float64(len(defs)), total/math.Max(float64(len(defs)), 1)
	score := make(map[string]float64, len(defs))
	wanted := weights(query)
	for i, d := range docs {
		for w, weight := range wanted {
			if f := d.counts[w]; f > 0 {
				idf := math.Log(1 + (n-frequency[w]+0.5)/(frequency[w]+0.5))
				score[defs[i].Name] += weight * idf * f * (k1 + 1) / (f + k1*(1-b+b*d.length/mean))
			}
		}
	}
	found := slices.DeleteFunc(slices.Clone(defs), func(d tool.Definition) bool { return score[d.Name] == 0 })
	slices.SortStableFunc(found, func(a, b tool.Definition) int {
		switch d := score[b.Name] - score[a.Name]; {
		case d > 0:
			return 1
		case d < 0:
			return -1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return found
}

// weights are the words of a query, and at less weight what tools call the same
// thing.
func weights(query string) map[string]float64 {
	const other = 0.8
	out := map[string]float64{}
	for _, w := range words(query) {
		for _, same := range words(synonyms(w)) {
			out[same] = max(out[same], other)
		}
		out[w] = max(out[w], 1)
	}
	return out
}

// synonyms are words of tools for a stem that people use.
func synonyms(stem string) string {
	switch stem {
	case "wip", "reset", "clear":
		return "erase clean"
	case "start", "open":
		return "boot launch"
	case "press", "click", "touch":
		return "tap"
	case "pictur", "photo", "imag":
		return "screenshot"
	case "film":
		return "video record"
	case "quit", "kill", "clos", "end":
		return "stop"
	case "delet", "remov":
		return "uninstall erase clean"
	case "phon", "iphon", "ipad":
		return "device"
	case "debug", "debugger":
		return "lldb breakpoint"
	case "cannot", "wrong", "broken", "problem", "why", "machin":
		return "health check missing fix"
	case "newer", "version":
		return "update installed"
	case "compil":
		return "build"
	}
	return ""
}

// words are the lower-case stems of a text, without those that say nothing.
func words(text string) []string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	out := fields[:0]
	for _, w := range fields {
		if strings.Contains(" a an and are at by can do does for from how i in is it me my of on or out that the this to up what which with bazel ", " "+w+" ") {
			continue
		}
		out = append(out, stem(w))
	}
	return out
}

// stem takes the endings off that English puts on nouns and verbs.
func stem(w string) string {
	for _, end := range []string{"ing", "es", "ed", "s"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
			return strings.TrimSuffix(s, "e")
		}
	}
	return strings.TrimSuffix(w, "e")
}
