package fakeapple

import (
	"path/filepath"
	"slices"
	"strings"
)

const openUsage = "Usage: open [-e] [-t] [-f] [-W] [-R] [-n] [-g] [-h] [-s <partial SDK name>][-b <bundle identifier>] [-a <application>] [-u URL] [filenames] [--args arguments]"

// openRequest is one command line of open, read.
type openRequest struct{ apps, bundles, things, args []string }

func openFlags(args []string) (openRequest, error) {
	var o openRequest
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "--args":
			o.args, args = args, nil
		case slices.Contains([]string{"-a", "-b", "-u", "-s", "-o", "-i", "--env", "--stdin", "--stdout", "--stderr", "--arch"}, word) && len(args) > 0:
			switch word {
			case "-a":
				o.apps = append(o.apps, args[0])
			case "-b":
				o.bundles = append(o.bundles, args[0])
			case "-u":
				o.things = append(o.things, args[0])
			}
			args = args[1:]
		case strings.HasPrefix(word, "-") && len(word) > 1:
			if strings.Trim(word[1:], "gnjRFWeftuh") != "" && !slices.Contains([]string{"--new", "--background", "--hide", "--fresh", "--wait-apps"}, word) {
				return o, refuse(1, "open: unrecognized option `%s'\n%s", word, openUsage)
			}
		default:
			o.things = append(o.things, word)
		}
	}
	if len(o.apps)+len(o.bundles)+len(o.things) == 0 {
		return o, refuse(1, "%s", openUsage)
	}
	return o, nil
}

// open is open(1): it starts apps and opens files and URLs, and records both. An
// unknown name gets macOS's words.
func open(c *call, args []string) error {
	o, err := openFlags(args)
	if err != nil {
		return err
	}
	return c.store.update(func(w *World) error {
		for _, name := range o.apps {
			app, ok := c.macApp(w, name)
			if !ok {
				return refuse(1, "Unable to find application named '%s'", name)
			}
			w.start(app, o.args)
		}
		for _, id := range o.bundles {
			known := slices.IndexFunc(w.Mac.Known, func(a MacApp) bool { return strings.EqualFold(a.ID, id) })
			if known < 0 {
				return refuse(1, "LSCopyApplicationURLsForBundleIdentifier() failed while trying to determine the application with bundle identifier %s.", id)
			}
			w.start(w.Mac.Known[known], o.args)
		}
		for _, thing := range o.things {
			switch {
			case strings.Contains(thing, "://"), strings.HasPrefix(thing, "mailto:"):
				w.Mac.URLs = append(w.Mac.URLs, thing)
			case strings.HasSuffix(strings.TrimSuffix(thing, "/"), ".app"):
				app, ok := c.macApp(w, thing)
				if !ok {
					return refuse(1, "The file %s does not exist.", c.path(thing))
				}
				w.start(app, o.args)
			case !exists(c.path(thing)):
				return refuse(1, "The file %s does not exist.", c.path(thing))
			default:
				w.Mac.URLs = append(w.Mac.URLs, c.path(thing))
			}
		}
		return nil
	})
}

// macApp finds an app by name, by a bundle on disk, or by a path inside the Xcode
// the world pretends to have. From Xcode 27 on Simulator.app is DeviceHub.app
// (bugs.md B13 tells what `open -a Simulator` then does).
func (c *call) macApp(w *World, name string) (MacApp, bool) {
	base := strings.TrimSuffix(filepath.Base(name), ".app")
	xcode := strings.TrimSuffix(w.Xcode.Developer, "/Contents/Developer")
	if strings.Contains(name, "/") && !strings.HasPrefix(name, xcode+"/") {
		path := c.path(strings.TrimSuffix(name, "/"))
		if !exists(path) {
			return MacApp{}, false
		}
		app := MacApp{Name: base, Path: path}
		if info, err := readBundle(path); err == nil {
			app.ID, app.Name = info.ID, info.Executable
		}
		return app, true
	}
	hub := packVersion(w.Xcode.Version) >= 27<<16
	switch {
	case base == "Simulator" && hub:
		return MacApp{}, false
	case base == "DeviceHub":
		return MacApp{Name: "DeviceHub", ID: "com.apple.dt.DeviceHub"}, hub
	}
	for _, app := range append(slices.Clone(w.Mac.Known), w.Mac.Apps...) {
		if strings.EqualFold(app.Name, base) {
			return app, true
		}
	}
	return MacApp{}, false
}

// start records a running app once and remembers its identifier.
func (w *World) start(app MacApp, args []string) {
	same := func(a MacApp) bool { return a.Name == app.Name }
	if !slices.ContainsFunc(w.Mac.Known, same) {
		w.Mac.Known = append(w.Mac.Known, app)
	}
	if !slices.ContainsFunc(w.Mac.Apps, same) {
		app.PID, app.Args = w.nextPID(), args
		w.Mac.Apps = append(w.Mac.Apps, app)
	}
}
