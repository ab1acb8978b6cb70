package lldb_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bazelapple/internal/lldb"
)

// TestB60RealBazel builds with Bazel in the two ways in which its C++ and
// Apple toolchains keep the execroot out of the debug information, and expects
// every file where an editor has it.
func TestB60RealBazel(t *testing.T) {
	c := client(t)
	bazel, err := exec.LookPath("bazel")
	if err != nil {
		t.Skip("no bazel here")
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler here")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "ws")
	for name, text := range map[string]string{
		"ext/WORKSPACE":    "",
		"ext/BUILD":        `exports_files(["ext.c"])`,
		"ext/ext.c":        "int ext(int n) {\n  int m = n + 1;\n  return m;\n}\n",
		"ws/WORKSPACE":     `local_repository(name = "ext", path = "../ext")`,
		"ws/app/main.c":    "int ext(int n);\nint gen(int n);\nint main(void) {\n  int a = ext(4);\n  return gen(a);\n}\n",
		"ws/app/gen.c.txt": "int gen(int n) {\n  int g = n * 3;\n  return g;\n}\n",
		"ws/app/BUILD": `
srcs = ["main.c", ":gen.c", "@ext//:ext.c"]
genrule(name = "gen", srcs = ["gen.c.txt"], outs = ["gen.c"], cmd = "cp $< $@")
genrule(name = "cwd", srcs = srcs, outs = ["cwd.bin"], cmd = "PWD=/proc/self/cwd cc -g -O0 -o $@ $(SRCS)")
genrule(name = "dot", srcs = srcs, outs = ["dot.bin"], cmd = "cc -g -O0 -fdebug-prefix-map=$$PWD=. -o $@ $(SRCS)")
`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	startup := "--output_user_root=" + filepath.Join(dir, "out")
	run := func(args ...string) ([]byte, error) {
		cmd := exec.Command(bazel, append([]string{startup, "--max_idle_secs=60"}, args...)...)
		cmd.Dir = root
		return cmd.CombinedOutput()
	}
	t.Cleanup(func() {
		_, _ = run("shutdown")
		_ = exec.Command("chmod", "-R", "u+w", filepath.Join(dir, "out")).Run()
	})
	if out, err := run("build", "//app:all"); err != nil {
		t.Fatalf("bazel build: %v\n%s", err, out)
	}
	link, err := os.Readlink(filepath.Join(root, "bazel-bin"))
	if err != nil {
		t.Fatal(err)
	}
	outputs, err := os.Readlink(filepath.Join(root, "bazel-out"))
	if err != nil {
		t.Fatal(err)
	}
	external := filepath.Join(outputs, "../../../external/ext/ext.c")
	for _, program := range []string{"cwd.bin", "dot.bin"} {
		t.Run(program, func(t *testing.T) {
			s := open(t, c, lldb.Start{Program: filepath.Join(root, "bazel-bin/app", program), SourceMap: lldb.SourceMap(root)})
			places := map[string]int{filepath.Join(root, "app/main.c"): 4, external: 2, filepath.Join(link, "app/gen.c"): 2}
			for file, line := range places {
				p := lldb.Place{File: file, Line: line}
				if b, err := s.SetBreakpoint(t.Context(), p); err != nil || !b.Verified {
					t.Errorf("%s: %+v %v; %s", file, b, err, s.Unplaced(t.Context(), p))
				}
			}
			for range places {
				stop, err := s.Resume(t.Context(), lldb.Continue, long)
				if err != nil || stop.Frame == nil {
					t.Fatalf("%+v %v", stop, err)
				}
				if places[stop.Frame.File] != stop.Frame.Line {
					t.Errorf("stopped in %s", stop.Frame)
				}
				if _, err := os.Stat(stop.Frame.File); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
