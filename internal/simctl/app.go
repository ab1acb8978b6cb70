package simctl

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Install installs the .app folder at path.
func (c *Client) Install(ctx context.Context, udid, path string) error {
	defer c.lock(udid)()
	_, err := c.simctl(ctx, installTimeout, nil, "install", udid, path)
	return err
}

// Uninstall removes an app. simctl succeeds for an app that is not there.
func (c *Client) Uninstall(ctx context.Context, udid, bundleID string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, "uninstall", udid, bundleID)
	return err
}

// Launch starts an app and returns its process id, 0 when simctl did not tell.
// env reaches the app as SIMCTL_CHILD_NAME in simctl's own environment.
func (c *Client) Launch(ctx context.Context, udid, bundleID string, args []string, env map[string]string) (pid int, err error) {
	return c.launch(ctx, nil, udid, bundleID, args, env)
}

// LaunchWaiting starts an app anew, standing still until a debugger attaches.
func (c *Client) LaunchWaiting(ctx context.Context, udid, bundleID string, args []string, env map[string]string) (pid int, err error) {
	return c.launch(ctx, []string{"--wait-for-debugger", "--terminate-running-process"}, udid, bundleID, args, env)
}

func (c *Client) launch(ctx context.Context, flags []string, udid, bundleID string, args []string, env map[string]string) (pid int, err error) {
	var child []string
	for _, name := range slices.Sorted(maps.Keys(env)) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return 0, fmt.Errorf("%q is no name of an environment variable", name)
		}
		child = append(child, "SIMCTL_CHILD_"+name+"="+env[name])
	}
	argv := append(append([]string{"launch"}, flags...), udid, bundleID)
	out, err := c.simctl(ctx, shortTimeout, child, append(argv, args...)...)
	if err != nil {
		return 0, err
	}
	// "com.example.App: 4711"
	_, number, _ := strings.Cut(out, ": ")
	pid, _ = strconv.Atoi(strings.TrimSpace(number))
	return pid, nil
}

// Terminate ends an app. notRunning says that it did not run.
func (c *Client) Terminate(ctx context.Context, udid, bundleID string) (notRunning bool, err error) {
	_, err = c.simctl(ctx, shortTimeout, nil, "terminate", udid, bundleID)
	if err != nil && strings.Contains(err.Error(), "found nothing to terminate") {
		return true, nil
	}
	return false, err
}

// Container returns the path of an app's container; kind is app, data or groups.
// groups answers a line "identifier<TAB>path" for each.
func (c *Client) Container(ctx context.Context, udid, bundleID, kind string) (string, error) {
	return c.simctl(ctx, shortTimeout, nil, "get_app_container", udid, bundleID, kind)
}
