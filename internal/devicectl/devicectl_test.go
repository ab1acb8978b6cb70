package devicectl_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bazelapple/internal/captures"
	"bazelapple/internal/devicectl"
)

// read returns a capture.
func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(captures.Dir(t), "devicectl", file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestListCaptures(t *testing.T) {
	// Devices, connected ones and skipped entries, counted by hand in the files.
	for file, want := range map[string][3]int{
		"list_devices_missing_sections_xcode15beta.json":    {0, 0, 2},
		"list_devices_none_xcode15beta.json":                {0, 0, 0},
		"list_devices_with_simulators_jsonv5_xcode27.json":  {},
		"list_devices_ipad_wired_disconnected_xcode15.json": {1, 1, 0},
		"list_devices_phone_watch_mixed_xcode16.json":       {},
		"list_devices_unsupported_and_wifi_xcode16.json":    {},
		"sweetpad_cli_1.json":                               {2, 1, 0},
		"sweetpad_devicectl-invalid-devices.json":           {0, 0, 2},
		"sweetpad_devicectl-ios-16-missing-fields.json":     {0, 0, 1},
		"sweetpad_devicectl-ios-16-usb-empty-hardware.json": {0, 0, 1},
		"sweetpad_devicectl-ios-17-modern.json":             {1, 1, 0},
		"sweetpad_devicectl-multiple-devices.json":          {},
		"sweetpad_devicectl-no-devices.json":                {0, 0, 0},
		"sweetpad_devicectl.example.json":                   {},
	} {
		devices, skipped, err := devicectl.Parse(read(t, file))
		connected := 0
		for _, d := range devices {
			if d.Connected {
				connected++
			}
			if d.ID() == "" || strings.Contains(d.ID(), ":") || d.Name == "" {
				t.Errorf("%s: %+v", file, d)
			}
		}
		got := [3]int{len(devices), connected, skipped}
		if err != nil || want != [3]int{} && got != want {
			t.Errorf("%s: %v %v, want %v", file, got, err, want)
		}
		var all struct {
			Result struct{ Devices []any }
		}
		if err := json.Unmarshal(read(t, file), &all); err != nil || len(devices)+skipped != len(all.Result.Devices) {
			t.Errorf("%s: %d devices and %d skipped of %d", file, len(devices), skipped, len(all.Result.Devices))
		}
	}
}

func TestReasons(t *testing.T) {
	for file, want := range map[string]devicectl.Reason{
		"developer_mode_disabled.txt":       devicectl.NoDeveloperMode,
		"install_app_locked_ddi.txt":        devicectl.Locked,
		"process_launch_locked.txt":         devicectl.Locked,
		"process_launch_locked_xcode15.txt": devicectl.Locked,
		"process_launch_not_installed.txt":  devicectl.NotInstalled,
		"process_launch_untrusted.txt":      devicectl.Untrusted,
		"memory_warning_enoent.txt":         devicectl.Other,
	} {
		e := devicectl.ParseText(string(read(t, file)))
		if e == nil || e.Reason != want || e.Text == "" {
			t.Errorf("%s: %+v", file, e)
		}
	}
	for file, want := range map[string]devicectl.Reason{
		"error_device_not_found_jsonv5.json":              devicectl.DeviceNotFound,
		"install_app_failed_invalid_bundle_xcode15.json":  devicectl.BadBundle,
		"install_app_failed_connection_lost_xcode15.json": devicectl.ConnectionLost,
		"error_appResize_inactive_651.13.5.json":          devicectl.Other,
	} {
		e := devicectl.ParseJSONError(read(t, file))
		if e == nil || e.Reason != want || e.Text == "" {
			t.Errorf("%s: %+v", file, e)
		}
	}
}

func TestFindProcess(t *testing.T) {
	apps := []devicectl.App{{BundleID: "a.My", URL: "file:///private/var/containers/Bundle/Application/AAAA/My.app/"}}
	processes := []devicectl.Process{{0, "file:///x/My.app/My"}, {1300, "file:///private/var/containers/Bundle/Application/BBBB/My.app/My"}, {1201, "file:///var/containers/Bundle/Application/AAAA/My.app/My"}}
	if pid, installed := devicectl.FindProcess(apps, processes, "a.My"); pid != 1201 || !installed {
		t.Error(pid, installed)
	}
	if _, installed := devicectl.FindProcess(apps, processes, "b.My"); installed {
		t.Error("an app that is not there was found")
	}
}

func TestPick(t *testing.T) {
	devices := []devicectl.Device{
		{UDID: "U1", Identifier: "I1", Name: "Ann’s iPhone", Connected: true, Paired: true},
		{UDID: "U2", Identifier: "I2", Name: "iPad", Paired: true},
	}
	for _, c := range []struct {
		choice devicectl.Choice
		want   string
		err    error
	}{
		{devicectl.Choice{}, "U1", nil},
		{devicectl.Choice{Exact: true}, "", devicectl.ErrAmbiguous},
		{devicectl.Choice{ID: "i1"}, "U1", nil},
		{devicectl.Choice{ID: "u1"}, "U1", nil},
		{devicectl.Choice{Name: "ann's IPHONE"}, "U1", nil},
		{devicectl.Choice{Name: "iPad"}, "", devicectl.ErrNotConnected},
		{devicectl.Choice{Name: "iPad", Any: true}, "U2", nil},
		{devicectl.Choice{ID: "nope"}, "", devicectl.ErrNotFound},
	} {
		got, _, err := devicectl.Pick(devices, c.choice)
		if got.UDID != c.want || !errors.Is(err, c.err) {
			t.Errorf("%+v: %q %v", c.choice, got.UDID, err)
		}
	}
	two := slices.Clone(devices)
	two[1].Connected = true
	if _, warning, _ := devicectl.Pick(two, devicectl.Choice{}); !strings.Contains(warning, "iPad") {
		t.Errorf("the choice is silent: %q", warning)
	}
}
