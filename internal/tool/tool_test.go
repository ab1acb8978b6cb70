package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"bazelapple/internal/tool"
)

type mode string

func (mode) Enum() []string { return []string{"debug", "release"} }

type where struct {
	Spot tool.Word `json:"spot,omitempty"`
}

type input struct {
	where
	Target      tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label"`
	SimulatorID tool.Simulator `json:"simulatorId,omitempty" default:"simulatorId" group:"simulator"`
	Name        string         `json:"simulatorName,omitempty" default:"simulatorName" group:"simulator"`
	Depth       int            `json:"depth,omitempty" minimum:"0" maximum:"10"`
	Mode        mode           `json:"mode,omitempty"`
	tool.Bazel
	Env   map[string]string `json:"env,omitempty"`
	Files []tool.File       `json:"files,omitempty"`
}

func catalog(defaults map[string]any, seen *input) *tool.Catalog {
	return tool.NewCatalog(tool.Environment{Defaults: func() map[string]any { return defaults }},
		tool.Module{Workflow: tool.WorkflowBuild, Tools: []tool.Tool{
			tool.New(tool.Definition{Name: "build_it", Title: "Build"}, func(_ context.Context, _ *tool.Call, in input) (*tool.Result, error) {
				*seen = in
				return &tool.Result{Text: "ok"}, nil
			}),
			tool.New(tool.Definition{Name: "burst"}, func(context.Context, *tool.Call, struct{}) (*tool.Result, error) { panic("boom") }),
		}})
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{`{"target":"//a:b"}`, ""},
		{`{"target":"//a:b","depth":5.0,"mode":"debug","configs":["x"],"timeoutSeconds":1e2}`, ""},
		{`{"target":"//a:b","mode":null}`, ""},
		{`{}`, "target is required"},
		{``, "target is required"},
		{`null`, "target is required"},
		{`[]`, "one JSON object"},
		{`{"target":`, "not valid JSON"},
		{`{"target":5}`, "target: want a string, got integer"},
		{`{"target":"//a:b","depth":"5"}`, "depth: want an integer, got string"},
		{`{"target":"//a:b","depth":1.5}`, "depth: want an integer, got number"},
		{`{"target":"//a:b","depth":11}`, "depth: 11 is out of range"},
		{`{"target":"//a:b","mode":"fast"}`, "mode: \"fast\" is not one of debug, release"},
		{`{"target":"//a:b","tarjet":"x"}`, `unknown argument "tarjet"`},
		{`{"target":"-//a:b"}`, "cannot start with '-'"},
		{`{"target":"//a/../b:c"}`, "path segment"},
		{`{"target":"//a:b\u0000"}`, "control character"},
		{`{"target":"` + strings.Repeat("A", 5000) + `"}`, "at most 4096 bytes"},
		{`{"target":"//a:$(touch x)"}`, "a label holds"},
		{`{"target":"//a:b","configs":["a b"]}`, "no config name"},
		{`{"target":"//a:b","configs":"x"}`, "configs: want an array, got string"},
		{`{"target":"//a:b","configs":[1]}`, "configs: item 1: want a string, got integer"},
		{`{"target":"//a:b","extraArgs":["--"]}`, "is no flag"},
		{`{"target":"//a:b","extraArgs":["//other:target"]}`, "is no flag"},
		{`{"target":"//a:b","timeoutSeconds":-1}`, "seconds lie between"},
		{`{"target":"//a:b","env":{"A":1}}`, "env"},
		{`{"target":"//a:b","files":["a",""]}`, "files: item 2: a path cannot be blank"},
		{`{"target":"//a:b","spot":"-x"}`, "spot: a value cannot start with '-'"},
	} {
		var in input
		_, err := catalog(nil, &in).Handle(t.Context(), &tool.Call{}, "build_it", json.RawMessage(c.args))
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.args, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: want %q, got %v", c.args, c.want, err)
		}
	}
}

func TestAgentFlags(t *testing.T) {
	for args, allowed := range map[string]bool{
		`["--keep_going"]`: true, `["--nokeep_going"]`: true, `["-k"]`: true, `["--test_env=A=b"]`: true, `["--jobs","4"]`: true,
		`["--run_under=/bin/sh"]`: false, `["--experimental_whatever"]`: false, `["--symlink_prefix=/x"]`: false, `["--noworkspace_status_command"]`: false,
	} {
		raw := json.RawMessage(`{"target":"//a:b","extraArgs":` + args + `}`)
		var in input
		_, err := catalog(nil, &in).Handle(t.Context(), &tool.Call{Client: tool.Client{Role: tool.Agent}}, "build_it", raw)
		if (err == nil) != allowed {
			t.Errorf("%s: %v", args, err)
		}
		if _, err := catalog(nil, &in).Handle(t.Context(), &tool.Call{Client: tool.Client{Role: tool.Person}}, "build_it", raw); err != nil {
			t.Errorf("a person may pass %s: %v", args, err)
		}
	}
}

func TestDefaults(t *testing.T) {
	defaults := map[string]any{"target": "//d:d", "simulatorId": "ID", "simulatorName": "N"}
	for args, want := range map[string]input{
		`{}`:                       {Target: "//d:d", SimulatorID: "ID", Name: "N"},
		`{"target":"//e:e"}`:       {Target: "//e:e", SimulatorID: "ID", Name: "N"},
		`{"simulatorName":"Mine"}`: {Target: "//d:d", Name: "Mine"},
	} {
		var in input
		if _, err := catalog(defaults, &in).Handle(t.Context(), &tool.Call{}, "build_it", json.RawMessage(args)); err != nil {
			t.Fatal(err)
		}
		if in.Target != want.Target || in.SimulatorID != want.SimulatorID || in.Name != want.Name {
			t.Errorf("%s: %+v", args, in)
		}
	}
}

func TestContract(t *testing.T) {
	c := catalog(nil, new(input))
	if res, err := c.Handle(t.Context(), &tool.Call{}, "foreign", nil); res != nil || err != nil {
		t.Errorf("a foreign name must answer nil, nil: %v %v", res, err)
	}
	var te *tool.Error
	if _, err := c.Handle(t.Context(), &tool.Call{}, "burst", nil); !errors.As(err, &te) || te.Kind != tool.Internal {
		t.Errorf("a panic must be internal: %v", err)
	}
	a := c.Answer(t.Context(), &tool.Call{}, "buildit", nil, nil)
	if a.Kind != tool.UnknownTool || !strings.Contains(a.Text, "build_it") {
		t.Errorf("%+v", a)
	}
	for _, client := range []tool.Client{{ReadOnly: true}, {Allowed: []tool.Workflow{tool.WorkflowTest}}} {
		if _, err := c.Handle(t.Context(), &tool.Call{Client: client}, "burst", nil); !errors.As(err, &te) || te.Kind != tool.Precondition {
			t.Errorf("%+v: %v", client, err)
		}
	}
}

func TestSchemas(t *testing.T) {
	b, _ := catalog(nil, new(input)).Tool("build_it")
	full, list := string(b.InputSchema()), string(b.ListSchema())
	for _, want := range []string{`"format":"bazel-label"`, `"enum":["debug","release"]`, `"startupArgs"`, `"additionalProperties":false`, `"items":{"type":"string"}`} {
		if !strings.Contains(full, want) {
			t.Errorf("%s is missing in %s", want, full)
		}
	}
	for _, not := range []string{"format", "startupArgs", "additionalProperties\":false", "null"} {
		if strings.Contains(list, not) {
			t.Errorf("%s stands in %s", not, list)
		}
	}
}

func TestBudget(t *testing.T) {
	rows := make([]tool.Row, 1000)
	for i := range rows {
		rows[i] = tool.Row{Text: "//some/package:target", Data: map[string]any{"label": "//some/package:target"}}
	}
	res := &tool.Result{Text: "1000 targets", List: tool.Page{}.Cut("targets", rows, 0)}
	a := tool.Render("list_it", map[string]any{"scope": "//..."}, res, nil, tool.SuccessBudget)
	data, _ := json.Marshal(a.Data)
	if n := len(a.Text) + len(data); n > tool.SuccessBudget || n < tool.SuccessBudget/2 {
		t.Errorf("%d bytes", n)
	}
	if !strings.Contains(a.Text, `"offset":`) || !strings.Contains(a.Text, "of 1000)") {
		t.Error(a.Text)
	}
	long := &tool.Error{Kind: tool.Command, Err: errors.New("first cause"), Result: &tool.Result{Text: strings.Repeat("x", 100_000), Next: []tool.Next{{Tool: "again"}}}}
	a = tool.Render("build_it", nil, nil, long, tool.FailureBudget)
	if len(a.Text) > tool.FailureBudget || !strings.HasPrefix(a.Text, "first cause") || !strings.HasSuffix(a.Text, "Next: again") {
		t.Errorf("%d bytes: %.80s", len(a.Text), a.Text)
	}
}
