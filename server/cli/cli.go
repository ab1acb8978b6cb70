// Package cli is the shell's door: a verb for every tool with flags from its
// schema, call for any of them with JSON, and the verbs that serve the other
// doors. Answers go to standard output, everything else to standard error.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bazelapple/internal/tool"
	"bazelapple/server/host"
)

// Exit statuses; the table stands in DESIGN "Results and errors".
const (
	exitOK        = 0
	exitFailed    = 1
	exitUsage     = 2
	exitInternal  = 70
	exitCancelled = 130
)

// Options are what the door stands on.
type Options struct {
	Version        string
	Args           []string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// TTY says that standard error is a terminal; Color that it may be coloured.
	TTY, Color bool
	// Catalog returns the tools, without any workspace.
	Catalog func() *tool.Catalog
	// Backend joins the host of a workspace or opens an engine; "" finds it.
	// Alone joins none.
	Backend func(ctx context.Context, workspace string, alone bool) (host.Backend, error)
	// LSP, MCP and Daemon serve the other doors.
	LSP    func(ctx context.Context) error
	MCP    func(ctx context.Context, o MCPFlags) error
	Daemon func(ctx context.Context, workspace string) error
	// DebugAdapter stands between an editor and the lldb-dap of that path.
	DebugAdapter func(ctx context.Context, path string) error
	// Setup returns the registration of this program for an MCP client.
	Setup Setup
}

// MCPFlags are the flags of the verb mcp.
type MCPFlags struct {
	Workspace  string
	Workflows  []string // nil: the default
	ReadOnly   bool
	Attach     string
	Standalone bool
	HTTP       string
	TokenFile  string
}

// A failure carries an exit status; without err its text was printed already.
type failure struct {
	status int
	err    error
}

func (f *failure) Error() string {
	if f.err == nil {
		return ""
	}
	return f.err.Error()
}

// Run runs one command line and returns the exit status.
func Run(ctx context.Context, o Options) int {
	c := &door{Options: o}
	root := c.command()
	root.SetArgs(o.Args)
	root.SetIn(o.Stdin)
	root.SetOut(o.Stdout)
	root.SetErr(o.Stderr)
	err := root.ExecuteContext(ctx)
	var f *failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &f):
		if f.err != nil {
			c.complain(f.err.Error(), tool.Kind(""))
		}
		return f.status
	case ctx.Err() != nil:
		return exitCancelled
	}
	c.complain(c.usage(err), tool.InvalidInput)
	return exitUsage
}

type door struct {
	Options
	json      bool
	workspace string
}

// complain prints an error that is no answer of a tool.
func (c *door) complain(text string, kind tool.Kind) {
	if c.json {
		_ = json.NewEncoder(c.Stdout).Encode(tool.Answer{IsError: true, Kind: kind, Text: text})
		return
	}
	fmt.Fprintln(c.Stderr, "bazel-apple: "+text)
}

// command is the whole command tree. The verbs of tools get their flags, and
// their tool its schema, only when they are the one that runs.
func (c *door) command() *cobra.Command {
	root := &cobra.Command{
		Use: "bazel-apple", Short: "Build, test, run and debug Apple apps with Bazel",
		SilenceErrors: true, SilenceUsage: true, Version: c.Version,
		SuggestionsMinimumDistance: 2,
		Args:                       cobra.ArbitraryArgs,
		// An unknown verb is said before its flags are.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return c.unknown(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentFlags().BoolVar(&c.json, "json", false, "print one JSON object on standard output")
	root.PersistentFlags().StringVar(&c.workspace, "workspace", "", "folder of the Bazel workspace (default: around the current folder)")
	root.AddCommand(c.version(), c.tools(), c.call(), c.doctor(), c.lsp(), c.mcp(), c.debugAdapter(), c.daemon(), c.setup())
	asked := ""
	for _, a := range c.Args {
		// Completion asks about the command line that follows.
		if !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "__complete") {
			asked = a
			break
		}
	}
	if known, _, err := root.Find([]string{asked}); err == nil && known != root {
		return root
	}
	for _, v := range Verbs(c.Catalog()) {
		if asked == v.Name || contains(v.Aliases, asked) {
			root.AddCommand(c.verb(v, true))
			return root
		}
	}
	for _, v := range Verbs(c.Catalog()) {
		root.AddCommand(c.verb(v, false))
	}
	return root
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// unknown is the error of a verb that there is not.
func (c *door) unknown(root *cobra.Command, verb string) error {
	text := fmt.Sprintf("there is no command %q", verb)
	names := []string{}
	for _, sub := range root.Commands() {
		names = append(append(names, sub.Name()), sub.Aliases...)
	}
	if c.Catalog().CanHandle(verb) {
		text += fmt.Sprintf("; did you mean bazel-apple call %s?", verb)
	} else if near := tool.Nearest(verb, names); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	} else {
		text += "; bazel-apple --help lists them"
	}
	return errors.New(text)
}

// usage adds the nearest flag to an error about an unknown one.
func (c *door) usage(err error) string {
	var near *unknownFlag
	if errors.As(err, &near) && near.suggestion != "" {
		return fmt.Sprintf("%v; did you mean --%s?", err, near.suggestion)
	}
	return err.Error()
}

// An unknownFlag is pflag's error with what was meant, maybe.
type unknownFlag struct {
	error
	suggestion string
}
