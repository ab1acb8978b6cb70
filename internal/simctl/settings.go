package simctl

import (
	"context"
	"errors"
	"os"
	"strconv"

	"bazelapple/internal/run"
)

// SetLocation sets the GPS position, in degrees.
func (c *Client) SetLocation(ctx context.Context, udid string, latitude, longitude float64) error {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	_, err := c.simctl(ctx, shortTimeout, nil, "location", udid, "set", f(latitude)+","+f(longitude))
	return err
}

// SetAppearance sets light or dark.
func (c *Client) SetAppearance(ctx context.Context, udid, mode string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, "ui", udid, "appearance", mode)
	return err
}

// UI reads a display option: appearance, increase_contrast, content_size.
func (c *Client) UI(ctx context.Context, udid, option string) (string, error) {
	return c.simctl(ctx, shortTimeout, nil, "ui", udid, option)
}

// OverrideStatusBar sets flags of "simctl status_bar override".
func (c *Client) OverrideStatusBar(ctx context.Context, udid string, flags []string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, append([]string{"status_bar", udid, "override"}, flags...)...)
	return err
}

// ClearStatusBar removes all overrides.
func (c *Client) ClearStatusBar(ctx context.Context, udid string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, "status_bar", udid, "clear")
	return err
}

// Privacy grants, revokes or resets a permission; bundleID may be "" to reset.
func (c *Client) Privacy(ctx context.Context, udid, action, service, bundleID string) error {
	args := []string{"privacy", udid, action, service}
	if bundleID != "" {
		args = append(args, bundleID)
	}
	_, err := c.simctl(ctx, shortTimeout, nil, args...)
	return err
}

// AddMedia adds files to the photo library or the contacts.
func (c *Client) AddMedia(ctx context.Context, udid string, files []string) error {
	_, err := c.simctl(ctx, installTimeout, nil, append([]string{"addmedia", udid}, files...)...)
	return err
}

// OpenURL opens a URL.
func (c *Client) OpenURL(ctx context.Context, udid, url string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, "openurl", udid, url)
	return err
}

// Push delivers the notification in a JSON file (Apple's APNs payload).
func (c *Client) Push(ctx context.Context, udid, bundleID, file string) error {
	_, err := c.simctl(ctx, shortTimeout, nil, "push", udid, bundleID, file)
	return err
}

// PushJSON delivers a notification, an APNs payload, by way of a temporary file.
func (c *Client) PushJSON(ctx context.Context, udid, bundleID string, payload []byte) error {
	f, err := os.CreateTemp("", "bazel-apple-push-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(payload)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = c.Runner.Run(ctx, run.Command{Args: []string{"xcrun", "simctl", "push", udid, bundleID, f.Name()}, Timeout: shortTimeout, Temp: []string{f.Name()}})
	return explain(err)
}

// Screenshot writes a PNG of the display; mask is "", ignored, alpha or black.
func (c *Client) Screenshot(ctx context.Context, udid, mask, file string) error {
	args := []string{"io", udid, "screenshot"}
	if mask != "" {
		args = append(args, "--mask", mask)
	}
	_, err := c.simctl(ctx, shortTimeout, nil, append(args, file)...)
	return err
}

// RecordVideo is the command that records until it is interrupted.
func RecordVideo(udid, file string) []string {
	return []string{"xcrun", "simctl", "io", udid, "recordVideo", "-f", file}
}

// LogStream is the command that streams the simulator's log.
func LogStream(udid string, flags ...string) []string {
	return append([]string{"xcrun", "simctl", "spawn", udid, "log", "stream", "--style", "compact"}, flags...)
}

// OpenViewer opens the app that shows simulators: Simulator up to Xcode 26,
// DeviceHub from Xcode 27.
func OpenViewer(ctx context.Context, r run.Runner, args []string) error {
	var first error
	for _, name := range []string{"Simulator", "DeviceHub"} {
		_, err := r.Run(ctx, run.Command{Args: append([]string{"open", "-a", name}, args...), Timeout: listTimeout})
		var exit *run.ExitError
		if err == nil || !errors.As(err, &exit) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}
