package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// titles asks for the lenses of App/BUILD and returns their titles and labels.
func (p *lspPeer) titles(t *testing.T, w *world) []string {
	t.Helper()
	var lenses []struct {
		Command struct {
			Title     string          `json:"title"`
			Command   string          `json:"command"`
			Arguments []wire.LensCall `json:"arguments"`
		} `json:"command"`
		Data string `json:"data"`
	}
	if err := protocol.Call(t.Context(), p.conn, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": w.build()}}, &lenses); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range lenses {
		s := l.Command.Title
		if s == "" {
			continue // its command comes when it is seen: TestLensResolve
		}
		if l.Command.Command != "" {
			s += " " + l.Command.Arguments[0].Tool + " " + l.Command.Arguments[0].Arguments["target"].(string)
		}
		out = append(out, s)
	}
	return out
}

func (w *world) build() string { return "file://" + w.root + "/App/BUILD" }

// TestLensesFollowTheText changes a name 200 times; the lens behind each change
// has the new one.
func TestLensesFollowTheText(t *testing.T) {
	w := newWorld(t, "")
	p := w.lsp(nil)
	got := strings.Join(p.titles(t, w), "; ")
	want := "Run bazel_ios_build_and_run //App:App; Build bazel_ios_build //App:App; " +
		"Test bazel_ios_test //App:Tests; Coverage bazel_ios_test_coverage //App:Tests"
	if got != want {
		t.Fatalf("lenses of the file:\n%s\nwant\n%s", got, want)
	}
	notify := func(method string, params any) {
		t.Helper()
		if err := p.conn.Notify(t.Context(), method, params); err != nil {
			t.Fatal(err)
		}
	}
	name := "App"
	notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": w.build(), "languageId": "starlark", "version": 1, "text": "# 😀\nx(name = \"App\")\n"}})
	for i := range 200 {
		next := fmt.Sprintf("App%d😀", i)
		notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": w.build(), "version": i + 2},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": map[string]any{"line": 1, "character": 10}, "end": map[string]any{"line": 1, "character": 10 + utf16(name)}}, "text": next}}})
		name = next
		if got := p.titles(t, w); len(got) != 1 || got[0] != "Build bazel_ios_build //App:"+name {
			t.Fatalf("after change %d: %q", i, got)
		}
	}
	notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": w.build()}})
	if got := strings.Join(p.titles(t, w), "; "); got != want {
		t.Errorf("after closing: %s", got)
	}
	for _, uri := range []string{"git:" + w.root + "/App/BUILD", "untitled:BUILD", "file:///no/such/BUILD"} {
		var lenses []any
		if err := protocol.Call(t.Context(), p.conn, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &lenses); err != nil || len(lenses) != 0 {
			t.Errorf("%s: %v %v", uri, lenses, err)
		}
	}
}

func utf16(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// TestUntrusted: in a folder that is not trusted nothing runs, no settings of
// it are read, no socket is opened, and lenses have no commands.
func TestUntrusted(t *testing.T) {
	w := newWorld(t, "")
	p := w.lsp(map[string]any{"trusted": false})
	if got := strings.Join(p.titles(t, w), "; "); got != "Run; Build; ⋯; Test; Coverage; ⋯" {
		t.Errorf("lenses: %s", got)
	}
	for _, name := range []string{"bazel_ios_health", "bazel_ios_show_defaults", "bazel_call_tool"} {
		kind, text := p.call(t.Context(), name, `{"name":"bazel_ios_health"}`)
		if kind != tool.Precondition || !strings.Contains(text, "not trusted") {
			t.Errorf("%s: %s %q", name, kind, text)
		}
	}
	var roots wire.RootsResult
	if err := protocol.Call(t.Context(), p.conn, wire.MethodRoots, struct{}{}, &roots); err != nil || len(roots.Roots) != 1 || roots.Roots[0].Trusted || roots.Socket != "" {
		t.Errorf("%+v %v", roots, err)
	}
	// Trust comes later.
	if err := p.conn.Notify(t.Context(), "workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"trusted": true}}); err != nil {
		t.Fatal(err)
	}
	if kind, text := p.call(t.Context(), "bazel_ios_show_defaults", `{}`); kind != "" {
		t.Errorf("%s %q", kind, text)
	}
	w.socket()
}

// TestUnknownMessages: what the server does not know it refuses or passes over.
func TestUnknownMessages(t *testing.T) {
	w := newWorld(t, "")
	p := w.lsp(nil)
	for _, method := range []string{"foo/bar", "$/unknown", "textDocument/rename", "bazelApple/nope"} {
		err := protocol.Call(t.Context(), p.conn, method, map[string]any{}, nil)
		if err == nil || !strings.Contains(err.Error(), "not") {
			t.Errorf("%s: %v", method, err)
		}
	}
	for _, method := range []string{"foo/note", "$/note", "textDocument/didSave", "textDocument/didChange", "bazelApple/nope"} {
		if err := p.conn.Notify(t.Context(), method, map[string]any{}); err != nil {
			t.Fatal(err)
		}
	}
	if kind, text := p.call(t.Context(), "bazel_ios_show_defaults", ""); kind != "" {
		t.Errorf("%s %q", kind, text)
	}
}

// TestProgressAndWatchers: progress goes to the token it was asked for, and
// files are watched below the root only.
func TestProgressAndWatchers(t *testing.T) {
	w := newWorld(t, "")
	p := w.lsp(nil)
	if err := protocol.Call(t.Context(), p.conn, wire.MethodCall, map[string]any{"name": "bazel_ios_show_defaults", "workDoneToken": "mine"}, nil); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	watched := false
	for len(kinds) < 2 || !watched {
		select {
		case n := <-p.notes:
			switch n.method {
			case "$/progress":
				var v struct {
					Token string             `json:"token"`
					Value wire.ProgressValue `json:"value"`
				}
				if err := json.Unmarshal(n.params, &v); err != nil || v.Token != "mine" {
					t.Errorf("%s %v", n.params, err)
				}
				kinds = append(kinds, v.Value.Kind)
			case "client/registerCapability":
				watched = true
				if s := string(n.params); !strings.Contains(s, `"baseUri":"file://`+w.root+`"`) || strings.Contains(s, `"**/*"`) {
					t.Errorf("%s", s)
				}
			}
		case <-time.After(5 * time.Second):
			t.Fatalf("progress %v, watched %v", kinds, watched)
		}
	}
	if kinds[0] != "begin" || kinds[1] != "end" {
		t.Errorf("%v", kinds)
	}
}

// TestAgentsInAWindow: what a person sets an agent sees; an agent has an
// agent's rights only; several roots need a choice.
func TestAgentsInAWindow(t *testing.T) {
	w := newWorld(t, "")
	editor := w.lsp(map[string]any{"agents": map[string]any{"forbidDestructive": true, "workflows": []string{"session"}}})
	w.socket()
	agent := w.mcp()
	for _, name := range agent.names(t) {
		if tool := name; tool == "bazel_ios_build" || tool == "bazel_ios_screenshot" {
			t.Errorf("%s is listed for an agent that may not call it", name)
		}
	}
	if kind, text := editor.call(t.Context(), "bazel_ios_set_defaults", `{"target":"//App:App"}`); kind != "" {
		t.Fatalf("%s %q", kind, text)
	}
	if _, text := agent.call(t.Context(), "bazel_ios_show_defaults", ""); !strings.Contains(text, "//App:App") {
		t.Errorf("the agent does not see the person's default: %q", text)
	}
	if _, text := agent.call(t.Context(), "bazel_daemon_status", ""); !strings.Contains(text, "workflow daemon is not allowed") {
		t.Errorf("the person's choice of workflows is not kept: %q", text)
	}
	if _, text := agent.call(t.Context(), "bazel_call_tool", `{"name":"bazel_daemon_stop"}`); !strings.Contains(text, "not allowed") {
		t.Errorf("the inner tool is not refused: %q", text)
	}
	if _, text := agent.call(t.Context(), "bazel_ios_set_workspace", `{"workspacePath":"`+w.root+`","bazelPath":"/bin/sh"}`); !strings.Contains(text, "an agent cannot choose the bazel program") {
		t.Errorf("%q", text)
	}
	if kind, text := editor.call(t.Context(), "bazel_daemon_status", ""); kind != "" {
		t.Errorf("the person is held to an agent's rights: %s %q", kind, text)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if kind, text := agent.call(ctx, "bazel_ios_set_defaults", `{"target":"//App:Tests"}`); kind != "" {
		t.Errorf("%s %q", kind, text)
	}
	if _, text := editor.call(t.Context(), "bazel_ios_show_defaults", ""); !strings.Contains(text, "//App:Tests") {
		t.Errorf("the person does not see the agent's default: %q", text)
	}
}

// TestUnsavedText: what a person types is in the pickers of editor and agent
// before it is saved, and gone when it is thrown away.
func TestUnsavedText(t *testing.T) {
	w := newWorld(t, "")
	editor := w.lsp(nil)
	socket := w.socket()
	wait := func(p *lspPeer, query string, want int) {
		t.Helper()
		var found wire.TargetsResult
		for range 100 {
			if err := protocol.Call(t.Context(), p.conn, wire.MethodTargets, wire.TargetsParams{Root: w.root, Query: query, Limit: 10}, &found); err != nil {
				t.Fatal(err)
			}
			if len(found.Targets) == want {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatalf("%s: want %d, got %+v", query, want, found)
	}
	wait(editor, "App", 2)
	wait(editor, "Typed", 0)
	if err := editor.conn.Notify(t.Context(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": w.build(), "languageId": "starlark", "version": 1, "text": "ios_application(name = \"Typed\")\n"}}); err != nil {
		t.Fatal(err)
	}
	wait(editor, "Typed", 1)
	wait(socket, "Typed", 1)
	if err := editor.conn.Notify(t.Context(), "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": w.build()}}); err != nil {
		t.Fatal(err)
	}
	wait(socket, "Typed", 0)
	file := filepath.Join(w.root, "New", "BUILD")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("ios_unit_test(name = \"Written\")\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := editor.conn.Notify(t.Context(), "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "file://" + file, "type": 1}}}); err != nil {
		t.Fatal(err)
	}
	wait(editor, "Written", 1)
	var items wire.TestsResult
	if err := protocol.Call(t.Context(), socket.conn, wire.MethodTests, wire.TestsParams{Root: w.root}, &items); err != nil || len(items.Items) != 2 || items.Items[1].Label != "//New:Written" {
		t.Errorf("%+v %v", items, err)
	}
	var list wire.RunListResult
	if err := protocol.Call(t.Context(), socket.conn, wire.MethodRunList, struct{}{}, &list); err != nil || len(list.Runs) != 0 {
		t.Errorf("%+v %v", list, err)
	}
	for method, params := range map[string]any{wire.MethodRunCancel: wire.RunParams{RunID: "nope"}, wire.MethodRunLog: wire.RunLogParams{RunID: "nope"}, wire.MethodTargets: wire.TargetsParams{Kind: "nope"}} {
		if err := protocol.Call(t.Context(), socket.conn, method, params, nil); err == nil || !strings.Contains(err.Error(), "nope") {
			t.Errorf("%s: %v", method, err)
		}
	}
	var there wire.DestinationsResult
	if err := protocol.Call(t.Context(), socket.conn, wire.MethodDestinations, struct{}{}, &there); err != nil || there.Error == "" && len(there.Destinations) == 0 {
		t.Errorf("%+v %v", there, err)
	}
}
