package spm_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/handlers/spm"
	"bazelapple/internal/fakeapple"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/swiftpm"
	"bazelapple/internal/tool"
)

// TestMain lets the test binary be the stand-in for swift.
func TestMain(m *testing.M) {
	if fakeapple.Called(os.Args[0]) {
		os.Exit(fakeapple.Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}

// machine is a catalog over a package and the stand-ins.
type machine struct {
	t       *testing.T
	root    string
	log     string
	runs    *runs.Store
	catalog *tool.Catalog
}

const manifest = `// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Demo", products: [.executable(name: "demo", targets: ["demo"])], dependencies: [.package(url: "https://example.com/lib", from: "1.2.0")],
  targets: [.executableTarget(name: "demo"), .testTarget(name: "DemoTests", dependencies: ["demo"])])
`

func newMachine(t *testing.T, env ...string) *machine {
	t.Helper()
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fakeapple.Install(self, bin); err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, root: filepath.Join(dir, "pkg"), log: filepath.Join(dir, "log")}
	m.write("Package.swift", manifest)
	m.write("Sources/demo/main.swift", "print(\"hello\")\n")
	m.write("Tests/DemoTests/DemoTests.swift", "import XCTest\nfinal class DemoTests: XCTestCase {\n  func testGood() {}\n}\n")
	m.runs = runs.Open(m.root, filepath.Join(dir, "runs"), nil)
	runner := run.OS{Env: append([]string{"PATH=" + bin, "HOME=" + dir, "FAKEAPPLE_STATE=" + filepath.Join(dir, "state"), "FAKEAPPLE_LOG=" + m.log}, env...)}
	m.catalog = tool.NewCatalog(tool.Environment{}, spm.Module(spm.Deps{Swift: &swiftpm.Client{Runner: runner, Runs: m.runs}, Root: m.root, Home: dir}))
	return m
}

func (m *machine) write(name, text string) {
	m.t.Helper()
	file := filepath.Join(m.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

func (m *machine) call(name, args string) tool.Answer {
	m.t.Helper()
	return m.catalog.Answer(m.t.Context(), &tool.Call{Client: tool.Client{ID: "test", Role: tool.Agent}}, name, json.RawMessage(args), nil)
}

// good wants success and gives the text.
func (m *machine) good(name, args string) tool.Answer {
	m.t.Helper()
	a := m.call(name, args)
	if a.IsError {
		m.t.Fatalf("%s %s: %s", name, args, a.Text)
	}
	return a
}

// commands are the command lines of swift so far.
func (m *machine) commands() []string {
	text, _ := os.ReadFile(m.log)
	var out []string
	for l := range strings.Lines(string(text)) {
		var r struct{ Args []string }
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			m.t.Fatal(err)
		}
		out = append(out, run.Quote(r.Args))
	}
	return out
}

func TestGood(t *testing.T) {
	m := newMachine(t)
	for _, c := range []struct{ tool, args, want, command string }{
		{"swift_package_build", `{}`, "Built", "build"},
		{"swift_package_build", `{"configuration":"release","target":"demo","extraArgs":["--jobs","2"]}`, "Built", "build -c release --target demo --jobs 2"},
		{"swift_package_test", `{}`, "1 of 1 tests passed", "test"},
		{"swift_package_test", `{"filter":"DemoTests/testGood","packagePath":"."}`, "1 of 1 tests passed", "test --filter DemoTests/testGood"},
		{"swift_package_run", `{}`, "hello", "run"},
		{"swift_package_run", `{"executable":"demo","extraArgs":["--quiet"],"runArgs":["--help","a b"]}`, "argument: --help\nargument: a b", "run --quiet demo -- --help 'a b'"},
		{"swift_package_run", `{"runArgs":["x"]}`, "argument: x", "run demo -- x"},
		{"swift_package_resolve", `{}`, "Resolved", "package resolve"},
		{"swift_package_dump", `{}`, "lib", "package dump-package"},
		{"swift_package_clean", `{}`, "Cleaned", "package clean"},
	} {
		a := m.good(c.tool, c.args)
		commands := m.commands()
		if !strings.Contains(a.Text, c.want) || commands[len(commands)-1] != c.command {
			t.Errorf("%s %s: ran %q, want %q\n%s", c.tool, c.args, commands[len(commands)-1], c.command, a.Text)
		}
		if c.tool == "swift_package_dump" {
			continue
		}
		if r, err := m.runs.Get(a.RunID); err != nil || r.State != runs.Done || !r.OK || r.Tool != c.tool {
			t.Errorf("%s: the run is %+v, %v", c.tool, r, err)
		}
	}
}

func TestInit(t *testing.T) {
	m := newMachine(t)
	if err := os.Mkdir(filepath.Join(m.root, "New"), 0o755); err != nil {
		t.Fatal(err)
	}
	a := m.good("swift_package_init", `{"packagePath":"New","type":"executable","name":"Tool-1"}`)
	if text, err := os.ReadFile(filepath.Join(m.root, "New", "Package.swift")); err != nil || !strings.Contains(string(text), "Tool-1") {
		t.Errorf("%s %v", text, err)
	}
	if len(a.Next) != 1 || len(a.Files) != 1 {
		t.Errorf("%+v", a)
	}
}

func TestBad(t *testing.T) {
	m := newMachine(t)
	before := len(m.commands())
	for _, c := range []struct {
		tool, args string
		kind       tool.Kind
		want       string
	}{
		{"swift_package_build", `{"packagePath":"absent"}`, tool.NotFound, "no Swift package"},
		{"swift_package_build", `{"packagePath":"Sources"}`, tool.NotFound, "no Package.swift"},
		{"swift_package_build", `{"packagePath":"Package.swift"}`, tool.NotFound, "is a file"},
		{"swift_package_build", `{"packagePath":"../x"}`, tool.InvalidInput, "'..'"},
		{"swift_package_build", `{"configuration":"Debug"}`, tool.InvalidInput, "debug, release"},
		{"swift_package_build", `{"target":"--help"}`, tool.InvalidInput, "'-'"},
		{"swift_package_build", `{"extraArgs":["--package-path","/"]}`, tool.Precondition, "agent"},
		{"swift_package_build", `{"extraArgs":["-Xswiftc","-load-plugin-executable"]}`, tool.Precondition, "agent"},
		{"swift_package_build", `{"extraArgs":["word"]}`, tool.InvalidInput, "no flag"},
		{"swift_package_test", `{"filter":"-x"}`, tool.InvalidInput, "'-'"},
		{"swift_package_run", `{"executable":"-x"}`, tool.InvalidInput, "'-'"},
		{"swift_package_run", `{"runArgs":["a\u0000b"]}`, tool.InvalidInput, "NUL"},
		{"swift_package_init", `{"packagePath":"absent"}`, tool.NotFound, "no folder"},
		{"swift_package_init", `{}`, tool.Precondition, "already"},
		{"swift_package_init", `{"type":"app"}`, tool.InvalidInput, "library"},
		{"swift_package_init", `{"packagePath":"Sources","name":"1/../x"}`, tool.InvalidInput, "begins with a letter"},
		{"swift_package_dump", `{"packagePath":"absent"}`, tool.NotFound, "no Swift package"},
		{"swift_package_clean", `{"packagePath":"absent"}`, tool.NotFound, "no Swift package"},
		{"swift_package_resolve", `{"packagePath":5}`, tool.InvalidInput, "string"},
	} {
		a := m.call(c.tool, c.args)
		if !a.IsError || a.Kind != c.kind || !strings.Contains(a.Text, c.want) {
			t.Errorf("%s %s: %s, want %s with %q\n%s", c.tool, c.args, a.Kind, c.kind, c.want, a.Text)
		}
	}
	if after := m.commands(); len(after) != before {
		t.Errorf("a refused call ran %q", after[before:])
	}
}

func TestFailures(t *testing.T) {
	m := newMachine(t)
	m.write("Sources/demo/main.swift", "let broken: DOESNOTEXIST = 42\n")
	a := m.call("swift_package_build", `{}`)
	if a.Kind != tool.Command || !strings.Contains(a.Text, "Sources/demo/main.swift:1:13: cannot find type 'DOESNOTEXIST' in scope") || a.RunID == "" || len(a.Next) == 0 {
		t.Errorf("build: %+v", a)
	}
	if a := m.call("swift_package_run", `{}`); a.Kind != tool.Command || !strings.Contains(a.Text, "cannot find type") {
		t.Errorf("run: %s", a.Text)
	}
	m.write("Sources/demo/main.swift", "print(\"before\")\nexit(3)\n")
	if a := m.call("swift_package_run", `{}`); a.Kind != tool.Command || !strings.Contains(a.Text, "exit status 3") || !strings.Contains(a.Text, "before") {
		t.Errorf("program: %s", a.Text)
	}
	m.write("Tests/DemoTests/DemoTests.swift", "import XCTest\nfinal class DemoTests: XCTestCase {\n  func testGood() {}\n  func testBad() {\n    XCTAssertEqual(1, 2)\n  }\n}\n")
	a = m.call("swift_package_test", `{}`)
	if a.Kind != tool.Command || !strings.Contains(a.Text, "1 of 2 tests failed") || !strings.Contains(a.Text, "DemoTests.swift:5") || !strings.Contains(a.Text, "testBad") {
		t.Errorf("test: %s", a.Text)
	}
	if next := a.Next[0].Arguments["filter"]; !strings.HasSuffix(next.(string), "DemoTests/testBad") {
		t.Errorf("the next call filters %q", next)
	}
	a = m.good("swift_package_test", `{"filter":"Nothing"}`)
	if !strings.Contains(strings.Join(a.Warnings, "\n"), "no test") {
		t.Errorf("no tests: %s", a.Text)
	}
	m.write("Package.swift", strings.Replace(manifest, "example.com/lib", "example.com/missing", 1))
	if a := m.call("swift_package_resolve", `{}`); a.Kind != tool.Command || !strings.Contains(a.Text, "Failed to clone") {
		t.Errorf("resolve: %s", a.Text)
	}
}

// B32: what never ends is ended, and what it printed is shown.
func TestB32TimeoutShowsWhatWasSeen(t *testing.T) {
	m := newMachine(t, "FAKEAPPLE_SWIFT_BUILD=endless:20ms")
	start := time.Now()
	a := m.call("swift_package_build", `{"timeoutSeconds":1}`)
	if a.Kind != tool.Timeout || !strings.Contains(a.Text, "still waiting") || time.Since(start) > 4*time.Second {
		t.Errorf("after %v: %s", time.Since(start), a.Text)
	}
	if r, err := m.runs.Get(a.RunID); err != nil || r.State != runs.Done || r.OK {
		t.Errorf("%+v %v", r, err)
	}
}

// B30: 20,000 lines give a short answer.
func TestB30LongOutputShortAnswer(t *testing.T) {
	long := filepath.Join(t.TempDir(), "long")
	if err := os.WriteFile(long, []byte(strings.Repeat("/x/a.swift:1:1: warning: unused\n[1/2] Compiling some file of a long package\n", 10000)), 0o644); err != nil {
		t.Fatal(err)
	}
	m := newMachine(t, "FAKEAPPLE_SWIFT_BUILD=answer:"+long)
	a := m.good("swift_package_build", `{}`)
	if len(a.Text) > tool.SuccessBudget || !strings.Contains(a.Text, "10000 times") {
		t.Errorf("%d bytes: %.500s", len(a.Text), a.Text)
	}
}

func TestNoSwift(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Package.swift"), []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	store := runs.Open(dir, filepath.Join(dir, "runs"), nil)
	c := tool.NewCatalog(tool.Environment{}, spm.Module(spm.Deps{Swift: &swiftpm.Client{Runner: run.OS{Env: []string{"PATH=" + dir}}, Runs: store}, Root: dir}))
	a := c.Answer(t.Context(), &tool.Call{}, "swift_package_build", nil, nil)
	if a.Kind != tool.Precondition || !strings.Contains(a.Text, "swift was not found") {
		t.Error(a.Text)
	}
}
