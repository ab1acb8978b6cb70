package lldb

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"bazelapple/internal/run"
)

// A Program is the debugger of a session.
type Program struct {
	Args []string
	// CommandLine says that it is lldb itself and no debug adapter.
	CommandLine bool
}

// Program returns the debugger: the one named, else Xcode's, which alone knows
// Swift and devices, else the first on PATH. An Xcode before 16 has no adapter.
// Debian and Homebrew's versioned packages call theirs lldb-dap-22 and the like;
// before LLVM 18 it was lldb-vscode.
func (c *Client) Program(ctx context.Context) (Program, error) {
	if c.Path != nil && c.Path() != "" {
		path, err := c.Runner.Look(c.Path())
		return Program{[]string{path}, plainName().MatchString(filepath.Base(path))}, err
	}
	if _, err := c.Runner.Look("xcrun"); err == nil {
		out, err := c.Runner.Run(ctx, run.Command{Args: []string{"xcrun", "-f", "lldb-dap"}})
		if path := strings.TrimSpace(string(out.Stdout)); err == nil && strings.HasPrefix(path, "/") {
			return Program{Args: []string{path}}, nil
		}
		if _, err := c.Runner.Run(ctx, run.Command{Args: []string{"xcrun", "-f", "lldb"}}); err == nil {
			return Program{[]string{"xcrun", "lldb"}, true}, nil
		}
	}
	path, missing := c.look("lldb-dap")
	if missing == nil {
		return Program{Args: []string{path}}, nil
	}
	if path, err := c.Runner.Look("lldb-vscode"); err == nil {
		return Program{Args: []string{path}}, nil
	}
	if path, err := c.look("lldb"); err == nil {
		return Program{[]string{path}, true}, nil
	}
	return Program{}, missing
}

// plainName is how lldb itself is called.
var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^lldb(-\d+)?$`) })

// The versioned names that are looked for.
const (
	newest = 24
	oldest = 14
)

// look finds a program on PATH by its name, else by its newest versioned name.
func (c *Client) look(name string) (string, error) {
	path, missing := c.Runner.Look(name)
	if missing == nil {
		return path, nil
	}
	for version := newest; version >= oldest; version-- {
		if path, err := c.Runner.Look(fmt.Sprintf("%s-%d", name, version)); err == nil {
			return path, nil
		}
	}
	return "", missing
}
