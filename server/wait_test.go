package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

var runID = regexp.MustCompile(`run-[\d-]+`)

// bazelScript is a folder with a bazel that runs the lines of a shell.
func bazelScript(t *testing.T, lines string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bazel"), []byte("#!/bin/sh\n"+lines+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// atOnce is a build whose answer is its run.
const atOnce = `{"target":"//App:App","waitSeconds":0}`

// TestTwoAgents: what one agent starts and does not wait for, another one sees
// and cancels; who then waits is told so, and nothing stays.
func TestTwoAgents(t *testing.T) {
	w := newWorld(t, sleeper(t))
	file := filepath.Join(t.TempDir(), "pids")
	w.env = append(w.env, "PIDS="+file)
	w.daemon()
	one, two := w.mcp(), w.mcp()
	kind, text := one.call(t.Context(), "bazel_ios_build", atOnce)
	id := runID.FindString(text)
	if kind != "" || id == "" || !strings.Contains(text, `Next: bazel_ios_run_wait {"runId":"`+id+`"}`) {
		t.Fatalf("%s %q", kind, text)
	}
	pids := w.busy(file)
	if _, text := two.call(t.Context(), "bazel_ios_runs", ""); !strings.Contains(text, id+" running") {
		t.Errorf("the other agent sees %q", text)
	}
	if _, text := two.call(t.Context(), "bazel_ios_run_wait", `{"runId":"`+id+`","waitSeconds":0.1}`); !strings.Contains(text, "It goes on.") {
		t.Errorf("after a short wait: %q", text)
	}
	waited := make(chan string)
	go func() {
		kind, text := one.call(t.Context(), "bazel_ios_run_wait", `{"runId":"`+id+`"}`)
		waited <- string(kind) + " " + text
	}()
	if kind, text := two.call(t.Context(), "bazel_ios_run_cancel", `{"runId":"`+id+`"}`); kind != "" || !strings.Contains(text, "Cancelled: "+id) {
		t.Errorf("%s %q", kind, text)
	}
	if got := <-waited; !strings.Contains(got, "cancelled") || strings.Contains(got, "transport") {
		t.Errorf("who waited got %q", got)
	}
	for _, pid := range pids {
		if running(pid) {
			t.Errorf("process %d runs on", pid)
		}
	}
	// Who waits in the call itself is told, too.
	go func() {
		kind, text := one.call(t.Context(), "bazel_ios_build", build.args)
		waited <- string(kind) + " " + text
	}()
	for range 500 {
		if _, text := two.call(t.Context(), "bazel_ios_runs", ""); strings.Contains(text, "1 of them not ended") {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	two.call(t.Context(), "bazel_ios_run_cancel", "")
	if got := <-waited; !strings.HasPrefix(got, "error ") || !strings.Contains(got, "cancelled") {
		t.Errorf("who waited in its call got %q", got)
	}
}

// TestOutcome: the wait for a run answers what the call would have answered.
func TestOutcome(t *testing.T) {
	w := newWorld(t, bazelScript(t, `case "$*" in *--version*) echo "bazel 8.4.2"; exit;; esac
sleep 0.3; echo "ERROR: App/BUILD:1:1: no such target '//App:App'" >&2; exit 1`))
	p := w.mcp("--standalone")
	_, text := p.call(t.Context(), "bazel_ios_build", atOnce)
	kind, text := p.call(t.Context(), "bazel_ios_run_wait", `{"runId":"`+runID.FindString(text)+`"}`)
	if kind != "error" || !strings.Contains(text, "no such target '//App:App'") {
		t.Errorf("%s %q", kind, text)
	}
}

// TestHTTPClientGone: the work of a client whose connection breaks goes on and
// is listed for the next one; the server's end ends it.
func TestHTTPClientGone(t *testing.T) {
	w := newWorld(t, sleeper(t))
	file := filepath.Join(t.TempDir(), "pids")
	w.env = append(w.env, "PIDS="+file)
	address, token := w.web()
	first := w.over(address, token, "2025-11-25")
	id := first.session.ID()
	host := strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/mcp")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	body := `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"name":"bazel_ios_build","arguments":{"target":"//App:App"}}}`
	fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nMcp-Session-Id: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n%s",
		host, token, id, len(body), body)
	pids := w.busy(file)
	conn.Close()
	time.Sleep(200 * time.Millisecond)
	second := w.over(address, token, "")
	_, text := second.call(t.Context(), "bazel_ios_runs", "")
	if !strings.Contains(text, "1 of them not ended") {
		t.Errorf("the next client sees %q", text)
	}
	for _, pid := range pids {
		if !running(pid) {
			t.Errorf("process %d has ended", pid)
		}
	}
	if kind, text := second.call(t.Context(), "bazel_ios_run_cancel", `{"runId":"`+runID.FindString(text)+`"}`); kind != "" {
		t.Errorf("%s %q", kind, text)
	}
	for _, pid := range pids {
		if running(pid) {
			t.Errorf("process %d runs on after its run was cancelled", pid)
		}
	}
}
