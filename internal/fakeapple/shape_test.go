package fakeapple

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// shape lists each path of a JSON document with the kinds of value seen there. A
// name that is data (a runtime, a pair) is written as "*" by the keyed list.
func shape(v any, path string, keyed map[string]bool, into map[string]map[string]bool) {
	kind := "null"
	switch v := v.(type) {
	case map[string]any:
		kind = "object"
		for key, item := range v {
			if keyed[path] {
				key = "*"
			}
			shape(item, path+"."+key, keyed, into)
		}
	case []any:
		kind = "array"
		for _, item := range v {
			shape(item, path+"[]", keyed, into)
		}
	case string:
		kind = "string"
	case float64:
		kind = "number"
	case bool:
		kind = "boolean"
	}
	if into[path] == nil {
		into[path] = map[string]bool{}
	}
	into[path][kind] = true
}

func shapeOf(t *testing.T, text string, keyed map[string]bool, into map[string]map[string]bool) {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("no JSON: %v\n%s", err, text)
	}
	shape(v, "", keyed, into)
}

// sameShape fails for each path or kind of ours that no capture has, and for each
// wanted path that ours lacks.
func sameShape(t *testing.T, ours string, files []string, keyed map[string]bool, wanted ...string) {
	t.Helper()
	have, known := map[string]map[string]bool{}, map[string]map[string]bool{}
	shapeOf(t, ours, keyed, have)
	for _, file := range files {
		shapeOf(t, capture(t, file), keyed, known)
	}
	for path, kinds := range have {
		for kind := range kinds {
			if !known[path][kind] {
				t.Errorf("%s is a %s here; captures have %v", path, kind, known[path])
			}
		}
	}
	for _, path := range wanted {
		if have[path] == nil {
			t.Errorf("%s is missing", path)
		}
	}
}

func capture(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(captures.Dir(t), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSimctlListHasTheShapeOfCaptures(t *testing.T) {
	m := newMachine(t)
	m.run("xcrun", "simctl", "bootstatus", phone, "-b")
	sameShape(t, m.run("xcrun", "simctl", "list", "--json"),
		[]string{"simctl/list_full_xcode14.json", "simctl/DERIVED_vision_watch_tv_pairs_xcode16.json"},
		map[string]bool{".devices": true, ".pairs": true},
		".devices.*[].udid", ".devices.*[].dataPath", ".runtimes[].supportedDeviceTypes[].identifier", ".devicetypes[].modelIdentifier", ".pairs.*.watch.udid")
	sameShape(t, m.run("xcrun", "simctl", "runtime", "match", "list", "-j"), []string{"simctl/runtime_match_list_xcode26.txt"}, map[string]bool{"": true}, ".*.sdkBuild")
}

func TestDevicectlHasTheShapeOfCaptures(t *testing.T) {
	m := newMachine(t)
	app := m.app("com.example.demo")
	for _, c := range []struct {
		args   []string
		code   int
		files  []string
		keyed  []string
		wanted []string
	}{
		{[]string{"list", "devices"}, 0, []string{"devicectl/list_devices_phone_watch_mixed_xcode16.json", "devicectl/list_devices_unsupported_and_wifi_xcode16.json"}, nil, []string{".result.devices[].hardwareProperties.udid"}},
		{[]string{"device", "install", "app", "--device", device, app}, 0, []string{"devicectl/install_app_success_xcode15.0.json", "devicectl/info_apps_xcode15.json"}, nil, []string{".result.installedApplications[].installationURL"}},
		{[]string{"device", "info", "apps", "--device", device}, 0, []string{"devicectl/info_apps_xcode15.json"}, nil, []string{".result.apps[].bundleIdentifier"}},
		{[]string{"device", "process", "launch", "--device", device, "com.example.demo", "-x"}, 0, []string{"devicectl/process_launch_xcode15.json"}, []string{".result.launchOptions.environmentVariables"}, []string{".result.process.processIdentifier"}},
		{[]string{"device", "info", "processes", "--device", device}, 0, []string{"devicectl/info_processes_xcode15.json"}, nil, []string{".result.runningProcesses[].executable"}},
		{[]string{"device", "info", "details", "--device", "nope"}, 1, []string{"devicectl/error_device_not_found_jsonv5.json", "devicectl/error_appResize_inactive_651.13.5.json", "devicectl/info_apps_xcode15.json"}, nil, []string{".error.userInfo.DeviceName.string"}},
		{[]string{"device", "install", "app", "--device", device, m.dir}, 1, []string{"devicectl/install_app_failed_invalid_bundle_xcode15.json", "devicectl/error_device_not_found_jsonv5.json"}, nil, []string{".error.userInfo.NSUnderlyingError.error.code"}},
	} {
		t.Run(strings.Join(c.args[:min(4, len(c.args))], " "), func(t *testing.T) {
			keyed := map[string]bool{}
			for _, path := range c.keyed {
				keyed[path] = true
			}
			args := append([]string{"xcrun", "devicectl", "-q", "--json-output", "-"}, c.args...)
			out, errs, code := m.try(args...)
			if code != c.code {
				t.Fatalf("exit %d, want %d\n%s%s", code, c.code, out, errs)
			}
			known := append(c.files, "devicectl/info_apps_xcode15.json")
			filtered := map[string]any{}
			if err := json.Unmarshal([]byte(out), &filtered); err != nil {
				t.Fatal(err)
			}
			if o, ok := filtered["result"].(map[string]any); ok {
				if lo, ok := o["launchOptions"].(map[string]any); ok {
					delete(lo, "arguments") // every capture has an empty list here
				}
			}
			data, err := json.Marshal(filtered)
			if err != nil {
				t.Fatal(err)
			}
			sameShape(t, string(data), known, keyed, c.wanted...)
		})
	}
}

func TestIdbHasTheShapeOfCaptures(t *testing.T) {
	m := launched(t)
	have, known := map[string]map[string]bool{}, map[string]map[string]bool{}
	shapeOf(t, m.run("idb", "ui", "describe-all", "--udid", phone), nil, have)
	shapeOf(t, capture(t, "idb/describe-all_flat.json"), nil, known)
	shapeOf(t, "["+capture(t, "idb/describe-point_settings_general.json")+"]", nil, known)
	shapeOf(t, `[{"subrole": "AXSwitch"}]`, nil, known) // a switch's; no capture holds one
	for path, kinds := range have {
		for kind := range kinds {
			if !known[path][kind] {
				t.Errorf("%s is a %s here; captures have %v", path, kind, known[path])
			}
		}
	}
	for path := range known {
		if have[path] == nil {
			t.Errorf("%s of the captures is missing", path)
		}
	}
	if got, want := m.run("idb", "ui", "describe-point", "--udid", phone, "5000", "5000"), capture(t, "idb/describe-point_nothing.json"); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("nothing under a point: %q, the capture has %q", got, want)
	}
}

func TestXcdeviceAndXcresulttoolHaveTheShapeOfCaptures(t *testing.T) {
	m := newMachine(t)
	bundle := filepath.Dir(m.file("a.xcresult/Info.plist", ""))
	sameShape(t, m.run("xcrun", "xcresulttool", "get", "test-results", "tests", "--path", bundle), []string{"xcresulttool/get_test-results_tests_xcode26_mixed.json"}, nil,
		".testNodes[].children[].children[].children[].nodeIdentifier", ".devices[].deviceId")
	var list []map[string]any
	if err := json.Unmarshal([]byte(m.run("xcrun", "xcdevice", "list")), &list); err != nil {
		t.Fatal(err)
	}
	known := map[string]map[string]bool{}
	for _, file := range []string{"xcdevice/sweetpad_xcdevice-mixed-platforms.json", "xcdevice/sweetpad_xcdevice-unavailable.json"} {
		shapeOf(t, capture(t, file), nil, known)
	}
	for path := range known {
		have := map[string]map[string]bool{}
		shapeOf(t, m.run("xcrun", "xcdevice", "list"), nil, have)
		if have[path] == nil {
			t.Errorf("%s of the captures is missing", path)
		}
	}
}

func TestDumpPackageHasTheShapeOfCaptures(t *testing.T) {
	m := newMachine(t)
	m.run("swift", "package", "init", "--name", "Demo")
	m.file("Package.swift", `// swift-tools-version:5.9
import PackageDescription
let package = Package(name: "Demo", products: [.library(name: "Demo", targets: ["Demo"])],
  dependencies: [.package(url: "https://example.com/swift-log.git", from: "1.2.0")],
  targets: [.target(name: "Demo"), .testTarget(name: "DemoTests", dependencies: ["Demo"])])
`)
	have, known := map[string]map[string]bool{}, map[string]map[string]bool{}
	shapeOf(t, m.run("swift", "package", "dump-package"), nil, have)
	shapeOf(t, capture(t, "swiftpm/dump-package_Lottie-ios.json"), nil, known)
	for _, path := range []string{".name", ".packageKind.root[]", ".products[].type.library[]", ".targets[].type", ".toolsVersion._version", ".dependencies[].sourceControl[].requirement.range[].lowerBound"} {
		if have[path] == nil || known[path] == nil {
			t.Errorf("%s: here %v, in the capture %v", path, have[path], known[path])
		}
	}
}
