package fakeapple

import (
	"encoding/json"
	"maps"
	"slices"
)

// idbTargets is `idb list-targets [--json]`: one line per target, of text or JSON.
func idbTargets(i *icall) error {
	w, err := i.store.read()
	if err != nil {
		return err
	}
	_, asJSON := i.flags["--json"]
	show := func(name, udid, state, kind, system string) error {
		if only := i.flags["--only"]; only != "" && only != kind || i.empty {
			return nil
		}
		if !asJSON {
			i.printf("%s | %s | %s | %s | %s | arm64 | No Companion Connected\n", name, udid, state, kind, system)
			return nil
		}
		line, err := json.Marshal(map[string]any{
			"name": name, "udid": udid, "state": state, "type": kind, "os_version": system, "architecture": "arm64",
			"host": nil, "port": nil, "is_local": nil, "companion": nil, "device": nil, "model": name,
		})
		i.printf("%s\n", line)
		return err
	}
	for _, s := range w.Simulators {
		if r, ok := w.runtime(s.Runtime); ok {
			if err := show(s.Name, s.UDID, s.state(), "simulator", r.Name); err != nil {
				return err
			}
		}
	}
	for _, dev := range w.Devices {
		if err := show(dev.Name, dev.UDID, "Booted", "device", dev.Platform+" "+dev.OS); err != nil {
			return err
		}
	}
	return nil
}

// idbConnect is `idb connect UDID`; the stand-in needs no companion.
func idbConnect(i *icall) error {
	w, err := i.store.read()
	if err != nil {
		return err
	}
	if len(i.values) != 1 {
		return refuse(2, "usage: idb connect [-h] companion [port]\nidb connect: error: the following arguments are required: companion")
	}
	if w.simulator(i.values[0]) == nil && w.device(i.values[0]) == nil {
		return refuse(1, "no local companion available for %s", i.values[0])
	}
	i.printf("udid: %s is_local: True\n", i.values[0])
	return nil
}

func idbDescribe(i *icall) error {
	w, s, err := i.read()
	if err != nil {
		return err
	}
	r, _ := w.runtime(s.Runtime)
	i.printf("%s | %s | %s | simulator | %s | arm64\n", s.Name, s.UDID, s.state(), r.Name)
	return nil
}

// idbApps is `idb list-apps`.
func idbApps(i *icall) error {
	_, s, err := i.read()
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(s.Apps)) {
		state := "Not running"
		if _, ok := s.process(id); ok {
			state = "Running"
		}
		i.printf("%s | %s | user | arm64 | %s | Not Debuggable\n", id, s.Apps[id].Name, state)
	}
	return nil
}

// Launching, ending, opening and logs are simctl's, on the chosen target.
func (i *icall) simctl(command string, more ...string) error {
	_, s, err := i.read()
	if err != nil {
		return err
	}
	return simctl(i.call, append([]string{command, s.UDID}, more...))
}

func idbLaunch(i *icall) error    { return i.simctl("launch", i.values...) }
func idbTerminate(i *icall) error { return i.simctl("terminate", i.values...) }
func idbOpen(i *icall) error      { return i.simctl("openurl", i.values...) }
func idbLog(i *icall) error {
	return i.simctl("spawn", append([]string{"log", "stream"}, i.values...)...)
}
