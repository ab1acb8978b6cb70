package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// recorder is a folder with a bazel that writes down each call of it.
func recorder(t *testing.T) (dir, calls string) {
	t.Helper()
	dir = t.TempDir()
	calls = filepath.Join(dir, "calls")
	if err := os.WriteFile(filepath.Join(dir, "bazel"), []byte("#!/bin/sh\necho \"$@\" >> "+calls+"\nsleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, calls
}

func (p *lspPeer) open(t *testing.T, uri, text string) {
	t.Helper()
	if err := p.conn.Notify(t.Context(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "starlark", "version": 1, "text": text}}); err != nil {
		t.Fatal(err)
	}
}

// TestB36OpenFilesStartNoBazel: thirty open BUILD files with their lenses,
// outlines and diagnostics start no client of Bazel at all.
func TestB36OpenFilesStartNoBazel(t *testing.T) {
	dir, calls := recorder(t)
	w := newWorld(t, dir)
	p := w.lsp(nil)
	text := "cc_library(name = \"lib\")\n"
	for i := range 30 {
		uri := w.write(filepath.Join("p"+string(rune('A'+i)), "BUILD"), text)
		p.open(t, uri, text)
		if rows, _ := p.rows(t, uri); rows != "01: Build ⋯" {
			t.Errorf("%s: %q", uri, rows)
		}
		for _, method := range []string{"textDocument/documentSymbol", "textDocument/diagnostic"} {
			if err := protocol.Call(t.Context(), p.conn, method, map[string]any{"textDocument": map[string]any{"uri": uri}}, nil); err != nil {
				t.Errorf("%s: %v", method, err)
			}
		}
	}
	if text, err := os.ReadFile(calls); err == nil {
		t.Errorf("Bazel was called:\n%s", text)
	}
}

// TestB40NamesWithQuotes: names with quotes, blanks and parentheses have lenses,
// and what they call takes them as they are.
func TestB40NamesWithQuotes(t *testing.T) {
	w := newWorld(t, "")
	text := "cc_library(name = \"it's (one)\")\ncc_library(name = 'a \"b\"')\ncc_library(name = \"both'\\\"\")\n"
	uri := w.write("Q/BUILD", text)
	p := w.lsp(nil)
	rows, list := p.rows(t, uri)
	if rows != "01: Build ⋯\n02: Build ⋯\n03: Build ⋯" {
		t.Fatalf("%s", rows)
	}
	for i, want := range map[int]string{1: `//Q:it's (one)`, 3: `//Q:a "b"`, 5: `//Q:both'"`} {
		raw, err := json.Marshal(list[i])
		if err != nil {
			t.Fatal(err)
		}
		var resolved lens
		if err := protocol.Call(t.Context(), p.conn, "codeLens/resolve", json.RawMessage(raw), &resolved); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, c := range resolved.Command.Arguments[0].Choices {
			if c.Tool == "bazel_ios_affected_tests" {
				got, _ = c.Arguments["target"].(string)
			}
		}
		if got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
}

// TestB42DuplicateNameWhileTyping: each keystroke in a file with a name given
// twice keeps the lenses and tells the duplicate as a problem; nothing pops up.
func TestB42DuplicateNameWhileTyping(t *testing.T) {
	w := newWorld(t, "")
	text := "cc_library(name = \"a\")\ncc_library(name = \"a\")\n"
	uri := w.write("D/BUILD", text)
	p := w.lsp(nil)
	p.open(t, uri, text)
	for i := range 20 {
		at := map[string]any{"line": 2, "character": i}
		if err := p.conn.Notify(t.Context(), "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": i + 2},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": "("}}}); err != nil {
			t.Fatal(err)
		}
		if rows, _ := p.rows(t, uri); !strings.HasPrefix(rows, "01: Build ⋯\n02: Build ⋯") {
			t.Fatalf("after keystroke %d: %s", i, rows)
		}
	}
	var report json.RawMessage
	if err := protocol.Call(t.Context(), p.conn, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri}}, &report); err != nil || !strings.Contains(string(report), `"duplicate"`) {
		t.Errorf("%s %v", report, err)
	}
	for {
		select {
		case n := <-p.notes:
			if n.method == "window/showMessage" || n.method == "window/showMessageRequest" {
				t.Errorf("%s %s", n.method, n.params)
			}
			continue
		case <-time.After(100 * time.Millisecond):
		}
		break
	}
}
