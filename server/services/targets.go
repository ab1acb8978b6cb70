package services

import (
	"context"
	"fmt"
	"time"

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
	list, whole, err := query(ctx, e, q)
	if err != nil {
		return nil, err
	}
	out := wire.TargetsResult{Targets: []wire.Target{}, Total: list.Total, Source: "index", Partial: !whole}
	for _, t := range list.Targets {
		w := wire.Target{Label: t.Label.String(), Kind: t.Kind.Kind.String(), RuleClass: t.Rule, File: t.File, Line: int(t.FirstLine)}
		if t.Kind.Platform != kind.None {
			w.Platform = t.Kind.Platform.String()
		}
		out.Targets = append(out.Targets, w)
	}
	return out, nil
}

// patience is how long a list waits for what has changed on disk. A workspace
// that takes longer is listed as far as it is known.
const patience = 400 * time.Millisecond

// query lists targets; whole is false while the workspace is still being read.
func query(ctx context.Context, e *handlers.Engine, q index.Query) (list index.List, whole bool, err error) {
	i, whole, err := e.Read(ctx, patience)
	if err != nil {
		return index.List{}, false, err
	}
	return i.Targets(q), whole, nil
}
