package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"bazelapple/internal/tool"
	"bazelapple/server/host"
	"bazelapple/server/wire"
)

// call is the verb that calls any tool with JSON.
func (c *door) call() *cobra.Command {
	return &cobra.Command{
		Use: "call NAME ['{…}' | -]", Short: "Call a tool with its arguments as one JSON object; - reads them from standard input",
		Args: cobra.RangeArgs(1, 2),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return c.Catalog().Names(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var raw []byte
			if len(args) == 2 {
				raw = []byte(args[1])
				if args[1] == "-" {
					var err error
					if raw, err = io.ReadAll(io.LimitReader(c.Stdin, 16<<20)); err != nil {
						return err
					}
				}
			}
			return c.run(cmd.Context(), args[0], raw)
		},
	}
}

// run calls a tool and prints its answer.
func (c *door) run(ctx context.Context, name string, args json.RawMessage) error {
	backend, err := c.Backend(ctx, c.workspace, strings.HasPrefix(name, "bazel_daemon_"))
	if err != nil {
		return &failure{exitFailed, err}
	}
	defer backend.Close()
	left := &leftovers{}
	defer backend.Subscribe(left.event)()
	p := newProgress(c.Stderr, c.TTY)
	a, err := backend.Call(ctx, host.Request{Name: name, Arguments: args, Progress: p.report})
	p.end()
	if err != nil {
		return &failure{exitFailed, err}
	}
	if err := c.print(a); err != nil || !alone(backend) || left.none() {
		return err
	}
	// What was started ends with this process; a window or daemon keeps it.
	const advice = "run `bazel-apple daemon start` first, and what is started keeps running for other commands to stop"
	if !c.TTY {
		fmt.Fprintln(c.Stderr, "Warning: it ends with this command; "+advice+".")
		return nil
	}
	fmt.Fprintln(c.Stderr, "It runs until you press Ctrl-C; "+advice+".")
	<-ctx.Done()
	return nil
}

// alone reports whether no window or daemon was joined.
func alone(b host.Backend) bool {
	j, ok := b.(interface {
		Policy() (wire.AgentPolicy, bool)
	})
	if !ok {
		return true
	}
	_, joined := j.Policy()
	return !joined
}

// leftovers counts what a call has started and not ended: captures, recordings,
// sessions.
type leftovers struct{ n atomic.Int64 }

func (l *leftovers) event(e wire.Event) {
	if e.Kind != "capture" {
		return
	}
	switch data, _ := e.Data.(map[string]any); data["state"] {
	case "started":
		l.n.Add(1)
	case "ended":
		l.n.Add(-1)
	}
}

func (l *leftovers) none() bool { return l.n.Load() <= 0 }

// print shows an answer and turns its kind into an exit status.
func (c *door) print(a tool.Answer) error {
	switch {
	case c.json:
		enc := json.NewEncoder(c.Stdout)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(a); err != nil {
			return &failure{exitFailed, err}
		}
	case a.IsError:
		fmt.Fprintln(c.Stderr, c.paint(a.Text, "31"))
	default:
		fmt.Fprintln(c.Stdout, a.Text)
		for _, f := range a.Files {
			if !strings.Contains(a.Text, f.Path) {
				fmt.Fprintln(c.Stdout, f.Path)
			}
		}
	}
	if !a.IsError {
		return nil
	}
	switch a.Kind {
	case tool.InvalidInput, tool.UnknownTool:
		return &failure{exitUsage, nil}
	case tool.Cancelled:
		return &failure{exitCancelled, nil}
	case tool.Internal:
		return &failure{exitInternal, nil}
	}
	return &failure{exitFailed, nil}
}

// paint colours the first line of a text, where colours are wanted.
func (c *door) paint(text, code string) string {
	if !c.Color {
		return text
	}
	first, rest, more := strings.Cut(text, "\n")
	first = "\x1b[" + code + "m" + first + "\x1b[0m"
	if more {
		return first + "\n" + rest
	}
	return first
}

// tools lists the tools.
func (c *door) tools() *cobra.Command {
	var workflow string
	cmd := &cobra.Command{Use: "tools", Short: "List the tools", Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
		list := host.Tools(c.Catalog())
		if workflow != "" {
			if !known(workflow) {
				return fmt.Errorf("there is no workflow %q; bazel-apple workflows lists them", workflow)
			}
			kept := list[:0]
			for _, t := range list {
				if t.Workflow == workflow {
					kept = append(kept, t)
				}
			}
			list = kept
		}
		var out bytes.Buffer
		if c.json {
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(list); err != nil {
				return &failure{exitInternal, err}
			}
		} else {
			for _, t := range list {
				fmt.Fprintf(&out, "%-38s %s\n", t.Name, t.Description)
			}
		}
		_, err := c.Stdout.Write(out.Bytes())
		return err
	}}
	cmd.Flags().StringVar(&workflow, "workflow", "", "only those of one workflow")
	return cmd
}

func known(workflow string) bool {
	for _, w := range tool.Workflows() {
		if string(w.ID) == workflow {
			return true
		}
	}
	return false
}
