package devicectl_test

import (
	"errors"
	"strings"
	"testing"

	"bazelapple/internal/devicectl"
)

func TestB15EntriesWithoutSections(t *testing.T) {
	for _, file := range []string{"list_devices_unsupported_and_wifi_xcode16.json", "list_devices_missing_sections_xcode15beta.json"} {
		devices, skipped, err := devicectl.Parse(read(t, file))
		if err != nil || len(devices)+skipped == 0 {
			t.Errorf("%s: %v, %d skipped, %v", file, devices, skipped, err)
		}
	}
	devices, skipped, err := devicectl.Parse([]byte(`{"result":{"devices":[{},{"identifier":"I","hardwareProperties":{"udid":"U","platform":"iOS"},"deviceProperties":{"name":"Phone"}}]}}`))
	if err != nil || len(devices) != 1 || skipped != 1 {
		t.Errorf("a good entry behind an empty one: %v, %d skipped, %v", devices, skipped, err)
	}
}

// What reaches devicectl's command line is an id of Apple's, whichever of the
// two the caller gave, and never one with words of ours before it.
func TestB16OnlyApplesIds(t *testing.T) {
	devices, _, err := devicectl.Parse(read(t, "sweetpad_devicectl-ios-17-modern.json"))
	if err != nil || len(devices) != 1 {
		t.Fatal(devices, err)
	}
	d := devices[0]
	for _, given := range []string{d.UDID, d.Identifier} {
		got, _, err := devicectl.Pick(devices, devicectl.Choice{ID: given, Any: true})
		if err != nil || got.ID() != d.UDID && got.ID() != d.Identifier {
			t.Errorf("%q became %q: %v", given, got.ID(), err)
		}
	}
	if _, _, err := devicectl.Pick(devices, devicectl.Choice{ID: "iosdevice-" + d.UDID, Any: true}); !errors.Is(err, devicectl.ErrNotFound) {
		t.Errorf("an id that devicectl does not know: %v", err)
	}
}

func TestB18DeviceOrAppNotFound(t *testing.T) {
	device := devicectl.ParseJSONError(read(t, "error_device_not_found_jsonv5.json"))
	app := devicectl.ParseText(string(read(t, "process_launch_not_installed.txt")))
	if device == nil || device.Reason != devicectl.DeviceNotFound || device.Code != 1000 || !strings.Contains(device.Remedy(), "connect the device") {
		t.Errorf("device: %+v", device)
	}
	if app == nil || app.Reason != devicectl.NotInstalled || !strings.Contains(app.Remedy(), "install_app") {
		t.Errorf("app: %+v", app)
	}
}
