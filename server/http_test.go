package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// web starts the HTTP door and returns its address and token.
func (w *world) web() (address, token string) {
	w.t.Helper()
	file := filepath.Join(filepath.Dir(w.root), "token")
	cmd := w.command("mcp", "--standalone", "--http", "127.0.0.1:0", "--token-file", file)
	errs, err := cmd.StderrPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = cmd.Process.Signal(os.Interrupt); _ = cmd.Wait() })
	buf := make([]byte, 1000)
	n, err := errs.Read(buf)
	if err != nil {
		w.t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, errs) }()
	found := regexp.MustCompile(`http://\S+/mcp`).FindString(string(buf[:n]))
	b, err := os.ReadFile(file)
	if err != nil || found == "" {
		w.t.Fatalf("%v %s", err, buf[:n])
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		w.t.Errorf("the token file: %v %v", info.Mode(), err)
	}
	return found, strings.TrimSpace(string(b))
}

// over connects a client of a revision, "" for the newest, to the HTTP door.
func (w *world) over(address, token, revision string) *mcpPeer {
	w.t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(w.t.Context(), &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearer{token}}}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return &mcpPeer{s}
}

// bearer adds the token to each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

func TestHTTPRefusals(t *testing.T) {
	address, token := newWorld(t, "").web()
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`
	for name, c := range map[string]struct {
		change func(r *http.Request)
		body   string
		want   int
	}{
		"in order": {func(*http.Request) {}, initialize, 200},
		"stateless": {func(r *http.Request) {
			r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
			r.Header.Set("Mcp-Method", "tools/list")
		}, list, 200},
		"no token":         {func(r *http.Request) { r.Header.Del("Authorization") }, initialize, 401},
		"no token, broken": {func(r *http.Request) { r.Header.Del("Authorization") }, "{", 401},
		"wrong token":      {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token+"x") }, initialize, 401},
		"basic":            {func(r *http.Request) { r.Header.Set("Authorization", "Basic "+token) }, initialize, 401},
		"foreign origin":   {func(r *http.Request) { r.Header.Set("Origin", "https://example.com") }, initialize, 403},
		"null origin":      {func(r *http.Request) { r.Header.Set("Origin", "null") }, initialize, 403},
		"own origin":       {func(r *http.Request) { r.Header.Set("Origin", "http://localhost:1234") }, initialize, 200},
		"foreign host":     {func(r *http.Request) { r.Host = "example.com" }, initialize, 403},
		"rebound host":     {func(r *http.Request) { r.Host = "127.0.0.1.example.com:80" }, initialize, 403},
		"other path":       {func(r *http.Request) { r.URL.Path = "/" }, initialize, 404},
		"too large":        {func(*http.Request) {}, `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"` + strings.Repeat("x", 20<<20) + `"}}`, 413},
		"garbage":          {func(*http.Request) {}, "\x00\x01", 400},
		"null":             {func(*http.Request) {}, "null", 400},
		"unknown session":  {func(r *http.Request) { r.Header.Set("Mcp-Session-Id", "nope") }, initialize, 404},
	} {
		r, err := http.NewRequest("POST", address, bytes.NewReader([]byte(c.body)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		c.change(r)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			if c.want == 413 && strings.Contains(err.Error(), "broken pipe") || strings.Contains(err.Error(), "reset") {
				continue // refused before it was all sent
			}
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != c.want {
			t.Errorf("%s: want %d, got %d %.200s", name, c.want, res.StatusCode, body)
		}
	}
}

// TestHTTPClients: 50 clients make 200 calls each; no answer is lost or crossed.
func TestHTTPClients(t *testing.T) {
	address, token := newWorld(t, "").web()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			client := mcp.NewClient(&mcp.Implementation{Name: fmt.Sprintf("client%d", i), Version: "1"}, nil)
			s, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: address, HTTPClient: &http.Client{Transport: bearer{token}}}, nil)
			if err != nil {
				t.Errorf("client %d: %v", i, err)
				return
			}
			defer s.Close()
			for n := range 200 {
				word := fmt.Sprintf("w%dn%d", i, n)
				res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "bazel_ios_show_defaults", Arguments: json.RawMessage(`{"` + word + `":1}`)})
				if err != nil || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, `"`+word+`"`) {
					t.Errorf("client %d call %d: %v", i, n, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestTokenFile(t *testing.T) {
	w := newWorld(t, "")
	for name, c := range map[string]struct {
		mode os.FileMode
		text string
		want string
	}{"open to others": {0o644, strings.Repeat("x", 40), "open to others"}, "short": {0o600, "x", "fewer than 16"}} {
		file := filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(file, []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		out, err := w.command("mcp", "--http", "127.0.0.1:0", "--token-file", file).CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
}
