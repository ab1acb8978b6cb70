package uiautomation

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/tool"
)

type typeInput struct {
	simtarget.Args
	Text  string    `json:"text" required:"true" jsonschema:"text to type"`
	Ref   tool.Word `json:"ref,omitempty" jsonschema:"field to tap first, by the ref that bazel_ios_accessibility_snapshot gave"`
	Label tool.Word `json:"label,omitempty" jsonschema:"field to tap first, by its label or identifier"`
}

// afterFocus lets the keyboard come up.
const afterFocus = 400 * time.Millisecond

func (h *handlers) typeText(ctx context.Context, call *tool.Call, in typeInput) (*tool.Result, error) {
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if in.Ref != "" || in.Label != "" {
		_, x, y, _, _, err := h.point(ctx, call, where{Args: in.Args, Ref: in.Ref, Label: in.Label})
		if err != nil {
			return nil, err
		}
		if err := h.IDB.Tap(ctx, sim.UDID, x, y, 0); err != nil {
			return nil, explain(err)
		}
		time.Sleep(afterFocus)
	}
	if err := h.IDB.Text(ctx, sim.UDID, in.Text); err != nil {
		return nil, explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["characters"] = len([]rune(in.Text))
	return &tool.Result{Text: fmt.Sprintf("Typed %d characters on %s", len([]rune(in.Text)), sim), Data: facts, Warnings: warnings}, nil
}

// keys are HID usages of the keyboard page (USB HID Usage Tables 1.5, page 7).
func keys() map[string]int {
	return map[string]int{
		"return": 40, "enter": 40, "escape": 41, "esc": 41, "delete": 42, "backspace": 42, "tab": 43, "space": 44,
		"home": 74, "pageup": 75, "forwarddelete": 76, "end": 77, "pagedown": 78, "right": 79, "left": 80, "down": 81, "up": 82,
	}
}

// buttons are the hardware buttons by the names that people use.
func buttons() map[string]string {
	return map[string]string{"home": "HOME", "lock": "LOCK", "power": "LOCK", "siri": "SIRI", "side": "SIDE_BUTTON", "applepay": "APPLE_PAY"}
}

type keyInput struct {
	simtarget.Args
	Key tool.Word `json:"key" required:"true" jsonschema:"return, delete, tab, escape, space, up, down, left, right, home, lock, siri; or one character to type"`
}

func (h *handlers) keyPress(ctx context.Context, call *tool.Call, in keyInput) (*tool.Result, error) {
	name := strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(string(in.Key)))
	name = strings.TrimSuffix(strings.TrimPrefix(name, "arrow"), "arrow")
	button, isButton := buttons()[name]
	usage, isKey := keys()[name]
	character := len([]rune(string(in.Key))) == 1
	if !isButton && !isKey && !character {
		known := append(slices.Sorted(maps.Keys(keys())), slices.Sorted(maps.Keys(buttons()))...)
		return nil, tool.Invalid("key", "%q is no key; there are %s, and single characters", in.Key, strings.Join(known, ", "))
	}
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	switch {
	case isButton:
		err = h.IDB.Button(ctx, sim.UDID, button)
	case isKey:
		err = h.IDB.Key(ctx, sim.UDID, usage)
	default:
		err = h.IDB.Text(ctx, sim.UDID, string(in.Key))
	}
	if err != nil {
		return nil, explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["key"] = in.Key
	return &tool.Result{Text: fmt.Sprintf("Pressed %s on %s", in.Key, sim), Data: facts, Warnings: warnings}, nil
}

// typed is the shape of the data of typed text.
type typed struct {
	simtarget.On
	Characters int `json:"characters"`
}
