package devicectl

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Install installs the .app folder at path and returns the bundle identifier
// that the device reports, "" when it does not.
func (c *Client) Install(ctx context.Context, device, path string) (bundleID string, err error) {
	var result struct {
		Apps []struct {
			BundleID string `json:"bundleID"`
		} `json:"installedApplications"`
	}
	err = c.run(ctx, installTimeout, &result, "device", "install", "app", "--device", device, path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // installed; it just was not told what
		return "", err
	}
	if len(result.Apps) > 0 {
		bundleID = result.Apps[0].BundleID
	}
	return bundleID, nil
}

// Uninstall removes an app.
func (c *Client) Uninstall(ctx context.Context, device, bundleID string) error {
	return c.run(ctx, shortTimeout, nil, "device", "uninstall", "app", "--device", device, bundleID)
}

// Launch starts an app and returns its process id, 0 when not told.
func (c *Client) Launch(ctx context.Context, device, bundleID string, args []string, env map[string]string) (pid int, err error) {
	return c.launch(ctx, nil, device, bundleID, args, env)
}

// LaunchStopped starts an app anew, standing still until a debugger attaches.
func (c *Client) LaunchStopped(ctx context.Context, device, bundleID string, args []string, env map[string]string) (pid int, err error) {
	return c.launch(ctx, []string{"--start-stopped", "--terminate-existing"}, device, bundleID, args, env)
}

func (c *Client) launch(ctx context.Context, flags []string, device, bundleID string, args []string, env map[string]string) (pid int, err error) {
	argv := append([]string{"device", "process", "launch", "--device", device}, flags...)
	if len(env) > 0 {
		text, err := json.Marshal(env)
		if err != nil {
			return 0, err
		}
		argv = append(argv, "--environment-variables", string(text))
	}
	var result struct {
		Process struct {
			PID int `json:"processIdentifier"`
		} `json:"process"`
	}
	argv = append(argv, endOfOptions, bundleID)
	err = c.run(ctx, shortTimeout, &result, append(argv, args...)...)
	if errors.Is(err, fs.ErrNotExist) { // started; it just was not told under which id
		err = nil
	}
	return result.Process.PID, err
}

// An App is an installed app.
type App struct {
	BundleID string `json:"bundleIdentifier"`
	Name     string `json:"name"`
	Version  string `json:"version"`
	URL      string `json:"url"`
}

// Apps lists the apps that a developer installed.
func (c *Client) Apps(ctx context.Context, device string) ([]App, error) {
	var result struct {
		Apps []App `json:"apps"`
	}
	err := c.run(ctx, shortTimeout, &result, "device", "info", "apps", "--device", device)
	return result.Apps, err
}

// A Process is a running process.
type Process struct {
	PID        int    `json:"processIdentifier"`
	Executable string `json:"executable"` // file URL
}

// Processes lists the running processes.
func (c *Client) Processes(ctx context.Context, device string) ([]Process, error) {
	var result struct {
		Processes []Process `json:"runningProcesses"`
	}
	err := c.run(ctx, shortTimeout, &result, "device", "info", "processes", "--device", device)
	return result.Processes, err
}

// FindProcess returns the process of an installed app: the one whose executable
// lies in the app's own folder. Names are no evidence, since another app may
// have an executable of the same name.
func FindProcess(apps []App, processes []Process, bundleID string) (pid int, installed bool) {
	i := slices.IndexFunc(apps, func(a App) bool { return a.BundleID == bundleID })
	if i < 0 {
		return 0, false
	}
	folder := filePath(apps[i].URL)
	for _, p := range processes {
		if p.PID > 0 && folder != "" && strings.HasPrefix(filePath(p.Executable), folder) {
			return p.PID, true
		}
	}
	return 0, true
}

// filePath is the path of a file URL; devices write one app as /var and as
// /private/var.
func filePath(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Path == "" {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/private")
}

// Terminate ends a process.
func (c *Client) Terminate(ctx context.Context, device string, pid int) error {
	return c.run(ctx, shortTimeout, nil, "device", "process", "terminate", "--device", device, "--pid", strconv.Itoa(pid))
}

// Details returns what the device tells of itself, as devicectl's JSON.
func (c *Client) Details(ctx context.Context, device string) (map[string]any, error) {
	result := map[string]any{}
	err := c.run(ctx, shortTimeout, &result, "device", "info", "details", "--device", device)
	return result, err
}

// Pair pairs a device; it asks for trust on its screen.
func (c *Client) Pair(ctx context.Context, device string) error {
	return c.run(ctx, shortTimeout, nil, "manage", "pair", "--device", device)
}

// Unpair removes the pairing.
func (c *Client) Unpair(ctx context.Context, device string) error {
	return c.run(ctx, shortTimeout, nil, "manage", "unpair", "--device", device)
}
