package fakeapple

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// simList is `simctl list [-j | --json] [-v] [devices|devicetypes|runtimes|pairs] [term|available]`.
// The JSON has the keys of captures/simctl/list_full_xcode14.json, the text the
// form of list_devices_text_xcode15.txt (a blank after the state).
func simList(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	asJSON, what, term := false, "", ""
	for _, arg := range args {
		switch {
		case arg == "-j" || arg == "--json" || strings.HasPrefix(arg, "--json="):
			asJSON = true
		case arg == "-v" || arg == "-e" || arg == "--no-escape-slashes":
		case strings.HasPrefix(arg, "-"):
			return refuse(1, "Unrecognized option: %s", arg)
		case what == "" && slices.Contains([]string{"devices", "devicetypes", "runtimes", "pairs"}, arg):
			what = arg
		default:
			term = arg
		}
	}
	if c.empty {
		w.Simulators, w.Pairs = nil, nil
	}
	if asJSON {
		doc := map[string]any{}
		for _, part := range []string{"devicetypes", "runtimes", "devices", "pairs"} {
			if what == "" || what == part {
				doc[part] = listJSON(w, part, term)
			}
		}
		return c.appleJSON(doc)
	}
	for _, part := range []string{"devicetypes", "runtimes", "devices", "pairs"} {
		if what == "" || what == part {
			c.listText(w, part, term)
		}
	}
	return nil
}

// wanted tells whether a simulator belongs to a listing for a search term.
func wanted(s *Simulator, term string) bool {
	switch term {
	case "":
		return true
	case "available":
		return s.Unavailable == ""
	case "unavailable":
		return s.Unavailable != ""
	case "booted":
		return s.Booted
	}
	return strings.Contains(strings.ToLower(s.Name), strings.ToLower(term)) || strings.EqualFold(s.UDID, term)
}

func listJSON(w *World, part, term string) any {
	switch part {
	case "devicetypes":
		var list []any
		for _, t := range w.DeviceTypes {
			list = append(list, deviceTypeJSON(w, t))
		}
		return list
	case "runtimes":
		var list []any
		for _, r := range w.Runtimes {
			list = append(list, runtimeJSON(w, r))
		}
		return list
	case "devices":
		groups := map[string]any{}
		for _, r := range w.Runtimes {
			groups[r.ID] = []any{}
		}
		for _, s := range w.Simulators {
			if !wanted(s, term) {
				continue
			}
			list, _ := groups[s.Runtime].([]any)
			groups[s.Runtime] = append(list, simulatorJSON(s))
		}
		return groups
	default:
		pairs := map[string]any{}
		for _, p := range w.Pairs {
			pair := map[string]any{"state": p.State}
			for role, udid := range map[string]string{"watch": p.Watch, "phone": p.Phone} {
				if s := w.simulator(udid); s != nil {
					pair[role] = map[string]any{"name": s.Name, "udid": s.UDID, "state": s.state()}
				}
			}
			pairs[p.ID] = pair
		}
		return pairs
	}
}

func simulatorJSON(s *Simulator) map[string]any {
	// The paths are those a Mac shows; the stand-in's files lie in its state folder.
	doc := map[string]any{
		"dataPath":             "/Users/dev/Library/Developer/CoreSimulator/Devices/" + s.UDID + "/data",
		"dataPathSize":         18337792,
		"logPath":              "/Users/dev/Library/Logs/CoreSimulator/" + s.UDID,
		"udid":                 s.UDID,
		"isAvailable":          s.Unavailable == "",
		"deviceTypeIdentifier": s.Type,
		"state":                s.state(),
		"name":                 s.Name,
	}
	if s.Unavailable != "" {
		doc["availabilityError"] = s.Unavailable
	}
	if !s.LastBootedAt.IsZero() {
		doc["lastBootedAt"] = s.LastBootedAt.UTC().Format(time.RFC3339)
	}
	return doc
}

func deviceTypeJSON(w *World, t DeviceType) map[string]any {
	return map[string]any{
		"productFamily": t.Family, "bundlePath": typePath(w, t), "identifier": t.ID, "modelIdentifier": t.Model, "name": t.Name,
		"maxRuntimeVersion": 4294967295, "maxRuntimeVersionString": "65535.255.255",
		"minRuntimeVersion": packVersion(t.MinRuntime), "minRuntimeVersionString": t.MinRuntime,
	}
}

func runtimeJSON(w *World, r Runtime) map[string]any {
	var types []any
	for _, t := range w.DeviceTypes {
		if fits(t, r) {
			types = append(types, map[string]any{"bundlePath": typePath(w, t), "name": t.Name, "identifier": t.ID, "productFamily": t.Family})
		}
	}
	bundle := fmt.Sprintf("/Library/Developer/CoreSimulator/Volumes/%s_%s/Library/Developer/CoreSimulator/Profiles/Runtimes/%s.simruntime", r.Platform, r.Build, r.Name)
	return map[string]any{
		"bundlePath": bundle, "buildversion": r.Build, "platform": r.Platform, "runtimeRoot": bundle + "/Contents/Resources/RuntimeRoot",
		"identifier": r.ID, "version": r.Version, "isInternal": false, "isAvailable": true, "name": r.Name,
		"supportedArchitectures": []any{"arm64"}, "supportedDeviceTypes": types,
	}
}

func typePath(w *World, t DeviceType) string {
	return w.Xcode.Developer + "/Platforms/iPhoneOS.platform/Library/Developer/CoreSimulator/Profiles/DeviceTypes/" + t.Name + ".simdevicetype"
}

// fits tells whether a device type runs a runtime.
func fits(t DeviceType, r Runtime) bool {
	platform := map[string]string{"iPhone": "iOS", "iPad": "iOS", "Apple TV": "tvOS", "Apple Watch": "watchOS", "Apple Vision": "xrOS"}[t.Family]
	return platform == r.Platform && packVersion(t.MinRuntime) <= packVersion(r.Version)
}

// packVersion packs "18.0.0" as CoreSimulator does: 0x120000.
func packVersion(v string) int {
	var a, b, c int
	if n, err := fmt.Sscanf(v, "%d.%d.%d", &a, &b, &c); n == 0 && err != nil {
		return 0
	}
	return a<<16 | b<<8 | c
}

func (c *call) listText(w *World, part, term string) {
	switch part {
	case "devicetypes":
		c.printf("== Device Types ==\n")
		for _, t := range w.DeviceTypes {
			c.printf("%s (%s)\n", t.Name, t.ID)
		}
	case "runtimes":
		c.printf("== Runtimes ==\n")
		for _, r := range w.Runtimes {
			c.printf("%s (%s - %s) - %s\n", r.Name, r.Version, r.Build, r.ID)
		}
	case "devices":
		c.printf("== Devices ==\n")
		for _, r := range w.Runtimes {
			c.printf("-- %s --\n", r.Name)
			c.deviceLines(w, r.ID, term)
		}
		for _, s := range w.Simulators {
			if _, ok := w.runtime(s.Runtime); !ok && wanted(s, term) {
				c.printf("-- Unavailable: %s --\n", s.Runtime)
				c.deviceLines(w, s.Runtime, term)
			}
		}
	case "pairs":
		c.printf("== Device Pairs ==\n")
		for _, p := range w.Pairs {
			c.printf("%s %s\n", p.ID, p.State)
			for _, role := range []struct{ name, udid string }{{"Watch", p.Watch}, {"Phone", p.Phone}} {
				if s := w.simulator(role.udid); s != nil {
					c.printf("    %s: %s (%s) (%s)\n", role.name, s.Name, s.UDID, s.state())
				}
			}
		}
	}
}

func (c *call) deviceLines(w *World, runtime, term string) {
	for _, s := range w.Simulators {
		if s.Runtime != runtime || !wanted(s, term) {
			continue
		}
		c.printf("    %s (%s) (%s) ", s.Name, s.UDID, s.state())
		if s.Unavailable != "" {
			c.printf("(unavailable, %s)", s.Unavailable)
		}
		c.printf("\n")
	}
}

// simRuntime is `simctl runtime match list` and `simctl runtime list`; the first
// has the form of captures/simctl/runtime_match_list_xcode26.txt.
func simRuntime(c *call, args []string) error {
	w, err := c.store.read()
	if err != nil {
		return err
	}
	if len(args) < 1 || args[0] != "match" {
		c.printf("== Disk Images ==\n")
		for _, r := range w.Runtimes {
			c.printf("-- %s --\n%s (%s) - %s (Ready)\n", r.Platform, r.Name, r.Build, r.ID)
		}
		return nil
	}
	sdk := map[string]string{"iOS": "iphoneos", "tvOS": "appletvos", "watchOS": "watchos", "xrOS": "xros"}
	doc := map[string]any{}
	for _, r := range w.Runtimes {
		if r.Version != w.Xcode.Version {
			continue
		}
		doc[sdk[r.Platform]+r.Version] = map[string]any{
			"chosenRuntimeBuild": r.Build, "defaultBuild": r.Build, "preferredBuild": r.Build, "sdkBuild": r.Build, "sdkVersion": r.Version,
			"platform":     "com.apple.platform." + sdk[r.Platform],
			"sdkDirectory": w.Xcode.Developer + "/Platforms/" + r.Platform + ".platform/Developer/SDKs/" + r.Platform + r.Version + ".sdk",
		}
	}
	return c.appleJSON(doc)
}
