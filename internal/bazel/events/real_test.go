package events

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The smallest workspace that a Bazel with WORKSPACE files (4 to 7) builds and
// tests without a network: what it would download stands beside it, empty.
var realWorkspace = map[string]string{
	"ws/WORKSPACE": `workspace(name = "real")
local_repository(name = "rules_cc", path = "../stub")
local_repository(name = "rules_java", path = "../stub")
local_repository(name = "remote_coverage_tools", path = "../stub")
`,
	"ws/test.bzl": `
def _impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(out, "#!/bin/sh\n" + ctx.attr.script, is_executable = True)
    return [DefaultInfo(executable = out, runfiles = ctx.runfiles(ctx.files.data))]
text_test = rule(implementation = _impl, test = True, attrs = {"script": attr.string(), "data": attr.label_list(allow_files = True)})
`,
	"ws/BUILD": `
load(":test.bzl", "text_test")
genrule(name = "app", outs = ["My.app/App", "My.app/Info.plist"], cmd = "for o in $(OUTS); do echo x > $$o; done")
genrule(name = "bad", outs = ["bad.txt"], cmd = "echo boom >&2; exit 3")
genrule(name = "slow", outs = ["slow.txt"], cmd = "sleep 60; touch $@")
text_test(name = "passes", script = "exit 0", shard_count = 2, tags = ["unit"], size = "small")
text_test(name = "fails", script = "exit 1", size = "small")
text_test(name = "unbuilt", script = "exit 0", data = [":bad"], size = "small")
`,
	"stub/WORKSPACE":     "",
	"stub/BUILD":         `filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])`,
	"stub/cc/BUILD":      "",
	"stub/cc/defs.bzl":   "cc_binary = native.cc_binary\ncc_import = native.cc_import\ncc_library = native.cc_library\ncc_proto_library = native.cc_proto_library\ncc_test = native.cc_test\ncc_toolchain = native.cc_toolchain\ncc_toolchain_suite = native.cc_toolchain_suite\nfdo_prefetch_hints = native.fdo_prefetch_hints\nfdo_profile = native.fdo_profile\nobjc_import = native.objc_import\nobjc_library = native.objc_library\n",
	"stub/java/BUILD":    "",
	"stub/java/defs.bzl": "java_binary = native.java_binary\njava_import = native.java_import\njava_library = native.java_library\njava_package_configuration = native.java_package_configuration\njava_plugin = native.java_plugin\njava_proto_library = native.java_proto_library\njava_runtime = native.java_runtime\njava_test = native.java_test\njava_toolchain = native.java_toolchain\n",
}

type realBazel struct {
	t    *testing.T
	root string
}

func newRealBazel(t *testing.T) realBazel {
	t.Helper()
	if testing.Short() {
		t.Skip("real Bazel takes seconds; run without -short")
	}
	version, err := exec.Command("bazel", "--version").Output()
	if err != nil {
		t.Skip("no bazel on PATH")
	}
	var major int
	if n, _ := fmt.Sscanf(string(version), "bazel %d", &major); n == 1 && major > 7 {
		t.Skip("this workspace is a WORKSPACE file, which Bazel 8 does not read")
	}
	root := t.TempDir()
	for name, text := range realWorkspace {
		p := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b := realBazel{t, root}
	t.Cleanup(func() {
		b.command(context.Background(), "shutdown").Run()
		exec.Command("chmod", "-R", "u+w", root).Run() // Bazel's outputs are read-only
	})
	return b
}

func (b realBazel) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "bazel", append([]string{"--output_user_root=" + filepath.Join(b.root, "out"), "--max_idle_secs=60"}, args...)...)
	cmd.Dir = filepath.Join(b.root, "ws")
	return cmd
}

// follow runs Bazel and follows its event file at the same time.
func (b realBazel) follow(path string, sink func(Notice), args ...string) *Build {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	exited := make(chan struct{})
	var out []byte
	go func() {
		defer close(exited)
		out, _ = b.command(ctx, args...).CombinedOutput() // its exit code stands in the events
	}()
	build, err := Follow(ctx, path, exited, sink)
	if err != nil {
		b.t.Fatal(err)
	}
	<-exited
	if build.Completeness == None {
		b.t.Fatalf("Bazel wrote no events:\n%s", out)
	}
	return build
}

func TestRealBazel(t *testing.T) {
	bazel := newRealBazel(t)
	dir := t.TempDir()
	jsonPath, binaryPath := filepath.Join(dir, "bep.json"), filepath.Join(dir, "bep.bin")
	ended := map[string]TestStatus{}
	bin := bazel.follow(binaryPath, func(n Notice) {
		if n, ok := n.(TestEnded); ok {
			ended[n.Label] = n.Summary.Status
		}
	}, "test", "--keep_going", "--spawn_strategy=local", "--symlink_prefix=/", "--test_env=SECRET=s3cret",
		FormJSON.Flag(jsonPath), FormBinary.Flag(binaryPath), "//:app", "//:passes", "//:fails", "//:unbuilt")
	text, err := ReadFile(jsonPath)
	if err != nil {
		t.Fatal(err)
	}
	if brief(bin) != brief(text) || !reflect.DeepEqual(bin.Invocation, text.Invocation) || !reflect.DeepEqual(bin.Metrics, text.Metrics) {
		t.Errorf("binary %s\njson   %s", brief(bin), brief(text))
	}
	var got []string
	for x := range bin.Tests() {
		got = append(got, fmt.Sprint(x.Target.Label, " ", x.Status, " ", len(x.Results)))
	}
	if want := []string{"//:passes PASSED 2", "//:fails FAILED 1", "//:unbuilt FAILED_TO_BUILD 0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("tests %q, want %q", got, want)
	}
	if ended["//:fails"] != Failed || ended["//:passes"] != Passed {
		t.Errorf("tests that ended: %v", ended)
	}
	if len(bin.FailedActions) != 1 || bin.FailedActions[0].Label != "//:bad" || bin.FailedActions[0].Stderr == nil {
		t.Fatalf("failed actions: %+v", bin.FailedActions)
	}
	if boom, err := os.ReadFile(bin.FailedActions[0].Stderr.Path()); err != nil || !strings.Contains(string(boom), "boom") {
		t.Errorf("the action's stderr: %q, %v", boom, err)
	}
	if s := fmt.Sprintf("%+v", bin.Invocation); strings.Contains(s, "s3cret") {
		t.Errorf("a secret stays: %s", s)
	}
}

func TestRealBazelServerKilled(t *testing.T) {
	bazel := newRealBazel(t)
	path := filepath.Join(t.TempDir(), "bep.bin")
	server := 0
	killed := false
	build := bazel.follow(path, func(n Notice) {
		switch n := n.(type) {
		case InvocationStarted:
			server = n.Invocation.ServerPID
		case PhaseBegan:
			if n.Phase == PhaseAnalysis && server > 1 && !killed {
				killed = syscall.Kill(server, syscall.SIGKILL) == nil
			}
		}
	}, "build", "--spawn_strategy=local", "--symlink_prefix=/", FormBinary.Flag(path), "//:slow")
	if !killed || build.Completeness != Incomplete || build.Invocation.HasExit || len(build.Target("//:slow")) != 1 {
		t.Errorf("killed %v: %s", killed, brief(build))
	}
}
