package handlers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
)

// hostile are the values that every string parameter of every tool gets. Each
// holds the mark, by which it is found again on command lines.
func hostile() map[string]string {
	return map[string]string{
		"leading dash":    "-zqx",
		"double dash":     "--zqx=/etc/passwd",
		"single quote":    "zqx'; touch pwned; '",
		"double quote":    `zqx" ; touch pwned ; "`,
		"backslash quote": `zqx\" OR 1 == 1 OR \"`,
		"newline":         "zqx\n--help",
		"carriage return": "zqx\r--help",
		"NUL":             "zqx\x00",
		"escape":          "zqx\x1b[2J",
		"parent folders":  "../../../zqx",
		"label parents":   "//../../zqx:x",
		"absolute":        "/etc/zqx",
		"command":         "$(touch pwned) zqx `touch pwned`",
		"query close":     `zqx") union deps("//...`,
		"format":          "%s%n%x zqx {0}",
		"long":            strings.Repeat("zqx", 1700),
		"broken UTF-8":    "zqx\xff\xfe",
		"proto":           "__proto__zqx",
	}
}

const mark = "zqx"

// recorder is a shell script that stands for every program: it writes its
// arguments down and answers what a tool needs to go on.
const recorder = `#!/bin/sh
{ printf '%s' "${0##*/}"; for a in "$@"; do printf '\036%s' "$a"; done; printf '\035'; } >> "$RECORD"
out=
prev=
for a in "$@"; do
  [ "$prev" = --json-output ] && out=$a
  prev=$a
done
case " $* " in
  *" simctl list "*) cat "$RECORD.sims" ;;
  *" devicectl "*) [ -n "$out" ] && cat "$RECORD.devices" > "$out" ;;
esac
exit 0
`

// machine is a folder of recorders.
type machine struct {
	dir, root, record string
}

func newMachine(t *testing.T) machine {
	t.Helper()
	m := machine{dir: t.TempDir(), root: t.TempDir()}
	m.record = filepath.Join(m.dir, "record")
	write := func(path, text string, mode os.FileMode) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []string{"xcrun", "bazel", "bazelisk", "plutil", "open", "xcode-select", "xcodebuild", "swift", "idb", "axe", "osascript", "pkill", "pgrep", "screencapture", "log",
		"pymobiledevice3", "idevicesyslog", "security", "npm", "git", "brew", "lldb", "lldb-dap", "sw_vers", "cp", "buildifier"} {
		write(filepath.Join(m.dir, "bin", p), recorder, 0o755)
	}
	write(m.record+".sims", `{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-2":[{"udid":"11111111-AAAA-4000-8000-000000000001","name":"iPhone 17","state":"Booted","isAvailable":true}]}}`, 0o644)
	write(m.record+".devices", `{"result":{"devices":[{"identifier":"I","connectionProperties":{"tunnelState":"connected","pairingState":"paired"},"deviceProperties":{"name":"Phone"},"hardwareProperties":{"udid":"U","platform":"iOS"}}],"apps":[],"runningProcesses":[]}}`, 0o644)
	write(filepath.Join(m.root, "MODULE.bazel"), "", 0o644)
	write(filepath.Join(m.root, "Package.swift"), "", 0o644)
	write(filepath.Join(m.root, "App.app", "Info.plist"), `<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>`, 0o644)
	return m
}

func (m machine) engine(t *testing.T) *handlers.Engine {
	env := []string{"PATH=" + filepath.Join(m.dir, "bin") + ":/usr/bin:/bin", "HOME=" + m.dir, "RECORD=" + m.record}
	e := handlers.New(t.Context(), handlers.Options{
		Root: m.root, Folders: platform.NewFolders(func(string) string { return "" }, m.dir), Env: env,
		Host: platform.Host{OS: "darwin", Arch: "arm64"}, Trusted: true,
	})
	t.Cleanup(e.Close)
	return e
}

// commands returns and forgets what was run.
func (m machine) commands(t *testing.T) [][]string {
	t.Helper()
	text, err := os.ReadFile(m.record)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(m.record)
	var out [][]string
	for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\x1d"), "\x1d") {
		out = append(out, strings.Split(line, "\x1e"))
	}
	return out
}

// sane is a value for a parameter that another one's test needs.
func sane(name string, p schema) any {
	switch name {
	case "appPath":
		return "App.app"
	case "target", "scope":
		return "//a:b"
	case "bundleId":
		return "a.b"
	case "url":
		return "app://x"
	case "expression":
		return "deps(//a:b)"
	case "outputPath":
		return "out/file.png"
	case "logPath":
		return "x.log"
	case "arguments":
		return map[string]any{}
	}
	if len(p.Enum) > 0 {
		return p.Enum[0]
	}
	switch p.Type {
	case "number", "integer":
		return 1
	case "boolean":
		return true
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return "sane"
}

// carriesFlags are the parameters made to carry flags and free words of a
// program of the caller's own.
func carriesFlags(name string) bool {
	switch name {
	case "extraArgs", "startupArgs", "launchArgs", "runArgs", "args":
		return true
	}
	return false
}

func TestHostileValues(t *testing.T) {
	m := newMachine(t)
	e := m.engine(t)
	for _, name := range e.Catalog.Names() {
		switch name {
		case "bazel_daemon_start", "bazel_daemon_stop", "bazel_daemon_status", "bazel_call_tool":
			continue // held by the doors' own tests
		}
		tl, _ := e.Catalog.Tool(name)
		var s schema
		if err := json.Unmarshal(tl.InputSchema(), &s); err != nil {
			t.Fatal(err)
		}
		for parameter, p := range s.Properties {
			if p.Type != "string" && (p.Type != "array" || p.Items.Type != "string") || len(p.Enum) > 0 {
				continue
			}
			for kind, value := range hostile() {
				args := map[string]any{}
				for _, r := range s.Required {
					args[r] = sane(r, s.Properties[r])
				}
				if _, has := s.Properties["target"]; has {
					args["target"] = "//a:b"
				}
				if _, has := s.Properties["timeoutSeconds"]; has {
					args["timeoutSeconds"] = 2
				}
				args[parameter] = value
				if p.Type == "array" {
					args[parameter] = []any{value}
				}
				hostileCall(t, m, e, name, parameter, kind, args)
			}
		}
	}
	for _, file := range []string{filepath.Join(m.root, "pwned"), filepath.Join(m.dir, "pwned"), "pwned"} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s was made: a value reached a shell", file)
		}
	}
}

func hostileCall(t *testing.T, m machine, e *handlers.Engine, name, parameter, kind string, args map[string]any) {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	call := &tool.Call{Client: tool.Client{ID: "t", Name: "test", Role: tool.Agent}, Move: func(context.Context, string, string) error { return nil }}
	_, err = e.Catalog.Handle(ctx, call, name, raw)
	where := fmt.Sprintf("%s.%s, %s", name, parameter, kind)
	var te *tool.Error
	if errors.As(err, &te) {
		if te.Kind == tool.Internal {
			t.Errorf("%s: internal error: %v", where, err)
		}
		if len(te.Error()) > 6000 {
			t.Errorf("%s: an error of %d bytes", where, len(te.Error()))
		}
	}
	if ctx.Err() != nil {
		t.Errorf("%s: still running after 10 s", where)
	}
	for _, argv := range m.commands(t) {
		ended := false
		for _, a := range argv[1:] {
			ended = ended || a == "--"
			if strings.HasPrefix(a, "-") && strings.HasPrefix(strings.TrimLeft(a, "-"), mark) && !ended && !carriesFlags(parameter) {
				t.Errorf("%s: taken for a flag: %q", where, argv)
			}
			if strings.ContainsAny(a, "\n\r") && strings.Contains(a, mark) && parameter != "text" && parameter != "title" && parameter != "body" && !carriesFlags(parameter) && parameter != "command" {
				t.Errorf("%s: a line end reached a program: %q", where, argv)
			}
		}
	}
}
