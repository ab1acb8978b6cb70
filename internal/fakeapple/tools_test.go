package fakeapple

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"howett.net/plist"
)

func TestPlutil(t *testing.T) {
	m := newMachine(t)
	file := m.app("com.example.demo") + "/Info.plist"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-extract", "CFBundleIdentifier", "raw", "-o", "-", file}, "com.example.demo\n"},
		{[]string{"-extract", "CFBundleURLTypes.0.CFBundleURLSchemes.0", "raw", file}, "demo\n"},
		{[]string{"-extract", "CFBundleURLTypes", "json", "-o", "-", file}, `[{"CFBundleURLSchemes":["demo"]}]`},
		{[]string{"-type", "CFBundleURLTypes", file}, "array\n"},
		{[]string{"-lint", file}, file + ": OK\n"},
	} {
		if got := m.run(append([]string{"plutil"}, c.args...)...); got != c.want {
			t.Errorf("%q: %q, want %q", c.args, got, c.want)
		}
	}
	for _, form := range []string{"binary1", "xml1", "json"} {
		m.run("plutil", "-convert", form, file)
		var info map[string]any
		if err := json.Unmarshal([]byte(m.run("plutil", "-convert", "json", "-o", "-", file)), &info); err != nil || info["CFBundleIdentifier"] != "com.example.demo" {
			t.Errorf("after %s: %v %v", form, err, info)
		}
	}
	m.file("old.plist", `{ a = "b c"; d = (1, 2); }`)
	if got := m.run("plutil", "-p", "old.plist"); !strings.Contains(got, `"a" => "b c"`) {
		t.Error(got)
	}
	dated, err := plist.Marshal(map[string]any{"data": []byte{1}}, plist.XMLFormat)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]string{{"missing.plist", "does not exist"}, {m.file("junk", "junk"), "Property List error"}, {m.file("empty", ""), "zero-length"}, {m.file("data.plist", string(dated)), "invalid object"}} {
		if got := m.refused(1, "plutil", "-convert", "json", "-o", "-", c[0]); !strings.Contains(got, c[1]) {
			t.Errorf("%s: %s", c[0], got)
		}
	}
	m.refused(1, "plutil", "-extract", "no.such", "raw", file)
	m.refused(1, "plutil", "-frobnicate", file)
}

func TestSwiftTests(t *testing.T) {
	m := newMachine(t)
	m.run("swift", "package", "init", "--name", "Demo")
	m.refused(1, "swift", "package", "init")
	m.file("Tests/DemoTests/Old.swift", `import XCTest
final class OldTests: XCTestCase {
  func testGood() { XCTAssertEqual(2, 2) }
  func testBad() {
    XCTAssertEqual(1, 2)
  }
  func testSkipped() throws { throw XCTSkip("later") }
}
`)
	out, _, code := m.try("swift", "test", "--xunit-output", "x.xml")
	for _, want := range []string{
		"Test Case '-[DemoTests.OldTests testGood]' passed (0.001 seconds).",
		`Old.swift:5: error: -[DemoTests.OldTests testBad] : XCTAssertEqual failed: ("1") is not equal to ("2")`,
		"Test Case '-[DemoTests.OldTests testSkipped]' skipped (0.001 seconds).",
		"Executed 3 tests, with 1 test skipped and 1 failure (0 unexpected)",
		"✔ Test example() passed after 0.001 seconds.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if data, err := os.ReadFile(filepath.Join(m.dir, "x.xml")); code != 1 || err != nil || !strings.Contains(string(data), `failures="1"`) {
		t.Errorf("exit %d, %v\n%s", code, err, data)
	}
	if out := m.run("swift", "test", "--filter", "OldTests/testGood"); !strings.Contains(out, "Executed 1 test, with 0 failures") {
		t.Error(out)
	}
	// Nothing matches and the exit status is 0 (bugs.md B58).
	if out := m.run("swift", "test", "--filter", "nothing"); !strings.Contains(out, "Executed 0 tests") || !strings.Contains(out, "Test run with 0 tests in 0 suites passed") {
		t.Error(out)
	}
	if out := m.run("swift", "test", "list"); !strings.Contains(out, "DemoTests.OldTests/testGood\n") || !strings.Contains(out, "DemoTests.example()\n") {
		t.Error(out)
	}
}

func TestSwiftRun(t *testing.T) {
	m := newMachine(t)
	m.refused(1, "swift", "build")
	m.run("swift", "package", "init", "--type", "executable", "--name", "tool")
	if out := m.run("swift", "run", "-c", "release", "tool", "--", "-v", "two words"); !strings.HasSuffix(out, "Hello, world!\nargument: -v\nargument: two words\n") {
		t.Errorf("%q", out)
	}
	m.file("Sources/tool/main.swift", "print(\"bye\")\nexit(3)\n")
	m.refused(3, "swift", "run")
	m.refused(1, "swift", "run", "nosuch")
	m.refused(1, "swift", "build", "--target", "nosuch")
	m.refused(64, "swift", "build", "-c", "fast")
	m.run("swift", "package", "clean")
	if exists(filepath.Join(m.dir, ".build")) {
		t.Error(".build outlived clean")
	}
}

func TestXcresulttool(t *testing.T) {
	m := newMachine(t)
	tests := m.file("a.xcresult/tests.json", capture(t, "xcresulttool/get_test-results_tests_xcode16_mixed.json"))
	var s struct{ TotalTestCount, PassedTests, FailedTests, SkippedTests int }
	if err := json.Unmarshal([]byte(m.run("xcrun", "xcresulttool", "get", "test-results", "summary", "--path", filepath.Dir(tests))), &s); err != nil {
		t.Fatal(err)
	}
	if s.TotalTestCount == 0 || s.TotalTestCount != s.PassedTests+s.FailedTests+s.SkippedTests || s.FailedTests == 0 {
		t.Errorf("%+v", s)
	}
	m.refused(64, "xcrun", "xcresulttool", "get", "object", "--path", filepath.Dir(tests), "--format", "json")
	m.run("xcrun", "xcresulttool", "get", "object", "--legacy", "--path", filepath.Dir(tests), "--format", "json")
	m.refused(1, "xcrun", "xcresulttool", "get", "test-results", "tests", "--path", "missing.xcresult")
}

func TestSmallPrograms(t *testing.T) {
	m := newMachine(t)
	if got := m.run("xcodebuild", "-version"); got != "Xcode 26.2\nBuild version 17C52\n" {
		t.Errorf("%q", got)
	}
	m.refused(66, "xcodebuild", "build")
	m.refused(72, "xcrun", "nosuchtool")
	if got := m.run("xcrun", "-f", "simctl"); !strings.HasSuffix(got, "/Contents/Developer/usr/bin/simctl\n") {
		t.Errorf("%q", got)
	}
	m.run("screencapture", "-o", filepath.Join(m.dir, "s.png"))
	m.refused(1, "screencapture", "-o")
	m.run("xcrun", "mcpbridge", "run-agent", "skills", "export", "--output-dir", "skills")
	m.refused(1, "xcrun", "mcpbridge", "run-agent", "skills", "export", "--output-dir", "skills")
	m.refused(2, "idb", "ui", "tap", "--udid", phone, "1")
	m.refused(2, "idb", "ui", "button", "--udid", phone, "VOLUME")
	m.refused(1, "idb", "ui", "describe-all", "--udid", phone)
}
