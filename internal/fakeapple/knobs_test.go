package fakeapple

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

func TestKnobs(t *testing.T) {
	list := []string{"xcrun", "simctl", "list", "devices", "--json"}
	for _, c := range []struct {
		name, knob string
		args       []string
		code       int
		stdout     func(string) bool
		stderr     string
		slow       time.Duration
	}{
		{"fail", "FAKEAPPLE_SIMCTL=fail:7:no luck", list, 7, isEmpty, "no luck\n", 0},
		{"fail of one subcommand", "FAKEAPPLE_SIMCTL_BOOT=fail:7", list, 0, isJSON, "", 0},
		{"fail by default 1", "FAKEAPPLE_PLUTIL=fail", []string{"plutil", "-p", "x"}, 1, isEmpty, "told to fail", 0},
		{"slow", "FAKEAPPLE_SIMCTL_LIST=slow:60ms", list, 0, isJSON, "", 60 * time.Millisecond},
		{"silent", "FAKEAPPLE_SIMCTL=silent", list, 0, isEmpty, "", 0},
		{"noisy", "FAKEAPPLE_SIMCTL=noisy", list, 0, func(s string) bool { return strings.HasPrefix(s, "Install Started\n{") }, "DVTDeviceOperation", 0},
		{"empty list", "FAKEAPPLE_SIMCTL=empty", list, 0, func(s string) bool { return isJSON(s) && !strings.Contains(s, "udid") }, "", 0},
		{"empty tree", "FAKEAPPLE_DEVICECTL=empty", []string{"xcrun", "devicectl", "list", "devices"}, 0, func(s string) bool { return s == "No devices found.\n" }, "", 0},
		{"truncated", "FAKEAPPLE_SIMCTL=truncated", list, 0, func(s string) bool { return len(s) > 100 && !isJSON(s) }, "", 0},
		{"truncated at", "FAKEAPPLE_SIMCTL=truncated:10", list, 0, func(s string) bool { return len(s) == 10 }, "", 0},
		{"other exit", "FAKEAPPLE_SIMCTL=exit:3", list, 3, isJSON, "", 0},
		{"together", "FAKEAPPLE_SIMCTL=slow:30ms,fail:2:late", list, 2, isEmpty, "late", 30 * time.Millisecond},
		{"of xcrun", "FAKEAPPLE_XCRUN=fail:72", list, 72, isEmpty, "told to fail", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t, c.knob)
			start := time.Now()
			out, errs, code := m.try(c.args...)
			if code != c.code || !c.stdout(out) || !strings.Contains(errs, c.stderr) || time.Since(start) < c.slow {
				t.Errorf("exit %d after %v\nstdout %q\nstderr %q", code, time.Since(start), out, errs)
			}
		})
	}
}

func isEmpty(s string) bool { return s == "" }
func isJSON(s string) bool  { return json.Valid([]byte(s)) }

// A bootstatus that fails on a booted device (bugs.md B07) is made of two knobs.
func TestKnobAnswersFromAFile(t *testing.T) {
	m := newMachine(t)
	file := m.file("words.txt", "Device boot failed\n")
	m.env = append(m.env, "FAKEAPPLE_SIMCTL_BOOTSTATUS=error:"+file+",exit:149", "FAKEAPPLE_SIMCTL_LIST=answer:"+file)
	if got := m.refused(149, "xcrun", "simctl", "bootstatus", phone, "-b"); got != "Device boot failed\n" {
		t.Error(got)
	}
	if got := m.run("xcrun", "simctl", "list", "devices"); got != "Device boot failed\n" {
		t.Error(got)
	}
}

func TestEachStartIsLogged(t *testing.T) {
	m := newMachine(t)
	log := m.dir + "/log.jsonl"
	m.env = append(m.env, "FAKEAPPLE_LOG="+log, "SIMCTL_CHILD_A=1", "OTHER=2")
	m.run("xcrun", "simctl", "list", "devices")
	m.run("sw_vers")
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	var first struct {
		Program, Dir string
		Args         []string
		Env          map[string]string
	}
	if len(lines) != 2 || json.Unmarshal([]byte(lines[0]), &first) != nil {
		t.Fatalf("%q", lines)
	}
	if first.Program != "xcrun" || strings.Join(first.Args, " ") != "simctl list devices" || first.Dir != m.dir || len(first.Env) != 1 || first.Env["SIMCTL_CHILD_A"] != "1" {
		t.Errorf("%+v", first)
	}
}
