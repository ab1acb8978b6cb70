package fakeapple

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestBootTakesTime(t *testing.T) {
	m := newMachine(t)
	m.env = append(m.env, "FAKEAPPLE_BOOT_TIME=150ms")
	m.run("xcrun", "simctl", "boot", phone)
	if out := m.run("xcrun", "simctl", "list", "devices"); !strings.Contains(out, phone+") (Booting)") {
		t.Errorf("right after boot:\n%s", out)
	}
	m.run("xcrun", "simctl", "bootstatus", phone)
	if out := m.run("xcrun", "simctl", "list", "devices", "booted"); !strings.Contains(out, phone+") (Booted)") {
		t.Errorf("after bootstatus:\n%s", out)
	}
}

func TestParallelChangesAreAllKept(t *testing.T) {
	m := newMachine(t)
	var all sync.WaitGroup
	for n := range 24 {
		all.Go(func() {
			out, errs, code := m.try("xcrun", "simctl", "create", "sim"+strconv.Itoa(n), "iPhone 17")
			if code != 0 || len(strings.TrimSpace(out)) != 36 {
				t.Errorf("create %d: exit %d %s%s", n, code, out, errs)
			}
		})
	}
	all.Wait()
	out := m.run("xcrun", "simctl", "list", "devices")
	for n := range 24 {
		if !strings.Contains(out, "    sim"+strconv.Itoa(n)+" (") {
			t.Errorf("sim%d is lost", n)
		}
	}
}

func TestTwoBootsOfOneDevice(t *testing.T) {
	m := newMachine(t)
	codes := make(chan int, 2)
	for range 2 {
		go func() {
			_, _, code := m.try("xcrun", "simctl", "boot", phone)
			codes <- code
		}()
	}
	if a, b := <-codes, <-codes; a+b != 149 {
		t.Errorf("exits %d and %d, want 0 and 149", a, b)
	}
}

func TestReadingWritesNothing(t *testing.T) {
	m := newMachine(t)
	plist := m.app("com.example.demo") + "/Info.plist"
	for _, line := range []string{
		"xcrun simctl list --json", "xcrun simctl list devices available --json", "xcrun devicectl list devices", "xcrun devicectl device info apps --device " + device,
		"xcrun xcdevice list", "idb list-targets --json", "plutil -convert json -o - " + plist, "xcode-select -p", "sw_vers", "xcodebuild -version",
		"xcrun devicectl device info lockState --device " + device, "security find-identity -v -p codesigning",
	} {
		m.run(strings.Fields(line)...)
	}
	if exists(m.state) {
		t.Error("a command that only reads made the state folder")
	}
}

func TestAppLifeOnASimulator(t *testing.T) {
	m := launched(t)
	sim := func(args ...string) string { return m.run(append([]string{"xcrun", "simctl"}, args...)...) }
	data := strings.TrimSpace(sim("get_app_container", phone, "com.example.demo", "data"))
	if err := os.WriteFile(filepath.Join(data, "Documents/note"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	again := sim("launch", phone, "com.example.demo")
	if other := sim("launch", "--terminate-running-process", phone, "com.example.demo"); other == again {
		t.Error("a replaced process kept its id")
	}
	sim("install", phone, m.app("com.example.demo"))
	if !exists(filepath.Join(data, "Documents/note")) {
		t.Error("an update lost the app's data")
	}
	sim("openurl", phone, "demo://page")
	m.in = "pasted"
	sim("pbcopy", phone)
	if got := sim("pbpaste", phone); got != "pasted" {
		t.Errorf("pasteboard: %q", got)
	}
	sim("ui", phone, "appearance", "dark")
	if got := sim("ui", phone, "appearance"); got != "dark\n" {
		t.Errorf("appearance: %q", got)
	}
	sim("push", phone, "com.example.demo", m.file("push.json", `{"aps":{"alert":"hi"}}`))
	sim("uninstall", phone, "com.example.demo")
	m.refused(4, "xcrun", "simctl", "launch", phone, "com.example.demo")
	if exists(data) {
		t.Error("the container outlived the app")
	}
	sim("shutdown", phone)
	clone := strings.TrimSpace(sim("clone", phone, "Copy"))
	sim("delete", clone)
	sim("erase", phone)
	m.refused(164, "xcrun", "simctl", "boot", clone)
}

func TestTouchesChangeTheScreen(t *testing.T) {
	m := launched(t)
	idb := func(args ...string) string {
		return m.run(append(append([]string{"idb", "ui"}, args[0], "--udid", phone, "--"), args[1:]...)...)
	}
	labels := func() string { return m.run("idb", "ui", "describe-all", "--udid", phone) }
	shot := func() string {
		file := filepath.Join(m.dir, "s.png")
		m.run("xcrun", "simctl", "io", phone, "screenshot", file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	before := shot()
	for _, c := range []struct {
		do   []string
		want string
	}{
		{[]string{"tap", "300", "187"}, `"AXLabel": "Count: 1"`},
		{[]string{"tap", "200", "237"}, `"AXLabel": "Notifications", "content_required": false, "type": "CheckBox", "title": null, "help": null, "custom_actions": [], "AXValue": "1"`},
		{[]string{"tap", "200", "137"}, `"AXUniqueId": "name_field"`},
		{[]string{"text", "--héllo"}, `"AXValue": "--h\u00e9llo"`},
		{[]string{"key", "42"}, `"AXValue": "--h\u00e9ll"`},
		{[]string{"swipe", "200", "700", "200", "500"}, `"AXLabel": "Row 12"`},
		{[]string{"tap", "200", "287"}, `"AXUniqueId": "back_button"`},
		{[]string{"button", "HOME"}, `"AXUniqueId": "com.apple.Preferences"`},
	} {
		idb(c.do...)
		got := labels()
		var v any
		if err := json.Unmarshal([]byte(got), &v); err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(c.want, `\u00e9`, "é"); !strings.Contains(got, want) {
			t.Errorf("after %q no %s in\n%s", c.do, want, got)
		}
	}
	if before == shot() {
		t.Error("the screenshot did not change")
	}
	config, err := png.DecodeConfig(strings.NewReader(before))
	if err != nil || config.Width != 1206 || config.Height != 2622 {
		t.Errorf("screenshot: %v, %d by %d", err, config.Width, config.Height)
	}
}

func TestDeviceAppLife(t *testing.T) {
	m := newMachine(t)
	dctl := func(args ...string) string {
		return m.run(append([]string{"xcrun", "devicectl", "device"}, args...)...)
	}
	dctl("install", "app", "--device", "Test iPhone", m.app("com.example.demo"))
	file := filepath.Join(m.dir, "launch.json")
	dctl("process", "launch", "--device", device, "--environment-variables", `{"A":"1"}`, "--json-output="+file, "com.example.demo", "-x", "--device")
	var doc struct {
		Result struct {
			LaunchOptions struct{ Arguments []string }
			Process       struct{ ProcessIdentifier int }
		}
	}
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &doc) != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if got := strings.Join(doc.Result.LaunchOptions.Arguments, " "); got != "-x --device" {
		t.Errorf("the app's arguments: %q", got)
	}
	dctl("copy", "to", "--device", device, "--domain-type", "appDataContainer", "--domain-identifier", "com.example.demo", "--source", m.file("up.txt", "up"), "--destination", "Documents/up.txt")
	dctl("copy", "from", "--device", device, "--domain-type", "appDataContainer", "--domain-identifier", "com.example.demo", "--source", "Documents/up.txt", "--destination", filepath.Join(m.dir, "down.txt"))
	if data, err := os.ReadFile(filepath.Join(m.dir, "down.txt")); err != nil || string(data) != "up" {
		t.Errorf("%v %q", err, data)
	}
	dctl("process", "terminate", "--device", device, "--pid", strconv.Itoa(doc.Result.Process.ProcessIdentifier))
	dctl("uninstall", "app", "--device", device, "com.example.demo")
	m.run("xcrun", "devicectl", "manage", "unpair", "--device", device)
	m.refused(1, "xcrun", "devicectl", "device", "info", "apps", "--device", device)
	m.run("xcrun", "devicectl", "manage", "pair", "--device", device)
}

func TestMacApps(t *testing.T) {
	m := newMachine(t)
	app := m.app("com.example.demo")
	m.run("open", "-n", app, "--args", "-x")
	m.run("pgrep", "-x", "Demo")
	m.run("osascript", "-e", `tell application id "com.example.demo" to quit`)
	m.refused(1, "pgrep", "-x", "Demo")
	m.refused(1, "osascript", "-e", `tell application id "no.such.app" to quit`)
	m.refused(1, "osascript", "-e", `tell application "unclosed to quit`)
	m.run("open", "-a", "Simulator")
	m.run("pkill", "-x", "Simulator")
	if got := m.refused(1, "open", "-a", "Nope"); got != "Unable to find application named 'Nope'\n" {
		t.Error(got)
	}
}

func TestSimulatorAppIsGoneInXcode27(t *testing.T) { // bugs.md B13
	m := newMachine(t)
	w := Seed()
	w.Xcode.Version = "27.0"
	data, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	m.env = append(m.env, "FAKEAPPLE_FIXTURE="+m.file("world.json", string(data)))
	if got := m.refused(1, "open", "-a", "Simulator"); got != "Unable to find application named 'Simulator'\n" {
		t.Error(got)
	}
	m.run("open", "/Applications/Xcode.app/Contents/Applications/DeviceHub.app")
}

func TestUnknownStateFormatBeginsAnew(t *testing.T) {
	m := newMachine(t)
	m.file("state/world.json", `{"Format": 999, "Simulators": "other"}`)
	if out := m.run("xcrun", "simctl", "list", "devices"); !strings.Contains(out, phone) {
		t.Error(out)
	}
	m.file("state/world.json", `{"Format": 1, broken`)
	m.refused(70, "xcrun", "simctl", "list")
}

func BenchmarkList(b *testing.B) {
	m := newMachine(b)
	for b.Loop() {
		m.run("xcrun", "simctl", "list", "devices", "available", "--json")
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(time.Millisecond), "ms/list")
}
