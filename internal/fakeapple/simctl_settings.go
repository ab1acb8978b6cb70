package fakeapple

import (
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// simOpenURL is `simctl openurl <device> <url>`; a scheme nobody has is
// kLSApplicationNotFoundErr.
func simOpenURL(c *call, args []string) error {
	if err := need(args, 2, "openurl <device> <URL>"); err != nil {
		return err
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		u, err := url.Parse(args[1])
		if err != nil || u.Scheme == "" {
			return refuse(1, "Invalid URL: %s", args[1])
		}
		apps := systemApps(w, s)
		for _, app := range s.Apps {
			apps = append(apps, app)
		}
		for _, app := range apps {
			if slices.Contains(app.Schemes, u.Scheme) {
				if _, ok := s.process(app.ID); !ok {
					s.Processes = append(s.Processes, Process{PID: w.nextPID(), Bundle: app.ID, Executable: app.Executable})
				}
				s.Foreground = app.ID
				s.URLs = append(s.URLs, args[1])
				c.logEvent(s, app.Executable, app.ID, "openurl", "Default", "Opened "+args[1])
				return nil
			}
		}
		return simError("NSOSStatusErrorDomain", -10814, "Simulator device failed to open "+args[1]+".",
			"Underlying error (domain=NSOSStatusErrorDomain, code=-10814):", "\tThe operation couldn’t be completed. (OSStatus error -10814.)")
	})
}

// simPush is `simctl push <device> [<bundle>] (<json file> | -)`.
func simPush(c *call, args []string) error {
	const usage = "push <device> [<bundle identifier>] (<json file> | -)"
	if err := need(args, 2, usage); err != nil {
		return err
	}
	file := args[len(args)-1]
	payload, err := c.input(file)
	if err != nil {
		return simError("NSCocoaErrorDomain", 260, "The file “"+filepath.Base(file)+"” couldn’t be opened because there is no such file.")
	}
	var doc map[string]json.RawMessage
	if json.Unmarshal(payload, &doc) != nil {
		return simError("NSCocoaErrorDomain", 3840, "The data couldn’t be read because it isn’t in the correct format.")
	}
	var bundle string
	if len(args) > 2 {
		bundle = args[1]
	} else if json.Unmarshal(doc["Simulator Target Bundle"], &bundle) != nil {
		return refuse(22, "Invalid push: no bundle identifier was given and the payload has no \"Simulator Target Bundle\"")
	}
	if doc["aps"] == nil {
		return refuse(22, "Invalid push: the payload has no \"aps\" key")
	}
	if len(payload) > 4096 {
		return refuse(22, "Invalid push: the payload is larger than 4096 bytes")
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		if c.installed(w, s, bundle) == nil {
			return simError("NSPOSIXErrorDomain", 2, "Simulator device failed to complete the requested operation.", "The application "+bundle+" is not installed.")
		}
		s.Pushes = append(s.Pushes, Push{bundle, string(payload)})
		c.logEvent(s, "SpringBoard", "com.apple.UserNotifications", "push", "Default", "Delivered a notification to "+bundle)
		c.printf("Notification sent to '%s'\n", bundle)
		return nil
	})
}

// input reads a file, or stdin for "-".
func (c *call) input(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(c.In)
	}
	return os.ReadFile(c.path(file))
}

// simAddMedia is `simctl addmedia <device> <path> [... <path>]`.
func simAddMedia(c *call, args []string) error {
	if err := need(args, 2, "addmedia <device> <path> [... <path>]"); err != nil {
		return err
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		for _, file := range args[1:] {
			if !exists(c.path(file)) {
				return simError("NSPOSIXErrorDomain", 2, "The operation couldn’t be completed. No such file or directory", "No such file or directory")
			}
			s.Media = append(s.Media, c.path(file))
		}
		return nil
	})
}

// simPrivacy is `simctl privacy <device> <action> <service> [<bundle>]` with the
// services of `simctl help privacy`.
func simPrivacy(c *call, args []string) error {
	const usage = "privacy <device> <action> <service> [<bundle identifier>]"
	if err := need(args, 3, usage); err != nil {
		return err
	}
	services := []string{
		"all", "calendar", "contacts-limited", "contacts", "location", "location-always", "photos-add", "photos",
		"media-library", "microphone", "motion", "reminders", "siri",
	}
	action, service := args[1], args[2]
	if !slices.Contains([]string{"grant", "revoke", "reset"}, action) {
		return refuse(1, "Invalid action: %s\nUsage: simctl %s", action, usage)
	}
	if !slices.Contains(services, service) {
		return refuse(1, "Invalid service: %s\nUsage: simctl %s", service, usage)
	}
	bundle := "*"
	if len(args) > 3 {
		bundle = args[3]
	} else if action != "reset" {
		return refuse(1, "A bundle identifier is required for %s\nUsage: simctl %s", action, usage)
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		if s.Privacy == nil {
			s.Privacy = map[string]map[string]string{}
		}
		for _, name := range services[1:] {
			if service != "all" && service != name {
				continue
			}
			switch {
			case action != "reset":
				if s.Privacy[name] == nil {
					s.Privacy[name] = map[string]string{}
				}
				s.Privacy[name][bundle] = action
			case bundle == "*":
				delete(s.Privacy, name)
			default:
				delete(s.Privacy[name], bundle)
			}
		}
		s.stop(bundle) // a changed permission ends the app, as the help text warns
		return nil
	})
}

// simStatusBar is `simctl status_bar <device> list | clear | override …` with the
// flags and values of `simctl help status_bar`.
func simStatusBar(c *call, args []string) error {
	const usage = "status_bar <device> [list | clear | override <override arguments>]"
	if err := need(args, 2, usage); err != nil {
		return err
	}
	values := map[string][]string{
		"time": nil, "operatorName": nil,
		"dataNetwork":  {"hide", "wifi", "3g", "4g", "lte", "lte-a", "lte+", "5g", "5g+", "5g-uwb", "5g-uc"},
		"wifiMode":     {"searching", "failed", "active"},
		"wifiBars":     {"0", "1", "2", "3"},
		"cellularMode": {"notSupported", "searching", "failed", "active"},
		"cellularBars": {"0", "1", "2", "3", "4"},
		"batteryState": {"charging", "charged", "discharging"},
		"batteryLevel": nil,
	}
	given := map[string]string{}
	rest := args[2:]
	for len(rest) > 0 && args[1] == "override" {
		name, value, joined := strings.Cut(strings.TrimPrefix(rest[0], "--"), "=")
		allowed, known := values[name]
		if !known {
			return refuse(1, "Unrecognized option: %s\nUsage: simctl %s", rest[0], usage)
		}
		if rest = rest[1:]; !joined {
			if len(rest) == 0 {
				return refuse(1, "Missing value for --%s", name)
			}
			value, rest = rest[0], rest[1:]
		}
		level, err := strconv.Atoi(value)
		if allowed != nil && !slices.Contains(allowed, value) || name == "batteryLevel" && (err != nil || level < 0 || level > 100) {
			return refuse(1, "Invalid value for --%s: %s", name, value)
		}
		given[name] = value
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		switch args[1] {
		case "clear":
			s.StatusBar = nil
		case "list":
			c.printf("Current Status Bar Overrides:\n=============================\n")
			for name := range values {
				if v, ok := s.StatusBar[name]; ok {
					c.printf("%s: %s\n", name, v)
				}
			}
		case "override":
			if len(given) == 0 {
				return refuse(1, "Usage: simctl %s", usage)
			}
			if s.StatusBar == nil {
				s.StatusBar = map[string]string{}
			}
			for k, v := range given {
				s.StatusBar[k] = v
			}
		default:
			return refuse(1, "Usage: simctl %s", usage)
		}
		return nil
	})
}

// simLocation is `simctl location <device> set LAT,LON | clear | run SCENARIO | list | start …`.
func simLocation(c *call, args []string) error {
	const usage = "location <device> <action> [arguments]"
	if err := need(args, 2, usage); err != nil {
		return err
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		switch args[1] {
		case "list":
			c.printf("City Bicycle Ride\nCity Run\nFreeway Drive\nApple\n")
			return nil
		case "clear":
			s.Location = ""
			return nil
		case "set", "run", "start":
			if len(args) < 3 {
				return refuse(1, "Usage: simctl %s", usage)
			}
			if args[1] == "set" {
				lat, lon, ok := strings.Cut(args[2], ",")
				a, err1 := strconv.ParseFloat(lat, 64)
				b, err2 := strconv.ParseFloat(lon, 64)
				if !ok || err1 != nil || err2 != nil || a < -90 || a > 90 || b < -180 || b > 180 {
					return refuse(22, "Invalid coordinate pair: %s", args[2])
				}
			}
			s.Location = strings.Join(args[2:], " ")
			return nil
		}
		return refuse(1, "Usage: simctl %s", usage)
	})
}

// simUI is `simctl ui <device> <option> [<value>]`; without a value it prints the
// present one.
func simUI(c *call, args []string) error {
	const usage = "ui <device> <option> [<arguments>]"
	if err := need(args, 2, usage); err != nil {
		return err
	}
	allowed := map[string][]string{
		"appearance":        {"light", "dark"},
		"increase_contrast": {"disabled", "enabled"},
		"content_size": {
			"large", "extra-small", "small", "medium", "extra-large", "extra-extra-large", "extra-extra-extra-large", "accessibility-medium",
			"accessibility-large", "accessibility-extra-large", "accessibility-extra-extra-large", "accessibility-extra-extra-extra-large", "increment", "decrement",
		},
	}[args[1]]
	if allowed == nil {
		return refuse(1, "Invalid option: %s\nUsage: simctl %s", args[1], usage)
	}
	if len(args) == 2 {
		s, err := c.booted(args[0], "lookup")
		if err != nil {
			return err
		}
		c.printf("%s\n", first(s.UI[args[1]], allowed[0]))
		return nil
	}
	if !slices.Contains(allowed, args[2]) {
		return refuse(1, "Invalid argument: %s\nUsage: simctl %s", args[2], usage)
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		if s.UI == nil {
			s.UI = map[string]string{}
		}
		s.UI[args[1]] = args[2]
		return nil
	})
}

// simPasteIn is `simctl pbcopy <device>`: stdin to the device's pasteboard.
func simPasteIn(c *call, args []string) error {
	if err := need(args, 1, "pbcopy [-v] <device>"); err != nil {
		return err
	}
	text, err := io.ReadAll(c.In)
	if err != nil {
		return err
	}
	return c.change(args[len(args)-1], func(w *World, s *Simulator) error {
		s.Pasteboard = string(text)
		return nil
	})
}

// simPasteOut is `simctl pbpaste <device>`.
func simPasteOut(c *call, args []string) error {
	if err := need(args, 1, "pbpaste [-v] <device>"); err != nil {
		return err
	}
	s, err := c.booted(args[len(args)-1], "lookup")
	if err != nil {
		return err
	}
	c.printf("%s", s.Pasteboard)
	return nil
}

// simGetenv is `simctl getenv <device> <variable>`.
func simGetenv(c *call, args []string) error {
	if err := need(args, 2, "getenv <device> <variable name>"); err != nil {
		return err
	}
	s, err := c.booted(args[0], "lookup")
	if err != nil {
		return err
	}
	env := map[string]string{"HOME": c.dataFolder(s), "SIMULATOR_UDID": s.UDID, "SIMULATOR_DEVICE_NAME": s.Name}
	c.printf("%s\n", env[args[1]])
	return nil
}
