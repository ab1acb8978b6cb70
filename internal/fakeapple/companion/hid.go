package companion

import (
	"fmt"
	"strconv"
	"strings"
)

// hand turns the touches and keys of a stream into what the stand-in idb does: a
// touch is told when the finger leaves, a key when it comes up.
type hand struct {
	idb   func(args ...string) ([]byte, error)
	delay float64 // seconds since the last press
	shift bool
}

// leftShift and rightShift are HID usages.
const leftShift, rightShift = 225, 229

// event is HIDEvent: press 1, swipe 2, delay 3, pinch 4.
func (h *hand) event(m message) error {
	if press, has := m.field(1); has {
		return h.press(press.inner)
	}
	if swipe, has := m.field(2); has {
		x1, y1 := swipe.inner.point(1)
		x2, y2 := swipe.inner.point(2)
		args := []string{"ui", "swipe"}
		if d, _ := swipe.inner.field(6); d.double > 0 {
			args = append(args, "--duration", number(d.double))
		}
		return h.do(append(args, number(x1), number(y1), number(x2), number(y2))...)
	}
	if delay, has := m.field(3); has {
		d, _ := delay.inner.field(1)
		h.delay += d.double
		return nil
	}
	if pinch, has := m.field(4); has {
		x, y := pinch.inner.point(1)
		scale, _ := pinch.inner.field(2)
		return h.do("ui", "pinch", number(x), number(y), number(scale.double))
	}
	return fmt.Errorf("the stand-in has no such event")
}

// press is HIDPress: action 1 {touch 1, button 2, key 3}, direction 2 (1 is up).
func (h *hand) press(m message) error {
	action, _ := m.field(1)
	direction, _ := m.field(2)
	up := direction.number == 1
	held := h.delay
	h.delay = 0
	var hold []string
	if held > 0 {
		hold = []string{"--duration", number(held)}
	}
	if touch, has := action.inner.field(1); has && up {
		x, y := touch.inner.point(1)
		return h.do(append(append([]string{"ui", "tap"}, hold...), number(x), number(y))...)
	}
	if button, has := action.inner.field(2); has && up {
		name, _ := button.inner.field(1)
		names := []string{"APPLE_PAY", "HOME", "LOCK", "SIDE_BUTTON", "SIRI"}
		if name.number >= uint64(len(names)) {
			return fmt.Errorf("the stand-in has no button %d", name.number)
		}
		return h.do("ui", "button", names[name.number])
	}
	if key, has := action.inner.field(3); has {
		code, _ := key.inner.field(1)
		return h.key(int(code.number), up)
	}
	return nil
}

func (h *hand) key(code int, up bool) error {
	switch {
	case code == leftShift || code == rightShift:
		h.shift = !up
		return nil
	case !up:
		return nil
	case h.shift && code >= 4 && code <= 29:
		return h.do("ui", "text", strings.ToUpper(string(rune('a'+code-4))))
	}
	return h.do("ui", "key", strconv.Itoa(code))
}

func (h *hand) do(args ...string) error {
	_, err := h.idb(args...)
	return err
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
