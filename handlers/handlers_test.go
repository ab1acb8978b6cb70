package handlers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
)

var update = flag.Bool("update", false, "rewrite the golden files of the tool definitions")

// counts is how many tools each workflow has: the only table of them.
var counts = map[tool.Workflow]int{
	tool.WorkflowNone:         4,  // list, toggle, find, call
	tool.WorkflowSession:      11, // with the runs and clean
	tool.WorkflowBuild:        3,
	tool.WorkflowTest:         4,
	tool.WorkflowProject:      6,
	tool.WorkflowDaemon:       3,
	tool.WorkflowSPM:          7,
	tool.WorkflowAppLifecycle: 6,
	tool.WorkflowDevice:       16,
	tool.WorkflowMacOS:        13,
	tool.WorkflowTVOS:         4,
	tool.WorkflowWatchOS:      4,
	tool.WorkflowVisionOS:     4,
	tool.WorkflowScaffold:     2,
	tool.WorkflowUIAutomation: 9,
	tool.WorkflowXcode:        3,
	tool.WorkflowUpdate:       2,
	tool.WorkflowAgentDebug:   4,
	tool.WorkflowSimulator:    12,
	tool.WorkflowCapture:      5,
	tool.WorkflowDeepLinks:    2,
	tool.WorkflowLLDB:         10,
}

// engine returns an engine over an empty machine.
func engine(t testing.TB) *handlers.Engine {
	t.Helper()
	dir := t.TempDir()
	getenv := func(string) string { return "" }
	e := handlers.New(t.Context(), handlers.Options{
		Folders: platform.NewFolders(getenv, dir), Env: []string{"PATH=" + dir, "HOME=" + dir},
		Host: platform.Host{OS: "darwin", Arch: "arm64"}, Trusted: true,
	})
	t.Cleanup(e.Close)
	return e
}

func TestNamesAndCounts(t *testing.T) {
	got := map[tool.Workflow]int{}
	form := regexp.MustCompile(`^[a-z][a-z0-9_]{2,39}$`)
	for _, d := range engine(t).Catalog.Definitions() {
		got[d.Workflow]++
		if !form.MatchString(d.Name) {
			t.Errorf("%s: names are snake_case and at most 40 characters", d.Name)
		}
	}
	for w, n := range counts {
		if got[w] != n {
			t.Errorf("workflow %q has %d tools, the table says %d", w, got[w], n)
		}
	}
	for w := range got {
		if _, ok := counts[w]; !ok {
			t.Errorf("workflow %q stands in no table", w)
		}
	}
}

func TestForeignNameIsNoError(t *testing.T) {
	c := engine(t).Catalog
	if res, err := c.Handle(t.Context(), &tool.Call{}, "no_such_tool", nil); res != nil || err != nil {
		t.Errorf("want nil, nil; got %v, %v", res, err)
	}
	if c.CanHandle("no_such_tool") {
		t.Error("CanHandle of a foreign name")
	}
}

// schema is the part of a JSON schema that the laws look at.
type schema struct {
	Type                 string
	Description          string
	Properties           map[string]schema
	Required             []string
	Enum                 []string
	Items                *schema
	AdditionalProperties any
}

func TestDefinitions(t *testing.T) {
	c := engine(t).Catalog
	for _, name := range c.Names() {
		tl, _ := c.Tool(name)
		var s schema
		if err := json.Unmarshal(tl.InputSchema(), &s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s.Type != "object" {
			t.Errorf("%s: the schema is a %s", name, s.Type)
		}
		if tl.Title == "" || tl.Description == "" || !strings.HasSuffix(tl.Description, ".") {
			t.Errorf("%s: needs a title and a description that ends in a full stop", name)
		}
		if asks := strings.HasSuffix(tl.Title, "…"); asks != (len(s.Properties) > 0 && asksSomething(s)) {
			t.Errorf("%s: the title %q ends in … exactly when something is asked", name, tl.Title)
		}
		for p, ps := range s.Properties {
			if ps.Description == "" {
				t.Errorf("%s.%s is not described", name, p)
			}
			if ps.Type == "array" && ps.Items == nil {
				t.Errorf("%s.%s: an array needs items", name, p)
			}
		}
		if _, has := s.Properties["startupArgs"]; has != tl.StartupArgs {
			t.Errorf("%s: StartupArgs is %v, the parameter is there: %v", name, tl.StartupArgs, has)
		}
		if _, has := s.Properties["streaming"]; has && !tl.Streaming && name != "bazel_ios_set_defaults" {
			t.Errorf("%s takes streaming but does not stream", name)
		}
		if tl.ReadOnly && tl.Destructive {
			t.Errorf("%s is read-only and destructive", name)
		}
		golden(t, name, tl)
	}
}

// asksSomething reports whether the palette asks for an argument: one that is
// no rare parameter.
func asksSomething(s schema) bool {
	for p := range s.Properties {
		if !slices.Contains([]string{"startupArgs", "extraArgs", "configs", "timeoutSeconds", "streaming", "waitSeconds", "offset", "limit"}, p) {
			return true
		}
	}
	return false
}

func golden(t *testing.T, name string, tl tool.Tool) {
	t.Helper()
	got, err := json.MarshalIndent(map[string]any{
		"name": tl.Name, "title": tl.Title, "description": tl.Description, "workflow": tl.Workflow, "inputSchema": tl.InputSchema(), "outputSchema": tl.OutputSchema(),
		"startupArgs": tl.StartupArgs, "streaming": tl.Streaming, "aliases": tl.Aliases,
		"annotations": map[string]bool{"readOnlyHint": tl.ReadOnly, "destructiveHint": tl.Destructive, "idempotentHint": tl.Idempotent, "openWorldHint": tl.OpenWorld},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	file := filepath.Join("testdata", "tools", name+".json")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is not what the definition says; run: go test ./handlers -update", file)
	}
}

func TestGoldensHaveTools(t *testing.T) {
	c := engine(t).Catalog
	files, err := filepath.Glob(filepath.Join("testdata", "tools", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".json"); !c.CanHandle(name) {
			t.Errorf("%s describes no tool; remove it", f)
		}
	}
}
