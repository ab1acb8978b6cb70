package fakeapple

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// deviceList is `devicectl list devices`; the text is a table as Xcode 15 and later
// print it.
func deviceList(d *dcall) error {
	w, err := d.store.read()
	if err != nil {
		return err
	}
	if d.empty {
		w.Devices = nil
	}
	if len(w.Devices) == 0 {
		d.printf("No devices found.\n")
	} else {
		rows := [][]string{{"Name", "Hostname", "Identifier", "State", "Model"}}
		for _, dev := range w.Devices {
			state := map[string]string{"connected": "connected", "disconnected": "available (paired)", "unavailable": "unavailable"}[dev.Tunnel]
			if dev.Pairing != "paired" {
				state = "unavailable"
			}
			rows = append(rows, []string{dev.Name, dev.UDID + ".coredevice.local", dev.ID, state, dev.Marketing + " (" + dev.Product + ")"})
		}
		d.table(rows)
	}
	list := []any{}
	for _, dev := range w.Devices {
		list = append(list, deviceJSON(dev))
	}
	return result{map[string]any{"devices": list}}
}

// table prints rows under a ruled head, three blanks between columns.
func (d *dcall) table(rows [][]string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	for n, row := range rows {
		for i, cell := range row {
			d.printf("%s%s   ", cell, strings.Repeat(" ", widths[i]-len([]rune(cell))))
		}
		d.printf("\n")
		if n == 0 {
			for _, width := range widths {
				d.printf("%s   ", strings.Repeat("-", width))
			}
			d.printf("\n")
		}
	}
}

// deviceJSON has the sections and keys of
// captures/devicectl/list_devices_phone_watch_mixed_xcode16.json.
func deviceJSON(dev *Device) map[string]any {
	ready := dev.Tunnel == "connected" && dev.Pairing == "paired"
	features := [][2]string{{"com.apple.coredevice.feature.connectdevice", "Connect to Device"}, {"com.apple.coredevice.feature.unpairdevice", "Unpair Device"}}
	if ready {
		features = append(features, [][2]string{
			{"com.apple.coredevice.feature.acquireusageassertion", "Acquire Usage Assertion"},
			{"com.apple.coredevice.feature.installapp", "Install Application"}, {"com.apple.coredevice.feature.launchapplication", "Launch Application"},
		}...)
	}
	capabilities := []any{}
	for _, f := range features {
		capabilities = append(capabilities, map[string]any{"featureIdentifier": f[0], "name": f[1]})
	}
	hosts := []any{dev.UDID + ".coredevice.local", dev.ID + ".coredevice.local"}
	connection := map[string]any{
		"authenticationType": "manualPairing", "isMobileDeviceOnly": false, "pairingState": dev.Pairing, "potentialHostnames": hosts, "tunnelState": dev.Tunnel,
	}
	if dev.Tunnel != "unavailable" {
		connection["transportType"] = dev.Transport
	}
	if ready {
		connection["lastConnectionDate"] = "2026-01-15T09:30:00.000Z"
		connection["localHostnames"] = hosts
		connection["tunnelIPAddress"] = "fd00:3155:df16::1"
		connection["tunnelTransportProtocol"] = "tcp"
	}
	mode := map[bool]string{true: "enabled", false: "disabled"}[dev.DeveloperMode]
	properties := map[string]any{
		"bootedFromSnapshot": true, "bootedSnapshotName": "com.apple.os.update-" + strings.Repeat("0A", 32), "ddiServicesAvailable": ready && !dev.Locked,
		"developerModeStatus": mode, "hasInternalOSBuild": false, "name": dev.Name, "rootFileSystemIsWritable": false,
	}
	if dev.Tunnel != "unavailable" {
		properties["bootState"], properties["osBuildUpdate"], properties["osVersionNumber"] = "booted", dev.Build, dev.OS
		properties["screenViewingURL"] = "devices://device/open?id=" + dev.ID
	}
	cpu := map[string]any{"name": "arm64e", "subType": 2, "type": 16777228}
	return map[string]any{
		"capabilities": capabilities, "connectionProperties": connection, "deviceProperties": properties,
		"hardwareProperties": map[string]any{
			"cpuType": cpu, "deviceType": dev.Type, "ecid": 2715648846703696, "hardwareModel": "D93AP", "internalStorageCapacity": 256000000000,
			"isProductionFused": true, "marketingName": dev.Marketing, "platform": dev.Platform, "productType": dev.Product, "reality": "physical",
			"serialNumber": "F" + strings.ReplaceAll(dev.ID[:11], "-", ""), "supportedCPUTypes": []any{cpu, map[string]any{"name": "arm64", "subType": 0, "type": 16777228}},
			"supportedDeviceFamilies": []any{1}, "thinningProductType": dev.Product, "udid": dev.UDID,
		},
		"identifier": dev.ID, "tags": []any{}, "visibilityClass": "default",
	}
}

// deviceDetails is `devicectl device info details`.
func deviceDetails(d *dcall) error {
	return d.on(false, func(_ *World, dev *Device) error {
		doc := deviceJSON(dev)
		d.printf("Current device information:\n")
		for _, section := range []string{"deviceProperties", "hardwareProperties", "connectionProperties"} {
			part, ok := doc[section].(map[string]any)
			if !ok {
				continue
			}
			d.printf("▿ %s:\n", section)
			for _, key := range slices.Sorted(maps.Keys(part)) {
				if isScalar(part[key]) {
					d.printf("    • %s: %v\n", key, part[key])
				}
			}
		}
		return result{doc}
	})
}

// deviceLockState is `devicectl device info lockState`.
func deviceLockState(d *dcall) error {
	return d.on(false, func(_ *World, dev *Device) error {
		d.printf("Device Lock State:\n• passcodeRequired: %v\n• unlockedSinceBoot: true\n", dev.Locked)
		return result{map[string]any{"deviceIdentifier": dev.ID, "passcodeRequired": dev.Locked, "unlockedSinceBoot": true}}
	})
}

// deviceApps has the form of captures/devicectl/info_apps_xcode15.json.
func deviceApps(d *dcall) error {
	return d.on(false, func(_ *World, dev *Device) error {
		list, rows := []any{}, [][]string{{"Name", "Bundle Identifier", "Version", "Bundle Version"}}
		for _, id := range slices.Sorted(maps.Keys(dev.Apps)) {
			app := dev.Apps[id]
			if only := d.flags["bundle-id"]; only != "" && only != id || d.empty {
				continue
			}
			rows = append(rows, []string{app.Name, id, app.Version, app.Build})
			list = append(list, map[string]any{
				"appClip": false, "builtByDeveloper": true, "bundleIdentifier": id, "bundleVersion": app.Build, "defaultApp": false, "hidden": false,
				"internalApp": false, "name": app.Name, "removable": true, "url": fileURL(devicePath(app)), "version": app.Version,
			})
		}
		d.printf("Apps installed:\n")
		d.table(rows)
		return result{map[string]any{
			"apps": list, "defaultAppsIncluded": false, "deviceIdentifier": dev.ID, "hiddenAppsIncluded": false,
			"internalAppsIncluded": false, "removableAppsIncluded": true,
		}}
	})
}

// devicePath is where the device itself has the app.
func devicePath(app *App) string {
	return "/private/var/containers/Bundle/Application/" + filepath.Base(filepath.Dir(app.Path)) + "/" + filepath.Base(app.Path)
}

// deviceProcesses has the form of captures/devicectl/info_processes_xcode15.json;
// of --filter only "executable.path BEGINSWITH '…'" and CONTAINS are read.
func deviceProcesses(d *dcall) error {
	return d.on(true, func(_ *World, dev *Device) error {
		type running struct {
			pid  int
			path string
		}
		all := []running{{1, "/sbin/launchd"}, {496, "/usr/libexec/backboardd"}}
		for _, p := range dev.Processes {
			if app := dev.Apps[p.Bundle]; app != nil {
				all = append(all, running{p.PID, devicePath(app) + "/" + app.Executable})
			}
		}
		keep := func(string) bool { return true }
		if f := d.flags["filter"]; f != "" {
			op, value, _ := strings.Cut(strings.TrimPrefix(f, "executable.path "), " ")
			value = strings.Trim(value, `'"`)
			test := predicateTest(strings.ToUpper(op))
			if test == nil {
				return posixError(22, "Invalid argument")
			}
			keep = func(path string) bool { return test(path, value) }
		}
		list := []any{}
		for _, p := range all {
			if keep(p.path) && !d.empty {
				d.printf("%d   %s\n", p.pid, p.path)
				list = append(list, map[string]any{"executable": strings.TrimSuffix(fileURL(p.path), "/"), "processIdentifier": p.pid})
			}
		}
		return result{map[string]any{"deviceIdentifier": dev.ID, "runningProcesses": list}}
	})
}
