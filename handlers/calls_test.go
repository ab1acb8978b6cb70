package handlers_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"bazelapple/internal/tool"
)

// A step is one call: what it is given, and words of its answer, or the kind of
// its failure.
type step struct {
	tool string
	args map[string]any
	want string
	kind tool.Kind // "" for a call that succeeds
}

// say runs the step and checks the answer.
func (w world) say(t *testing.T, client tool.Client, s step) {
	t.Helper()
	raw, err := json.Marshal(s.args)
	if err != nil {
		t.Fatal(err)
	}
	res, err := w.Catalog.Handle(t.Context(), &tool.Call{Client: client}, s.tool, raw)
	text := ""
	var failure *tool.Error
	switch {
	case errors.As(err, &failure):
		text = failure.Error() + "\n" + failure.Hint
	case res != nil:
		text = tool.Render(s.tool, nil, res, nil, 0).Text
	}
	kind := tool.Kind("")
	if failure != nil {
		kind = failure.Kind
	}
	if kind != s.kind || !strings.Contains(text, s.want) {
		t.Errorf("%s %s: kind %q, want %q with %q:\n%s", s.tool, raw, kind, s.kind, s.want, text)
	}
}

// person is a client without limits.
var person = tool.Client{ID: "p", Name: "shell", Role: tool.Shell}

type args = map[string]any

// launched is a world whose booted simulator shows an app.
func launched(t *testing.T) world {
	w := newWorld(t)
	w.say(t, person, step{"bazel_ios_boot_simulator", args{"simulatorName": "iPhone 17, latest"}, "Booted iPhone 17", ""})
	w.say(t, person, step{"bazel_ios_install_app", args{"appPath": "App.app"}, "com.example.app", ""})
	w.say(t, person, step{"bazel_ios_launch_app", args{"bundleId": "com.example.app"}, "Launched", ""})
	return w
}

func screenSteps() []step {
	return []step{
		{"bazel_ios_accessibility_snapshot", nil, "increment_button", ""},
		{"bazel_ios_tap", args{"label": "increment_button"}, "Tapped", ""},
		{"bazel_ios_accessibility_snapshot", args{"waitForLabel": "Count: 1", "waitForGone": "Count: 0"}, "Count: 1", ""},
		{"bazel_ios_double_tap", args{"x": 300, "y": 187}, "Double-tapped", ""},
		{"bazel_ios_long_press", args{"label": "title", "durationSeconds": 0.5}, "Pressed", ""},
		{"bazel_ios_type_text", args{"text": "--héllo", "label": "name_field"}, "Typed 7 characters", ""},
		{"bazel_ios_key_press", args{"key": "delete"}, "Pressed delete", ""},
		{"bazel_ios_accessibility_snapshot", args{"waitForLabel": "name_field"}, `value="--héll"`, ""},
		{"bazel_ios_drag", args{"fromX": 200, "fromY": 700, "toX": 200, "toY": 600}, "Dragged", ""},
		{"bazel_ios_swipe", args{"direction": "up", "untilLabel": "row_20"}, "In sight", ""},
		{"bazel_ios_pinch", args{"x": 200, "y": 400, "scale": 2}, "Pinched by 2", ""},

		{"bazel_ios_accessibility_snapshot", args{"waitForLabel": "nothing like it", "timeoutSeconds": 4}, "did not change as awaited", tool.Timeout},
		{"bazel_ios_tap", nil, "say where", tool.InvalidInput},
		{"bazel_ios_tap", args{"x": 1, "y": 1, "label": "a"}, "give one of", tool.InvalidInput},
		{"bazel_ios_double_tap", args{"x": 1}, "x and y go together", tool.InvalidInput},
		{"bazel_ios_long_press", args{"label": "title", "durationSeconds": -1}, "durationSeconds", tool.InvalidInput},
		{"bazel_ios_type_text", args{"text": "a", "label": "nothing like it"}, "nothing like it", tool.NotFound},
		{"bazel_ios_key_press", args{"key": "hyper"}, "is no key", tool.InvalidInput},
		{"bazel_ios_drag", args{"fromX": 200, "fromY": 700, "toX": 200, "toY": 6000}, "outside the screen", tool.InvalidInput},
		{"bazel_ios_swipe", args{"direction": "sideways"}, "direction", tool.InvalidInput},
		{"bazel_ios_pinch", args{"x": 200, "y": 400, "scale": 0}, "scale", tool.InvalidInput},
	}
}

func deviceSteps() []step {
	return []step{
		{"bazel_ios_list_devices", nil, "iPhone", ""},
		{"bazel_ios_device_info", nil, "26.2", ""},
		{"bazel_ios_device_list_pairs", nil, "", ""},
		{"bazel_ios_device_pair", nil, "", ""},
		{"bazel_ios_device_install_app", args{"appPath": "App.app"}, "com.example.app", ""},
		{"bazel_ios_device_launch_app", args{"bundleId": "com.example.app", "launchArgs": []string{"--verbose"}}, "process", ""},
		{"bazel_ios_device_list_apps", nil, "com.example.app", ""},
		{"bazel_ios_device_screenshot", args{"outputPath": "out.png"}, "out.png", ""},
		{"bazel_ios_device_log_start", nil, "device-log-1", ""},
		{"bazel_ios_device_log_stop", args{"captureId": "device-log-1"}, "", ""},
		{"bazel_ios_device_stop_app", args{"bundleId": "com.example.app"}, "", ""},
		{"bazel_ios_device_uninstall_app", args{"bundleId": "com.example.app"}, "", ""},

		{"bazel_ios_list_devices", args{"limit": -1}, "limit", tool.InvalidInput},
		{"bazel_ios_device_info", args{"deviceName": "nobody's"}, "nobody's", tool.NotFound},
		{"bazel_ios_device_list_pairs", args{"offset": "x"}, "offset", tool.InvalidInput},
		{"bazel_ios_device_pair", args{"deviceId": "--all"}, "deviceId", tool.InvalidInput},
		{"bazel_ios_device_install_app", args{"appPath": "Nothing.app"}, "Nothing.app", tool.NotFound},
		{"bazel_ios_device_launch_app", args{"bundleId": "com.example.app"}, "device_install_app", tool.NotFound},
		{"bazel_ios_device_launch_app", args{"bundleId": "com.example.app", "launchEnv": map[string]string{"A=B": "c"}}, "launchEnv", tool.InvalidInput},
		{"bazel_ios_device_list_apps", args{"deviceId": "00000000-0000000000000000"}, "00000000-0000000000000000", tool.NotFound},
		{"bazel_ios_device_screenshot", args{"outputPath": ""}, "outputPath", tool.InvalidInput},
		{"bazel_ios_device_log_start", args{"deviceName": "nobody's"}, "nobody's", tool.NotFound},
		{"bazel_ios_device_log_stop", args{"captureId": "device-log-9"}, "device-log-9", tool.NotFound},
		{"bazel_ios_device_stop_app", args{"bundleId": "com.example.app"}, "", tool.NotFound},
		{"bazel_ios_device_uninstall_app", args{"bundleId": "a b"}, "bundleId", tool.InvalidInput},
		{"bazel_ios_device_unpair", nil, "say which device", tool.InvalidInput},
		{"bazel_ios_device_get_app_path", args{"target": "-x"}, "target", tool.InvalidInput},
		{"bazel_ios_device_build_and_run", args{"target": "a b"}, "target", tool.InvalidInput},
		{"bazel_ios_device_test", args{"target": "//a:b", "deviceName": "nobody's"}, "nobody's", tool.NotFound},
	}
}

func TestScreen(t *testing.T) {
	w := launched(t)
	for _, s := range screenSteps() {
		w.say(t, person, s)
	}
	w.say(t, person, step{"bazel_ios_shutdown_simulator", nil, "Shut down", ""})
	w.say(t, person, step{"bazel_ios_tap", args{"x": 1, "y": 1}, "is not booted", tool.Precondition})
}

func TestDevices(t *testing.T) {
	w := newWorld(t)
	for _, s := range deviceSteps() {
		w.say(t, person, s)
	}
	// Last: a phone that is no longer paired is no use to the others.
	w.say(t, person, step{"bazel_ios_device_unpair", args{"deviceId": "00008140-000A1B2C3D4E5F60"}, "Test iPhone", ""})
}

// The tools of these workflows are called well and badly above.
func TestEveryDeviceAndScreenToolIsCalled(t *testing.T) {
	good, bad := map[string]bool{"bazel_ios_device_unpair": true}, map[string]bool{}
	for _, s := range append(screenSteps(), deviceSteps()...) {
		if s.kind == "" {
			good[s.tool] = true
		} else {
			bad[s.tool] = true
		}
	}
	// Real Bazel calls them well: handlers/platforms and handlers/build.
	for _, name := range []string{"bazel_ios_device_get_app_path", "bazel_ios_device_build_and_run", "bazel_ios_device_test"} {
		good[name] = true
	}
	for _, d := range engine(t).Catalog.Definitions() {
		if d.Workflow != tool.WorkflowDevice && d.Workflow != tool.WorkflowUIAutomation {
			continue
		}
		if !good[d.Name] || !bad[d.Name] {
			t.Errorf("%s: called well %v, badly %v", d.Name, good[d.Name], bad[d.Name])
		}
	}
}

func TestB22PixelsAreNoPoints(t *testing.T) {
	w := launched(t)
	w.say(t, person, step{"bazel_ios_tap", args{"x": 600, "y": 1300}, "divide the pixels", tool.InvalidInput})
}

func TestB33WordsOfAShell(t *testing.T) {
	m := newMachine(t)
	w := world{Engine: m.engine(t), root: m.root}
	for _, s := range []step{
		{"bazel_ios_build", args{"target": "//App:MyApp$(touch pwn)"}, "target", tool.InvalidInput},
		{"bazel_ios_boot_simulator", args{"simulatorId": "-x"}, "simulatorId", tool.InvalidInput},
	} {
		w.say(t, person, s)
	}
	if ran := m.commands(t); len(ran) > 0 {
		t.Errorf("ran %q", ran)
	}
}

// Two agents and a person do not take each other's simulator.
func TestSimulatorsInUse(t *testing.T) {
	w := newWorld(t)
	w.Simulators.Leases.Wait = 1
	one, two := tool.Client{ID: "1", Name: "agent-one", Role: tool.Agent}, tool.Client{ID: "2", Name: "agent-two", Role: tool.Agent}
	w.say(t, one, step{"bazel_ios_boot_simulator", args{"simulatorName": "iPhone 17, latest"}, "Booted iPhone 17", ""})
	w.say(t, one, step{"bazel_ios_set_simulator_appearance", args{"appearance": "dark"}, "iPhone 17 ", ""})
	for _, other := range []tool.Client{two, person} {
		w.say(t, other, step{"bazel_ios_set_simulator_appearance", args{"simulatorName": "iPhone 17, latest", "appearance": "light"}, "in use by agent-one (bazel_ios_set_simulator_appearance)", tool.Precondition})
		w.say(t, other, step{"bazel_ios_shutdown_simulator", args{"all": true}, "in use by agent-one", tool.Precondition})
	}
	w.say(t, two, step{"bazel_ios_list_simulators", args{"onlyBooted": true}, "in use by agent-one", ""})
	w.say(t, two, step{"bazel_ios_boot_simulator", nil, "iPhone 17 Pro", ""})
	w.say(t, two, step{"bazel_ios_set_simulator_appearance", args{"appearance": "dark"}, "passed over, because others use them", ""})
}
