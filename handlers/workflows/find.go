package workflows

import (
	"context"
	"fmt"

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
