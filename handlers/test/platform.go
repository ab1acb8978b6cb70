package test

import (
	"context"
	"errors"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/tool"
)

// Input are the parameters of test tools that choose no simulator.
type Input struct {
	Target     tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label or pattern of tests"`
	TestFilter testFilter     `json:"testFilter,omitempty" jsonschema:"Suite or Suite/testCase; several joined by |"`
	BuildMode  tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	tool.Bazel
}

// A Kind is the test tool of a platform.
type Kind struct {
	Tool        string
	Verb        string // test or coverage
	Destination bazel.Destination
	Flags       []string
}

// Run tests as bazel_ios_test does.
func (d Deps) Run(ctx context.Context, call *tool.Call, k Kind, in Input) (*tool.Result, error) {
	h := &handlers{d}
	full := testInput{Target: in.Target, TestFilter: in.TestFilter, BuildMode: in.BuildMode, Bazel: in.Bazel}
	title := "Test"
	if k.Verb == "coverage" {
		title = "Coverage of"
	}
	r := full.request(call, h.Known, k.Verb, k.Tool, title)
	r.Destination, r.Flags = k.Destination, append(r.Flags, k.Flags...)
	if k.Verb == "coverage" {
		r.Flags = append(r.Flags, "--combined_report=lcov")
	}
	began := time.Now()
	res, err := h.Bazel.Do(ctx, r, nil)
	if err != nil {
		return nil, err
	}
	var cover *Coverage
	var notes []string
	if k.Verb == "coverage" {
		var note string
		if cover, note = h.report(res, began); note != "" {
			notes = append(notes, note)
		}
	}
	out, err := h.answer(call, full, res, notes, cover)
	var te *tool.Error
	if errors.As(err, &te) && te.Result != nil {
		for i, n := range te.Result.Next {
			if n.Tool == "bazel_ios_test" {
				te.Result.Next[i].Tool = k.Tool
			}
		}
	}
	return out, err
}
