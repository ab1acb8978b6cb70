package bazel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/bazel/events"
)

// Two builds of real Bazel: each run keeps its own profile, though Bazel writes
// the second over the first.
func TestReport(t *testing.T) {
	b := newReal(t)
	quick := b.do(t, "build", "//:quick")
	failed := b.do(t, "build", "//:fail")

	r, err := b.Report(quick.RunID)
	if err != nil {
		t.Fatal(err)
	}
	if r.Profile == nil || len(r.Profile.Phases) == 0 || len(r.Profile.CriticalPath) == 0 || r.Profile.Cut {
		t.Fatalf("profile %+v %s", r.Profile, r.NoProfile)
	}
	if len(r.Slowest) == 0 || !strings.Contains(r.Slowest[0].Description, "//:quick") || len(r.Diagnostics) != 0 {
		t.Errorf("slowest %+v, diagnostics %+v", r.Slowest, r.Diagnostics)
	}
	r, err = b.Report(failed.RunID)
	if err != nil {
		t.Fatal(err)
	}
	if r.Build == nil || len(r.Diagnostics) == 0 || !strings.HasSuffix(r.Diagnostics[0].File, "src/A.swift") || r.Diagnostics[0].Line != 3 {
		t.Errorf("diagnostics %+v", r.Diagnostics)
	}
	for _, a := range r.Slowest {
		if strings.Contains(a.Description, "//:quick") {
			t.Errorf("the profile is that of another run: %+v", r.Slowest)
		}
	}
	if _, err := b.Report("run-none"); err == nil {
		t.Error("there is a report of a run that is not there")
	}
}

// A profile that was there before the run is not the run's own.
func TestKeepProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "command.profile.gz")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &events.Build{ToolLogs: []events.File{{Name: "command.profile.gz", URI: "file://" + file}}}
	for _, c := range []struct {
		started time.Time
		kept    bool
	}{{time.Now().Add(time.Hour), false}, {time.Now().Add(-time.Hour), true}} {
		dir := t.TempDir()
		keepProfile(b, dir, c.started)
		if _, err := os.Stat(filepath.Join(dir, profileFile)); (err == nil) != c.kept {
			t.Errorf("started %v: kept %v", c.started, err == nil)
		}
	}
}
