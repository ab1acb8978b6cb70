package fakeapple

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the test binary be its own stand-in: the links of Install lead
// back to it.
func TestMain(m *testing.M) {
	if Called(os.Args[0]) {
		os.Exit(Main(os.Args, os.Environ()))
	}
	os.Exit(m.Run())
}

// machine is one world for a test.
type machine struct {
	t     testing.TB
	state string
	env   []string
	dir   string
	in    string
}

func newMachine(t testing.TB, env ...string) *machine {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	return &machine{t: t, state: state, dir: dir, env: append([]string{"FAKEAPPLE_STATE=" + state, "FAKEAPPLE_BOOT_TIME=20ms", "FAKEAPPLE_LOG_EVERY=10ms"}, env...)}
}

// try runs one command line in this process.
func (m *machine) try(args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	p := Program{Name: args[0], Args: args[1:], Env: m.env, Dir: m.dir, In: strings.NewReader(m.in), Out: &out, Err: &errs}
	code = p.Run()
	return out.String(), errs.String(), code
}

// run wants success and gives stdout.
func (m *machine) run(args ...string) string {
	m.t.Helper()
	out, errs, code := m.try(args...)
	if code != 0 {
		m.t.Fatalf("%q: exit %d\n%s%s", args, code, out, errs)
	}
	return out
}

// refused wants an exit status and gives stderr.
func (m *machine) refused(code int, args ...string) string {
	m.t.Helper()
	out, errs, got := m.try(args...)
	if got != code {
		m.t.Fatalf("%q: exit %d, want %d\n%s%s", args, got, code, out, errs)
	}
	return errs
}

// file writes a file below the working folder and gives its path.
func (m *machine) file(name, text string) string {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		m.t.Fatal(err)
	}
	return path
}

// app makes an app bundle and gives its path.
func (m *machine) app(id string) string {
	m.t.Helper()
	return filepath.Dir(m.file("Demo.app/Info.plist", `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>`+id+`</string>
<key>CFBundleExecutable</key><string>Demo</string>
<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>demo</string></array></dict></array>
</dict></plist>`))
}

const (
	phone  = "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42602"
	device = "00008140-000A1B2C3D4E5F60"
	locked = "00008130-001C2D3E4F506172"
)

// launched boots the phone and launches a demo app on it.
func launched(t testing.TB) *machine {
	m := newMachine(t)
	m.run("xcrun", "simctl", "bootstatus", phone, "-b")
	m.run("xcrun", "simctl", "install", phone, m.app("com.example.demo"))
	m.run("xcrun", "simctl", "launch", phone, "com.example.demo")
	return m
}
