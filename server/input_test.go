package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"bazelapple/internal/tool"
)

// doors opens one client at each door of a world.
func doors(w *world) map[string]peer {
	// mcp and call on their own, before a window is there to join.
	all := map[string]peer{"mcp": w.mcp("--standalone"), "lsp": w.lsp(nil)}
	all["socket"] = w.socket()
	all["call"] = cliPeer{w}
	return all
}

// TestBadInput gives the same calls to every door: each answers with a clear
// error and lives.
func TestBadInput(t *testing.T) {
	for name, door := range doors(newWorld(t, "")) {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct {
				tool, args string
				want       string
			}{
				{"bazel_ios_set_default", `{}`, "Did you mean bazel_ios_set_defaults?"},
				{"", `{}`, "there is no tool"},
				{"bazel_ios_set_defaults", `{"tarjet":"//a:b"}`, `unknown argument "tarjet"`},
				{"bazel_ios_set_defaults", `{"target":5}`, "target: want a string, got integer"},
				{"bazel_ios_set_defaults", `{"streaming":"yes"}`, "streaming: want a boolean, got string"},
				{"bazel_ios_set_defaults", `{"buildMode":"fast"}`, "is not one of"},
				{"bazel_ios_set_defaults", `{"target":"` + strings.Repeat("A", 5000) + `"}`, "at most 4096 bytes"},
				{"bazel_ios_set_defaults", `{"target":"//a:b\u0000"}`, "control character"},
				{"bazel_ios_set_defaults", `{"target":"//a:b\u001b[31m"}`, "control character"},
				{"bazel_ios_set_defaults", `{"target":"--output_base=/"}`, "cannot start with '-'"},
				{"bazel_ios_set_defaults", `{"target":"//../../etc:x"}`, "path segment"},
				{"bazel_ios_set_defaults", `{"target":"//a:$(touch x)"}`, "a label holds"},
				{"bazel_ios_set_workspace", `{}`, "workspacePath is required"},
				{"bazel_ios_set_workspace", `{"workspacePath":"/no/such/folder"}`, "no Bazel workspace"},
				{"bazel_ios_set_workspace", `{"workspacePath":"../x"}`, "cannot hold '..'"},
				{"bazel_call_tool", `{"name":"nope"}`, "there is no tool"},
				{"bazel_call_tool", `{"name":"bazel_ios_set_defaults","arguments":{"tarjet":1}}`, `unknown argument "tarjet"`},
				{"bazel_toggle_workflow", `{"id":"nonsense","enabled":true}`, "is not one of"},
			} {
				kind, text := door.call(t.Context(), c.tool, c.args)
				if kind == "" || kind == "transport" || kind == tool.Internal || !strings.Contains(text, c.want) {
					t.Errorf("%s %.80s: want %q, got %s %q", c.tool, c.args, c.want, kind, text)
				}
			}
			for _, args := range []string{"", "{}", "null"} {
				if kind, text := door.call(t.Context(), "bazel_ios_show_defaults", args); kind != "" {
					t.Errorf("the door does not live: %s %q", kind, text)
				}
			}
		})
	}
}

// TestConcurrent makes 64 calls at once at each door; each gets its own answer.
func TestConcurrent(t *testing.T) {
	for name, door := range doors(newWorld(t, "")) {
		t.Run(name, func(t *testing.T) {
			var wg sync.WaitGroup
			for i := range 64 {
				wg.Go(func() {
					word := fmt.Sprintf("word%dx", i)
					kind, text := door.call(t.Context(), "bazel_ios_show_defaults", fmt.Sprintf(`{%q:1}`, word))
					if kind == "" || !strings.Contains(text, `"`+word+`"`) {
						t.Errorf("call %d: %s %q", i, kind, text)
					}
					if kind, text := door.call(t.Context(), "bazel_list_workflows", ""); kind != "" || !strings.Contains(text, "session") {
						t.Errorf("call %d: %s %q", i, kind, text)
					}
				})
			}
			wg.Wait()
		})
	}
}
