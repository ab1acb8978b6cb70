package services

import (
	"context"
	"fmt"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/handlers"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/server/wire"
)

// targets answers from the index: no Bazel runs.
func targets(ctx context.Context, e *handlers.Engine, p wire.TargetsParams) (any, error) {
	q := index.Query{Text: p.Query, Limit: p.Limit}
	switch p.Kind {
	case "":
	case "test":
		q.Test = true
	case "run", "runnable":
		q.Run = true
	default:
		k, ok := kind.Parse(p.Kind)
		if !ok {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("there is no kind %q of targets", p.Kind))
		}
		q.Kinds = []kind.Kind{k}
	}
	list, err := query(ctx, e, q)
	if err != nil {
		return nil, err
	}
	out := wire.TargetsResult{Targets: []wire.Target{}, Total: list.Total, Source: "index"}
	for _, t := range list.Targets {
		w := wire.Target{Label: t.Label.String(), Kind: t.Kind.Kind.String(), RuleClass: t.Rule, File: t.File, Line: int(t.FirstLine)}
		if t.Kind.Platform != kind.None {
			w.Platform = t.Kind.Platform.String()
		}
		out.Targets = append(out.Targets, w)
	}
	return out, nil
}

func query(ctx context.Context, e *handlers.Engine, q index.Query) (index.List, error) {
	i, err := e.Index()
	if err != nil {
		return index.List{}, err
	}
	if err := i.Refresh(ctx); err != nil {
		return index.List{}, err
	}
	return i.Targets(q), nil
}
