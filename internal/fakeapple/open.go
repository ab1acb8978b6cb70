package fakeapple

import (
	"path/filepath"
	"slices"
	"strings"
)

// open is open(1): it starts apps and opens files and URLs, and records both. An
// unknown name gets macOS's words (and see bugs.md B13).
func open(c *call, args []string) error {
	var apps, bundles, things []string
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		switch {
		case word == "--args":
			args = nil
		case (word == "-a" || word == "-b" || word == "--env" || word == "--stdin" || word == "--stdout" || word == "--stderr" || word == "-o") && len(args) > 0:
			switch word {
			case "-a":
				apps = append(apps, args[0])
			case "-b":
				bundles = append(bundles, args[0])
			}
			args = args[1:]
		case strings.HasPrefix(word, "-") && word != "-":
			if strings.Trim(word, "-gnjRFWeftuh") != "" && !slices.Contains([]string{"--new", "--background", "--hide", "--fresh", "--wait-apps"}, word) {
				return refuse(1, "open: unrecognized option `%s'\nUsage: open [-e] [-t] [-f] [-W] [-R] [-n] [-g] [-h] [-s <partial SDK name>][-b <bundle identifier>] [-a <application>] [-u URL] [filenames] [--args arguments]", word)
			}
		default:
			things = append(things, word)
		}
	}
	if len(apps)+len(bundles)+len(things) == 0 {
		return refuse(1, "Usage: open [-e] [-t] [-f] [-W] [-R] [-n] [-g] [-h] [-s <partial SDK name>][-b <bundle identifier>] [-a <application>] [-u URL] [filenames] [--args arguments]")
	}
	return c.store.update(func(w *World) error {
		for _, name := range apps {
			base := strings.TrimSuffix(filepath.Base(name), ".app")
			if !exists(c.path(name)) && !slices.Contains(w.Mac.MissingOK, base) {
				return refuse(1, "Unable to find application named '%s'", name)
			}
			w.Mac.start(base)
		}
		for _, id := range bundles {
			word := id[strings.LastIndex(id, ".")+1:]
			known := slices.IndexFunc(w.Mac.MissingOK, func(name string) bool { return strings.EqualFold(name, strings.TrimPrefix(word, "iphone")) })
			if known < 0 {
				return refuse(1, "LSCopyApplicationURLsForBundleIdentifier() failed while trying to determine the application with bundle identifier %s.", id)
			}
			w.Mac.start(w.Mac.MissingOK[known])
		}
		for _, thing := range things {
			switch {
			case strings.Contains(thing, "://"), strings.HasPrefix(thing, "mailto:"):
				w.Mac.URLs = append(w.Mac.URLs, thing)
			case !exists(c.path(thing)):
				return refuse(1, "The file %s does not exist.", c.path(thing))
			case strings.HasSuffix(strings.TrimSuffix(thing, "/"), ".app"):
				w.Mac.start(strings.TrimSuffix(filepath.Base(thing), ".app"))
			default:
				w.Mac.URLs = append(w.Mac.URLs, c.path(thing))
			}
		}
		return nil
	})
}

// start records a running app once.
func (m *Mac) start(name string) {
	if !slices.Contains(m.Apps, name) {
		m.Apps = append(m.Apps, name)
	}
}
