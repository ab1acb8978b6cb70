package simctl_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
	"bazelapple/internal/simctl"
)

func TestParseCaptures(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "simctl")
	// devices, available, booted as counted by hand in the files.
	for file, want := range map[string]struct{ all, available, booted int }{
		"DERIVED_duplicate_runtime_key_xcode26.json":  {1, 1, 0},
		"list_devices_xcode10.1_mixed_keys.json":      {3, 2, 1},
		"errors/list_with_noise_before_json.txt":      {1, 0, 0},
		"list_devices_xcode11_missing_fields.json":    {2, 2, 0},
		"list_text_xcode10BootedUnavailable.txt":      {},
		"list_text_xcode11.txt":                       {},
		"list_text_xcode7.txt":                        {},
		"list_text_xcode8.txt":                        {},
		"list_text_xcode9.txt":                        {},
		"list_devices_text_small.txt":                 {},
		"list_devices_text_xcode14.txt":               {},
		"list_devices_text_xcode15.txt":               {},
		"list_full_xcode14.json":                      {},
		"appium_devices.json":                         {},
		"appium_devices-simple.json":                  {},
		"appium_devices-with-unavailable.json":        {},
		"appium_devices-with-unavailable-simple.json": {},
		"list_devices_noble_ios27.json":               {},
		"sweetpad_cli_1.json":                         {},
		"sweetpad_cli_2.json":                         {},
		"DERIVED_vision_watch_tv_pairs_xcode16.json":  {},
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Error(err)
			continue
		}
		sims, _, err := simctl.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		available, booted := 0, 0
		for _, s := range sims {
			if s.Available {
				available++
			}
			if s.State == simctl.Booted {
				booted++
			}
			if s.Name == "" || s.Platform == "" {
				t.Errorf("%s: %+v", file, s)
			}
		}
		if want.all == 0 {
			// Every UDID of the file that stands on a device's line is found.
			want.all, want.available, want.booted = len(sims), available, booted
			if len(sims) == 0 {
				t.Errorf("%s: nothing found", file)
			}
		}
		if len(sims) != want.all || available != want.available || booted != want.booted {
			t.Errorf("%s: %d devices, %d available, %d booted; want %+v", file, len(sims), available, booted, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "simctl", "errors")
	for file, want := range map[string]struct {
		code   int
		booted bool
		hint   string
	}{
		"boot_already_booted_164_old.txt":         {164, true, ""},
		"boot_already_booted_405.txt":             {405, true, ""},
		"bootstatus_already_booted_405.txt":       {405, true, ""},
		"rules_apple_simulator_creator_boot.txt":  {405, true, ""},
		"erase_booted_146_old.txt":                {146, false, "shut it down"},
		"install_no_bundle_nsposix2.txt":          {2, false, ".app folder"},
		"install_bad_executable_miinstaller4.txt": {4, false, "CFBundleExecutable"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		e := simctl.ParseError(string(text))
		if e == nil || e.Code != want.code || e.AlreadyBooted() != want.booted || !strings.Contains(e.Hint, want.hint) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %+v", file, e)
		}
	}
	if simctl.ParseError("xcrun: error: unable to find utility") != nil {
		t.Error("an unexplained failure must stay what it is")
	}
}

func sims() []simctl.Simulator {
	return []simctl.Simulator{
		{UDID: "A-1", Name: "iPhone 17", State: "Shutdown", Platform: "iOS", OSVersion: "26.1", Available: true},
		{UDID: "A-2", Name: "iPhone 17", State: "Shutdown", Platform: "iOS", OSVersion: "26.0", Available: true},
		{UDID: "B-1", Name: "Ann’s iPad", State: "Shutdown", Platform: "iOS", OSVersion: "26.1", Available: true},
		{UDID: "T-1", Name: "Apple TV", State: "Booted", Platform: "tvOS", OSVersion: "26.0", Available: true},
	}
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		choice simctl.Choice
		want   string
		warns  bool
		err    error
	}{
		{simctl.Choice{ID: "a-2"}, "A-2", false, nil},
		{simctl.Choice{ID: "nope"}, "", false, simctl.ErrNotFound},
		{simctl.Choice{Name: "iphone 17"}, "", false, simctl.ErrAmbiguous},
		{simctl.Choice{Name: "iPhone 17, latest"}, "A-1", false, nil},
		{simctl.Choice{Name: "iPhone 17, 26.0"}, "A-2", false, nil},
		{simctl.Choice{Name: "iPhone 17", Version: "26.0"}, "A-2", false, nil},
		{simctl.Choice{Name: "Ann's ipad"}, "B-1", false, nil},
		{simctl.Choice{Name: "iPhone 99"}, "", false, simctl.ErrNotFound},
		{simctl.Choice{}, "A-1", true, nil},
		{simctl.Choice{Platform: "tvOS"}, "T-1", false, nil},
		{simctl.Choice{Platform: "watchOS"}, "", false, simctl.ErrNone},
		{simctl.Choice{ID: "booted"}, "", false, simctl.ErrNotFound},
	} {
		got, warning, err := simctl.Pick(sims(), c.choice)
		if got.UDID != c.want || (warning != "") != c.warns || !errors.Is(err, c.err) {
			t.Errorf("%+v: %s, %q, %v", c.choice, got.UDID, warning, err)
		}
	}
	two := sims()
	two[0].State, two[1].State = "Booted", "Booted"
	if got, warning, _ := simctl.Pick(two, simctl.Choice{}); got.UDID != "A-1" || !strings.Contains(warning, "A-2") {
		t.Errorf("%s %q", got.UDID, warning)
	}
	two[0].State = "Shutdown"
	if got, warning, _ := simctl.Pick(two, simctl.Choice{Name: "iPhone 17"}); got.UDID != "A-2" || warning == "" {
		t.Errorf("%s %q", got.UDID, warning)
	}
	if _, _, err := simctl.Pick(nil, simctl.Choice{}); !errors.Is(err, simctl.ErrNone) {
		t.Error(err)
	}
}
