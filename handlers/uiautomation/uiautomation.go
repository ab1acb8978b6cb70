// Package uiautomation holds the tools that read a simulator's screen and act
// on it. Coordinates are points, never pixels of a screenshot.
package uiautomation

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/idb"
	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	IDB    *idb.Client
}

// Module returns the ui_automation tools.
func Module(d Deps) tool.Module {
	h := &handlers{Deps: d, screens: map[string]idb.Frame{}}
	return tool.Module{Workflow: tool.WorkflowUIAutomation, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_accessibility_snapshot", Title: "Read Screen…",
			Output:      screen{},
			Description: "Describe what is on the screen: UI elements (buttons, labels, view hierarchy) with a ref to tap each; or wait until one appears or disappears.",
			ReadOnly:    true, Idempotent: true, Apple: true,
		}, h.snapshot),
		tool.New(tool.Definition{
			Name: "bazel_ios_tap", Title: "Tap…",
			Output:      touch{},
			Description: "Tap (click) a button or other element by ref or label, or coordinates, on a simulator's screen.",
			Apple:       true,
		}, h.tap),
		tool.New(tool.Definition{
			Name: "bazel_ios_double_tap", Title: "Double-Tap…",
			Description: "Double-tap an element or a point of a simulator's screen.",
			Apple:       true,
		}, h.doubleTap),
		tool.New(tool.Definition{
			Name: "bazel_ios_long_press", Title: "Long Press…",
			Description: "Long press: hold the finger on an element or a point of a simulator's screen.",
			Apple:       true,
		}, h.longPress),
		tool.New(tool.Definition{
			Name: "bazel_ios_swipe", Title: "Swipe…",
			Description: "Swipe or scroll up, down, left or right on a simulator's screen (lists, pages, pull to refresh); can go on until an element is in sight.",
			Apple:       true,
		}, h.swipe),
		tool.New(tool.Definition{
			Name: "bazel_ios_drag", Title: "Drag…",
			Description: "Drag with the finger from one point of a simulator's screen to another: sliders, drag and drop.",
			Apple:       true,
		}, h.drag),
		tool.New(tool.Definition{
			Name: "bazel_ios_pinch", Title: "Pinch…",
			Description: "Pinch with two fingers to zoom in or out on a simulator's screen.",
			Apple:       true,
		}, h.pinch),
		tool.New(tool.Definition{
			Name: "bazel_ios_type_text", Title: "Type Text…",
			Output:      typed{},
			Description: "Type (enter) text into the focused text field of a simulator, or into an element by ref or label.",
			Apple:       true,
		}, h.typeText),
		tool.New(tool.Definition{
			Name: "bazel_ios_key_press", Title: "Press Key…",
			Description: "Press a keyboard key or hardware button on a simulator: return, delete, tab, escape, arrows, home, lock.",
			Apple:       true,
		}, h.keyPress),
	}}
}

type handlers struct {
	Deps
	mu      sync.Mutex
	screens map[string]idb.Frame // by UDID and orientation last seen
}

// explain gives the errors of the idb client their kind.
func explain(err error) error {
	var exit *run.ExitError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, idb.ErrNoBackend):
		return tool.Errorf(tool.Precondition, "Install one: `brew install idb-companion && pipx install fb-idb`, or `brew install cameroncooke/axe/axe`. Nothing is clicked on the Mac's own screen.", "%w", err)
	case errors.Is(err, idb.ErrNoPinch):
		return tool.Errorf(tool.Precondition, "Install fb-idb 1.7 or later, or zoom with a double tap where the app offers it.", "%w; nothing was done", err)
	case errors.Is(err, idb.ErrNoElement):
		return &tool.Error{Kind: tool.NotFound, Err: err, Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_accessibility_snapshot"}}}}
	case errors.Is(err, idb.ErrSeveral):
		return &tool.Error{Kind: tool.InvalidInput, Err: err}
	case errors.Is(err, idb.ErrTree), errors.As(err, &exit):
		return &tool.Error{Kind: tool.Command, Err: err}
	}
	return err
}

// read takes a snapshot and remembers the size of the screen.
func (h *handlers) read(ctx context.Context, udid string) (*idb.Tree, error) {
	t, err := h.IDB.Snapshot(ctx, udid)
	if err != nil {
		return nil, explain(err)
	}
	h.mu.Lock()
	h.screens[udid] = t.Screen
	h.mu.Unlock()
	return t, nil
}

// onScreen refuses a point outside the screen: it was read off a screenshot in
// pixels, most likely. A remembered size is asked for again before the refusal,
// since the screen may have turned.
func (h *handlers) onScreen(ctx context.Context, udid string, x, y float64) error {
	h.mu.Lock()
	screen, known := h.screens[udid]
	h.mu.Unlock()
	if known && (&idb.Tree{Screen: screen}).Contains(x, y) {
		return nil
	}
	t, err := h.read(ctx, udid)
	if errors.Is(err, idb.ErrTree) {
		return nil // the size cannot be known; the tap itself will tell
	}
	if err != nil {
		return err
	}
	if t.Contains(x, y) {
		return nil
	}
	return tool.Errorf(tool.InvalidInput, "Coordinates are points: divide the pixels of a full-size screenshot by its scale, or tap by ref.",
		"(%g, %g) lies outside the screen of %g × %g points", x, y, t.Screen.Width, t.Screen.Height)
}

type snapshotInput struct {
	simtarget.Args
	WaitForLabel tool.Word `json:"waitForLabel,omitempty" jsonschema:"wait until an element of this label or identifier is on the screen"`
	WaitForGone  tool.Word `json:"waitForGone,omitempty" jsonschema:"wait until no element of this label or identifier is on the screen"`
	tool.Timed
	tool.Page
}

// pollEvery is the wait between two looks at the screen.
const pollEvery = 300 * time.Millisecond

func (h *handlers) snapshot(ctx context.Context, call *tool.Call, in snapshotInput) (*tool.Result, error) {
	sim, warnings, err := in.Booted(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	var last *idb.Tree
	for {
		t, err := h.read(ctx, sim.UDID)
		if err != nil && last != nil && ctx.Err() != nil {
			return nil, in.late(ctx, sim, last, warnings)
		}
		if err != nil {
			return nil, err
		}
		last = t
		if met(t, string(in.WaitForLabel), string(in.WaitForGone)) {
			return shown(sim, t, in.Page, warnings), nil
		}
		call.Progress(tool.Progress{Message: "Waiting for the screen"})
		select {
		case <-ctx.Done():
			return nil, in.late(ctx, sim, t, warnings)
		case <-time.After(pollEvery):
		}
	}
}

// late is the end of a wait that was not met: with the screen as it was last.
func (in snapshotInput) late(ctx context.Context, sim simctl.Simulator, last *idb.Tree, warnings []string) error {
	if !errors.Is(context.Cause(ctx), run.ErrTimeout) {
		return context.Cause(ctx)
	}
	return &tool.Error{Kind: tool.Timeout, Err: fmt.Errorf("the screen did not change as awaited: label %q, gone %q", in.WaitForLabel, in.WaitForGone), Result: shown(sim, last, in.Page, warnings)}
}

func met(t *idb.Tree, label, gone string) bool {
	there := func(l string) bool {
		_, err := t.Find("", l)
		return err == nil || errors.Is(err, idb.ErrSeveral)
	}
	return (label == "" || there(label)) && (gone == "" || !there(gone))
}

func shown(sim simctl.Simulator, t *idb.Tree, page tool.Page, warnings []string) *tool.Result {
	rows := make([]tool.Row, len(t.Elements))
	for i, e := range t.Elements {
		text := e.Ref
		if e.Label != "" {
			text += fmt.Sprintf(" %q", e.Label)
		}
		if e.ID != "" {
			text += " id=" + e.ID
		}
		if e.Value != "" {
			text += fmt.Sprintf(" value=%q", e.Value)
		}
		if e.Off {
			text += " disabled"
		}
		text += fmt.Sprintf(" (%g,%g %g×%g)", e.Frame.X, e.Frame.Y, e.Frame.Width, e.Frame.Height)
		rows[i] = tool.Row{Text: text, Data: map[string]any{"ref": e.Ref, "role": e.Role, "label": e.Label, "frame": e.Frame}}
	}
	facts := simtarget.Facts(sim)
	facts["app"], facts["screen"] = t.App, t.Screen
	res := &tool.Result{Text: fmt.Sprintf("%s on %s, %g × %g points, %d elements", t.App, sim, t.Screen.Width, t.Screen.Height, len(rows)), Data: facts, List: page.Cut("elements", rows, 0), Warnings: warnings}
	if len(rows) == 0 {
		res.Warnings = append(res.Warnings, "the screen has no accessible elements; right after the boot or the launch that can change within seconds")
	}
	return res
}

// screen is the shape of the data of a snapshot.
type screen struct {
	simtarget.On
	App      string    `json:"app"`
	Screen   idb.Frame `json:"screen" jsonschema:"in points"`
	Elements []struct {
		Ref   string    `json:"ref"`
		Role  string    `json:"role"`
		Label string    `json:"label"`
		Frame idb.Frame `json:"frame"`
	} `json:"elements"`
	Total int `json:"total"`
	Shown int `json:"shown"`
}
