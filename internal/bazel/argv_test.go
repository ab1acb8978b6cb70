package bazel

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/config"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
)

// rules are the rules of a made-up workspace.
type rules map[string]string

func (r rules) Rule(label string) (string, kind.TargetKind, bool) {
	rule, ok := r[label]
	return rule, kind.Of(rule), ok
}

func workspaceOf(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestCommandLine(t *testing.T) {
	const (
		usual  = "module(name = 'ws')\n"
		sim    = "--platforms=@build_bazel_apple_support//platforms:ios_sim_arm64"
		rcText = "build:debug -c dbg\nbuild:ios_release -c opt\nbuild:generate_dsym --apple_generate_dsym\n"
	)
	for _, c := range []struct {
		name     string
		module   string
		rc       string
		arch     string
		request  Request
		want     string
		warnings int
	}{
		{name: "plain", request: Request{Verb: "build"}, want: "build //App"},
		{name: "mode by config", rc: rcText, request: Request{Verb: "build", Mode: "release_with_symbols", Destination: Simulator},
			want: "build " + sim + " --ios_multi_cpus=sim_arm64 --config=ios_release --config=generate_dsym //App"},
		{name: "mode without config", request: Request{Verb: "build", Mode: "debug"}, want: "build --compilation_mode=dbg //App"},
		{name: "symbols without config", request: Request{Verb: "build", Mode: "release_with_symbols"},
			want: "build --compilation_mode=opt --apple_generate_dsym --output_groups=+dsyms //App"},
		{name: "intel", arch: "amd64", request: Request{Verb: "test", Destination: Simulator},
			want: "test --platforms=@build_bazel_apple_support//platforms:ios_x86_64 --ios_multi_cpus=x86_64 //App"},
		{name: "device", request: Request{Verb: "build", Destination: Device},
			want: "build --platforms=@build_bazel_apple_support//platforms:ios_arm64 --ios_multi_cpus=arm64 //App"},
		{name: "simulator's device", request: Request{Verb: "build", SimulatorName: "iPhone 17", SimulatorVersion: "26.1"},
			want: "build --ios_simulator_device=iPhone 17 --ios_simulator_version=26.1 //App"},
		{name: "no Apple kind", rc: rcText, request: Request{Verb: "test", Mode: "release", Destination: Simulator, SimulatorName: "x", Targets: []string{"//cc:test"}},
			want: "test --config=ios_release //cc:test"},
		{name: "a Mac's target", request: Request{Verb: "build", Destination: Simulator, SimulatorName: "x", Targets: []string{"//mac:App"}},
			want: "build --platforms=@build_bazel_apple_support//platforms:darwin_arm64 //mac:App"},
		{name: "watch simulator", request: Request{Verb: "build", Destination: WatchOS},
			want: "build --platforms=@build_bazel_apple_support//platforms:watchos_arm64 --watchos_cpus=arm64 //App"},
		{name: "vision", request: Request{Verb: "build", Destination: VisionOS},
			want: "build --platforms=@build_bazel_apple_support//platforms:visionos_sim_arm64 --visionos_cpus=sim_arm64 //App"},
		{name: "apple_support by its own name", module: "bazel_dep(name = 'apple_support', version = '1')", request: Request{Verb: "build", Destination: TvOS},
			want: "build --platforms=@apple_support//platforms:tvos_sim_arm64 --tvos_cpus=sim_arm64 //App"},
		{name: "apple_support by another name", module: "bazel_dep(name = 'apple_support', version = '1', repo_name = 'as')", request: Request{Verb: "build", Destination: MacOS},
			want: "build --platforms=@as//platforms:darwin_arm64 //App"},
		{name: "apple_support not declared", module: "bazel_dep(name = 'rules_apple', version = '4')", request: Request{Verb: "build", Destination: Simulator},
			want: "build --ios_multi_cpus=sim_arm64 //App", warnings: 1},
		{name: "said in .bazelrc already", rc: "build --ios_multi_cpus=sim_arm64\n", request: Request{Verb: "build", Destination: Simulator}, want: "build " + sim + " //App"},
		{name: "credentials", request: Request{Verb: "build", Bazel: tool.Bazel{Configs: tool.Configs{"bitrise", "ci"}, ExtraArgs: tool.ExtraArgs{"--config=remote_linux", "--config", "bitrise", "--keep_going"}}},
			want: "build --config=ci --keep_going //App", warnings: 2},
		{name: "remote profile", request: Request{Verb: "build", Bazel: tool.Bazel{Configs: tool.Configs{"farm"}}}, want: "build --remote_cache=grpcs://farm --credential_helper=/bin/h //App"},
		{name: "startup", request: Request{Verb: "query", Bazel: tool.Bazel{StartupArgs: tool.StartupArgs{"--output_base=/x y"}}, Targets: []string{"deps(//App)"}},
			want: "--nohome_rc --output_base=/x y query -- deps(//App)"},
		{name: "background", request: Request{Verb: "query", Background: true}, want: "--noblock_for_lock --preemptible query -- //App"},
		{name: "negative pattern", request: Request{Verb: "build", Targets: []string{"//...", "-//x"}}, want: "build -- //... -//x"},
		{name: "program's arguments", request: Request{Verb: "run", Args: []string{"--x"}}, want: "run //App -- --x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			module := c.module
			if module == "" {
				module = usual
			}
			arch := c.arch
			if arch == "" {
				arch = "arm64"
			}
			root := workspaceOf(t, map[string]string{"MODULE.bazel": module, ".bazelrc": c.rc})
			var startup []string
			if c.name == "startup" {
				startup = []string{"--nohome_rc"}
			}
			client := New(Options{Root: root, Host: platform.Host{OS: "darwin", Arch: arch}, Rules: rules{"//cc:test": "cc_test", "//mac:App": "macos_application", "//App": "ios_application"},
				Settings: func() config.Values {
					return config.Values{StartupArgs: startup, Remote: map[string]config.Remote{"farm": {Cache: "grpcs://farm", HeadersFrom: "/bin/h"}}}
				}})
			if c.request.Targets == nil {
				c.request.Targets = []string{"//App"}
			}
			got := client.commandLine("bazel", c.request, "")
			if text := strings.Join(got.Args[1:], " "); text != c.want {
				t.Errorf("\n got %s\nwant %s", text, c.want)
			}
			if len(got.Warnings) != c.warnings {
				t.Errorf("warnings %q, want %d", got.Warnings, c.warnings)
			}
		})
	}
}

func TestEventFileOfTheUserStays(t *testing.T) {
	root := workspaceOf(t, map[string]string{".bazelrc": "build:ci --build_event_binary_file=/mine\n"})
	client := New(Options{Root: root})
	for _, c := range []struct {
		configs tool.Configs
		want    string
	}{{nil, "--build_event_binary_file=/run/events.bin"}, {tool.Configs{"ci"}, "--build_event_json_file=/run/events.json"}} {
		line := client.commandLine("bazel", Request{Verb: "test", Bazel: tool.Bazel{Configs: c.configs}}, "/run")
		if !slices.Contains(line.Args, c.want) {
			t.Errorf("configs %v: %q lacks %s", c.configs, line.Args, c.want)
		}
	}
}

func TestVersionDecidesFlags(t *testing.T) {
	root := workspaceOf(t, map[string]string{".bazelversion": "6.3.2\n"})
	client := New(Options{Root: root, Host: platform.Host{Arch: "arm64"}})
	line := client.commandLine("bazel", Request{Verb: "build", Destination: VisionOS}, "")
	if slices.ContainsFunc(line.Args, func(a string) bool { return strings.HasPrefix(a, "--visionos_cpus") }) {
		t.Errorf("Bazel 6.3 does not know --visionos_cpus: %q", line.Args)
	}
}
