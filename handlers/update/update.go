// Package update holds the tools that look for a newer version and install it.
package update

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/semver"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// Package is the product's name in the npm registry and in Homebrew.
const Package = "bazel-apple"

// Deps are what the module stands on.
type Deps struct {
	Runner     run.Runner
	Version    string
	Executable string // path of the running program
}

// Module returns the update tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowUpdate, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_check_update", Title: "Check for Updates",
			Description: "Check whether there is a new version (update) of this tool, Bazel Apple.",
			ReadOnly:    true, Idempotent: true, OpenWorld: true, Timeout: time.Minute,
		}, h.check),
		tool.New(tool.Definition{
			Name: "bazel_upgrade", Title: "Upgrade Bazel Apple…",
			Description: "Upgrade Bazel Apple, this server, to the newest version the way it was installed.",
			OpenWorld:   true, Timeout: 10 * time.Minute,
		}, h.upgrade),
	}}
}

type handlers struct{ Deps }

type none struct{}

// latest asks the registry. A failure is an error, never "up to date".
func (h *handlers) latest(ctx context.Context) (string, error) {
	out, err := h.Runner.Run(ctx, run.Command{Args: []string{"npm", "view", Package, "version"}, Timeout: 30 * time.Second})
	if err != nil {
		return "", &tool.Error{Kind: tool.Command, Err: fmt.Errorf("the newest version could not be found out: %w", err), Hint: "Check the network and `npm config get registry`, then try again."}
	}
	version := strings.TrimSpace(string(out.Stdout))
	if !semver.IsValid("v" + version) {
		return "", tool.Errorf(tool.Command, "Try again later.", "npm answered %.60q, which is no version", version)
	}
	return version, nil
}

func (h *handlers) check(ctx context.Context, _ *tool.Call, _ none) (*tool.Result, error) {
	latest, err := h.latest(ctx)
	if err != nil {
		return nil, err
	}
	newer := semver.Compare("v"+latest, "v"+h.Version) > 0
	m := h.detect()
	data := map[string]any{"current": h.Version, "latest": latest, "updateAvailable": newer, "method": m}
	if !newer {
		return &tool.Result{Text: fmt.Sprintf("Bazel Apple %s is the newest version.", h.Version), Data: data}, nil
	}
	return &tool.Result{Text: fmt.Sprintf("Bazel Apple %s is out; %s is installed (%s).", latest, h.Version, m), Data: data, Next: []tool.Next{{Tool: "bazel_upgrade"}}}, nil
}

type method string

func (method) Enum() []string { return []string{"npm-global", "npm-local", "homebrew", "source"} }

type upgradeInput struct {
	Method method `json:"method,omitempty" jsonschema:"how it was installed; found out by default"`
}

func (h *handlers) upgrade(ctx context.Context, call *tool.Call, in upgradeInput) (*tool.Result, error) {
	latest, err := h.latest(ctx)
	if err != nil {
		return nil, err
	}
	if semver.Compare("v"+latest, "v"+h.Version) <= 0 && in.Method == "" {
		return &tool.Result{Text: fmt.Sprintf("Bazel Apple %s is the newest version; nothing was done.", h.Version), Data: map[string]any{"current": h.Version, "latest": latest, "upgraded": false}}, nil
	}
	m := in.Method
	if m == "" {
		m = method(h.detect())
	}
	dir := filepath.Dir(h.Executable)
	var steps [][]string
	switch m {
	case "npm-global":
		steps = [][]string{{"npm", "install", "-g", Package + "@latest"}}
	case "npm-local":
		dir = above(dir, "node_modules")
		steps = [][]string{{"npm", "update", Package}}
	case "homebrew":
		steps = [][]string{{"brew", "upgrade", Package}}
	case "source":
		dir = above(dir, ".git")
		steps = [][]string{{"git", "pull", "--rebase", "--autostash"}, {"npm", "install"}, {"npm", "run", "build"}}
	default:
		return nil, tool.Errorf(tool.Precondition, "Pass method: npm-global, npm-local, homebrew or source. An extension from the marketplace is updated by VS Code.", "how Bazel Apple was installed cannot be told from %s", h.Executable)
	}
	for _, step := range steps {
		call.Progress(tool.Progress{Message: strings.Join(step, " ")})
		if _, err := h.Runner.Run(ctx, run.Command{Args: step, Dir: dir}); err != nil {
			var exit *run.ExitError
			if errors.As(err, &exit) {
				return nil, &tool.Error{Kind: tool.Command, Err: err, Hint: "The version before is still installed unless an earlier step replaced it."}
			}
			return nil, err
		}
	}
	return &tool.Result{Text: fmt.Sprintf("Upgraded to %s. Restart the editor and the agents' servers to use it.", latest), Data: map[string]any{"current": h.Version, "latest": latest, "upgraded": true, "method": m}}, nil
}

// detect tells by the program's path how it was installed; "" where it cannot.
func (h *handlers) detect() string {
	path := filepath.ToSlash(h.Executable)
	switch {
	case strings.Contains(path, "/Cellar/"), strings.Contains(path, "/homebrew/"):
		return "homebrew"
	case strings.Contains(path, "/lib/node_modules/"):
		return "npm-global"
	case strings.Contains(path, "/node_modules/"):
		return "npm-local"
	case above(filepath.Dir(h.Executable), ".git") != "":
		return "source"
	}
	return ""
}

// above returns the nearest folder, dir or one above it, that holds name.
func above(dir, name string) string {
	for dir != "" {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return ""
}
