package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// most is how many completions the protocol allows in one answer.
const most = 100

// complete answers completion/complete for arguments of prompts and templates,
// by the argument's name.
func (d *door) complete(ctx context.Context, req *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
	typed := req.Params.Argument.Value
	var values []string
	total := 0
	switch req.Params.Argument.Name {
	case "workflow", "id":
		for _, w := range tool.Workflows() {
			values = append(values, string(w.ID))
		}
		values = prefixed(values, typed)
	case "target":
		var found wire.TargetsResult
		if d.query(ctx, req.Session, wire.MethodTargets, wire.TargetsParams{Query: typed, Limit: most}, &found) {
			for _, t := range found.Targets {
				values = append(values, t.Label)
			}
			total = found.Total
		}
	case "simulator", "simulatorId", "simulatorName":
		var found wire.DestinationsResult
		if d.query(ctx, req.Session, wire.MethodDestinations, struct{}{}, &found) {
			for _, s := range found.Destinations {
				if s.Kind != "simulator" {
					continue
				}
				if req.Params.Argument.Name == "simulatorId" {
					values = append(values, s.ID)
				} else {
					values = append(values, s.Name)
				}
			}
			values = prefixed(values, typed)
		}
	case "runId":
		var found wire.RunListResult
		if d.query(ctx, req.Session, wire.MethodRunList, struct{}{}, &found) {
			for _, r := range found.Runs {
				values = append(values, r.ID)
			}
			values = prefixed(values, typed)
		}
	}
	total = max(total, len(values))
	values = values[:min(len(values), most)]
	if values == nil {
		values = []string{}
	}
	return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: values, Total: total, HasMore: total > len(values)}}, nil
}

// query asks the backend; a completion that cannot be had is none.
func (d *door) query(ctx context.Context, session *mcp.ServerSession, method string, params, result any) bool {
	b, err := d.client(session).to(ctx)
	return err == nil && b.Ask(ctx, method, params, result) == nil
}

func prefixed(values []string, typed string) []string {
	var out []string
	for _, v := range values {
		if strings.HasPrefix(strings.ToLower(v), strings.ToLower(typed)) {
			out = append(out, v)
		}
	}
	return out
}
