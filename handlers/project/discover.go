package project

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/tool"
)

// DiscoverTool returns the tool that lists the apps and tests of a platform. K
// are the words for what is listed; they end in apps, tests and all.
func DiscoverTool[K ~string](d Deps, name, words string, platform kind.Platform) tool.Tool {
	v := &discovery{handlers: &handlers{d}, tool: name, platform: platform}
	description := "List which " + words + " app and test targets (labels) there are to build in the workspace (repository)."
	if platform == kind.IOS { // what somebody means who names no platform
		description = "List the targets (labels) of the workspace: which iOS apps to build and tests to run there are."
	}
	return tool.New(tool.Definition{
		Name: name, Title: "Discover " + words + " Targets…",
		Description: description, Output: discovered{},
		StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Streaming: true, Timeout: bazelcall.QueryTimeout,
	}, func(ctx context.Context, call *tool.Call, in discoverInput[K]) (*tool.Result, error) {
		_, kind, prefixed := strings.Cut(string(in.Kind), "_")
		if !prefixed {
			kind = string(in.Kind)
		}
		return v.discover(ctx, call, discoverInput[targetKind]{in.Scope, targetKind(kind), in.Confirm, in.StartupArgs, in.ExtraArgs, in.Page})
	})
}

// discovery lists the targets of one platform.
type discovery struct {
	*handlers
	tool     string
	platform kind.Platform
}

// targetKind is which targets are listed.
type targetKind string

// Enum implements the tools' enums.
func (targetKind) Enum() []string { return []string{"apps", "tests", "all"} }

type discoverInput[K ~string] struct {
	Scope       tool.QueryExpression `json:"scope,omitempty" jsonschema:"such as //Apps/..."`
	Kind        K                    `json:"kind,omitempty" jsonschema:"apps, tests or all"`
	Confirm     bool                 `json:"confirm,omitempty" jsonschema:"ask Bazel, which takes longer"`
	StartupArgs tool.StartupArgs     `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, for confirm"`
	ExtraArgs   tool.ExtraArgs       `json:"extraArgs,omitempty" jsonschema:"further flags of bazel query, for confirm"`
	tool.Page
}

func (d *discovery) discover(ctx context.Context, call *tool.Call, in discoverInput[targetKind]) (*tool.Result, error) {
	scope := strings.TrimSpace(string(in.Scope))
	if scope == "" {
		scope = "//..."
	}
	if err := bazel.Enclosed(scope); err != nil {
		return nil, tool.Invalid("scope", "%w", err)
	}
	if in.Confirm {
		return d.confirm(ctx, call, in, scope)
	}
	pattern, err := label.ParsePattern(scope, "")
	if err != nil {
		return nil, &tool.Error{Kind: tool.InvalidInput, Err: fmt.Errorf("scope: without confirm it is a target pattern: %w", err), Hint: "Pass a pattern such as //Apps/..., or confirm: true for any query."}
	}
	return d.fromIndex(ctx, call, in, pattern)
}

// kinds are the index's kinds of what is asked.
func (k targetKind) kinds() []kind.Kind {
	switch k {
	case "apps":
		return []kind.Kind{kind.App}
	case "tests":
		return []kind.Kind{kind.Test}
	}
	return []kind.Kind{kind.App, kind.Test}
}

// most bounds the targets taken from the index.
const most = 1_000_000

func (d *discovery) fromIndex(ctx context.Context, call *tool.Call, in discoverInput[targetKind], pattern label.Pattern) (*tool.Result, error) {
	idx, err := d.Index()
	if err != nil {
		return nil, &tool.Error{Kind: tool.Precondition, Op: "the index", Err: err, Hint: "Pass confirm: true to ask Bazel instead."}
	}
	call.Progress(tool.Progress{Message: "Reading BUILD files"})
	if err := idx.Refresh(ctx); err != nil {
		return nil, err
	}
	_ = idx.Save() // a cache folder that cannot be written costs the next start only
	list := idx.Targets(index.Query{Kinds: in.Kind.kinds(), Platforms: []kind.Platform{d.platform}, Limit: most,
		Package: pattern.Package, Below: pattern.Scope == label.RulesBelow || pattern.Scope == label.TargetsBelow})
	var rows []tool.Row
	guesses := 0
	for _, t := range list.Targets {
		if !pattern.Covers(t.Label) {
			continue
		}
		text := t.Label.Short()
		row := map[string]any{"label": text, "rule": t.Rule, "kind": t.Kind.Kind.String()}
		if t.Maybe || t.Guess {
			guesses++
			row["guess"] = true
		}
		rows = append(rows, tool.Row{Text: fmt.Sprintf("%s (%s)", text, t.Rule), Data: row})
	}
	packages, all := idx.Size()
	res := d.listed(in, rows, "index", fmt.Sprintf("from the BUILD files: %d targets in %d packages", all, packages))
	if guesses > 0 {
		res.Warnings = append(res.Warnings, fmt.Sprintf("%d of them are guesses, since a macro or rule could not be read to its end; confirm: true asks Bazel", guesses))
	}
	return res, nil
}

// discovered is the shape of the data of a discovery.
type discovered struct {
	Count   int    `json:"count"`
	Kind    string `json:"kind"`
	Source  string `json:"source" jsonschema:"index or query"`
	Targets []struct {
		Label string `json:"label"`
		Rule  string `json:"rule"`
		Kind  string `json:"kind,omitempty"`
		Guess bool   `json:"guess,omitempty"`
	} `json:"targets"`
	Total int `json:"total"`
	Shown int `json:"shown"`
}

func (d *discovery) listed(in discoverInput[targetKind], rows []tool.Row, source, how string) *tool.Result {
	what := "app and test"
	switch in.Kind {
	case "apps":
		what = "app"
	case "tests":
		what = "test"
	}
	head := fmt.Sprintf("%d %s targets (%s)", len(rows), what, how)
	if len(rows) == 0 {
		head = fmt.Sprintf("No %s targets (%s)", what, how)
	}
	k := in.Kind
	if k == "" {
		k = "all"
	}
	return &tool.Result{Text: head, Data: map[string]any{"count": len(rows), "kind": k, "source": source}, List: in.Page.Cut("targets", rows, maxRows)}
}

// rules are those that confirm asks for.
func (d *discovery) rules(k targetKind) []string {
	p := strings.ToLower(d.platform.String())
	apps := []string{p + "_application"}
	tests := []string{p + "_unit_test", p + "_ui_test"}
	if d.platform == kind.IOS {
		tests = append(tests, "ios_build_test")
	}
	switch k {
	case "apps":
		return apps
	case "tests":
		return tests
	}
	return append(apps, tests...)
}

func (d *discovery) confirm(ctx context.Context, call *tool.Call, in discoverInput[targetKind], scope string) (*tool.Result, error) {
	var parts []string
	for _, rule := range d.rules(in.Kind) {
		parts = append(parts, fmt.Sprintf("kind(\"%s rule\", %s)", rule, scope))
	}
	expression := strings.Join(parts, " union ")
	res, err := d.ask(ctx, call, question{tool: d.tool, title: "Discover targets in " + scope, expression: expression, flags: []string{"--output=label_kind", "--keep_going"}, extra: in.ExtraArgs,
		args: queryArgs{StartupArgs: in.StartupArgs, Page: tool.Page{Limit: most}}})
	if err != nil {
		return nil, err
	}
	var rows []tool.Row
	for _, r := range res.List.Rows {
		rule, text := "", r.Text // "ios_application rule //App:App"
		if words := strings.Fields(r.Text); len(words) == 3 {
			rule, text = words[0], words[2]
		}
		rows = append(rows, tool.Row{Text: text, Data: map[string]any{"label": text, "rule": rule}})
	}
	out := d.listed(in, rows, "query", "from bazel query")
	out.RunID, out.Warnings = res.RunID, res.Warnings
	return out, nil
}
