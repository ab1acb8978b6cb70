package config_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/config"
)

func write(t *testing.T, folder, text string) {
	t.Helper()
	file := filepath.Join(folder, ".bazel-apple", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	time.Sleep(250 * time.Millisecond) // the settings are looked at again after 200 ms
}

func none(string) string { return "" }

func TestYAMLIsYAML(t *testing.T) {
	for text, want := range map[string][]string{
		"enabledWorkflows: [build, test] # two":    {"build", "test"},
		"enabledWorkflows: build, test":            {"build", "test"},
		"enabledWorkflows: \"build,test\"":         {"build", "test"},
		"enabledWorkflows:\n  - build\n  - 'test'": {"build", "test"},
	} {
		v, problems, err := config.Parse("f", []byte(text))
		if err != nil || len(problems) > 0 || !reflect.DeepEqual([]string(v.EnabledWorkflows), want) {
			t.Errorf("%q: %v %v %v", text, v.EnabledWorkflows, problems, err)
		}
	}
}

func TestProblemsHavePlaces(t *testing.T) {
	for text, want := range map[string]string{
		"defaultTarget: //a:b\ndefaultTarget2: x": `f:2:1: unknown setting "defaultTarget2"`,
		"profiles:\n  a:\n    defaultTarged: x":   `f:3:5: unknown setting "defaultTarged"`,
		"defaultPlatform: windows":                `f:1:18: defaultPlatform is one of`,
		"defaultBuildMode: fast":                  `f:1:19: defaultBuildMode is one of`,
		"maxOutput: -5":                           `f:1:12: maxOutput must be`,
	} {
		_, problems, err := config.Parse("f", []byte(text))
		if err != nil || len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), want) {
			t.Errorf("%q: %v %v", text, problems, err)
		}
	}
	for text, place := range map[string]string{
		"a: [1, 2":        "f:",
		"maxOutput: many": "f:1:",
		"- a\n- b":        "f:1:1",
		"ok: 1\n\tbad: 2": "f:2:",
	} {
		_, _, err := config.Parse("f", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), place) || strings.HasPrefix(err.Error(), "f:0") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestBrokenEditKeepsOldValues(t *testing.T) {
	root := t.TempDir()
	write(t, root, "defaultTarget: //a:b")
	c := config.New(config.Source{Root: root, Home: t.TempDir(), Getenv: none, Trusted: true})
	if got := c.Defaults("")["target"]; got != "//a:b" {
		t.Fatal(got)
	}
	write(t, root, "defaultTarget: [")
	if got := c.Defaults("")["target"]; got != "//a:b" {
		t.Errorf("the old value is lost: %v", got)
	}
	if p := c.Problems(); len(p) != 1 || p[0].Line == 0 || !strings.Contains(p[0].Message, "stay in force") {
		t.Errorf("%v", p)
	}
	write(t, root, "defaultTarget: //c:d")
	if got := c.Defaults("")["target"]; got != "//c:d" || len(c.Problems()) > 0 {
		t.Errorf("%v %v", got, c.Problems())
	}
}

func TestLayers(t *testing.T) {
	root, home := t.TempDir(), t.TempDir()
	write(t, home, "bazelPath: ~/bin/bazel\ndefaultTarget: //home:x\ndefaultSimulatorId: HOME\nmaxOutput: 5")
	write(t, root, "defaultTarget: //ws:x\ndefaultSimulatorName: iPhone 17\nprofiles:\n  p:\n    defaultTarget: //p:x")
	env := map[string]string{"BAZEL_IOS_WORKSPACE": "/old", "BAZEL_APPLE_WORKSPACE": "/new", "BAZEL_IOS_STARTUP_ARGS": `--a "b c"`}
	c := config.New(config.Source{Root: root, Home: home, Getenv: func(n string) string { return env[n] }, Trusted: true})
	m := c.Merged()
	if *m.WorkspacePath != "/new" || *m.BazelPath != filepath.Join(home, "bin/bazel") || *m.MaxOutput != 5 || !reflect.DeepEqual(m.StartupArgs, []string{"--a", "b c"}) {
		t.Errorf("%+v", m)
	}
	d := c.Defaults("")
	if d["target"] != "//ws:x" || d["simulatorName"] != "iPhone 17" || d["simulatorId"] != nil {
		t.Errorf("%v", d)
	}
	if got := c.Defaults("p")["target"]; got != "//p:x" {
		t.Error(got)
	}
	untrusted := config.New(config.Source{Root: root, Home: home, Getenv: none})
	if got := untrusted.Defaults("")["target"]; got != "//home:x" {
		t.Errorf("an untrusted workspace's settings were read: %v", got)
	}
}
