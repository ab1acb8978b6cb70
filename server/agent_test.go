package main

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// legacy connects a client of an older revision, whose lists may change.
func (w *world) legacy(t *testing.T, o *mcp.ClientOptions, args ...string) *mcpPeer {
	t.Helper()
	return w.client(t, "2025-11-25", o, args...)
}

// client connects a client of a revision, "" for the newest.
func (w *world) client(t *testing.T, revision string, o *mcp.ClientOptions, args ...string) *mcpPeer {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o)
	s, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: w.command(append([]string{"mcp"}, args...)...)}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &mcpPeer{s}
}

func (p *mcpPeer) names(t *testing.T) []string {
	t.Helper()
	list, err := p.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, tool := range list.Tools {
		out = append(out, tool.Name)
		if tool.Description == "" || tool.Annotations == nil || tool.Annotations.DestructiveHint == nil || tool.Annotations.OpenWorldHint == nil {
			t.Errorf("%s: not every hint is set", tool.Name)
		}
	}
	return out
}

// TestSurface: the list is short at first, grows with a toggle that the client
// is told of, and shrinks again; tools off the list can be called.
func TestSurface(t *testing.T) {
	changed := make(chan bool, 10)
	p := newWorld(t, "").legacy(t, &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { changed <- true }}, "--standalone")
	first := p.names(t)
	if len(first) > 30 || !slices.IsSorted(first) {
		t.Errorf("%d tools: %v", len(first), first)
	}
	for _, always := range []string{"bazel_list_workflows", "bazel_toggle_workflow", "bazel_find_tools", "bazel_call_tool"} {
		if !slices.Contains(first, always) {
			t.Errorf("%s is not offered", always)
		}
	}
	if slices.Contains(first, "bazel_daemon_status") {
		t.Fatal("the test's example is in the daily list")
	}
	if kind, text := p.call(t.Context(), "bazel_scaffold_list_templates", ""); kind != "" {
		t.Errorf("a tool off the list: %s %q", kind, text)
	}
	if kind, text := p.call(t.Context(), "bazel_toggle_workflow", `{"id":"daemon","enabled":true}`); kind != "" {
		t.Errorf("%s %q", kind, text)
	}
	select {
	case <-changed:
	case <-time.After(5 * time.Second):
		t.Error("the client was not told")
	}
	more := p.names(t)
	if !slices.Contains(more, "bazel_daemon_status") {
		t.Errorf("%v", more)
	}
	for _, name := range first {
		if !slices.Contains(more, name) {
			t.Errorf("turning one workflow on took %s away", name)
		}
	}
	if len(more) != len(first)+3 {
		t.Errorf("three daemon tools: from %d to %d", len(first), len(more))
	}
	p.call(t.Context(), "bazel_toggle_workflow", `{"id":"all","enabled":true}`)
	all := len(p.names(t))
	p.call(t.Context(), "bazel_toggle_workflow", `{"id":"daemon","enabled":false}`)
	if got := len(p.names(t)); got != all-3 {
		t.Errorf("without the three daemon tools: %d of %d", got, all)
	}
	p.call(t.Context(), "bazel_toggle_workflow", `{"id":"all","enabled":false}`)
	if got := p.names(t); !slices.Equal(got, first) {
		t.Errorf("after turning all off: %v", got)
	}
}

// TestConfirm: a client that can ask its person is asked before something is
// destroyed.
func TestConfirm(t *testing.T) {
	for _, revision := range []string{"2025-06-18", "2025-11-25", ""} {
		answers := make(chan string, 2)
		answers <- "decline"
		answers <- "accept"
		asked := ""
		p := newWorld(t, "").client(t, revision, &mcp.ClientOptions{ElicitationHandler: func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			asked = r.Params.Message
			return &mcp.ElicitResult{Action: <-answers}, nil
		}}, "--standalone")
		if kind, text := p.call(t.Context(), "bazel_daemon_stop", ""); kind != "error" || !strings.Contains(text, "did not agree") || !strings.Contains(asked, "Stop Daemon") {
			t.Errorf("%s: declined: %s %q, asked %q", revision, kind, text, asked)
		}
		if kind, text := p.call(t.Context(), "bazel_call_tool", `{"name":"bazel_daemon_stop"}`); kind != "" || !strings.Contains(text, "No daemon was running") {
			t.Errorf("%s: accepted: %s %q", revision, kind, text)
		}
	}
}

// TestBudget: an agent's answer holds 2 KiB of text and data together.
func TestBudget(t *testing.T) {
	p := newWorld(t, "").mcp("--standalone")
	for _, c := range []struct{ name, args string }{
		{"bazel_find_tools", `{"query":"simulator app device build test run list","limit":200}`},
		{"bazel_list_workflows", ""},
		{"bazel_ios_health", ""},
	} {
		res, err := p.session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.name, Arguments: json.RawMessage(c.args + map[bool]string{true: "{}"}[c.args == ""])})
		if err != nil {
			t.Fatal(err)
		}
		n := len(res.Content[0].(*mcp.TextContent).Text)
		if b, err := json.Marshal(res.StructuredContent); err == nil && res.StructuredContent != nil {
			n += len(b)
		}
		if n > 2<<10 {
			t.Errorf("%s: %d bytes", c.name, n)
		}
	}
}

// TestSubscription: a change of the defaults reaches a subscriber.
func TestSubscription(t *testing.T) {
	updated := make(chan string, 10)
	p := newWorld(t, "").legacy(t, &mcp.ClientOptions{ResourceUpdatedHandler: func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { updated <- r.Params.URI }}, "--standalone")
	if err := p.session.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "bazel-apple://session"}); err != nil {
		t.Fatal(err)
	}
	p.call(t.Context(), "bazel_ios_set_defaults", `{"target":"//App:App"}`)
	select {
	case uri := <-updated:
		if uri != "bazel-apple://session" {
			t.Error(uri)
		}
	case <-time.After(5 * time.Second):
		t.Error("no update")
	}
	res, err := p.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bazel-apple://session"})
	if err != nil || !strings.Contains(res.Contents[0].Text, "//App:App") {
		t.Errorf("%v %v", res, err)
	}
	if _, err := p.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bazel-apple://runs/nope/log"}); err == nil {
		t.Error("a log that is not there was read")
	}
}

// TestAgentRights: over the agent's door nobody chooses programs, passes flags
// that run one or move outputs, or climbs out of a folder with a file, be it
// through another tool; and what each client did is written down without its
// secrets.
func TestAgentRights(t *testing.T) {
	w := newWorld(t, bazelScript(t, `echo "bazel 8.4.2"`))
	w.env = append(w.env, "BAZEL_APPLE_HOST=darwin/arm64")
	p := w.legacy(t, nil, "--standalone")
	for _, c := range []struct{ name, args, want string }{
		{"bazel_ios_set_workspace", `{"workspacePath":"` + w.root + `","bazelPath":"/bin/sh"}`, "an agent cannot choose the bazel program"},
		{"bazel_ios_build", `{"target":"//App:App","extraArgs":["--run_under=/bin/sh"]}`, "an agent may not pass --run_under"},
		{"bazel_ios_build", `{"target":"//App:App","startupArgs":["--output_base=/tmp/x"]}`, "an agent may not pass --output_base"},
		{"bazel_ios_build", `{"target":"//App:App","startupArgs":["--bazelrc=/tmp/x"]}`, "an agent may not pass --bazelrc"},
		{"bazel_ios_build", `{"target":"//App:App","configs":["x --run_under=/bin/sh"]}`, "is no config name"},
		{"bazel_ios_screenshot", `{"outputPath":"../screen.png"}`, ".."},
		{"bazel_ios_screenshot", `{"outputPath":"/etc/screen.png"}`, "does not write to /etc/screen.png"},
	} {
		call := `{"name":"` + c.name + `","arguments":` + c.args + `}`
		for door, ask := range map[string][2]string{"listed": {c.name, c.args}, "by name": {"bazel_call_tool", call}} {
			if kind, text := p.call(t.Context(), ask[0], ask[1]); kind != "error" || !strings.Contains(text, c.want) {
				t.Errorf("%s %s: want %q, got %s %q", door, c.args, c.want, kind, text)
			}
		}
	}
	p.call(t.Context(), "bazel_ios_set_defaults", `{"target":"//App:App","clear":true}`)
	p.call(t.Context(), "bazel_ios_launch_app", `{"bundleId":"com.example.app","launchEnv":{"API_TOKEN":"s3cr3t-value-of-mine"}}`)
	var log string
	_ = filepath.WalkDir(filepath.Dir(w.root), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == "commands.ndjson" {
			b, _ := os.ReadFile(path)
			log += string(b)
		}
		return nil
	})
	if !strings.Contains(log, "bazel_ios_set_defaults") || !strings.Contains(log, `"test"`) || strings.Contains(log, "s3cr3t-value-of-mine") {
		t.Errorf("the log of what clients did: %.2000s", log)
	}
}
