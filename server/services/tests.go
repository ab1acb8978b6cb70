package services

import (
	"context"

	"bazelapple/handlers"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/testdiscovery"
	"bazelapple/internal/testsource"
	"bazelapple/server/wire"
)

// mostTests bounds the tree of tests.
const mostTests = 20_000

// tests lists the test targets; with an item, what is inside that target; with a
// file, the targets that have it and what is inside them. No Bazel runs.
func tests(ctx context.Context, e *handlers.Engine, p wire.TestsParams) (any, error) {
	out := wire.TestsResult{Items: []wire.TestNode{}}
	if p.File == "" && p.Item == "" {
		list, _, err := query(ctx, e, index.Query{Test: true, Limit: mostTests})
		for _, t := range list.Targets {
			out.Items = append(out.Items, targetNode(t))
		}
		return out, err
	}
	finder, err := e.Tests(ctx)
	if err != nil {
		return nil, err
	}
	var inside []index.Target
	switch {
	case p.File != "":
		finder.Overlay(p.File, p.Text)
		inside = finder.Owners(p.File)
		for _, t := range inside {
			out.Items = append(out.Items, targetNode(t))
		}
	default:
		i, err := e.Index()
		if err != nil {
			return nil, err
		}
		if l, err := label.Parse(p.Item); err == nil {
			if t, ok := i.Lookup(l); ok {
				inside = []index.Target{t}
			}
		}
	}
	nodes, err := finder.All(ctx, inside)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		out.Items = append(out.Items, testNode(n))
	}
	return out, nil
}

// testPlan makes of a selection of items one call for each target.
func testPlan(ctx context.Context, e *handlers.Engine, p wire.TestPlanParams) (any, error) {
	finder, err := e.Tests(ctx)
	if err != nil {
		return nil, err
	}
	out := wire.TestPlanResult{Calls: []wire.TestCall{}}
	affected, err := affectedBy(e, p.Changed)
	if err != nil {
		return nil, err
	}
	for _, c := range finder.Plan(p.Include, p.Exclude) {
		if len(p.Changed) > 0 && !affected[c.Label] {
			continue
		}
		out.Calls = append(out.Calls, wire.TestCall{Label: c.Label, Filter: c.Filter})
	}
	return out, nil
}

// affectedBy are the targets that files can affect, by label.
func affectedBy(e *handlers.Engine, files []string) (map[string]bool, error) {
	i, err := e.Index()
	if err != nil || len(files) == 0 {
		return nil, err
	}
	reached, _ := i.Affected(files)
	out := make(map[string]bool, len(reached))
	for _, a := range reached {
		out[a.Label.String()] = true
	}
	return out, nil
}

func targetNode(t index.Target) wire.TestNode {
	l := t.Label.String()
	at := wire.Range{Start: wire.Position(t.Name.Start), End: wire.Position(t.Name.End)}
	return wire.TestNode{ID: l, Label: l, Name: l, Kind: "target", File: t.File, Range: &at}
}

func testNode(n testdiscovery.Node) wire.TestNode {
	return wire.TestNode{
		ID: n.ID, Label: n.Label, Parent: n.Parent, Name: n.Name, Display: n.Display, Kind: string(n.Kind), Framework: string(n.Framework), Filter: n.Filter,
		Disabled: n.Disabled, File: n.File, Range: &wire.Range{Start: position(n.Range.Start), End: position(n.Range.End)},
	}
}

func position(p testsource.Position) wire.Position {
	return wire.Position{Line: p.Line, Character: p.Column}
}
