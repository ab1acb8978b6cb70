package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"bazelapple/server/wire"
)

// write writes a file of the workspace.
func (w *world) write(name, text string) string {
	w.t.Helper()
	file := filepath.Join(w.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
	return "file://" + file
}

// lens is a lens as it comes over the wire.
type lens struct {
	Range   protocol.Range `json:"range"`
	Command *struct {
		Title     string          `json:"title"`
		Arguments []wire.LensCall `json:"arguments"`
	} `json:"command,omitempty"`
	Data string `json:"data,omitempty"`
}

// rows are the titles of a file's lenses by line, from 1.
func (p *lspPeer) rows(t testing.TB, uri string) (string, []lens) {
	t.Helper()
	var list []lens
	if err := protocol.Call(t.Context(), p.conn, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &list); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	last := -1
	for _, l := range list {
		if line := int(l.Range.Start.Line); line != last {
			last = line
			b.WriteString("\n" + string(rune('0'+(line+1)/10)) + string(rune('0'+(line+1)%10)) + ":")
		}
		if l.Command != nil && l.Command.Title != "" {
			b.WriteString(" " + l.Command.Title)
		} else {
			b.WriteString(" " + strings.Split(l.Data, " ")[1])
		}
	}
	return strings.TrimSpace(b.String()), list
}

// TestLensRows: each kind has its actions; a macro has one row, with the others
// it makes behind "+N"; a broken line takes no other row away.
func TestLensRows(t *testing.T) {
	w := newWorld(t, "")
	w.write("tools/BUILD", "")
	w.write("tools/m.bzl", "def feature(name, **kwargs):\n    native.cc_library(name = name)\n    native.cc_test(name = name + \"Tests\")\n    native.cc_test(name = name + \"Hidden\", tags = [\"manual\"])\n    native.cc_library(name = name + \"Helper\")\n")
	text := "load(\"//tools:m.bzl\", \"feature\")\ncc_library(name = \"lib\")\nfeature(name = \"f\")\nmacos_application(name = \"mac\")\ngenrule(name = \"g\")\nsh_test(name = \"sh\")\ncc_binary(name = \"bin\")\n[cc_library(name = n) for n in [\"x\", \"y\", \"z\"]]\n"
	uri := w.write("M/BUILD", text)
	p := w.lsp(nil)
	want := "02: Build ⋯\n03: Build +1 ⋯\n04: Run Build ⋯\n05: Build ⋯\n06: Test Coverage ⋯\n07: Run Build Debug ⋯\n08: Build +2 ⋯"
	var got string
	var list []lens
	for range 100 { // the index is opened in the background
		if got, list = p.rows(t, uri); got == want {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	for i, titles := range map[int]string{1: "Copy label", 3: "Test fTests"} {
		raw, err := json.Marshal(list[i])
		if err != nil {
			t.Fatal(err)
		}
		var resolved lens
		if err := protocol.Call(t.Context(), p.conn, "codeLens/resolve", json.RawMessage(raw), &resolved); err != nil {
			t.Fatal(err)
		}
		if resolved.Command == nil || len(resolved.Command.Arguments) != 1 || len(resolved.Command.Arguments[0].Choices) == 0 || resolved.Command.Arguments[0].Choices[0].Title != titles {
			t.Errorf("%s: %+v", raw, resolved.Command)
		}
	}
	if err := p.conn.Notify(t.Context(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "starlark", "version": 1, "text": text}}); err != nil {
		t.Fatal(err)
	}
	// A line above moves all rows; line 5 is broken and keeps its own.
	changes := []any{
		map[string]any{"range": map[string]any{"start": map[string]any{"line": 4, "character": 20}, "end": map[string]any{"line": 4, "character": 21}}, "text": ""},
		map[string]any{"range": map[string]any{"start": map[string]any{"line": 1, "character": 0}, "end": map[string]any{"line": 1, "character": 0}}, "text": "\n"},
	}
	if err := p.conn.Notify(t.Context(), "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": changes}); err != nil {
		t.Fatal(err)
	}
	want = "03: Build ⋯\n04: Build +1 ⋯\n05: Run Build ⋯\n06: Build ⋯\n07: Test Coverage ⋯\n08: Run Build Debug ⋯\n09: Build +2 ⋯"
	if got, _ := p.rows(t, uri); got != want {
		t.Errorf("broken:\n%s\nwant\n%s", got, want)
	}
}

// TestLanguage asks each feature once over the wire.
func TestLanguage(t *testing.T) {
	w := newWorld(t, "")
	uri := w.write("M/BUILD", "cc_library(name = \"lib\")\ncc_test(\n    name = \"t\",\n    deps = [\":lib\"],\n)\ncc_library(name=\"lib\")\n")
	w.write(".bazelrc", "build --jobs=4\n")
	p := w.lsp(nil)
	place := func(line, char int) map[string]any {
		return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": line, "character": char}, "context": map[string]any{"includeDeclaration": true}, "newName": "renamed", "query": "lib"}
	}
	for _, c := range []struct {
		method     string
		line, char int
		want       string
	}{
		{"textDocument/documentSymbol", 0, 0, `"name":"lib"`},
		{"textDocument/foldingRange", 0, 0, `"startLine":1`},
		{"textDocument/documentLink", 0, 0, `BUILD#L1`},
		{"textDocument/hover", 3, 14, `//M:lib`},
		{"textDocument/completion", 3, 13, `:lib`},
		{"textDocument/signatureHelp", 1, 8, `cc_test(name`},
		{"textDocument/definition", 3, 14, `"line":0`},
		{"textDocument/references", 3, 14, `"line":3`},
		{"textDocument/prepareRename", 3, 14, `"placeholder":"lib"`},
		{"textDocument/rename", 3, 14, `:renamed`},
		{"textDocument/diagnostic", 0, 0, `"code":"duplicate"`},
		{"textDocument/formatting", 0, 0, `name = \"lib\"`},
		{"workspace/symbol", 0, 0, `"name":"lib"`},
	} {
		var got json.RawMessage
		var err error
		for range 100 { // the index is opened in the background
			if err = protocol.Call(t.Context(), p.conn, c.method, place(c.line, c.char), &got); err == nil && strings.Contains(string(got), c.want) {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if err != nil || !strings.Contains(string(got), c.want) {
			t.Errorf("%s: %v %s", c.method, err, got)
		}
	}
}
