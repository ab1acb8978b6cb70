package fakeapple

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"howett.net/plist"
)

// readBundle reads what the stand-ins need of an .app's Info.plist, which lies in
// the bundle or, for macOS, in Contents.
func readBundle(app string) (*App, error) {
	file := filepath.Join(app, "Info.plist")
	if !exists(file) && exists(filepath.Join(app, "Contents/Info.plist")) {
		file = filepath.Join(app, "Contents/Info.plist")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var info struct {
		ID         string `plist:"CFBundleIdentifier"`
		Name       string `plist:"CFBundleName"`
		Display    string `plist:"CFBundleDisplayName"`
		Executable string `plist:"CFBundleExecutable"`
		Version    string `plist:"CFBundleShortVersionString"`
		Build      string `plist:"CFBundleVersion"`
		URLTypes   []struct {
			Schemes []string `plist:"CFBundleURLSchemes"`
		} `plist:"CFBundleURLTypes"`
	}
	if _, err := plist.Unmarshal(data, &info); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	base := strings.TrimSuffix(filepath.Base(app), ".app")
	a := &App{ID: info.ID, Name: first(info.Display, info.Name, base), Executable: first(info.Executable, base), Version: first(info.Version, "1.0"), Build: first(info.Build, "1"), Type: "User"}
	for _, t := range info.URLTypes {
		a.Schemes = append(a.Schemes, t.Schemes...)
	}
	return a, nil
}

func first(words ...string) string {
	for _, w := range words {
		if w != "" {
			return w
		}
	}
	return ""
}

// simInstall is `simctl install <device> <path>`; its refusals are those of
// captures/simctl/errors/install_*.txt, the one without an identifier has the
// form IXErrorDomain 13 takes in simctl.
func simInstall(c *call, args []string) error {
	if err := need(args, 2, "install <device> <path>"); err != nil {
		return err
	}
	source := c.path(strings.TrimSuffix(args[1], "/"))
	return c.change(args[0], func(w *World, s *Simulator) error {
		info, err := os.Stat(source)
		if err != nil || !info.IsDir() || !strings.HasSuffix(source, ".app") {
			return simError("NSPOSIXErrorDomain", 2, "Failed to install the requested application",
				"An application bundle was not found at the provided path.", "Provide a valid path to the desired application bundle.")
		}
		app, err := readBundle(source)
		if err != nil || app.ID == "" {
			return simError("IXErrorDomain", 13, "Simulator device failed to install the application.", "Missing bundle ID.",
				"Underlying error (domain=IXErrorDomain, code=13):", "\tFailed to get bundle ID from "+source, "\tMissing bundle ID.")
		}
		root := filepath.Join(c.dataFolder(s), "Containers")
		target := filepath.Join(root, "Bundle/Application", newUUID(), filepath.Base(source))
		if strings.Contains(app.Executable, "$(") {
			return simError("MIInstallerErrorDomain", 4, "Failed to chmod "+filepath.Join(target, app.Executable)+" : No such file or directory")
		}
		app.Data = filepath.Join(root, "Data/Application", newUUID())
		if old := s.Apps[app.ID]; old != nil { // an update keeps the data and ends the running app
			app.Data = old.Data
			s.stop(app.ID)
			if err := os.RemoveAll(filepath.Dir(old.Path)); err != nil {
				return err
			}
		}
		if err := copyTree(source, target); err != nil {
			return err
		}
		for _, folder := range []string{"Documents", "Library/Caches", "Library/Preferences", "tmp"} {
			if err := os.MkdirAll(filepath.Join(app.Data, folder), 0o755); err != nil {
				return err
			}
		}
		app.Path = target
		if s.Apps == nil {
			s.Apps = map[string]*App{}
		}
		s.Apps[app.ID] = app
		c.logEvent(s, "installd", "com.apple.installd", "install", "Default", "Installed "+app.ID)
		return nil
	})
}

// copyTree copies files, folders and links; Bazel's outputs are links and
// read-only, so links are followed and the copies are writable.
func copyTree(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, data, info.Mode().Perm()|0o200)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		err := copyTree(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // a dangling link
			return err
		}
	}
	return nil
}

// simUninstall is `simctl uninstall <device> <app bundle identifier>`; an app that
// is not installed is no error.
func simUninstall(c *call, args []string) error {
	if err := need(args, 2, "uninstall <device> <app bundle identifier>"); err != nil {
		return err
	}
	return c.change(args[0], func(w *World, s *Simulator) error {
		app := s.Apps[args[1]]
		if app == nil {
			return nil
		}
		s.stop(args[1])
		delete(s.Apps, args[1])
		delete(s.Screens, args[1])
		c.logEvent(s, "installd", "com.apple.installd", "uninstall", "Default", "Uninstalled "+app.ID)
		return errors.Join(os.RemoveAll(filepath.Dir(app.Path)), os.RemoveAll(app.Data))
	})
}

// installed finds an app of the user or of the system.
func (c *call) installed(w *World, s *Simulator, bundle string) *App {
	if app := s.Apps[bundle]; app != nil {
		return app
	}
	for _, app := range systemApps(w, s) {
		if app.ID == bundle {
			return app
		}
	}
	return nil
}

// systemApps are a few of the apps each iOS runtime has.
func systemApps(w *World, s *Simulator) []*App {
	r, ok := w.runtime(s.Runtime)
	if !ok || r.Platform != "iOS" {
		return nil
	}
	root := fmt.Sprintf("/Library/Developer/CoreSimulator/Volumes/iOS_%s/Library/Developer/CoreSimulator/Profiles/Runtimes/%s.simruntime/Contents/Resources/RuntimeRoot/Applications/", r.Build, r.Name)
	var apps []*App
	for _, a := range [][3]string{
		{"com.apple.mobilesafari", "Safari", "MobileSafari"}, {"com.apple.Preferences", "Settings", "Preferences"},
		{"com.apple.mobileslideshow", "Photos", "MobileSlideShow"}, {"com.apple.Maps", "Maps", "Maps"},
	} {
		apps = append(apps, &App{
			ID: a[0], Name: a[1], Executable: a[2], Version: r.Version, Build: "1.0", Type: "System", Path: root + a[2] + ".app",
			Data:    "/Users/dev/Library/Developer/CoreSimulator/Devices/" + s.UDID + "/data/Containers/Data/Application/" + a[2],
			Schemes: map[string][]string{"Safari": {"http", "https"}, "Maps": {"maps"}, "Settings": {"prefs"}}[a[1]],
		})
	}
	return apps
}

// lookup is the world and a booted simulator in it, for a command that only reads.
func (c *call) lookup(device string) (*World, *Simulator, error) {
	s, err := c.booted(device, "lookup")
	if err != nil {
		return nil, nil, err
	}
	w, err := c.store.read()
	return w, s, err
}

// simListApps is `simctl listapps <device>`, the OpenStep plist of
// captures/simctl/listapps_ios18.4.plist.
func simListApps(c *call, args []string) error {
	if err := need(args, 1, "listapps <device>"); err != nil {
		return err
	}
	w, s, err := c.lookup(args[0])
	if err != nil {
		return err
	}
	apps := systemApps(w, s)
	for _, app := range s.Apps {
		apps = append(apps, app)
	}
	if c.empty {
		apps = nil
	}
	slices.SortFunc(apps, func(a, b *App) int { return strings.Compare(a.ID, b.ID) })
	dict := map[string]any{}
	for _, app := range apps {
		dict[app.ID] = appDict(app)
	}
	c.printf("%s\n", openStep(dict, 0))
	return nil
}

// simAppInfo is `simctl appinfo <device> <bundle>`: one entry of listapps.
func simAppInfo(c *call, args []string) error {
	if err := need(args, 2, "appinfo <device> <app bundle identifier>"); err != nil {
		return err
	}
	w, s, err := c.lookup(args[0])
	if err != nil {
		return err
	}
	if app := c.installed(w, s, args[1]); app != nil {
		c.printf("%s\n", openStep(appDict(app), 0))
		return nil
	}
	// An unknown app gets a dictionary with its identifier only.
	c.printf("%s\n", openStep(map[string]any{"CFBundleIdentifier": args[1]}, 0))
	return nil
}

func appDict(app *App) map[string]any {
	groups := map[string]any{}
	for id, dir := range app.Groups {
		groups[id] = fileURL(dir)
	}
	return map[string]any{
		"ApplicationType": app.Type, "Bundle": fileURL(app.Path), "CFBundleDisplayName": app.Name, "CFBundleExecutable": app.Executable,
		"CFBundleIdentifier": app.ID, "CFBundleName": app.Name, "CFBundleVersion": app.Build, "DataContainer": fileURL(app.Data),
		"GroupContainers": groups, "Path": app.Path, "SBAppTags": []any{},
	}
}

func fileURL(dir string) string { return (&url.URL{Scheme: "file", Path: dir + "/"}).String() }

// simContainer is `simctl get_app_container <device> <bundle> [app|data|groups|<group>]`.
func simContainer(c *call, args []string) error {
	if err := need(args, 2, "get_app_container <device> <app bundle identifier> [<container>]"); err != nil {
		return err
	}
	w, s, err := c.lookup(args[0])
	if err != nil {
		return err
	}
	missing := simError("NSPOSIXErrorDomain", 2, "The operation couldn’t be completed. No such file or directory", "No such file or directory")
	app := c.installed(w, s, args[1])
	if app == nil {
		return missing
	}
	kind := "app"
	if len(args) > 2 {
		kind = args[2]
	}
	switch kind {
	case "app":
		c.printf("%s\n", app.Path)
	case "data":
		c.printf("%s\n", app.Data)
	case "groups":
		for id, dir := range app.Groups {
			c.printf("%s\t%s\n", id, dir)
		}
	default:
		dir := app.Groups[kind]
		if dir == "" {
			return missing
		}
		c.printf("%s\n", dir)
	}
	return nil
}
