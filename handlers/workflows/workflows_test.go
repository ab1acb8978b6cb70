package workflows_test

import (
	"encoding/json"
	"testing"

	"bazelapple/handlers/workflows"
)

func TestUnwrap(t *testing.T) {
	for args, want := range map[string]string{
		`{"name":"a","arguments":{"x":1}}`:                                   `a {"x":1}`,
		`{"name":"bazel_call_tool","arguments":{"name":"b","arguments":{}}}`: `b {}`,
		`{"name":""}`: `bazel_call_tool {"name":""}`,
		`[`:           `bazel_call_tool [`,
		`{"name":5}`:  `bazel_call_tool {"name":5}`,
	} {
		name, inner := workflows.Unwrap(workflows.CallTool, json.RawMessage(args))
		if got := name + " " + string(inner); got != want {
			t.Errorf("%s: want %s, got %s", args, want, got)
		}
	}
}
