package fakeapple

import (
	"regexp"
	"strings"
	"testing"

	"howett.net/plist"
)

// same holds our words to a capture's, whatever white space ends them.
func same(t *testing.T, got, file string) {
	t.Helper()
	if want := capture(t, file); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("%s\nhere:    %s\ncapture: %s", file, got, want)
	}
}

func TestSimctlRefusesInAppleWords(t *testing.T) {
	m := newMachine(t)
	m.run("xcrun", "simctl", "bootstatus", phone, "-b")
	same(t, m.refused(149, "xcrun", "simctl", "boot", phone), "simctl/errors/boot_already_booted_405.txt")
	same(t, m.refused(2, "xcrun", "simctl", "install", phone, m.dir), "simctl/errors/install_no_bundle_nsposix2.txt")

	_, second, _ := strings.Cut(capture(t, "simctl/errors/erase_booted_146_old.txt"), "\n")
	if got := m.refused(149, "xcrun", "simctl", "erase", phone); !strings.HasSuffix(strings.TrimSpace(got), strings.TrimSpace(second)) {
		t.Errorf("erase of a booted device: %s", got)
	}
	bad := m.app("com.example.demo")
	m.file("Demo.app/Info.plist", `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleExecutable</key><string>$(EXECUTABLE_NAME)</string></dict></plist>`)
	got := m.refused(4, "xcrun", "simctl", "install", phone, bad)
	head, _, _ := strings.Cut(capture(t, "simctl/errors/install_bad_executable_miinstaller4.txt"), "\n")
	if !strings.HasPrefix(got, head+"\nFailed to chmod ") || !strings.HasSuffix(strings.TrimSpace(got), "$(EXECUTABLE_NAME) : No such file or directory") {
		t.Errorf("a bundle with an unreplaced variable: %s", got)
	}
}

func TestSimctlRefusals(t *testing.T) {
	m := newMachine(t)
	other := "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42601"
	m.run("xcrun", "simctl", "bootstatus", phone, "-b")
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{164, "Invalid device: nope", []string{"terminate", "nope", "a.b"}},
		{164, "Invalid device or device pair: nope", []string{"boot", "nope"}},
		{149, "Unable to shutdown device in current state: Shutdown", []string{"shutdown", other}},
		{149, "Unable to lookup in current state: Shutdown", []string{"launch", other, "a.b"}},
		{4, "FBSOpenApplicationServiceErrorDomain, code=4", []string{"launch", phone, "a.b"}},
		{3, "found nothing to terminate", []string{"terminate", phone, "a.b"}},
		{2, "No such file or directory", []string{"get_app_container", phone, "a.b", "data"}},
		{194, "code=-10814", []string{"openurl", phone, "nobody://x"}},
		{161, "Invalid device type: nope", []string{"create", "x", "nope"}},
		{162, "Invalid runtime: nope", []string{"create", "x", "iPhone 17", "nope"}},
		{147, "Incompatible device", []string{"create", "x", "iPhone 17", "iOS 18.6"}},
		{149, "Unable to clone device in current state: Booted", []string{"clone", phone, "x"}},
		{1, "Unrecognized subcommand: fly", []string{"fly"}},
		{1, "Invalid service", []string{"privacy", phone, "grant", "telepathy", "a.b"}},
		{22, "Invalid coordinate pair", []string{"location", phone, "set", "200,0"}},
		{1, "Invalid value for --batteryLevel", []string{"status_bar", phone, "override", "--batteryLevel", "101"}},
		{1, "Invalid argument", []string{"ui", phone, "appearance", "pink"}},
		{1, "Unrecognized option: --bad", []string{"io", phone, "screenshot", "--bad", "x.png"}},
		{4, "couldn’t be saved", []string{"io", phone, "screenshot", "no/such/x.png"}},
		{64, "Bad predicate", []string{"spawn", phone, "log", "stream", "--predicate", "process =="}},
	} {
		if got := m.refused(c.code, append([]string{"xcrun", "simctl"}, c.args...)...); !strings.Contains(got, c.want) {
			t.Errorf("%q: %s", c.args, got)
		}
	}
	m.run("xcrun", "simctl", "shutdown", "all")
	if got := m.refused(148, "xcrun", "simctl", "launch", "booted", "a.b"); !strings.Contains(got, "No devices are booted.") {
		t.Error(got)
	}
}

func TestListTextHasTheLinesOfCaptures(t *testing.T) {
	line := regexp.MustCompile(`^(== (Devices|Device Pairs) ==|-- (Unavailable: )?[\w.-]+( [\d.]+)? --|    .+ \([0-9A-F-]{36}\) \((Shutdown|Booted|Booting|Creating|Shutting Down)\) (\(unavailable, .*\))?|)$`)
	for from, text := range map[string]string{
		"capture":  capture(t, "simctl/list_devices_text_xcode15.txt") + capture(t, "simctl/list_text_xcode10BootedUnavailable.txt"),
		"stand-in": newMachine(t).run("xcrun", "simctl", "list", "devices"),
	} {
		for l := range strings.SplitSeq(text, "\n") {
			if !line.MatchString(l) && !line.MatchString(l+" ") {
				t.Errorf("%s: %q", from, l)
			}
		}
	}
}

// The capture, read and printed again by us, comes out as it was.
func TestOpenStepIsPrintedAsSimctlDoes(t *testing.T) {
	var v any
	text := capture(t, "simctl/listapps_ios18.4.plist")
	if _, err := plist.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	if got := openStep(v, 0); strings.TrimSpace(got) != strings.TrimSpace(text) {
		t.Errorf("here:\n%s\ncapture:\n%s", got, text)
	}
	m := launched(t)
	var apps map[string]struct {
		DataContainer, Path string
	}
	if _, err := plist.Unmarshal([]byte(m.run("xcrun", "simctl", "listapps", phone)), &apps); err != nil {
		t.Fatal(err)
	}
	if apps["com.example.demo"].Path == "" || apps["com.apple.Preferences"].DataContainer == "" {
		t.Errorf("apps: %v", apps)
	}
}

func TestDevicectlRefusesInAppleWords(t *testing.T) {
	m := newMachine(t)
	app := m.app("com.example.myapp")
	dctl := func(args ...string) []string { return append([]string{"xcrun", "devicectl", "device"}, args...) }
	m.run(dctl("install", "app", "--device", device, app)...)
	same(t, strings.Replace(m.refused(1, dctl("process", "launch", "--device", device, "com.example.missing")...), "\n\n", "\n", 1), "devicectl/process_launch_not_installed.txt")
	lines := strings.Split(capture(t, "devicectl/process_launch_locked.txt"), "\n")
	for at := range lines {
		if strings.HasPrefix(lines[at], "ERROR:") {
			lines = lines[at:]
			break
		}
	}
	if got, want := strings.TrimSpace(m.refused(1, dctl("process", "launch", "--device", locked, "com.example.myapp")...)), strings.TrimSpace(strings.Join(lines, "\n")); got != want {
		t.Errorf("locked:\n%s\ncapture:\n%s", got, want)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{dctl("install", "app", "--device", locked, app), "error 12040"},
		{dctl("info", "apps", "--device", "00008120-0009988776655443"), "must be paired"},
		{dctl("process", "terminate", "--device", device, "--pid", "77"), "No such process"},
		{dctl("process", "sendMemoryWarning", "--device", device, "--pid", "77"), "No such file or directory"},
	} {
		if got := m.refused(1, c.args...); !strings.Contains(got, c.want) {
			t.Errorf("%q: %s", c.args, got)
		}
	}
	m.refused(64, dctl("info", "apps")...)
	m.refused(64, dctl("info", "apps", "--bogus")...)
}

func TestSwiftDiagnosticsAreThoseOfTheCapture(t *testing.T) {
	m := newMachine(t)
	m.run("swift", "package", "init", "--name", "Demo")
	m.file("Sources/Demo/Demo.swift", strings.Repeat("\n", 9)+"let broken: DOESNOTEXIST = 42\n")
	out, _, code := m.try("swift", "build")
	want := strings.Split(capture(t, "swiftpm/swift_build_error.txt"), "\n")
	if code != 1 || !strings.Contains(out, "Demo.swift:10:13: error: cannot find type 'DOESNOTEXIST' in scope\n"+want[1]+"\n") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
