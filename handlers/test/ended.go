package test

import (
	"strings"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/coverage"
	"bazelapple/internal/testresult"
)

// Ended is what a person's test explorer is told while a command runs: the cases
// of one attempt of one shard as soon as it has ended, and at the end of the
// command each target's state, then with Status.
type Ended struct {
	Label  string
	Status testresult.TargetStatus
	// Text is the status for people, Log a log that tells more.
	Text, Log string
	Cached    bool
	Cases     []testresult.Case
}

// EndedOf reads what the files of tests that have just ended hold.
// Files of failures are relative to root where they are below it.
func EndedOf(t bazel.Tested, root string) []Ended {
	if r := t.Result; r != nil {
		cases := read(*r).At(r.Shard, r.Run, r.Attempt).Cases
		sources := coverage.Sources{Root: root}
		for _, c := range cases {
			for i := range c.Failures {
				if f := &c.Failures[i]; f.File != "" {
					f.File = sources.File(f.File)
				}
			}
		}
		return []Ended{{Label: plain(r.Label), Cached: cached(*r), Cases: cases}}
	}
	var out []Ended
	for one := range t.Build.Tests() {
		of := target(t.Build, one, root)
		out = append(out, Ended{Label: plain(of.Label), Status: of.Status, Text: of.Text, Log: of.Log, Cached: of.Cached})
	}
	return out
}

func cached(r events.TestResult) bool { return r.CachedLocally || r.CachedRemotely }

// plain is a label of the main repository without the marks that Bazel from 6 on
// puts before it.
func plain(label string) string {
	if bare := strings.TrimLeft(label, "@"); strings.HasPrefix(bare, "//") {
		return bare
	}
	return label
}
