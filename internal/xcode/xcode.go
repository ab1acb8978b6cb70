// Package xcode finds the Xcode installations of the machine and what they
// bring for agents: mcpbridge, lldb-mcp, DeviceHub (Xcode 26 and 27).
package xcode

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bazelapple/internal/run"
)

// An Install is one Xcode application.
type Install struct {
	Path      string `json:"path"`
	Beta      bool   `json:"beta"`
	Active    bool   `json:"active"`              // its developer folder is the selected one
	MCPBridge string `json:"mcpbridge,omitempty"` // path, where it is there
	LLDBMCP   string `json:"lldbMcp,omitempty"`
	DeviceHub string `json:"deviceHub,omitempty"`
}

// A Client looks for Xcode.
type Client struct {
	Runner run.Runner
	// Applications is the folder of applications, /Applications on a Mac.
	Applications string
	// DeveloperDir is the environment's DEVELOPER_DIR; it beats xcode-select.
	DeveloperDir string
}

const timeout = 10 * time.Second

// Selected returns the active developer folder, "" where none is selected.
func (c Client) Selected(ctx context.Context) string {
	if c.DeveloperDir != "" {
		return c.DeveloperDir
	}
	out, err := c.Runner.Run(ctx, run.Command{Args: []string{"xcode-select", "-p"}, Timeout: timeout})
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out.Stdout))
}

// Installs returns Xcode.app and Xcode-*.app, the active one first, then by
// name.
func (c Client) Installs(selected string) []Install {
	var out []Install
	for _, pattern := range []string{"Xcode.app", "Xcode-*.app", "Xcode_*.app"} {
		apps, _ := filepath.Glob(filepath.Join(c.Applications, pattern)) // the pattern is well-formed
		for _, app := range apps {
			i := Install{Path: app, Beta: strings.Contains(strings.ToLower(filepath.Base(app)), "beta"), Active: selected != "" && within(app, selected)}
			i.MCPBridge = existing(app, "Contents/Developer/usr/bin/mcpbridge")
			i.LLDBMCP = existing(app, "Contents/Developer/usr/bin/lldb-mcp")
			i.DeviceHub = existing(app, "Contents/Applications/DeviceHub.app")
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b Install) int {
		switch {
		case a.Active == b.Active:
			return strings.Compare(a.Path, b.Path)
		case a.Active:
			return -1
		}
		return 1
	})
	return out
}

func within(app, selected string) bool {
	return selected == app || strings.HasPrefix(selected, app+string(filepath.Separator))
}

func existing(app, inner string) string {
	path := filepath.Join(app, inner)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// Running returns the process ids of Xcode.
func (c Client) Running(ctx context.Context) []int {
	// pgrep exits 1 where nothing matches; that and its absence mean none.
	out, err := c.Runner.Run(ctx, run.Command{Args: []string{"pgrep", "-x", "Xcode"}, Timeout: timeout})
	if err != nil {
		return nil
	}
	var pids []int
	for word := range strings.FieldsSeq(string(out.Stdout)) {
		if pid, err := strconv.Atoi(word); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
