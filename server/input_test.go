package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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
				{"bazel_ios_query", `{"expression":"--output=build"}`, "cannot start with '-'"},
				{"bazel_ios_query", `{"expression":""}`, "expression"},
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

// TestBadBazel builds, at every door, without a Bazel and with programs that are
// none.
func TestBadBazel(t *testing.T) {
	for name, c := range map[string]struct {
		script string // of bazel; "" is none
		want   string
	}{
		"none":         {"", "Install bazelisk or bazel"},
		"not Bazel":    {"echo I make coffee", `is not Bazel: it answers "I make coffee" to --version`},
		"fails":        {"echo no network >&2; exit 3", "exit status 3: no network"},
		"prints a lot": {"yes pour | head -c 20000000", `is not Bazel: it answers "pour"`},
	} {
		t.Run(name, func(t *testing.T) {
			w, path := newWorld(t, ""), t.TempDir()
			w.env = append(w.env, "PATH="+path)
			if c.script != "" {
				if err := os.WriteFile(filepath.Join(path, "bazel"), []byte("#!/bin/sh\nPATH=/usr/bin:/bin\n"+c.script+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			for door, p := range doors(w) {
				if kind, text := p.call(t.Context(), "bazel_ios_build", `{"target":"//App:App"}`); kind == "" || kind == "transport" || kind == tool.Internal || !strings.Contains(text, c.want) {
					t.Errorf("%s: want %q, got %s %q", door, c.want, kind, text)
				}
			}
		})
	}
}

// TestWorkspaceVanishes removes the workspace under every door.
func TestWorkspaceVanishes(t *testing.T) {
	w := newWorld(t, "")
	all := doors(w)
	for door, p := range all {
		if kind, text := p.call(t.Context(), "bazel_ios_show_defaults", ""); kind != "" {
			t.Fatalf("%s: %s %q", door, kind, text)
		}
	}
	if err := os.RemoveAll(w.root); err != nil {
		t.Fatal(err)
	}
	delete(all, "call") // is started in the workspace
	for door, p := range all {
		for _, c := range [][2]string{{"bazel_ios_build", `{"target":"//App:App"}`}, {"bazel_ios_discover_targets", ""}, {"bazel_ios_query", `{"expression":"//..."}`}} {
			kind, text := p.call(t.Context(), c[0], c[1])
			if kind == "" || kind == "transport" || kind == tool.Internal || !strings.Contains(text, w.root) {
				t.Errorf("%s: %s: got %s %q", door, c[0], kind, text)
			}
		}
		if kind, text := p.call(t.Context(), "bazel_list_workflows", ""); kind != "" {
			t.Errorf("%s does not live: %s %q", door, kind, text)
		}
	}
}

// TestBrokenConfig breaks the settings file under every door: the place of the
// mistake is told and the old values stay.
func TestBrokenConfig(t *testing.T) {
	w := newWorld(t, "")
	file := filepath.Join(w.root, ".bazel-apple", "config.yaml")
	if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	set := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	set("defaultTarget: //App:App\n")
	all := doors(w)
	delete(all, "call") // each call reads the file anew and has no old values
	for door, p := range all {
		if kind, text := p.call(t.Context(), "bazel_ios_show_defaults", ""); kind != "" || !strings.Contains(text, "//App:App") {
			t.Fatalf("%s: %s %q", door, kind, text)
		}
	}
	set("defaultTarget: //App:App\nother: [1,\n")
	time.Sleep(time.Second / 2) // the files are looked at five times a second
	for door, p := range all {
		kind, text := p.call(t.Context(), "bazel_ios_show_defaults", "")
		if kind != "" || !strings.Contains(text, "//App:App") || strings.Count(text, "config.yaml:3:1: did not find expected node content") != 1 {
			t.Errorf("%s: got %s %q", door, kind, text)
		}
		// Any other call says so too, one that fails as well.
		for _, name := range []string{"bazel_list_workflows", "bazel_ios_set_defaults"} {
			if _, text := p.call(t.Context(), name, `{"x":1}`); !strings.Contains(text, "config.yaml:3:1") {
				t.Errorf("%s: %s: got %q", door, name, text)
			}
		}
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
