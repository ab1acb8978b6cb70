package fakeapple

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// icall is one idb command line, read: fb-idb's argparse takes flags anywhere and
// "--" before values that begin with "-".
type icall struct {
	*call
	values []string
	flags  map[string]string
}

// idbFlags tells which flags take a value.
var idbFlags = map[string]bool{
	"--udid": true, "--duration": true, "--delta": true, "--count": true, "--pause": true, "--radius": true, "--only": true, "--api": true, "--companion": true, "--log": true, "--timeout": true,
	"--json": false, "--nested": false, "-f": false, "--foreground-if-running": false, "-w": false, "--wait-for": false,
}

// idb is the idb client of fb-idb 1.x with the commands the product runs.
func idb(c *call, args []string) error {
	i := &icall{call: c, flags: map[string]string{}}
	var words []string
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, value, joined := strings.Cut(word, "=")
		valued, known := idbFlags[name]
		_, number := strconv.ParseFloat(word, 64)
		switch {
		case word == "--":
			words = append(words, args...)
			args = nil
		case word == "-" || !strings.HasPrefix(word, "-") || number == nil:
			words = append(words, word)
		case !known:
			return refuse(2, "usage: idb [-h] [--companion COMPANION] [--companion-tls] command ...\nidb: error: unrecognized arguments: %s", word)
		case valued && !joined && len(args) == 0:
			return refuse(2, "usage: idb [-h] command ...\nidb: error: argument %s: expected one argument", word)
		case valued && !joined:
			value, args = args[0], args[1:]
			fallthrough
		default:
			i.flags[name] = value
		}
	}
	if len(words) == 0 {
		return refuse(2, "usage: idb [-h] [--companion COMPANION] [--companion-tls] command ...\nidb: error: the following arguments are required: command")
	}
	n := 1
	if words[0] == "ui" && len(words) > 1 {
		n = 2
	}
	name := strings.Join(words[:n], " ")
	i.values = words[n:]
	fn := map[string]func(*icall) error{
		"list-targets": idbTargets, "connect": idbConnect, "disconnect": idbConnect, "describe": idbDescribe, "screenshot": idbScreenshot,
		"list-apps": idbApps, "launch": idbLaunch, "terminate": idbTerminate, "open": idbOpen, "log": idbLog, "kill": func(*icall) error { return nil },
		"ui tap": idbTap, "ui swipe": idbSwipe, "ui text": idbText, "ui key": idbKey, "ui key-sequence": idbKey, "ui button": idbButton,
		"ui describe-all": idbDescribeAll, "ui describe-point": idbDescribePoint, "ui multi-tap": idbMultiTap, "ui pinch": idbPinch,
	}[name]
	if fn == nil {
		return refuse(2, "usage: idb [-h] [--companion COMPANION] [--companion-tls] command ...\nidb: error: argument command: invalid choice: '%s'", words[0])
	}
	return fn(i)
}

// simulator finds the target: --udid, else the only booted simulator.
func (i *icall) simulator(w *World) (*Simulator, error) {
	udid := i.flags["--udid"]
	if udid == "" {
		udid = i.env["IDB_UDID"]
	}
	if udid == "" {
		var booted []*Simulator
		for _, s := range w.Simulators {
			if s.Booted {
				booted = append(booted, s)
			}
		}
		if len(booted) != 1 {
			return nil, refuse(1, "No udid provided and there are %d available companions. Please specify a UDID with --udid", len(booted))
		}
		return booted[0], nil
	}
	s := w.simulator(udid)
	if s == nil {
		return nil, refuse(1, "no companion available for %s", udid)
	}
	if s.state() != "Booted" {
		return nil, refuse(1, "Cannot perform the command on %s as it is %s", s.UDID, s.state())
	}
	return s, nil
}

func (i *icall) read() (*World, *Simulator, error) {
	w, err := i.store.read()
	if err != nil {
		return nil, nil, err
	}
	s, err := i.simulator(w)
	return w, s, err
}

// touch changes the screen of the target's foreground app and logs what was done.
func (i *icall) touch(what string, act func(*World, *Simulator, *Screen)) error {
	return i.store.update(func(w *World) error {
		s, err := i.simulator(w)
		if err != nil {
			return err
		}
		screen := &Screen{} // the home screen keeps nothing
		if _, ok := s.process(s.Foreground); ok {
			screen = s.screen(s.Foreground)
		}
		act(w, s, screen)
		if p, ok := s.process(s.Foreground); ok {
			s.screen(p.Bundle).Gesture = what
			i.logProcess(s, p, "Default", "Touch: "+what)
		}
		return nil
	})
}

// numbers reads the command's positional numbers.
func (i *icall) numbers(command string, names ...string) ([]float64, error) {
	usage := "usage: idb ui " + command + " [-h] [--udid UDID] [--duration DURATION] " + strings.Join(names, " ") + "\nidb ui " + command + ": error: "
	if len(i.values) < len(names) {
		return nil, refuse(2, "%sthe following arguments are required: %s", usage, strings.Join(names[len(i.values):], ", "))
	}
	if len(i.values) > len(names) {
		return nil, refuse(2, "%sunrecognized arguments: %s", usage, strings.Join(i.values[len(names):], " "))
	}
	var out []float64
	for n, v := range i.values {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || command != "pinch" && f != float64(int(f)) {
			return nil, refuse(2, "%sargument %s: invalid int value: '%s'", usage, names[n], v)
		}
		out = append(out, f)
	}
	for _, flag := range []string{"--duration", "--delta"} {
		if v, ok := i.flags[flag]; ok {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				return nil, refuse(2, "%sargument %s: invalid float value: '%s'", usage, flag, v)
			}
		}
	}
	return out, nil
}

// hold waits as long as the touch lasts and gives its seconds.
func (i *icall) hold() float64 {
	seconds, err := strconv.ParseFloat(i.flags["--duration"], 64)
	if err != nil {
		return 0
	}
	time.Sleep(time.Duration(seconds * float64(time.Second)))
	return seconds
}

// idbTap is `idb ui tap [--duration D] x y`; half a second and more is a long
// press, which does not act on controls.
func idbTap(i *icall) error {
	at2, err := i.numbers("tap", "x", "y")
	if err != nil {
		return err
	}
	long := i.hold() >= 0.5
	what := map[bool]string{false: "tap", true: "long press"}[long]
	return i.touch(what, func(w *World, s *Simulator, screen *Screen) {
		e, ok := at(tree(w, s), at2[0], at2[1])
		screen.Focus = screen.Focus && ok && e.kind == "TextField"
		if ok && e.act != nil && !e.disabled && !long {
			e.act(w, s, screen)
		}
	})
}

// idbMultiTap is `idb ui multi-tap [--count N] [--pause S] x y`.
func idbMultiTap(i *icall) error {
	count, err := strconv.Atoi(i.flags["--count"])
	if err != nil {
		count = 2
	}
	for range count {
		if err := idbTap(i); err != nil {
			return err
		}
	}
	return i.touch(strconv.Itoa(count)+" taps", func(*World, *Simulator, *Screen) {})
}

// idbPinch is `idb ui pinch x y scale`; nothing on the pretended screen zooms.
func idbPinch(i *icall) error {
	p, err := i.numbers("pinch", "x", "y", "scale")
	if err != nil {
		return err
	}
	return i.touch(fmt.Sprintf("pinch by %g", p[2]), func(*World, *Simulator, *Screen) {})
}

// idbSwipe scrolls the rows by the way the finger goes.
func idbSwipe(i *icall) error {
	p, err := i.numbers("swipe", "x_start", "y_start", "x_end", "y_end")
	if err != nil {
		return err
	}
	i.hold()
	return i.touch("swipe", func(w *World, s *Simulator, screen *Screen) {
		t, _ := w.deviceType(s.Type)
		if p[0] < 20 && p[2]-p[0] > 100 { // the edge gesture goes back
			screen.Page = ""
			return
		}
		limit := max(0, 370+30*44-t.Height)
		screen.Scroll = min(limit, max(0, screen.Scroll+int(p[1]-p[3])))
	})
}

// idbText types into the field that has the focus.
func idbText(i *icall) error {
	if len(i.values) != 1 {
		return refuse(2, "usage: idb ui text [-h] [--udid UDID] text\nidb ui text: error: the following arguments are required: text")
	}
	return i.touch("text", func(_ *World, _ *Simulator, screen *Screen) {
		if screen.Focus {
			screen.Text += i.values[0]
		}
	})
}

// idbKey presses keys by USB HID usage: 4-29 letters, 30-39 digits, 40 return,
// 42 delete, 44 space.
func idbKey(i *icall) error {
	if len(i.values) == 0 {
		return refuse(2, "usage: idb ui key [-h] [--udid UDID] [--duration DURATION] key\nidb ui key: error: the following arguments are required: key")
	}
	var codes []int
	for _, v := range i.values {
		n, err := strconv.Atoi(v)
		if err != nil {
			return refuse(2, "usage: idb ui key [-h] [--udid UDID] [--duration DURATION] key\nidb ui key: error: argument key: invalid int value: '%s'", v)
		}
		codes = append(codes, n)
	}
	i.hold()
	return i.touch("key", func(_ *World, _ *Simulator, screen *Screen) {
		for _, n := range codes {
			if screen.Focus {
				screen.key(n)
			}
		}
	})
}

func (s *Screen) key(n int) {
	switch {
	case n >= 4 && n <= 29:
		s.Text += string(rune('a' + n - 4))
	case n >= 30 && n <= 39:
		s.Text += string(rune('0' + (n-29)%10))
	case n == 40:
		s.Focus = false
	case n == 42 && s.Text != "":
		text := []rune(s.Text)
		s.Text = string(text[:len(text)-1])
	case n == 44:
		s.Text += " "
	}
}

// idbButton presses a hardware button.
func idbButton(i *icall) error {
	buttons := []string{"APPLE_PAY", "HOME", "LOCK", "SIDE_BUTTON", "SIRI"}
	if len(i.values) != 1 || !slices.Contains(buttons, i.values[0]) {
		return refuse(2, "usage: idb ui button [-h] [--udid UDID] [--duration DURATION] {%s}\nidb ui button: error: argument button: invalid choice: '%s' (choose from '%s')",
			strings.Join(buttons, ","), strings.Join(i.values, " "), strings.Join(buttons, "', '"))
	}
	i.hold()
	return i.touch("button "+i.values[0], func(_ *World, s *Simulator, _ *Screen) {
		if i.values[0] == "HOME" {
			s.Foreground = ""
		}
	})
}

// idbScreenshot writes the same PNG as simctl; "-" is stdout.
func idbScreenshot(i *icall) error {
	if len(i.values) != 1 {
		return refuse(2, "usage: idb screenshot [-h] [--udid UDID] dest_path\nidb screenshot: error: the following arguments are required: dest_path")
	}
	w, s, err := i.read()
	if err != nil {
		return err
	}
	picture, err := drawScreen(w, s)
	if err != nil {
		return err
	}
	if i.values[0] == "-" {
		_, err := i.Out.Write(picture)
		return err
	}
	if err := os.WriteFile(i.path(i.values[0]), picture, 0o644); err != nil {
		return refuse(1, "[Errno 2] No such file or directory: '%s'", i.values[0])
	}
	return nil
}
