package simctl_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bazelapple/internal/captures"
	"bazelapple/internal/run"
	"bazelapple/internal/simctl"
)

// scripted is a client whose xcrun and open are shell scripts; said is what they
// were asked, a line each.
func scripted(t *testing.T, script string) (c *simctl.Client, said func() string) {
	t.Helper()
	dir := t.TempDir()
	for _, program := range []string{"xcrun", "open"} {
		text := "#!/bin/sh\ncd " + dir + "\necho \"${0##*/} $*\" >> said\n" + script
		if err := os.WriteFile(filepath.Join(dir, program), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c = &simctl.Client{Runner: run.OS{Env: []string{"PATH=" + dir + ":/usr/bin:/bin", "CAPTURES=" + captures.Dir(t)}}}
	return c, func() string {
		text, _ := os.ReadFile(filepath.Join(dir, "said"))
		return string(text)
	}
}

// listed is what List makes of a capture.
func listed(t *testing.T, file string) (sims []simctl.Simulator, noise string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(captures.Dir(t), "simctl", file))
	if err != nil {
		t.Fatal(err)
	}
	sims, noise, err = simctl.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return sims, noise
}

func TestB01RuntimeKeyTwice(t *testing.T) {
	if sims, _ := listed(t, "DERIVED_duplicate_runtime_key_xcode26.json"); len(sims) != 1 || sims[0].Name != "iPhone 17" {
		t.Errorf("the second, empty list won: %v", sims)
	}
}

func TestB02WordsBeforeTheListing(t *testing.T) {
	sims, noise := listed(t, "errors/list_with_noise_before_json.txt")
	if len(sims) != 1 || !strings.Contains(noise, "Install") {
		t.Errorf("%v, noise %q", sims, noise)
	}
}

func TestB04MissingFields(t *testing.T) {
	sims, _ := listed(t, "list_devices_xcode11_missing_fields.json")
	if len(sims) != 2 || !strings.HasPrefix(sims[0].Name, "iPhone") || !strings.HasPrefix(sims[1].Name, "iPhone") {
		t.Errorf("%v", sims)
	}
}

func TestB05RuntimesByNameAndById(t *testing.T) {
	sims, _ := listed(t, "list_devices_xcode10.1_mixed_keys.json")
	var runtimes []string
	for _, s := range sims {
		runtimes = append(runtimes, s.Runtime())
	}
	for _, want := range []string{"watchOS 5.1", "iOS 11.4", "iOS 12.1"} {
		if !strings.Contains(strings.Join(runtimes, ", "), want) {
			t.Errorf("%s is not among %v", want, runtimes)
		}
	}
}

// one answers for one simulator: its state is in the file state.
const one = `
case "$*" in
"simctl list devices available --json")
  [ -f state ] || echo Shutdown > state
  echo '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-1":[{"udid":"A","name":"iPhone 17","state":"'$(cat state)'","isAvailable":true}]}}'; exit ;;
`

func TestB07BootOfWhatIsBooted(t *testing.T) {
	// Between the look and the boot somebody else has booted it.
	c, _ := scripted(t, one+`"simctl boot A") echo Booted > state; cat $CAPTURES/simctl/errors/bootstatus_already_booted_405.txt >&2; exit 149 ;; esac`)
	if already, err := c.Boot(t.Context(), "A"); err != nil || !already {
		t.Errorf("already %v, %v", already, err)
	}
}

func TestB09TwoBootsOfOneSimulator(t *testing.T) {
	c, said := scripted(t, one+`"simctl boot A") [ $(cat state) = Booted ] && exit 149; sleep 0.2; echo Booted > state ;; esac`)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := c.Boot(t.Context(), "A"); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if n := strings.Count(said(), "simctl boot A"); n != 1 {
		t.Errorf("%d boot commands:\n%s", n, said())
	}
}

func TestB10ErrorsInWords(t *testing.T) {
	for _, file := range []string{"boot_already_booted_405.txt", "boot_already_booted_164_old.txt", "erase_booted_146_old.txt"} {
		c, _ := scripted(t, `cat $CAPTURES/simctl/errors/`+file+` >&2; exit 149`)
		err := c.Erase(t.Context(), "A")
		var sim *simctl.SimError
		if !errors.As(err, &sim) || !strings.Contains(err.Error(), "current state: Booted") || !strings.Contains(err.Error(), "bazel_ios_shutdown_simulator") && !sim.AlreadyBooted() {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestB11NameOfTwoSimulators(t *testing.T) {
	list := []simctl.Simulator{
		{UDID: "A", Name: "iPhone 16 Pro Max", State: simctl.Shutdown, Platform: "iOS", OSVersion: "18.4"},
		{UDID: "B", Name: "iPhone 16 Pro Max", State: simctl.Shutdown, Platform: "iOS", OSVersion: "26.1"},
	}
	_, _, err := simctl.Pick(list, simctl.Choice{Name: "iPhone 16 Pro Max"})
	if !errors.Is(err, simctl.ErrAmbiguous) || !strings.Contains(err.Error(), "(iOS 18.4) A") || !strings.Contains(err.Error(), "(iOS 26.1) B") {
		t.Errorf("%v", err)
	}
}

func TestB13SimulatorAppHasAnotherName(t *testing.T) {
	c, said := scripted(t, `case "$*" in "-a Simulator"*) echo "Unable to find application named 'Simulator'" >&2; exit 1 ;; esac`)
	if err := simctl.OpenViewer(t.Context(), c.Runner, nil); err != nil || !strings.Contains(said(), "open -a DeviceHub") {
		t.Errorf("%v\n%s", err, said())
	}
	c, _ = scripted(t, "echo \"Unable to find application named '$2'\" >&2; exit 1")
	if err := simctl.OpenViewer(t.Context(), c.Runner, nil); err == nil || !strings.Contains(err.Error(), "'Simulator'") {
		t.Errorf("no viewer at all: %v", err)
	}
}

func TestUnknownStateIsNotShutdown(t *testing.T) {
	sims, _, err := simctl.Parse([]byte(`{"devices":{"iOS 26.1":[{"udid":"A","name":"iPhone 17","isAvailable":true}]}}`))
	if err != nil || len(sims) != 1 || sims[0].State != "unknown" {
		t.Errorf("%v, %v", sims, err)
	}
}
