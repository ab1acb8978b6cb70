// Package project holds the tools of the project workflow: what targets there
// are and how they hang together.
package project

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Bazel *bazel.Client
	Index func() (*index.Index, error)
}

// Module returns the project tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowProject, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_query", Title: "Query…",
			Output:      answers{},
			Description: "Run a bazel query: find the targets that match a query expression, such as kind(…), in the build graph.",
			StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Streaming: true, Timeout: bazelcall.QueryTimeout,
		}, h.query),
		DiscoverTool[targetKind](d, "bazel_ios_discover_targets", "iOS", kind.IOS),
		tool.New(tool.Definition{
			Name: "bazel_ios_deps", Title: "Show Dependencies…",
			Output:      answers{},
			Description: "List the dependencies of a target or app: what it depends on, direct or transitive to a depth (tree).",
			StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Streaming: true, Timeout: bazelcall.QueryTimeout,
		}, h.deps),
		tool.New(tool.Definition{
			Name: "bazel_ios_rdeps", Title: "Show Reverse Dependencies…",
			Output:      answers{},
			Description: "Reverse dependencies: which targets depend on (use) a library or target, and break when it changes.",
			StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Streaming: true, Timeout: bazelcall.QueryTimeout,
		}, h.rdeps),
		tool.New(tool.Definition{
			Name: "bazel_ios_target_info", Title: "Show Target…",
			Output:      answers{},
			Description: "Show details about a target: rule, srcs (files) and attributes, after macros.",
			StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Streaming: true, Timeout: bazelcall.QueryTimeout,
		}, h.targetInfo),
		tool.New(tool.Definition{
			Name: "bazel_ios_bsp_status", Title: "Show BSP Status…",
			Description: "Check the set-up of sourcekit-bazel-bsp (BSP), which gives editors Swift completion.",
			StartupArgs: true, ReadOnly: true, Idempotent: true, NeedsWorkspace: true, Timeout: bazelcall.QueryTimeout,
		}, h.bspStatus),
	}}
}

// Clean returns the tool bazel_ios_clean, of the session workflow.
func Clean(d Deps) tool.Tool { return CleanTool(d, "bazel_ios_clean", "Clean…") }

// CleanTool returns the clean tool under a name.
func CleanTool(d Deps, name, title string) tool.Tool {
	h := &handlers{d}
	return tool.New(tool.Definition{
		Name: name, Title: title,
		Description: "bazel clean: remove (wipe) build outputs; with expunge, Bazel's whole cache of this workspace.",
		StartupArgs: true, Streaming: true, Destructive: true, Idempotent: true, NeedsWorkspace: true, Timeout: 10 * time.Minute,
	}, func(ctx context.Context, call *tool.Call, in cleanInput) (*tool.Result, error) {
		return h.clean(ctx, call, name, in)
	})
}

type handlers struct{ Deps }

// queryArgs are the parameters that every query has.
type queryArgs struct {
	StartupArgs tool.StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
	tool.Timed
	tool.Page
}

type queryInput struct {
	Expression tool.QueryExpression `json:"expression" required:"true" jsonschema:"text of the query, such as deps(//App, 2)"`
	Output     output               `json:"output,omitempty" jsonschema:"form of the answer, as in bazel query --output"`
	ExtraArgs  tool.ExtraArgs       `json:"extraArgs,omitempty" jsonschema:"further flags of bazel query"`
	queryArgs
}

// output is a value of bazel query --output that is text.
type output string

// Enum implements the tools' enums.
func (output) Enum() []string {
	return []string{"label", "label_kind", "package", "location", "build", "graph", "minrank", "maxrank", "xml", "jsonproto", "streamed_jsonproto", "textproto"}
}

func (h *handlers) query(ctx context.Context, call *tool.Call, in queryInput) (*tool.Result, error) {
	var flags []string
	if in.Output != "" {
		flags = append(flags, "--output="+string(in.Output))
	}
	return h.ask(ctx, call, question{"bazel_ios_query", "Query " + string(in.Expression), string(in.Expression), flags, in.ExtraArgs, in.queryArgs, !in.Output.lined()})
}

// lined reports whether each line of the answer is one thing.
func (o output) lined() bool {
	switch o {
	case "", "label", "label_kind", "package", "location", "minrank", "maxrank":
		return true
	}
	return false
}

// A question is one bazel query.
type question struct {
	tool, title, expression string
	flags                   []string
	extra                   tool.ExtraArgs
	args                    queryArgs
	text                    bool // the answer is one text
}

// maxRows is how many rows an answer has when the caller names no number.
const maxRows = 1000

// answers is the shape of the data of a query.
type answers struct {
	OK         bool     `json:"ok"`
	Expression string   `json:"expression"`
	DurationMs int64    `json:"durationMs"`
	Command    string   `json:"command,omitempty"`
	Results    []string `json:"results,omitempty"`
	Total      int      `json:"total,omitempty"`
	Shown      int      `json:"shown,omitempty"`
}

// ask runs a query and lists its answer.
func (h *handlers) ask(ctx context.Context, call *tool.Call, q question) (*tool.Result, error) {
	r := bazelcall.Request(call, "query", q.tool, q.title, tool.Bazel{StartupArgs: q.args.StartupArgs, ExtraArgs: q.extra}, q.expression)
	r.Flags = q.flags
	res, err := h.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	text := strings.TrimRight(string(res.Output.Stdout), "\n")
	out := &tool.Result{RunID: res.RunID, Warnings: bazelcall.Warnings(res)}
	facts := bazelcall.Of(h.Bazel, res, q.expression)
	switch {
	case res.OK():
	case res.ExitCode == exitPartial && text != "":
		out.Warnings = append(out.Warnings, fmt.Sprintf("the answer is not whole, since packages are broken: %s", facts.FirstCause))
	default:
		return nil, bazelcall.Failure("query "+q.expression, facts, res, h.Bazel.Root)
	}
	if res.Output.Dropped > 0 {
		out.Warnings = append(out.Warnings, "the answer was too long to keep; narrow the query")
	}
	if q.text {
		out.Text, out.Data = text, map[string]any{"ok": res.OK(), "expression": q.expression, "durationMs": facts.DurationMs, "command": facts.Command}
		return out, nil
	}
	var rows []tool.Row
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		rows = append(rows, tool.Row{Text: line, Data: line})
	}
	out.Text = fmt.Sprintf("%d results in %.1f s", len(rows), res.Duration.Seconds())
	out.Data = map[string]any{"ok": res.OK(), "expression": q.expression, "durationMs": facts.DurationMs}
	out.List = q.args.Cut("results", rows, maxRows)
	return out, nil
}

// exitPartial is Bazel's exit code of a query with --keep_going that met errors.
const exitPartial = 3
