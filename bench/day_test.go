package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// outputSchemas are those of the tools that the server lists.
func outputSchemas(t *testing.T, c *client) map[string]*jsonschema.Resolved {
	t.Helper()
	raw, err := c.call("tools/list", map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Result struct {
			Tools []struct {
				Name         string             `json:"name"`
				OutputSchema *jsonschema.Schema `json:"outputSchema"`
			} `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	out := map[string]*jsonschema.Resolved{}
	for _, tool := range list.Result.Tools {
		if tool.OutputSchema == nil {
			continue
		}
		if out[tool.Name], err = tool.OutputSchema.Resolve(nil); err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
	}
	return out
}

func value(t *testing.T, raw json.RawMessage) any {
	t.Helper()
	if raw == nil {
		return map[string]any{}
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// TestDay: an agent gets from a compile error to a tap on the running app with
// 12 calls and 20 KiB of answers at most, pictures included.
func TestDay(t *testing.T) {
	if testing.Short() {
		t.Skip("starts Bazel, which -short leaves out")
	}
	if _, err := exec.LookPath("bazel"); err != nil {
		t.Skip("bazel is not on PATH; scripts/test installs it")
	}
	work, err := os.MkdirTemp("/tmp", "day") // socket paths are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(work) })
	for _, args := range [][]string{
		{"go", "build", "-o", filepath.Join(work, "bin", "bazel-apple"), "../server"},
		{"go", "build", "-o", filepath.Join(work, "bin", "fakeapple", "fakeapple"), "../internal/fakeapple/cmd/fakeapple"},
		{filepath.Join(work, "bin", "fakeapple", "fakeapple"), "install", filepath.Join(work, "bin", "fakeapple")},
	} {
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	d, err := newDay("..", filepath.Join(work, "bin", "bazel-apple"), work)
	if err != nil {
		t.Fatal(err)
	}
	defer d.end()
	if err := d.run(); err != nil {
		t.Error(err)
	}
	promised := outputSchemas(t, d.client)
	total := 0
	for _, s := range d.steps {
		if err := promised[s.tool].Validate(value(t, s.data)); s.data != nil && err != nil {
			t.Errorf("%s promises another shape: %v\n%s", s.tool, err, s.data)
		}
		t.Logf("%6d bytes, programs printed %7d: %s", s.answer, s.printed, s.what)
		total += s.answer
	}
	if len(d.steps) > 12 || total > 20<<10 {
		t.Errorf("%d calls, %d bytes", len(d.steps), total)
	}
}
