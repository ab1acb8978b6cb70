package project

import (
	"context"
	"fmt"

	"bazelapple/internal/bazel"
	"bazelapple/internal/tool"
)

type depsInput struct {
	Target tool.Label `json:"target" required:"true" default:"target" jsonschema:"label whose dependencies are listed"`
	Depth  *int       `json:"depth,omitempty" jsonschema:"how many steps to follow, 1 by default" minimum:"0"`
	queryArgs
}

func (h *handlers) deps(ctx context.Context, call *tool.Call, in depsInput) (*tool.Result, error) {
	depth := 1
	if in.Depth != nil {
		depth = *in.Depth
	}
	word, err := bazel.Word(string(in.Target))
	if err != nil {
		return nil, tool.Invalid("target", "%w", err)
	}
	return h.ask(ctx, call, question{tool: "bazel_ios_deps", title: "Dependencies of " + string(in.Target), expression: fmt.Sprintf("deps(%s, %d)", word, depth), args: in.queryArgs})
}

type rdepsInput struct {
	Target tool.Label           `json:"target" required:"true" default:"target" jsonschema:"label whose dependents are listed"`
	Scope  tool.QueryExpression `json:"scope,omitempty" jsonschema:"where to look, //... by default"`
	queryArgs
}

func (h *handlers) rdeps(ctx context.Context, call *tool.Call, in rdepsInput) (*tool.Result, error) {
	word, err := bazel.Word(string(in.Target))
	if err != nil {
		return nil, tool.Invalid("target", "%w", err)
	}
	scope := string(in.Scope)
	if scope == "" {
		scope = "//..."
	}
	if err := bazel.Enclosed(scope); err != nil {
		return nil, tool.Invalid("scope", "%w", err)
	}
	return h.ask(ctx, call, question{tool: "bazel_ios_rdeps", title: "Dependents of " + string(in.Target), expression: fmt.Sprintf("rdeps(%s, %s)", scope, word), flags: []string{"--keep_going"}, args: in.queryArgs})
}

type targetInput struct {
	Target      tool.Label       `json:"target" required:"true" default:"target" jsonschema:"label to show"`
	StartupArgs tool.StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
	tool.Timed
}

func (h *handlers) targetInfo(ctx context.Context, call *tool.Call, in targetInput) (*tool.Result, error) {
	word, err := bazel.Word(string(in.Target))
	if err != nil {
		return nil, tool.Invalid("target", "%w", err)
	}
	return h.ask(ctx, call, question{tool: "bazel_ios_target_info", title: "Show " + string(in.Target), expression: word, flags: []string{"--output=build"},
		args: queryArgs{StartupArgs: in.StartupArgs, Timed: in.Timed}, text: true})
}
