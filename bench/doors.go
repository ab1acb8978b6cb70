package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

var initialize = map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "bench", "version": "1"}}

// doors measures both protocols, then a peer in turn with them.
func doors(s *suite) error {
	workspace := filepath.Join(s.root, "examples", "BazelApp")
	state := "XDG_STATE_HOME=" + s.work
	mcp := func(extra ...string) []string {
		return append([]string{s.binary, "mcp", "--standalone", "--workspace", workspace}, extra...)
	}
	var agent, editor, memory, editorMemory []float64
	for range s.runs {
		at := time.Now()
		c, err := start(workspace, false, []string{state}, mcp()...)
		if err != nil {
			return err
		}
		if _, err := c.call("initialize", initialize); err != nil {
			return err
		}
		agent = append(agent, since(at))
		memory = append(memory, c.rss())
		c.close()

		at = time.Now()
		if c, err = start(workspace, true, []string{state}, s.binary, "lsp"); err != nil {
			return err
		}
		if _, err := c.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": "file://" + workspace, "capabilities": map[string]any{}}); err != nil {
			return err
		}
		editor = append(editor, since(at))
		editorMemory = append(editorMemory, c.rss())
		c.close()
	}
	row("mcp: start to initialize", ms(median(agent)), "aim 10 ms; XcodeBazelMCP 49.5 ms (recorded)")
	row("lsp: start to initialize", ms(median(editor)), "aim 10 ms")
	row("mcp: memory after initialize", mb(median(memory)), "aim 20 MB; XcodeBazelMCP 44.3 MB (recorded)")
	row("lsp: memory after initialize", mb(median(editorMemory)), "aim 20 MB")
	for _, list := range []struct {
		name, note string
		args       []string
	}{{"default", "aim 0.3 ms; XcodeBazelMCP 0.50 ms for 57 (recorded)", nil}, {"all", "aim 1.2 ms; XcodeBazelMCP 1.03 ms (recorded)", []string{"--workflows", "all"}}} {
		c, err := start(workspace, false, []string{state}, mcp(list.args...)...)
		if err != nil {
			return err
		}
		if _, err := c.call("initialize", initialize); err != nil {
			return err
		}
		_ = c.send(map[string]any{"method": "notifications/initialized"})
		var times []float64
		size := 0
		for i := range 200 {
			at := time.Now()
			text, err := c.call("tools/list", map[string]any{})
			if err != nil {
				return err
			}
			if i > 0 {
				times = append(times, since(at))
			}
			size = len(text)
		}
		row(fmt.Sprintf("mcp: tools/list, %s (%d bytes)", list.name, size), ms(median(times)), list.note)
		if list.args == nil {
			times = nil
			for range 500 {
				at := time.Now()
				if _, err := c.call("tools/call", map[string]any{"name": "bazel_ios_list_profiles", "arguments": map[string]any{}}); err != nil {
					return err
				}
				times = append(times, since(at))
			}
			row("mcp: a call that does nothing", ms(median(times)), "aim 0.1 ms; XcodeBazelMCP 0.11 ms (recorded)")
		}
		c.close()
	}
	return peer(s, median(agent))
}

// peer runs XcodeBuildMCP from npm in the same minute.
func peer(s *suite, ours float64) error {
	dir := filepath.Join(cacheFolder(), "peers")
	program := filepath.Join(dir, "node_modules", ".bin", "xcodebuildmcp")
	if _, err := os.Stat(program); err != nil {
		fmt.Println("installing the peer xcodebuildmcp from npm …")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		cmd := exec.Command("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, "xcodebuildmcp@2.7.0")
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("the peer could not be installed: %w", err)
		}
	}
	var times, memory []float64
	for range 3 {
		at := time.Now()
		c, err := start(s.work, false, []string{"XCODEBUILDMCP_SENTRY_DISABLED=true"}, program, "mcp")
		if err != nil {
			return err
		}
		if _, err := c.call("initialize", initialize); err != nil {
			return fmt.Errorf("the peer did not answer: %w", err)
		}
		times = append(times, since(at))
		memory = append(memory, c.rss())
		c.close()
	}
	row("XcodeBuildMCP 2.7.0: start to initialize", ms(median(times)), fmt.Sprintf("%.0f × ours", median(times)/ours))
	row("XcodeBuildMCP 2.7.0: memory after initialize", mb(median(memory)), "")
	return nil
}

// cacheFolder is the product's cache, as the scripts use it.
func cacheFolder() string {
	if dir := os.Getenv("XDG_CACHE_HOME"); dir != "" {
		return filepath.Join(dir, "bazel-apple")
	}
	home, _ := os.UserHomeDir()
	return filepath.Join(home, ".cache", "bazel-apple")
}
