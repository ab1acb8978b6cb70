package test_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/test"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/testdiscovery"
	"bazelapple/internal/tool"
)

// bench is a workspace with the tools that need no Bazel.
type bench struct {
	t       *testing.T
	root    string
	catalog *tool.Catalog
	runs    []runs.Run
}

func newBench(t *testing.T) *bench {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, root: root}
	b.write("WORKSPACE", "")
	b.write("core/BUILD", `swift_library(name = "core", module_name = "Core", srcs = ["Core.swift"])`+"\n")
	b.write("core/Core.swift", "struct Core {}\n")
	b.write("a/BUILD", `
ios_unit_test(name = "near", deps = [":lib"])
ios_unit_test(name = "far", deps = [":farlib"])
swift_library(name = "lib", testonly = True, srcs = ["A.swift"], deps = ["//core"])
swift_library(name = "farlib", testonly = True, srcs = ["B.swift"], deps = [":middle"])
swift_library(name = "middle", srcs = ["M.swift"], deps = ["//core"])
sh_test(name = "sh", srcs = ["a.sh"])
`)
	b.write("a/A.swift", "import XCTest\nclass A: XCTestCase {\n    func testOne() {}\n    func testTwo() {}\n}\n")
	b.write("a/B.swift", "import Testing\n@Test(\"bee\", .disabled()) func b() {}\n")
	b.write("a/M.swift", "")
	idx, err := index.Open(index.Options{Root: root})
	if err != nil {
		t.Fatal(err)
	}
	finder := testdiscovery.New(idx)
	b.catalog = tool.NewCatalog(tool.Environment{}, test.Module(test.Deps{
		Root: root, Home: root, Git: run.OS{Env: os.Environ()}, Runs: func() []runs.Run { return b.runs },
		Known: bazelcall.Known{Index: func() (*index.Index, error) { return idx, nil }},
		Tests: func(ctx context.Context) (*testdiscovery.Finder, error) { return finder, idx.Refresh(ctx) },
	}))
	return b
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	file := filepath.Join(b.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) git(args ...string) {
	b.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
	cmd.Dir = b.root
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("git %v: %v %s", args, err, out)
	}
}

// lines are those of the answer's list.
func (b *bench) lines(name, args string) (rows []string, res *tool.Result, err error) {
	res, err = b.catalog.Handle(b.t.Context(), &tool.Call{}, name, json.RawMessage(args))
	if res != nil {
		for _, r := range res.List.Rows {
			rows = append(rows, r.Text)
		}
	}
	return rows, res, err
}

func (b *bench) refuses(kind tool.Kind, name, args, want string) {
	b.t.Helper()
	_, err := b.catalog.Handle(b.t.Context(), &tool.Call{}, name, json.RawMessage(args))
	var e *tool.Error
	if !errors.As(err, &e) || e.Kind != kind || !strings.Contains(err.Error()+e.Hint, want) {
		b.t.Errorf("%s %s: got %v, want %s %q", name, args, err, kind, want)
	}
}

func TestListTests(t *testing.T) {
	const name = "bazel_ios_list_tests"
	b := newBench(t)
	one, two, bee := "//a:near A/testOne (A.swift:3)", "//a:near A/testTwo (A.swift:4)", `//a:far b() (B.swift:2) "bee" disabled`
	for args, want := range map[string][]string{
		`{}`:                    {one, two, bee},
		`{"target":"//a:near"}`: {one, two},
		`{"target":"//a/..."}`:  {one, two, bee},
		`{"target":"//a:sh"}`:   nil,
		`{"file":"a/B.swift"}`:  {bee},
		`{"file":"` + b.root + `/a/A.swift","target":"//a:near"}`: {one, two},
		`{"limit":1,"offset":1}`:                                  {two},
	} {
		if rows, _, err := b.lines(name, args); err != nil || !slices.Equal(rows, want) {
			t.Errorf("%s: got %q, %v; want %q", args, rows, err, want)
		}
	}
	_, res, err := b.lines(name, `{"target":"//a:near"}`)
	if err != nil {
		t.Fatal(err)
	}
	row, _ := json.Marshal(res.List.Rows[0].Data)
	if want := `{"id":"//a:near#A#testOne","label":"//a:near","suite":"A","name":"testOne","file":"a/A.swift","line":3,"kind":"xctest","testFilter":"A/testOne"}`; string(row) != want {
		t.Errorf("got %s, want %s", row, want)
	}
	b.refuses(tool.NotFound, name, `{"target":"//core"}`, "is no test target")
	b.refuses(tool.NotFound, name, `{"file":"core/Core.swift"}`, "no test target has")
	b.refuses(tool.NotFound, name, `{"file":"/etc/passwd"}`, "no test target has")
	b.refuses(tool.InvalidInput, name, `{"target":"//a:b:c"}`, "target")
}

func TestAffectedTests(t *testing.T) {
	const name = "bazel_ios_affected_tests"
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	b := newBench(t)
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(b.root))
	b.refuses(tool.Precondition, name, `{}`, "git repository")
	b.git("init", "-q", "-b", "main")
	b.git("add", "-A")
	b.git("commit", "-q", "-m", "one")
	check := func(what, args string, want ...string) *tool.Result {
		t.Helper()
		rows, res, err := b.lines(name, args)
		if err != nil || !slices.Equal(rows, want) {
			t.Errorf("%s: got %q, %v; want %q", what, rows, err, want)
		}
		return res
	}
	check("nothing changed", `{}`)
	check("a target", `{"target":"//core"}`, "//a:near (//core → //a:lib)", "//a:far (//core → //a:middle → //a:farlib)")
	check("a test", `{"target":"//a:near"}`, "//a:near")
	b.refuses(tool.NotFound, name, `{"target":"//nosuch"}`, "there is no target")
	b.write("core/Core.swift", "struct Core { var x = 1 }\n")
	near := "//a:near (core/Core.swift → //core → //a:lib)"
	far := "//a:far (core/Core.swift → //core → //a:middle → //a:farlib)"
	check("a source", `{}`, near, far)
	check("not staged", `{"changes":"staged"}`)
	b.runs = []runs.Run{{Tool: "bazel_ios_test", Target: "//a:far", State: runs.Done, Start: time.Now()}, {Tool: "bazel_ios_test", Target: "//a:far", State: runs.Done, OK: true}}
	check("what failed comes first", `{}`, far+" failed last", near)
	b.git("add", "-A")
	check("staged", `{"changes":"staged"}`, far+" failed last", near)
	b.runs = nil
	b.git("checkout", "-q", "-b", "topic")
	b.git("commit", "-q", "-m", "two")
	check("committed", `{}`)
	check("on the branch", `{"changes":"branch"}`, near, far)
	b.write("a/BUILD", `sh_test(name = "sh", srcs = ["a.sh"])`+"\n")
	time.Sleep(2100 * time.Millisecond) // for so long the index believes what it has read
	check("a BUILD file", `{}`, "//a:sh (a/BUILD)")
	b.write(".bazelrc", "build --x\n")
	if res := check("the settings of all", `{}`, "//a:sh (a/BUILD)"); len(res.Warnings) != 1 || !strings.Contains(res.Warnings[0], ".bazelrc changed") {
		t.Errorf("warnings: %q", res.Warnings)
	}
	b.refuses(tool.NotFound, name, `{"changes":"branch","base":"nosuch"}`, "shallow")
	b.refuses(tool.InvalidInput, name, `{"changes":"branch","base":"--output=/etc/x"}`, "start with '-'")
	b.refuses(tool.InvalidInput, name, `{"changes":"all"}`, "is not one of")
}
