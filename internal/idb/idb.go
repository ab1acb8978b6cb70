// Package idb reads a simulator's screen and acts on it, through Facebook's idb
// or, where that is absent, through AXe. Coordinates are points.
package idb

import (
	"context"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"bazelapple/internal/run"
)

// A Client drives one of the two programs.
type Client struct {
	Runner run.Runner
	// Path names the idb program where IDB_PATH or the settings do.
	Path string
}

// ErrNoBackend is returned where neither program is installed. There is no
// third way: clicks on the host's screen would hit whatever lies there.
var ErrNoBackend = errors.New("neither idb nor axe was found on PATH")

const timeout = 30 * time.Second

// backend returns "idb" or "axe" and the program to run.
func (c *Client) backend() (kind, program string, err error) {
	if c.Path != "" {
		if _, err := c.Runner.Look(c.Path); err == nil {
			return "idb", c.Path, nil
		}
	}
	for _, name := range []string{"idb", "axe"} {
		if _, err := c.Runner.Look(name); err == nil {
			return name, name, nil
		}
	}
	return "", "", ErrNoBackend
}

// act runs one action in the words of the backend that is there.
func (c *Client) act(ctx context.Context, idb, axe []string) error {
	kind, program, err := c.backend()
	if err != nil {
		return err
	}
	args := idb
	if kind == "axe" {
		args = axe
	}
	_, err = c.Runner.Run(ctx, run.Command{Args: append([]string{program}, args...), Timeout: timeout})
	return err
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// whole is the nearest point: idb's tap and swipe take whole points only (fb-idb
// 1.1 and 1.7; the newer one reads two other words as no point at all).
func whole(v float64) string { return strconv.Itoa(int(math.Round(v))) }

// Tap touches a point, for hold if that is not 0.
func (c *Client) Tap(ctx context.Context, udid string, x, y float64, hold time.Duration) error {
	idb := []string{"ui", "tap", "--udid", udid}
	axe := []string{"touch", "-x", number(x), "-y", number(y), "--down", "--up"}
	if hold > 0 {
		idb = append(idb, "--duration", number(hold.Seconds()))
		axe = append(axe, "--delay", number(hold.Seconds()))
	} else {
		axe = []string{"tap", "-x", number(x), "-y", number(y)}
	}
	return c.act(ctx, append(idb, "--", whole(x), whole(y)), append(axe, "--udid", udid))
}

// Swipe moves a finger from one point to another.
func (c *Client) Swipe(ctx context.Context, udid string, x1, y1, x2, y2 float64, during time.Duration) error {
	idb := []string{"ui", "swipe", "--udid", udid}
	axe := []string{"swipe", "--start-x", number(x1), "--start-y", number(y1), "--end-x", number(x2), "--end-y", number(y2)}
	if during > 0 {
		idb = append(idb, "--duration", number(during.Seconds()))
		axe = append(axe, "--duration", number(during.Seconds()))
	}
	return c.act(ctx, append(idb, "--", whole(x1), whole(y1), whole(x2), whole(y2)), append(axe, "--udid", udid))
}

// Text types text into what has the focus.
func (c *Client) Text(ctx context.Context, udid, text string) error {
	return c.act(ctx, []string{"ui", "text", "--udid", udid, "--", text}, []string{"type", "--udid", udid, "--", text})
}

// Key presses a key by its HID usage (USB HID Usage Tables, keyboard page).
func (c *Client) Key(ctx context.Context, udid string, usage int) error {
	n := strconv.Itoa(usage)
	return c.act(ctx, []string{"ui", "key", "--udid", udid, "--", n}, []string{"key", n, "--udid", udid})
}

// Button presses a hardware button: HOME, LOCK, SIRI.
func (c *Client) Button(ctx context.Context, udid, name string) error {
	axe := map[string]string{"HOME": "home", "LOCK": "lock", "SIRI": "siri", "SIDE_BUTTON": "side-button", "APPLE_PAY": "apple-pay"}[name]
	return c.act(ctx, []string{"ui", "button", "--udid", udid, "--", name}, []string{"button", axe, "--udid", udid})
}

// betweenTaps is the pause of a double tap; UIKit's limit is 350 ms.
const betweenTaps = 100 * time.Millisecond

// DoubleTap touches a point twice. apart is true where it took two programs, as
// with idb before 1.7: the taps may then lie too far apart for a double tap.
func (c *Client) DoubleTap(ctx context.Context, udid string, x, y float64) (apart bool, err error) {
	kind, program, err := c.backend()
	if err != nil {
		return false, err
	}
	if kind == "idb" {
		out, err := c.Runner.Run(ctx, run.Command{Args: []string{program, "ui", "multi-tap", "--udid", udid, "--count", "2", "--pause", number(betweenTaps.Seconds()), "--", whole(x), whole(y)}, Timeout: timeout})
		if err == nil || !unknown(out, "multi-tap") {
			return false, err
		}
	}
	for i := range 2 {
		if i > 0 {
			time.Sleep(betweenTaps)
		}
		if err := c.Tap(ctx, udid, x, y, 0); err != nil {
			return kind == "idb", err
		}
	}
	return kind == "idb", nil
}

// unknown reports whether idb refused a command that it does not have.
func unknown(out run.Output, command string) bool {
	return strings.Contains(string(out.Stderr), "invalid choice: '"+command+"'")
}

// ErrNoPinch is returned where no program that is installed can touch with two
// fingers: fb-idb before 1.7, and AXe.
var ErrNoPinch = errors.New("neither idb before 1.7 nor axe can touch with two fingers")

// Pinch moves two fingers apart, or together for a scale under 1.
func (c *Client) Pinch(ctx context.Context, udid string, x, y, scale float64, during time.Duration) error {
	kind, program, err := c.backend()
	if err != nil {
		return err
	}
	if kind != "idb" {
		return ErrNoPinch
	}
	args := []string{program, "ui", "pinch", "--udid", udid}
	if during > 0 {
		args = append(args, "--duration", number(during.Seconds()))
	}
	out, err := c.Runner.Run(ctx, run.Command{Args: append(args, "--", number(x), number(y), number(scale)), Timeout: timeout})
	if err != nil && unknown(out, "pinch") {
		return ErrNoPinch
	}
	return err
}

// Snapshot reads the elements on the screen.
func (c *Client) Snapshot(ctx context.Context, udid string) (*Tree, error) {
	kind, program, err := c.backend()
	if err != nil {
		return nil, err
	}
	args := []string{program, "ui", "describe-all", "--udid", udid}
	if kind == "axe" {
		args = []string{program, "describe-ui", "--udid", udid}
	}
	out, err := c.Runner.Run(ctx, run.Command{Args: args, Timeout: timeout, Keep: 16 << 20})
	if err != nil {
		return nil, err
	}
	return Parse(out.Stdout)
}
