package device_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/handlers/device"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/fakeapple"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
	"bazelapple/internal/venv"
)

// TestMain lets the test binary be the stand-ins for Apple's programs.
func TestMain(m *testing.M) {
	if fakeapple.Called(os.Args[0]) {
		os.Exit(fakeapple.Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}

// The real pymobiledevice3 reads our command lines and fails later, for want of
// the device: its exit status 2 would be a refused command line.
func TestRealPymobiledevice3(t *testing.T) {
	real := venv.Bin(t, "pymobiledevice3")
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "bin")
	if _, err := fakeapple.Install(self, bin); err != nil {
		t.Fatal(err)
	}
	runner := run.OS{Env: []string{"PATH=" + real + ":" + bin + ":/usr/bin:/bin", "HOME=" + dir, "TMPDIR=" + dir, "FAKEAPPLE_STATE=" + filepath.Join(dir, "state"), "COLUMNS=200"}}
	logs := state.NewTasks[*device.Log](t.Context(), "device-log", nil)
	c := tool.NewCatalog(tool.Environment{}, device.Module(device.Deps{Devicectl: &devicectl.Client{Runner: runner}, Apple: runner, Root: dir, Home: dir, Logs: logs}))
	for _, call := range []struct{ tool, args string }{
		{"bazel_ios_device_screenshot", `{"outputPath":"screen.png"}`},
		{"bazel_ios_device_log_start", `{}`},
		{"bazel_ios_device_log_start", `{"processName":"Demo App"}`},
	} {
		a := c.Answer(t.Context(), &tool.Call{}, call.tool, json.RawMessage(call.args), nil)
		if call.tool == "bazel_ios_device_log_start" && !a.IsError { // slow to fail: what it printed is told at the stop
			id := a.Data.(map[string]any)["captureId"].(string)
			task, _ := logs.Get(id)
			<-task.Done()
			a = c.Answer(t.Context(), &tool.Call{}, "bazel_ios_device_log_stop", json.RawMessage(`{"captureId":"`+id+`"}`), nil)
		}
		if !strings.Contains(a.Text, "exit status 1") || strings.Contains(a.Text, "Usage:") || !strings.Contains(a.Text, "pymobiledevice3") {
			t.Errorf("%s %s: %s", call.tool, call.args, a.Text)
		}
	}
	// The test can fail: this is how a command line that it does not know ends.
	out, err := runner.Run(t.Context(), run.Command{Args: []string{"pymobiledevice3", "syslog", "live", "--no-such-flag"}})
	if err == nil || out.ExitCode != 2 {
		t.Errorf("an unknown flag: exit %d, %v", out.ExitCode, err)
	}
}
