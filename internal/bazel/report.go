package bazel

import (
	"container/heap"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/profile"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
)

// profileFile is the name of a run's copy of Bazel's trace profile, in the run's
// folder: Bazel writes the next invocation's over its own.
const profileFile = "profile.gz"

// mostSlow bounds the list of slowest actions of a report.
const mostSlow = 50

// A Report is where an ended run spent its time and what it found.
type Report struct {
	Run runs.Run
	// Build is nil for a run that wrote no events.
	Build *events.Build
	// Profile is nil when Bazel kept none; NoProfile then says why.
	Profile   *profile.Profile
	NoProfile string
	// Slowest are the actions that took longest, the longest first.
	Slowest []profile.Action
	// Ran are how many actions ended in which way, when Bazel's own counts
	// (events.Build.Runners) are missing.
	Ran         map[profile.Hit]int64
	Diagnostics []diagnostics.Diagnostic
}

// Report reads what an ended run left on disk. It starts no process. The error
// is runs.ErrNotFound for an id that names no run.
func (c *Client) Report(id string) (Report, error) {
	r, err := c.Runs.Get(id)
	if err != nil {
		return Report{}, err
	}
	if r.State != runs.Done {
		return Report{}, fmt.Errorf("%s has not ended yet: its report can be read when it has", r.Title)
	}
	out := Report{Run: r, Ran: map[profile.Hit]int64{}}
	if r.EventsPath != "" {
		if b, err := events.ReadFile(r.EventsPath); err == nil && b.Completeness != events.None {
			out.Build = b
		}
	}
	log, err := c.Runs.Log(r.ID, 1, 0, "")
	if err != nil {
		return Report{}, err
	}
	out.Diagnostics, _ = c.Diagnose(&Result{ExitCode: r.ExitCode, Output: run.Output{Stderr: []byte(strings.Join(log.Lines, "\n"))}, Build: out.Build})
	out.profile(filepath.Join(filepath.Dir(r.LogPath), profileFile))
	return out, nil
}

func (r *Report) profile(path string) {
	var slow slowest
	p, err := profile.ReadFile(path, func(a profile.Action) {
		r.Ran[a.Hit]++
		heap.Push(&slow, a)
		if slow.Len() > mostSlow {
			heap.Pop(&slow)
		}
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		r.NoProfile = "Bazel wrote no profile of this run."
		return
	case err != nil:
		r.NoProfile = err.Error()
		return
	}
	r.Profile = p
	r.Slowest = make([]profile.Action, slow.Len())
	for i := range r.Slowest {
		r.Slowest[len(r.Slowest)-1-i] = heap.Pop(&slow).(profile.Action)
	}
}

// slowest is a heap with the quickest of the slow actions on top.
type slowest []profile.Action

func (s slowest) Len() int           { return len(s) }
func (s slowest) Less(i, j int) bool { return s[i].Duration < s[j].Duration }
func (s slowest) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s *slowest) Push(x any)        { *s = append(*s, x.(profile.Action)) }
func (s *slowest) Pop() any {
	old := *s
	last := old[len(old)-1]
	*s = old[:len(old)-1]
	return last
}

// keepProfile copies the profile of a command that has ended into the run's
// folder. Without one the report says so.
func keepProfile(b *events.Build, dir string, started time.Time) {
	from, err := os.Open(b.ProfilePath())
	if err != nil {
		return
	}
	defer from.Close()
	// One that is older is that of an invocation before this one.
	if info, err := from.Stat(); err != nil || info.ModTime().Before(started) {
		return
	}
	name := filepath.Join(dir, profileFile)
	to, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		_ = os.Remove(name) // a full disk loses the report's timeline, not the run
	}
}
