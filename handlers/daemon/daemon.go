// Package daemon holds the tools of the daemon workflow: the host that keeps
// builds, captures and sessions alive without an editor.
package daemon

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bazelapple/internal/tool"
)

// Info describes a running daemon.
type Info struct {
	PID     int       `json:"pid"`
	Root    string    `json:"root"`
	Socket  string    `json:"socket"`
	Started time.Time `json:"started"`
	Runs    int       `json:"runs"`    // running now
	Clients int       `json:"clients"` // attached now
}

// Control starts and stops the daemon of a workspace. The host implements it.
type Control interface {
	// Start returns the running daemon or starts one; it waits until the
	// daemon answers.
	Start(ctx context.Context, root string) (info Info, already bool, err error)
	// Stop reports false when none was running.
	Stop(ctx context.Context, root string) (bool, error)
	// Status returns nil when none is running.
	Status(ctx context.Context, root string) (*Info, error)
}

// Deps are what the module stands on.
type Deps struct {
	Root    string
	Control Control
}

// Module returns the daemon tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowDaemon, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_daemon_start", Title: "Start Daemon",
			Description: "Start the background daemon (server) of this workspace, which keeps builds and captures alive between clients.",
			Idempotent:  true, NeedsWorkspace: true, Timeout: 20 * time.Second,
		}, h.start),
		tool.New(tool.Definition{
			Name: "bazel_daemon_stop", Title: "Stop Daemon",
			Description: "Shut down the background daemon of this workspace and end what it runs.",
			Destructive: true, Idempotent: true, NeedsWorkspace: true, Timeout: 20 * time.Second,
		}, h.stop),
		tool.New(tool.Definition{
			Name: "bazel_daemon_status", Title: "Daemon Status",
			Description: "Show whether the background daemon of this workspace is alive, since when, and what it does.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true, Timeout: 20 * time.Second,
		}, h.status),
	}}
}

type handlers struct{ Deps }

type none struct{}

func (h *handlers) start(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	info, already, err := h.Control.Start(ctx, h.Root)
	if err != nil {
		return nil, err
	}
	head := "The daemon was started."
	if already {
		head = "The daemon was running already."
	}
	return &tool.Result{Text: head + "\n" + info.text(), Data: map[string]any{"running": true, "daemon": info}}, nil
}

func (h *handlers) stop(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	stopped, err := h.Control.Stop(ctx, h.Root)
	if err != nil {
		return nil, err
	}
	text := "The daemon was stopped."
	if !stopped {
		text = "No daemon was running."
	}
	return &tool.Result{Text: text, Data: map[string]any{"running": false, "stopped": stopped}}, nil
}

func (h *handlers) status(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	info, err := h.Control.Status(ctx, h.Root)
	if err != nil {
		return nil, err
	}
	if info == nil {
		return &tool.Result{Text: "No daemon is running for this workspace.", Data: map[string]any{"running": false},
			Next: []tool.Next{{Tool: "bazel_daemon_start"}}}, nil
	}
	return &tool.Result{Text: "The daemon is running.\n" + info.text(), Data: map[string]any{"running": true, "daemon": info}}, nil
}

func (i Info) text() string {
	return strings.Join([]string{
		fmt.Sprintf("PID: %d", i.PID), "Workspace: " + i.Root, "Socket: " + i.Socket,
		fmt.Sprintf("Started: %s (%s ago)", i.Started.Format(time.RFC3339), time.Since(i.Started).Round(time.Second)),
		fmt.Sprintf("Running: %d runs, %d clients", i.Runs, i.Clients),
	}, "\n")
}
