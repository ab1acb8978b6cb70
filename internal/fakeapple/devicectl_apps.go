package fakeapple

import (
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func (d *dcall) folder(dev *Device) string {
	return filepath.Join(d.store.dir, "PhysicalDevices", dev.ID)
}

// deviceInstall is `devicectl device install app --device D PATH`; success has the
// form of captures/devicectl/install_app_success_xcode15.0.json.
func deviceInstall(d *dcall) error {
	if len(d.words) == 0 {
		return refuse(64, "Error: Missing expected argument '<path>'\nUsage: devicectl device install app <path> --device <uuid|ecid|serial_number|udid|name|dns_name>")
	}
	source := d.path(strings.TrimSuffix(d.words[0], "/"))
	return d.change(true, func(w *World, dev *Device) (map[string]any, error) {
		if dev.Locked {
			return nil, imageNotMounted()
		}
		if !exists(source) {
			return nil, posixError(2, "No such file or directory")
		}
		app, err := readBundle(source)
		if err != nil || app.ID == "" {
			return nil, invalidBundle(filepath.Base(source), fileURL(source))
		}
		root := filepath.Join(d.folder(dev), "Containers")
		app.Path = filepath.Join(root, "Bundle", newUUID(), filepath.Base(source))
		app.Data = filepath.Join(root, "Data", newUUID())
		if old := dev.Apps[app.ID]; old != nil {
			app.Data = old.Data
			dev.stop(func(p Process) bool { return p.Bundle == app.ID })
			if err := os.RemoveAll(filepath.Dir(old.Path)); err != nil {
				return nil, err
			}
		}
		if err := copyTree(source, app.Path); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(filepath.Join(app.Data, "Documents"), 0o755); err != nil {
			return nil, err
		}
		if dev.Apps == nil {
			dev.Apps = map[string]*App{}
		}
		dev.Apps[app.ID] = app
		url := fileURL(devicePath(app))
		d.printf("App installed:\n• bundleID: %s\n• installationURL: %s\n• launchServicesIdentifier: unknown\n• databaseUUID: 1B2C3D4E-0000-4000-8000-000000000001\n• databaseSequenceNumber: 1230\n• options: \n", app.ID, url)
		return map[string]any{"deviceIdentifier": dev.ID, "installedApplications": []any{map[string]any{
			"bundleID": app.ID, "databaseSequenceNumber": 1230, "databaseUUID": "1B2C3D4E-0000-4000-8000-000000000001", "installationURL": url,
			"launchServicesIdentifier": "unknown", "options": map[string]any{},
		}}}, nil
	})
}

// stop ends the processes that match and tells whether there was one.
func (dev *Device) stop(match func(Process) bool) bool {
	n := len(dev.Processes)
	dev.Processes = slices.DeleteFunc(dev.Processes, match)
	return len(dev.Processes) < n
}

// deviceUninstall is `devicectl device uninstall app --device D BUNDLE`; an app that
// is not there is no error, as for the device's own installer.
func deviceUninstall(d *dcall) error {
	if len(d.words) == 0 {
		return refuse(64, "Error: Missing expected argument '<bundle-identifier>'\nUsage: devicectl device uninstall app --device <uuid|ecid|serial_number|udid|name|dns_name> <bundle-identifier>")
	}
	bundle := d.words[0]
	return d.change(false, func(w *World, dev *Device) (map[string]any, error) {
		if app := dev.Apps[bundle]; app != nil {
			dev.stop(func(p Process) bool { return p.Bundle == bundle })
			delete(dev.Apps, bundle)
			if err := errors.Join(os.RemoveAll(filepath.Dir(app.Path)), os.RemoveAll(app.Data)); err != nil {
				return nil, err
			}
		}
		d.printf("App uninstalled.\n")
		return map[string]any{"deviceIdentifier": dev.ID, "uninstalledApplications": []any{map[string]any{"bundleID": bundle}}}, nil
	})
}

// deviceLaunch is `devicectl device process launch --device D [--console] BUNDLE [ARG …]`
// in the forms of captures/devicectl/process_launch_*.
func deviceLaunch(d *dcall) error {
	if len(d.words) == 0 {
		return refuse(64, "Error: Missing expected argument '<bundle-identifier-or-path>'\nUsage: devicectl device process launch --device <uuid|ecid|serial_number|udid|name|dns_name> <bundle-identifier-or-path> [<command-line-arguments> ...]")
	}
	env := d.childEnv("DEVICECTL_CHILD_")
	if text := d.flags["environment-variables"]; text != "" {
		if err := json.Unmarshal([]byte(text), &env); err != nil {
			return refuse(64, "Error: The value '%s' is invalid for '--environment-variables <environment-variables>'", text)
		}
	}
	bundle := d.words[0]
	_, replace := d.flags["terminate-existing"]
	_, console := d.flags["console"]
	_, stopped := d.flags["start-stopped"]
	var p Process
	err := d.change(true, func(w *World, dev *Device) (map[string]any, error) {
		app := dev.Apps[bundle]
		switch {
		case dev.Locked:
			return nil, launchDenied(bundle, "Locked", "the device was not, or could not be, unlocked")
		case app == nil:
			return nil, missingApp(bundle)
		case dev.Untrusted:
			return nil, launchDenied(bundle, "Security", "it has an invalid code signature, inadequate entitlements or its profile has not been explicitly trusted by the user")
		}
		running := slices.IndexFunc(dev.Processes, func(p Process) bool { return p.Bundle == bundle })
		if running >= 0 && !replace {
			p = dev.Processes[running]
		} else {
			dev.stop(func(p Process) bool { return p.Bundle == bundle })
			p = Process{PID: w.nextPID(), Bundle: bundle, Executable: app.Executable, Args: d.words[1:], Env: env, Paused: stopped}
			dev.Processes = append(dev.Processes, p)
		}
		dev.Foreground = bundle
		d.printf("Launched application with %s bundle identifier.\n", bundle)
		variables := map[string]any{}
		for k, v := range env {
			variables[k] = v
		}
		return map[string]any{
			"deviceIdentifier": dev.ID,
			"launchOptions": map[string]any{
				"activatedWhenStarted": true, "arguments": stringsAny(d.words[1:]), "environmentVariables": variables, "platformSpecificOptions": map[string]any{},
				"startStopped": stopped, "terminateExistingInstances": replace, "user": map[string]any{"active": true},
			},
			"process": map[string]any{
				"auditToken":        []any{4294967295, 501, 501, 501, 501, p.PID, 0, 5118},
				"executable":        strings.TrimSuffix(fileURL(devicePath(app)+"/"+app.Executable), "/"),
				"processIdentifier": p.PID,
			},
		}, nil
	})
	var r result
	if !console || !errors.As(err, &r) {
		return err
	}
	d.console(d.flags["device"], p)
	return err
}

// console waits for the app's end as captures/devicectl/process_launch_console_signal.txt
// shows it; a signal to devicectl is passed on to the app.
func (d *dcall) console(which string, p Process) {
	d.printf("Waiting for the application to terminate...\n")
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	for n := 1; ; n++ {
		select {
		case sig := <-signals:
			err := d.store.update(func(w *World) error {
				if dev := w.device(which); dev != nil {
					dev.stop(func(q Process) bool { return q.PID == p.PID })
				}
				return nil
			})
			if number, ok := sig.(syscall.Signal); ok && err == nil {
				d.printf("App terminated due to signal %d.\n", int(number))
			}
			return
		case <-time.After(d.duration("FAKEAPPLE_LOG_EVERY", 250*time.Millisecond)):
		}
		w, err := d.store.read()
		if err != nil {
			return
		}
		dev := w.device(which)
		if dev == nil || !slices.ContainsFunc(dev.Processes, func(q Process) bool { return q.PID == p.PID }) {
			d.printf("App terminated due to signal 15.\n")
			return
		}
		d.printf("%s: heartbeat %d\n", p.Executable, n)
	}
}

// deviceTerminate is `devicectl device process terminate --device D --pid N [--kill]`.
func deviceTerminate(d *dcall) error {
	pid, err := strconv.Atoi(d.flags["pid"])
	if err != nil {
		return refuse(64, "Error: Missing expected argument '--pid <pid>'\nUsage: devicectl device process terminate --device <uuid|ecid|serial_number|udid|name|dns_name> --pid <pid> [--kill]")
	}
	return d.change(true, func(w *World, dev *Device) (map[string]any, error) {
		if !dev.stop(func(p Process) bool { return p.PID == pid }) {
			return nil, posixError(3, "No such process")
		}
		d.printf("Process with pid %d received termination signal.\n", pid)
		return map[string]any{"deviceIdentifier": dev.ID, "process": map[string]any{"processIdentifier": pid}, "signal": map[string]any{"name": "SIGTERM", "value": 15}}, nil
	})
}

// deviceMemoryWarning: captures/devicectl/memory_warning_enoent.txt for a process
// that is not there.
func deviceMemoryWarning(d *dcall) error {
	return d.on(true, func(_ *World, dev *Device) error {
		for _, p := range dev.Processes {
			if strconv.Itoa(p.PID) == d.flags["pid"] {
				return result{map[string]any{"deviceIdentifier": dev.ID}}
			}
		}
		return posixError(2, "No such file or directory")
	})
}

// devicePair is `devicectl manage pair`; a locked device cannot answer.
func devicePair(d *dcall) error { return d.pairing("paired", "Paired with device.") }

// deviceUnpair is `devicectl manage unpair`.
func deviceUnpair(d *dcall) error { return d.pairing("unpaired", "Unpaired from device.") }

func (d *dcall) pairing(state, text string) error {
	var value map[string]any
	err := d.store.update(func(w *World) error {
		dev := w.device(d.flags["device"])
		if dev == nil {
			return noDevice(d.flags["device"])
		}
		if state == "paired" && dev.Locked && dev.Pairing != "paired" {
			return &deviceError{domain: coreDevice, code: 10003, text: "The operation failed because the device was still locked."}
		}
		dev.Pairing = state
		if state != "paired" {
			dev.Tunnel = "disconnected"
		}
		d.printf("%s\n", text)
		value = map[string]any{"deviceIdentifier": dev.ID, "pairingState": state}
		return nil
	})
	if err != nil {
		return err
	}
	return result{value}
}

// deviceReboot ends all apps.
func deviceReboot(d *dcall) error {
	return d.change(false, func(w *World, dev *Device) (map[string]any, error) {
		dev.Processes, dev.Foreground = nil, ""
		d.printf("The device will now reboot.\n")
		return map[string]any{"deviceIdentifier": dev.ID}, nil
	})
}
