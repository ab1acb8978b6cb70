package platforms_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/handlers/build"
	"bazelapple/handlers/device"
	"bazelapple/handlers/macos"
	"bazelapple/handlers/platforms"
	"bazelapple/handlers/project"
	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/fakeapple"
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// TestMain lets the test binary be the stand-ins for Apple's programs.
func TestMain(m *testing.M) {
	if fakeapple.Called(os.Args[0]) {
		os.Exit(fakeapple.Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}

// program stands in for Bazel: it writes its command line down and says what
// Bazel says. With --script_path it writes a program that repeats its arguments,
// which follow a double dash; behind a wrapper that drops the flag it runs it.
const program = `#!/bin/sh
for a in "$@"; do
	printf '%s\n' "$a"
	[ -n "$after" ] && words="$words $a"
	case $a in --script_path=*) script=${a#--script_path=} ;; --) after=1 ;; //a:dropped) script= ; echo "INFO: Running command line: bazel-bin/a/dropped" >&2 ;; esac
done >"$ARGV"
if [ -n "$script" ]; then
	printf '#!/bin/sh\necho "program:%s"\n' "$words" >"$script"; chmod +x "$script"
else
	echo "Bazel's own:$words"
fi
echo "INFO: Build completed successfully, 1 total action" >&2
`

type machine struct {
	t       *testing.T
	argv    string
	catalog *tool.Catalog
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	dir := t.TempDir()
	root, bin := filepath.Join(dir, "ws"), filepath.Join(dir, "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fakeapple.Install(self, bin); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"bin/bazel": program, "ws/MODULE.bazel": "bazel_dep(name = \"apple_support\", version = \"1.21.1\")\n",
		"ws/tv/BUILD.bazel": "tvos_application(name = \"tv\")\ntvos_unit_test(name = \"tests\")\nios_application(name = \"phone\")\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m := &machine{t: t, argv: filepath.Join(dir, "argv")}
	env := []string{"PATH=" + bin + ":/usr/bin:/bin", "HOME=" + dir, "ARGV=" + m.argv, "FAKEAPPLE_STATE=" + filepath.Join(dir, "state")}
	runner := run.OS{Env: env}
	client := bazel.New(bazel.Options{Root: root, Home: dir, Runner: runner, Host: platform.Host{OS: "darwin", Arch: "arm64"}, Runs: runs.Open(root, filepath.Join(dir, "runs"), nil), Queue: queue.Queue{Dir: filepath.Join(dir, "queue")}})
	b, tests := build.Deps{Bazel: client}, test.Deps{Bazel: client}
	p := project.Deps{Bazel: client, Index: func() (*index.Index, error) { return index.Open(index.Options{Root: root}) }}
	devices := &devicectl.Client{Runner: runner}
	modules := append(platforms.Modules(platforms.Deps{Build: b, Test: tests, Project: p}), macos.Module(macos.Deps{Build: b, Test: tests, Project: p}),
		tool.Module{Workflow: tool.WorkflowDevice, Tools: device.Built(devices, b, tests)})
	m.catalog = tool.NewCatalog(tool.Environment{}, modules...)
	return m
}

func (m *machine) call(name, args string) tool.Answer {
	m.t.Helper()
	return m.catalog.Answer(m.t.Context(), &tool.Call{Client: tool.Client{Role: tool.Shell}}, name, json.RawMessage(args), nil)
}

// ran is what Bazel was started with; it holds each of want, in their order.
func (m *machine) ran(what string, want ...string) {
	m.t.Helper()
	text, err := os.ReadFile(m.argv)
	if err != nil {
		m.t.Errorf("%s started no Bazel: %v", what, err)
		return
	}
	words := strings.Split(strings.TrimSpace(string(text)), "\n")
	at := 0
	for _, w := range words {
		if at < len(want) && w == want[at] {
			at++
		}
	}
	if at < len(want) {
		m.t.Errorf("%s ran %q, which lacks %q in that place", what, words, want[at])
	}
}

func TestFlagsOfEachPlatform(t *testing.T) {
	m := newMachine(t)
	for _, p := range []struct{ id, platform, cpu string }{
		{"tvos", "tvos_sim_arm64", "--tvos_cpus=sim_arm64"}, {"watchos", "watchos_arm64", "--watchos_cpus=arm64"}, {"visionos", "visionos_sim_arm64", "--visionos_cpus=sim_arm64"},
	} {
		flag := "--platforms=@apple_support//platforms:" + p.platform
		for _, c := range []struct {
			verb, args string
			want       []string
		}{
			{"build", `{"target":"//a:b","buildMode":"debug","configs":["ci"],"extraArgs":["--jobs=2"]}`, []string{"build", "--compilation_mode=dbg", flag, p.cpu, "--config=ci", "--jobs=2", "//a:b"}},
			{"test", `{"target":"//a:b","testFilter":"A | B/c"}`, []string{"test", "--test_output=errors", "--test_filter=A,B/c", "//a:b"}},
			{"test", `{"target":"//a:b","streaming":true}`, []string{"test", flag, p.cpu, "//a:b"}},
			{"run", `{"target":"//a:b","runArgs":["--x","two words"]}`, []string{"run", flag, p.cpu, "//a:b"}},
		} {
			name := "bazel_" + p.id + "_" + c.verb
			a := m.call(name, c.args)
			if a.IsError || a.RunID == "" {
				t.Errorf("%s %s: %s", name, c.args, a.Text)
			}
			m.ran(name, c.want...)
			if c.verb == "run" && !strings.Contains(a.Text, "program: --x two words") {
				t.Errorf("%s: %s", name, a.Text)
			}
		}
	}
}

func TestBazelRunsTheProgramItself(t *testing.T) {
	m := newMachine(t)
	a := m.call("bazel_macos_run", `{"target":"//a:dropped","runArgs":["--x"]}`)
	if a.IsError || !strings.Contains(a.Text, "Bazel's own: --x") || !strings.Contains(a.Text, "--script_path did not reach it") {
		t.Error(a.Text)
	}
	m.ran("bazel_macos_run", "run", "//a:dropped", "--", "--x")
}

func TestMacBuilds(t *testing.T) {
	const mac = "--platforms=@apple_support//platforms:darwin_arm64"
	m := newMachine(t)
	for _, c := range []struct {
		tool, args string
		want       []string
	}{
		{"bazel_macos_build", `{"target":"//a:b","buildMode":"release"}`, []string{"build", "--compilation_mode=opt", mac, "//a:b"}},
		{"bazel_macos_run", `{"target":"//a:b","runArgs":["x"]}`, []string{"run", mac, "//a:b"}},
		{"bazel_macos_test", `{"target":"//a:b","testFilter":"A"}`, []string{"test", "--test_filter=A", mac, "//a:b"}},
		{"bazel_macos_coverage", `{"target":"//a:b"}`, []string{"coverage", "--combined_report=lcov", mac, "//a:b"}},
		{"bazel_macos_clean", `{"expunge":true}`, []string{"clean", "--expunge"}},
	} {
		if a := m.call(c.tool, c.args); a.IsError {
			t.Errorf("%s: %s", c.tool, a.Text)
		}
		m.ran(c.tool, c.want...)
	}
}

// The device reaches the test runner whether output streams or not.
func TestDeviceTest(t *testing.T) {
	m := newMachine(t)
	const id = "00008140-000A1B2C3D4E5F60"
	for _, args := range []string{`{"target":"//a:b","deviceId":"` + id + `"}`, `{"target":"//a:b","deviceId":"` + id + `","streaming":true}`} {
		if a := m.call("bazel_ios_device_test", args); a.IsError {
			t.Errorf("%s: %s", args, a.Text)
		}
		m.ran("bazel_ios_device_test", "test", "--test_arg=--destination", "--test_arg=id="+id, "--platforms=@apple_support//platforms:ios_arm64", "//a:b")
	}
	if err := os.Remove(m.argv); err != nil {
		t.Fatal(err)
	}
	if a := m.call("bazel_ios_device_test", `{"target":"//a:b","deviceId":"00008140-0000000000000000"}`); a.Kind != tool.NotFound {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
	if a := m.call("bazel_ios_device_build_and_run", `{"target":"//a:b","launchEnv":{"A B":"c"}}`); a.Kind != tool.InvalidInput {
		t.Errorf("%s: %s", a.Kind, a.Text)
	}
	if _, err := os.Stat(m.argv); err == nil {
		t.Error("a build began although the device is missing")
	}
}

func TestDiscover(t *testing.T) {
	m := newMachine(t)
	for kind, want := range map[string]int{"tvos_apps": 1, "tvos_tests": 1, "tvos_all": 2} {
		a := m.call("bazel_tvos_discover_targets", `{"kind":"`+kind+`"}`)
		if n := a.Data.(map[string]any)["total"]; a.IsError || n != want {
			t.Errorf("%s: %v of %d\n%s", kind, n, want, a.Text)
		}
	}
	if a := m.call("bazel_watchos_discover_targets", `{}`); a.IsError || !strings.Contains(a.Text, "No app and test targets") {
		t.Error(a.Text)
	}
}

func TestBad(t *testing.T) {
	m := newMachine(t)
	for _, p := range []string{"tvos", "watchos", "visionos", "macos"} {
		for _, c := range []struct{ verb, args, want string }{
			{"build", `{}`, "target is required"},
			{"build", `{"target":"//a:b --config=evil"}`, "label"},
			{"build", `{"target":"//a:b","buildMode":"fast"}`, "buildMode"},
			{"test", `{"target":"--help"}`, "'-'"},
			{"test", `{"target":"//a:b","testFilter":"a\nb"}`, "control"},
			{"run", `{"target":"//a:b","runArgs":["a\u0000"]}`, "NUL"},
			{"run", `{"target":"//a:b","configs":["a b"]}`, "config"},
			{"discover_targets", `{"kind":"apps"}`, "kind"},
			{"discover_targets", `{"scope":"-x"}`, "'-'"},
		} {
			name := "bazel_" + p + "_" + c.verb
			if a := m.call(name, c.args); a.Kind != tool.InvalidInput || !strings.Contains(a.Text, c.want) {
				t.Errorf("%s %s: %s: %s", name, c.args, a.Kind, a.Text)
			}
		}
	}
	if _, err := os.Stat(m.argv); err == nil {
		t.Error("a refused call started Bazel")
	}
}
