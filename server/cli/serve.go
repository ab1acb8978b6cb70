package cli

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func (c *door) version() *cobra.Command {
	return &cobra.Command{Use: "version", Short: "Print the version", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		if c.json {
			return json.NewEncoder(c.Stdout).Encode(map[string]string{"version": c.Version})
		}
		_, err := fmt.Fprintln(c.Stdout, c.Version)
		return err
	}}
}

// doctor is the health report.
func (c *door) doctor() *cobra.Command {
	return &cobra.Command{Use: "doctor", Short: "Check the set-up: what is missing and how to fix it", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		return c.run(cmd.Context(), "bazel_ios_health", nil)
	}}
}

func (c *door) lsp() *cobra.Command {
	var stdio bool
	cmd := &cobra.Command{Use: "lsp", Short: "Serve an editor: JSON-RPC with Content-Length headers on standard input and output", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		return served(c.LSP(cmd.Context()))
	}}
	// Some clients add it on their own.
	cmd.Flags().BoolVar(&stdio, "stdio", true, "serve standard input and output, as always")
	_ = cmd.Flags().MarkHidden("stdio")
	return cmd
}

func (c *door) mcp() *cobra.Command {
	var o MCPFlags
	cmd := &cobra.Command{Use: "mcp", Short: "Serve an agent: Model Context Protocol on standard input and output, or over HTTP", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		switch {
		case o.Attach != "" && o.Standalone:
			return errors.New("--attach and --standalone exclude each other")
		case (o.HTTP == "") != (o.TokenFile == ""):
			return errors.New("--http and --token-file go together")
		}
		if !cmd.Flags().Changed("workflows") {
			o.Workflows = nil
		}
		for _, w := range o.Workflows {
			if w != "all" && !known(w) {
				return fmt.Errorf("there is no workflow %q; bazel-apple workflows lists them", w)
			}
		}
		o.Workspace = c.workspace
		return served(c.MCP(cmd.Context(), o))
	}}
	f := cmd.Flags()
	f.StringSliceVar(&o.Workflows, "workflows", nil, "workflows whose tools are listed, or all (default: about 30 tools of daily use)")
	f.BoolVar(&o.ReadOnly, "read-only", false, "refuse every tool that changes something")
	f.StringVar(&o.Attach, "attach", "", "socket of the editor window or daemon to join")
	f.BoolVar(&o.Standalone, "standalone", false, "join no editor window or daemon")
	f.StringVar(&o.HTTP, "http", "", "serve HTTP on this address instead, path /mcp")
	f.StringVar(&o.TokenFile, "token-file", "", "file with the bearer token for --http, readable by its owner only")
	return cmd
}

func (c *door) debugAdapter() *cobra.Command {
	return &cobra.Command{Use: "debug-adapter PATH", Short: "Serve an editor's debugger: pass on to the lldb-dap at PATH", Hidden: true, Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error {
		return served(c.DebugAdapter(cmd.Context(), args[0]))
	}}
}

func served(err error) error {
	if err != nil {
		return &failure{exitFailed, err}
	}
	return nil
}

// daemon starts, stops and shows the background host.
func (c *door) daemon() *cobra.Command {
	cmd := &cobra.Command{Use: "daemon", Short: "The background host of a workspace", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
		return cmd.Help()
	}}
	for verb, short := range map[string]string{"start": "Start it", "stop": "Stop it and end what it runs", "status": "Show whether it runs"} {
		cmd.AddCommand(&cobra.Command{Use: verb, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
			return c.run(cmd.Context(), "bazel_daemon_"+verb, nil)
		}})
	}
	cmd.AddCommand(&cobra.Command{Use: "serve DIR", Hidden: true, Args: cobra.ExactArgs(1), RunE: func(cmd *cobra.Command, args []string) error {
		return served(c.Daemon(cmd.Context(), args[0]))
	}})
	return cmd
}
