package fakeapple

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"strings"
)

// dcall is one devicectl command line, read.
type dcall struct {
	*call
	words   []string          // the subcommand's words and what follows them
	flags   map[string]string // without the dashes
	command string            // "device.install.app"
}

// deviceFlags tells which flags of devicectl take a value.
var deviceFlags = map[string]bool{
	"json-output": true, "log-output": true, "timeout": true, "device": true, "pid": true, "signal": true, "environment-variables": true,
	"source": true, "destination": true, "domain-type": true, "domain-identifier": true, "user": true, "payload-url": true, "filter": true,
	"columns": true, "bundle-id": true, "subdirectory": true, "username": true,
	"quiet": false, "verbose": false, "console": false, "terminate-existing": false, "start-stopped": false, "activate": false, "no-activate": false,
	"include-all-apps": false, "include-default-apps": false, "include-hidden-apps": false, "include-internal-apps": false, "include-removable-apps": false,
	"hide-headers": false, "hide-default-columns": false, "kill": false, "recursive": false, "remove-existing-content": false, "omit-deprecation-notices": false,
}

// devicectl is `xcrun devicectl` of Xcode 26 (jsonVersion 5 drops nothing that
// version 2 of captures/devicectl had). JSON goes to --json-output, a file or "-".
func devicectl(c *call, args []string) error {
	d := &dcall{call: c, flags: map[string]string{}}
	rest := args
	for len(rest) > 0 {
		word := rest[0]
		rest = rest[1:]
		alias := map[string]string{"-j": "--json-output", "-q": "--quiet", "-d": "--device", "-v": "--verbose", "-t": "--timeout", "-e": "--environment-variables"}[word]
		name, value, joined := strings.Cut(strings.TrimPrefix(first(alias, word), "--"), "=")
		valued, known := deviceFlags[name]
		switch {
		case word == "--":
			d.words = append(d.words, rest...)
			rest = nil
		case !strings.HasPrefix(word, "-"):
			d.words = append(d.words, word)
			if len(d.words) > 3 && strings.Join(d.words[:3], " ") == "device process launch" { // the rest is the app's
				d.words = append(d.words, rest...)
				rest = nil
			}
		case !known:
			return refuse(64, "Error: Unknown option '%s'\nUsage: devicectl <subcommand>\n  See 'devicectl --help' for more information.", word)
		case valued && !joined && len(rest) == 0:
			return refuse(64, "Error: Missing value for '%s <%s>'\nUsage: devicectl <subcommand>\n  See 'devicectl --help' for more information.", word, name)
		case valued && !joined:
			value, rest = rest[0], rest[1:]
			fallthrough
		default:
			d.flags[name] = value
		}
	}
	fn, n := d.subcommand()
	if fn == nil {
		return refuse(64, "Error: Unexpected argument '%s'\nUsage: devicectl <subcommand>\n  See 'devicectl --help' for more information.", strings.Join(d.words, " "))
	}
	d.command = "devicectl." + strings.Join(d.words[:n], ".")
	d.words = d.words[n:]
	if _, quiet := d.flags["quiet"]; quiet {
		out := c.Out
		c.Out = &bytes.Buffer{}
		defer func() { c.Out = out }()
		return d.finish(fn(d), out, args)
	}
	return d.finish(fn(d), c.Out, args)
}

// result is a command's JSON result, given back as an error value's place holder.
type result struct{ value map[string]any }

func (result) Error() string { return "" }

// finish writes the JSON and, for an error, its text, exit status 1.
func (d *dcall) finish(err error, out interface{ Write([]byte) (int, error) }, args []string) error {
	doc := map[string]any{"info": map[string]any{
		"arguments": append([]any{"devicectl"}, stringsAny(args)...), "commandType": d.command, "environment": map[string]any{"TERM": first(d.env["TERM"], "dumb")},
		"jsonVersion": 5, "outcome": "success", "version": "629.3",
	}}
	var r result
	var failure *deviceError
	switch {
	case errors.As(err, &r):
		doc["result"] = r.value
		err = nil
	case errors.As(err, &failure):
		doc["error"] = failure.json()
		doc["errorSignature"] = "(" + failure.domain + " " + strconv.Itoa(failure.code) + ")"
		doc["info"].(map[string]any)["outcome"] = "failed"
		err = refuse(1, "%s", strings.TrimSuffix(failure.lines(), "\n"))
	case err != nil:
		return err
	}
	file := d.flags["json-output"]
	if file == "" {
		return err
	}
	var b bytes.Buffer
	if err := writeAppleJSON(&b, doc, "", false); err != nil {
		return err
	}
	b.WriteByte('\n')
	if file == "-" || file == "/dev/stdout" {
		_, werr := out.Write(b.Bytes())
		return errors.Join(err, werr)
	}
	if werr := os.WriteFile(d.path(file), b.Bytes(), 0o644); werr != nil {
		return refuse(1, "ERROR: The JSON output could not be written: %v", werr)
	}
	return err
}

// subcommands are devicectl's commands by the words that name them.
var subcommands = map[string]func(*dcall) error{
	"list devices":                     deviceList,
	"manage pair":                      devicePair,
	"manage unpair":                    deviceUnpair,
	"device info details":              deviceDetails,
	"device info lockState":            deviceLockState,
	"device info apps":                 deviceApps,
	"device info processes":            deviceProcesses,
	"device info files":                deviceFiles,
	"device install app":               deviceInstall,
	"device uninstall app":             deviceUninstall,
	"device process launch":            deviceLaunch,
	"device process terminate":         deviceTerminate,
	"device process signal":            deviceTerminate,
	"device process sendMemoryWarning": deviceMemoryWarning,
	"device copy to":                   deviceCopyTo,
	"device copy from":                 deviceCopyFrom,
	"device reboot":                    deviceReboot,
}

// subcommand finds the command and how many words name it.
func (d *dcall) subcommand() (func(*dcall) error, int) {
	for n := min(3, len(d.words)); n > 0; n-- {
		if command := subcommands[strings.Join(d.words[:n], " ")]; command != nil {
			return command, n
		}
	}
	return nil, 0
}

// target finds the device of --device and checks that it can be reached.
func (d *dcall) target(w *World, developer bool) (*Device, error) {
	which := d.flags["device"]
	if which == "" {
		return nil, refuse(64, "Error: Missing expected argument '--device <uuid|ecid|serial_number|udid|name|dns_name>'\nUsage: devicectl <subcommand>\n  See 'devicectl --help' for more information.")
	}
	dev := w.device(which)
	switch {
	case dev == nil:
		return nil, noDevice(which)
	case dev.Pairing != "paired":
		return nil, notPaired()
	case dev.Tunnel == "unavailable":
		return nil, connectionLost()
	case developer && !dev.DeveloperMode:
		return nil, developerModeOff()
	}
	return dev, nil
}

// on runs a read-only command on the device.
func (d *dcall) on(developer bool, act func(*World, *Device) error) error {
	w, err := d.store.read()
	if err != nil {
		return err
	}
	dev, err := d.target(w, developer)
	if err != nil {
		return err
	}
	return act(w, dev)
}

// change runs a command that changes the device; act's result comes back when
// the world has been written.
func (d *dcall) change(developer bool, act func(*World, *Device) (map[string]any, error)) error {
	var value map[string]any
	err := d.store.update(func(w *World) error {
		dev, err := d.target(w, developer)
		if err != nil {
			return err
		}
		value, err = act(w, dev)
		return err
	})
	if err != nil {
		return err
	}
	return result{value}
}
