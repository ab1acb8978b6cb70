package fakeapple

import (
	"fmt"
	"strings"
	"time"
)

// simctl speaks as `xcrun simctl` of Xcode 26. Where no capture shows an answer,
// it has the form of `simctl help SUBCOMMAND`.
func simctl(c *call, args []string) error {
	if len(args) > 0 && args[0] == "--set" { // another device set is the same world here
		args = args[min(2, len(args)):]
	}
	if len(args) == 0 {
		return refuse(1, "%s", simctlUsage)
	}
	name, rest := args[0], args[1:]
	fn := simctlCommand(name)
	if fn == nil {
		if name == "help" || name == "--help" || name == "-h" {
			c.printf("%s\n", simctlUsage)
			return nil
		}
		return refuse(1, "Unrecognized subcommand: %s\n%s", name, simctlUsage)
	}
	return fn(c, rest)
}

const simctlUsage = "usage: simctl [--set <path>] [--profiles <path>] <subcommand> ...\n       simctl help [subcommand]\nCommand line utility to control the Simulator"

func simctlCommand(name string) func(*call, []string) error {
	switch name {
	case "list":
		return simList
	case "boot":
		return simBoot
	case "bootstatus":
		return simBootStatus
	case "shutdown":
		return simShutdown
	case "erase":
		return simErase
	case "create":
		return simCreate
	case "clone":
		return simClone
	case "delete":
		return simDelete
	case "rename":
		return simRename
	case "install":
		return simInstall
	case "uninstall":
		return simUninstall
	case "launch":
		return simLaunch
	case "terminate":
		return simTerminate
	case "listapps":
		return simListApps
	case "appinfo":
		return simAppInfo
	case "get_app_container":
		return simContainer
	case "getenv":
		return simGetenv
	case "openurl":
		return simOpenURL
	case "push":
		return simPush
	case "addmedia":
		return simAddMedia
	case "privacy":
		return simPrivacy
	case "status_bar":
		return simStatusBar
	case "location":
		return simLocation
	case "ui":
		return simUI
	case "pbcopy":
		return simPasteIn
	case "pbpaste":
		return simPasteOut
	case "io":
		return simIO
	case "spawn":
		return simSpawn
	case "runtime":
		return simRuntime
	}
	return nil
}

// simError is the two-line form of captures/simctl/errors; the exit status is the
// code's low byte (405 → 149, 164 → 164).
func simError(domain string, code int, lines ...string) error {
	return refuse(code&0xff, "An error was encountered processing the command (domain=%s, code=%d):\n%s", domain, code, strings.Join(lines, "\n"))
}

// wrongState is SimError 405, with "boot device", "shutdown device", "lookup" …
func wrongState(verb string, s *Simulator) error {
	return simError("com.apple.CoreSimulator.SimError", 405, fmt.Sprintf("Unable to %s in current state: %s", verb, s.state()))
}

// pick finds the simulator a command names: UDID, name or "booted".
func pick(w *World, which string) (*Simulator, error) {
	if which == "booted" {
		for _, s := range w.Simulators {
			if s.Booted {
				return s, nil
			}
		}
		return nil, refuse(148, "No devices are booted.")
	}
	if s := w.simulator(which); s != nil {
		return s, nil
	}
	for _, s := range w.Simulators {
		if s.Name == which && s.Unavailable == "" {
			return s, nil
		}
	}
	return nil, refuse(164, "Invalid device: %s", which)
}

// booted finds a running simulator and waits until it has booted, as the real
// service holds requests back while a device is booting.
func (c *call) booted(which, verb string) (*Simulator, error) {
	for {
		w, err := c.store.read()
		if err != nil {
			return nil, err
		}
		s, err := pick(w, which)
		if err != nil {
			return nil, err
		}
		switch s.state() {
		case "Booted":
			return s, nil
		case "Shutdown":
			return nil, wrongState(verb, s)
		}
		time.Sleep(min(time.Until(s.ReadyAt)+time.Millisecond, 50*time.Millisecond))
	}
}

// change waits for the simulator to be booted and changes it under the lock.
func (c *call) change(which string, change func(*World, *Simulator) error) error {
	s, err := c.booted(which, "lookup")
	if err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		s := w.simulator(s.UDID)
		if s == nil {
			return refuse(164, "Invalid device: %s", which)
		}
		if !s.Booted {
			return wrongState("lookup", s)
		}
		return change(w, s)
	})
}

// need refuses a command line with too few words.
func need(args []string, n int, usage string) error {
	if len(args) < n {
		return refuse(1, "Usage: simctl %s", usage)
	}
	return nil
}
