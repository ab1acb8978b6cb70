package uiautomation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/idb"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// where are the parameters that say what is touched: a ref, a label, or a point.
type where struct {
	simtarget.Args
	X     *tool.Point `json:"x,omitempty" jsonschema:"points from the left"`
	Y     *tool.Point `json:"y,omitempty" jsonschema:"points from the top"`
	Ref   tool.Word   `json:"ref,omitempty" jsonschema:"element by the ref that bazel_ios_accessibility_snapshot gave"`
	Label tool.Word   `json:"label,omitempty" jsonschema:"element by its label or identifier"`
}

// aim checks what was given, before anything runs.
func (w where) aim() error {
	n := 0
	for _, given := range []bool{w.X != nil || w.Y != nil, w.Ref != "", w.Label != ""} {
		if given {
			n++
		}
	}
	switch {
	case n == 0:
		return tool.Invalid("x", "say where: x and y, ref, or label")
	case n > 1:
		return tool.Invalid("x", "give one of: x and y, ref, label")
	case (w.X == nil) != (w.Y == nil):
		return tool.Invalid("x", "x and y go together")
	}
	return nil
}

// point finds the simulator and the point to touch.
func (h *handlers) point(ctx context.Context, call *tool.Call, w where) (sim simctl.Simulator, x, y float64, what string, warnings []string, err error) {
	if err = w.aim(); err != nil {
		return
	}
	if sim, warnings, err = w.TakeBooted(ctx, call, h.Simctl); err != nil {
		return
	}
	if w.X != nil {
		x, y = float64(*w.X), float64(*w.Y)
		return sim, x, y, fmt.Sprintf("(%g, %g)", x, y), warnings, h.onScreen(ctx, sim.UDID, x, y)
	}
	t, err := h.read(ctx, sim.UDID)
	if err != nil {
		return
	}
	e, err := t.Find(string(w.Ref), string(w.Label))
	if err != nil {
		return sim, 0, 0, "", warnings, explain(err)
	}
	x, y = e.Frame.Center()
	if !t.Contains(x, y) {
		err = tool.Errorf(tool.Precondition, "Scroll to it with bazel_ios_swipe and untilLabel.", "%s %q lies outside the screen", e.Role, e.Label)
	}
	return sim, x, y, fmt.Sprintf("%s %q", e.Role, e.Label), warnings, err
}

// touched is the result of a touch.
func touched(sim simctl.Simulator, warnings []string, verb, what string, x, y float64) *tool.Result {
	facts := simtarget.Facts(sim)
	facts["x"], facts["y"] = x, y
	return &tool.Result{Text: fmt.Sprintf("%s %s on %s", verb, what, sim), Data: facts, Warnings: warnings}
}

type tapInput struct{ where }

func (h *handlers) tap(ctx context.Context, call *tool.Call, in tapInput) (*tool.Result, error) {
	sim, x, y, what, warnings, err := h.point(ctx, call, in.where)
	if err != nil {
		return nil, err
	}
	if err := h.IDB.Tap(ctx, sim.UDID, x, y, 0); err != nil {
		return nil, explain(err)
	}
	return touched(sim, warnings, "Tapped", what, x, y), nil
}

func (h *handlers) doubleTap(ctx context.Context, call *tool.Call, in tapInput) (*tool.Result, error) {
	sim, x, y, what, warnings, err := h.point(ctx, call, in.where)
	if err != nil {
		return nil, err
	}
	apart, err := h.IDB.DoubleTap(ctx, sim.UDID, x, y)
	if err != nil {
		return nil, explain(err)
	}
	if apart {
		warnings = append(warnings, "this idb has no double tap of its own: the two taps may lie too far apart; fb-idb 1.7 has it")
	}
	return touched(sim, warnings, "Double-tapped", what, x, y), nil
}

type longPressInput struct {
	where
	DurationSeconds *float64 `json:"durationSeconds,omitempty" jsonschema:"seconds held; 1 by default" minimum:"0" maximum:"60"`
}

func (h *handlers) longPress(ctx context.Context, call *tool.Call, in longPressInput) (*tool.Result, error) {
	sim, x, y, what, warnings, err := h.point(ctx, call, in.where)
	if err != nil {
		return nil, err
	}
	hold := time.Second
	if in.DurationSeconds != nil {
		hold = time.Duration(*in.DurationSeconds * float64(time.Second))
	}
	if err := h.IDB.Tap(ctx, sim.UDID, x, y, hold); err != nil {
		return nil, explain(err)
	}
	return touched(sim, warnings, "Pressed", what, x, y), nil
}

type dragInput struct {
	simtarget.Args
	FromX           *tool.Point `json:"fromX" required:"true" jsonschema:"start, points from the left"`
	FromY           *tool.Point `json:"fromY" required:"true" jsonschema:"start, points from the top"`
	ToX             *tool.Point `json:"toX" required:"true" jsonschema:"end, points from the left"`
	ToY             *tool.Point `json:"toY" required:"true" jsonschema:"end, points from the top"`
	DurationSeconds float64     `json:"durationSeconds,omitempty" jsonschema:"seconds it takes" minimum:"0" maximum:"60"`
}

func (h *handlers) drag(ctx context.Context, call *tool.Call, in dragInput) (*tool.Result, error) {
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	x1, y1, x2, y2 := float64(*in.FromX), float64(*in.FromY), float64(*in.ToX), float64(*in.ToY)
	if err := errors.Join(h.onScreen(ctx, sim.UDID, x1, y1), h.onScreen(ctx, sim.UDID, x2, y2)); err != nil {
		return nil, err
	}
	if err := h.IDB.Swipe(ctx, sim.UDID, x1, y1, x2, y2, time.Duration(in.DurationSeconds*float64(time.Second))); err != nil {
		return nil, explain(err)
	}
	return touched(sim, warnings, "Dragged", fmt.Sprintf("from (%g, %g) to (%g, %g)", x1, y1, x2, y2), x2, y2), nil
}

type direction string

func (direction) Enum() []string { return []string{"up", "down", "left", "right"} }

type swipeInput struct {
	simtarget.Args
	Direction  direction   `json:"direction" required:"true" jsonschema:"which way the finger goes"`
	X          *tool.Point `json:"x,omitempty" jsonschema:"middle of the gesture, points from the left; the screen's middle by default"`
	Y          *tool.Point `json:"y,omitempty" jsonschema:"middle of the gesture, points from the top; the screen's middle by default"`
	Distance   *float64    `json:"distance,omitempty" jsonschema:"points travelled; 300 by default" minimum:"1" maximum:"10000"`
	Velocity   float64     `json:"velocity,omitempty" jsonschema:"points a second; the program's own speed by default" minimum:"0" maximum:"100000"`
	UntilLabel tool.Word   `json:"untilLabel,omitempty" jsonschema:"swipe again until an element of this label or identifier is in sight"`
}

// mostSwipes bounds scrolling to an element.
const mostSwipes = 15

func (h *handlers) swipe(ctx context.Context, call *tool.Call, in swipeInput) (*tool.Result, error) {
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		t, err := h.read(ctx, sim.UDID)
		if err != nil {
			return nil, err
		}
		if in.UntilLabel != "" {
			if e, err := t.Find("", string(in.UntilLabel)); err == nil && t.Contains(e.Frame.Center()) {
				x, y := e.Frame.Center()
				return touched(sim, warnings, "In sight:", fmt.Sprintf("%s %q, ref %s,", e.Role, e.Label, e.Ref), x, y), nil
			}
			if n > mostSwipes {
				return nil, explain(fmt.Errorf("%w after %d swipes: %q", idb.ErrNoElement, mostSwipes, in.UntilLabel))
			}
			call.Progress(tool.Progress{Message: fmt.Sprintf("Swiping %s, %d", in.Direction, n)})
		}
		x1, y1, x2, y2 := in.path(t)
		during := time.Duration(0)
		if in.Velocity > 0 {
			during = time.Duration(in.distance() / in.Velocity * float64(time.Second))
		}
		if err := h.IDB.Swipe(ctx, sim.UDID, x1, y1, x2, y2, during); err != nil {
			return nil, explain(err)
		}
		if in.UntilLabel == "" {
			return touched(sim, warnings, "Swiped", string(in.Direction), x2, y2), nil
		}
	}
}

func (in swipeInput) distance() float64 {
	if in.Distance == nil {
		return 300
	}
	return *in.Distance
}

// path is the line of the finger, kept on the screen.
func (in swipeInput) path(t *idb.Tree) (x1, y1, x2, y2 float64) {
	x, y := 200.0, 400.0
	if t.Screen.Width > 0 {
		x, y = t.Screen.Center()
	}
	if in.X != nil {
		x = float64(*in.X)
	}
	if in.Y != nil {
		y = float64(*in.Y)
	}
	dx, dy := 0.0, in.distance()/2
	switch in.Direction {
	case "up":
		dy = -dy
	case "left":
		dx, dy = -dy, 0
	case "right":
		dx, dy = dy, 0
	}
	clamp := func(v, from, size float64) float64 {
		if size == 0 {
			return v
		}
		return min(max(v, from+1), from+size-1)
	}
	s := t.Screen
	return clamp(x-dx, s.X, s.Width), clamp(y-dy, s.Y, s.Height), clamp(x+dx, s.X, s.Width), clamp(y+dy, s.Y, s.Height)
}

type pinchInput struct {
	simtarget.Args
	X        *tool.Point `json:"x" required:"true" jsonschema:"middle, points from the left"`
	Y        *tool.Point `json:"y" required:"true" jsonschema:"middle, points from the top"`
	Scale    *float64    `json:"scale" required:"true" jsonschema:"zoom factor: over 1 zooms in, under 1 out" minimum:"0.01" maximum:"100"`
	Velocity float64     `json:"velocity,omitempty" jsonschema:"zoom factor a second" minimum:"-100000" maximum:"100000"`
}

// pinch goes to idb 1.7 and later. Elsewhere nothing is done: one tap is no pinch.
func (h *handlers) pinch(ctx context.Context, call *tool.Call, in pinchInput) (*tool.Result, error) {
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	x, y := float64(*in.X), float64(*in.Y)
	if err := h.onScreen(ctx, sim.UDID, x, y); err != nil {
		return nil, err
	}
	during := time.Duration(0)
	if in.Velocity != 0 {
		seconds := math.Abs((*in.Scale - 1) / in.Velocity)
		during = time.Duration(min(max(seconds, 0.1), 10) * float64(time.Second))
	}
	if err := h.IDB.Pinch(ctx, sim.UDID, x, y, *in.Scale, during); err != nil {
		return nil, explain(err)
	}
	return touched(sim, warnings, fmt.Sprintf("Pinched by %g at", *in.Scale), fmt.Sprintf("%g, %g", x, y), x, y), nil
}

// touch is the shape of the data of a touch.
type touch struct {
	simtarget.On
	X float64 `json:"x" jsonschema:"points from the left"`
	Y float64 `json:"y" jsonschema:"points from the top"`
}
