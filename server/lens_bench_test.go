package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// BenchmarkLens is the time from a didChange to the last byte of the lenses, of
// a file of 5,000 lines with 517 targets and of one of 200 lines, over the
// process's real stdio.
func BenchmarkLens(b *testing.B) {
	file := shipped(b)
	for _, c := range []struct {
		name    string
		targets int
	}{{"5000", 517}, {"200", 21}} {
		b.Run(c.name, func(b *testing.B) {
			p, root := started(b, file)
			text := manyTargets(c.targets)
			path := filepath.Join(root, "M", "BUILD")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
			doc := map[string]any{"uri": "file://" + path, "languageId": "starlark", "version": 0, "text": text}
			if err := p.conn.Notify(b.Context(), "textDocument/didOpen", map[string]any{"textDocument": doc}); err != nil {
				b.Fatal(err)
			}
			p.rows(b, "file://"+path)
			time.Sleep(300 * time.Millisecond) // the index is open
			var times []time.Duration
			size, version := 0, 0
			for b.Loop() {
				version++
				change := map[string]any{"range": span(120, 0, 120, 0), "text": "x"}
				if version%2 == 0 {
					change = map[string]any{"range": span(120, 0, 120, 1), "text": ""}
				}
				start := time.Now()
				if err := p.conn.Notify(b.Context(), "textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file://" + path, "version": version}, "contentChanges": []any{change}}); err != nil {
					b.Fatal(err)
				}
				var raw json.RawMessage
				if err := protocol.Call(b.Context(), p.conn, "textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": "file://" + path}}, &raw); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
				size = len(raw)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(size)/1000, "KB")
		})
	}
}

func span(a, b, c, d int) map[string]any {
	return map[string]any{"start": map[string]any{"line": a, "character": b}, "end": map[string]any{"line": c, "character": d}}
}

// manyTargets is a BUILD file of 9.7 lines a target, tests and apps among them.
func manyTargets(n int) string {
	var b strings.Builder
	rules := []string{"swift_library", "swift_library", "objc_library", "ios_unit_test", "ios_application"}
	b.WriteString("load(\"@rules_swift//swift:swift.bzl\", \"swift_library\")\nload(\"@rules_apple//apple:ios.bzl\", \"ios_application\", \"ios_unit_test\")\n")
	for i := range n {
		fmt.Fprintf(&b, "\n%s(\n    name = \"Target%03d\",\n    srcs = [\n        \"a%d.swift\",\n        \"b%d.swift\",\n    ],\n    deps = [\":Target%03d\"],\n)\n", rules[i%len(rules)], i, i, i, max(0, i-1))
	}
	return b.String()
}

// started is the shipped program as an editor starts it, in an empty workspace.
func started(b *testing.B, file string) (p *lspPeer, root string) {
	b.Helper()
	root, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "WORKSPACE"), nil, 0o644); err != nil {
		b.Fatal(err)
	}
	run, err := os.MkdirTemp("/tmp", "ba") // socket paths are short
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { os.RemoveAll(run) })
	cmd := exec.Command(file, "lsp")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "HOME="+run, "XDG_RUNTIME_DIR="+run)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	p = newPeer(nil, pipes{out, in})
	if err := protocol.Call(b.Context(), p.conn, "initialize", map[string]any{"processId": nil, "rootUri": "file://" + root, "capabilities": map[string]any{}}, nil); err != nil {
		b.Fatal(err)
	}
	if err := p.conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	return p, root
}
