package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bazelapple/internal/tool"
	"bazelapple/internal/workspace"
)

// Setup is what a registration with an MCP client is made of.
type Setup struct {
	Executable string // absolute path of this program
	Folder     string // the current folder
}

// An mcpClient is a program that starts MCP servers from a settings file.
type mcpClient struct {
	name string
	// file is relative to the workspace, or to the home folder after ~/.
	file string
	// key is the member of the file that holds the servers; "" for a file that
	// is not plain JSON, for which the text is printed only.
	key  string
	text func(command string, args []string) string
}

// mcpClients lists them; files and keys as each program's documentation gives
// them (2026).
func mcpClients() []mcpClient {
	return []mcpClient{
		{name: "claude-code", file: ".mcp.json", key: "mcpServers"},
		{name: "cursor", file: ".cursor/mcp.json", key: "mcpServers"},
		{name: "vscode", file: ".vscode/mcp.json", key: "servers"},
		{name: "codex", file: "~/.codex/config.toml", text: func(command string, args []string) string {
			list, _ := json.Marshal(args)
			return fmt.Sprintf("[mcp_servers.bazel-apple]\ncommand = %q\nargs = %s\n", command, list)
		}},
		{name: "zed", file: "~/.config/zed/settings.json", text: func(command string, args []string) string {
			entry, _ := json.MarshalIndent(map[string]any{"context_servers": map[string]any{"bazel-apple": map[string]any{"source": "custom", "command": command, "args": args}}}, "", "  ")
			return string(entry) + "\n"
		}},
	}
}

// setup registers this program with an MCP client.
func (c *door) setup() *cobra.Command {
	var write bool
	var names []string
	for _, m := range mcpClients() {
		names = append(names, m.name)
	}
	cmd := &cobra.Command{
		Use: "setup CLIENT", Short: "Print the registration of this server for an MCP client, or write it with --write: " + strings.Join(names, ", "),
		Args: cobra.ExactArgs(1), ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			for _, m := range mcpClients() {
				if m.name == args[0] {
					return c.register(m, write)
				}
			}
			text := fmt.Sprintf("the client %q is not known; known are %s", args[0], strings.Join(names, ", "))
			if near := tool.Nearest(args[0], names); near != "" {
				text += "; did you mean " + near + "?"
			}
			return errors.New(text)
		},
	}
	cmd.Flags().BoolVar(&write, "write", false, "write the file instead of printing what belongs into it")
	return cmd
}

func (c *door) register(m mcpClient, write bool) error {
	folder := c.workspace
	if folder == "" {
		folder = c.Setup.Folder
	}
	root, err := workspace.Find(folder)
	if err != nil {
		return &failure{exitFailed, err}
	}
	args := []string{"mcp", "--workspace", root}
	if m.key == "" {
		if write {
			return fmt.Errorf("%s is edited by hand: leave --write out and put the printed lines there", m.file)
		}
		fmt.Fprintf(c.Stderr, "For %s:\n", m.file)
		_, err := fmt.Fprint(c.Stdout, m.text(c.Setup.Executable, args))
		return err
	}
	file := filepath.Join(root, m.file)
	settings := map[string]any{}
	b, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &failure{exitFailed, err}
	}
	if write && len(b) > 0 {
		if err := json.Unmarshal(b, &settings); err != nil {
			return &failure{exitFailed, fmt.Errorf("%s is no plain JSON (%w); leave --write out and put the printed lines there", file, err)}
		}
	}
	servers, _ := settings[m.key].(map[string]any)
	if servers == nil {
		servers = map[string]any{}
	}
	servers["bazel-apple"] = map[string]any{"type": "stdio", "command": c.Setup.Executable, "args": args}
	settings[m.key] = servers
	out, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return &failure{exitInternal, err}
	}
	if !write {
		fmt.Fprintf(c.Stderr, "For %s (or run this with --write):\n", file)
		_, err := fmt.Fprintln(c.Stdout, string(out))
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return &failure{exitFailed, err}
	}
	if err := os.WriteFile(file, append(out, '\n'), 0o644); err != nil {
		return &failure{exitFailed, err}
	}
	_, err = fmt.Fprintln(c.Stdout, "Wrote "+file)
	return err
}
