package events

import (
	"iter"
	"path/filepath"
	"strings"
	"time"
)

// Build is what a build event file says about one invocation. Its methods may
// be called from several goroutines once it is read.
type Build struct {
	Path         string
	Form         Form
	Completeness Completeness
	Invocation   Invocation
	Phase        Phase

	Patterns       []Pattern
	Configurations []Configuration
	Metrics        Metrics
	HasMetrics     bool
	ToolLogs       []File // "critical path", "process stats", "command.profile.gz"
	Symlinks       []Symlink
	Fetches        []Fetch

	// FailedActions and Aborts hold the first MaxKept; the counts are whole.
	FailedActions     []*Action
	FailedActionCount int
	ActionCount       int // reported actions, failed or not
	Aborts            []*Abort
	AbortCount        int

	// Problems are what was wrong with the file itself: events that could not
	// be read, a cut.
	Problems []string
	// Events counts the events that were read, Malformed those that could not be.
	Events    int
	Malformed int

	strings   table[string]
	tagLists  table[string] // joined with NULs
	targets   pages[targetRecord]
	byLabel   map[string]int32
	results   pages[testRecord]
	resultKey map[resultKey]int32
	summaries pages[TestSummary]
	sets      offsets
	console   pages[int64]
	revealing pages[int64] // events that may hold secrets, see Scrub
}

// MaxKept bounds the lists of failed actions, aborts and problems in a Build.
const MaxKept = 10_000

type resultKey struct{ target, shard, run, attempt int32 }

func newBuild(path string) *Build {
	return &Build{Path: path, byLabel: map[string]int32{}, resultKey: map[resultKey]int32{}}
}

// outputBase is two levels above an execution root, <base>/execroot/<name>.
func outputBase(execRoot string) string {
	up := filepath.Dir(execRoot)
	if execRoot == "" || filepath.Base(up) != "execroot" {
		return ""
	}
	return filepath.Dir(up)
}

// Succeeded is true when Bazel itself said exit code 0.
func (b *Build) Succeeded() bool { return b.Invocation.HasExit && b.Invocation.ExitCode == 0 }

// Targets yields every target in the order in which Bazel first named it.
func (b *Build) Targets() iter.Seq[Target] {
	return func(yield func(Target) bool) {
		for i := range b.targets.n {
			if !yield(b.target(b.targets.at(i))) {
				return
			}
		}
	}
}

// TargetCount is how many targets Targets yields.
func (b *Build) TargetCount() int { return b.targets.n }

// SetCount is how many named sets of files the file holds.
func (b *Build) SetCount() int { return b.sets.n }

// Target returns a label's target in each configuration and aspect.
func (b *Build) Target(label string) []Target {
	i, known := b.byLabel[label]
	if !known {
		return nil
	}
	var out []Target
	for ; i >= 0; i = b.targets.at(int(i)).next {
		out = append(out, b.target(b.targets.at(int(i))))
	}
	return out
}

func (b *Build) target(r *targetRecord) Target {
	return Target{
		Label: r.label, Aspect: b.strings.value(r.aspect), Configuration: b.strings.value(r.config),
		Kind: b.strings.value(r.kind), Tags: splitTags(b.tagLists.value(r.tags)), Size: r.size,
		TestTimeout: r.timeout, State: r.state, Reason: r.reason, Failure: r.failure, offset: r.offset,
	}
}

// Configuration returns the configuration of that id, nil when unknown.
func (b *Build) Configuration(id string) *Configuration {
	for i := range b.Configurations {
		if b.Configurations[i].ID == id {
			return &b.Configurations[i]
		}
	}
	return nil
}

// CriticalPath is Bazel's own text of the critical path, "" without one.
func (b *Build) CriticalPath() string { return b.toolLog("critical path") }

// ProfilePath is the local path of Bazel's JSON trace profile, "" without one.
// The log has the name of the file, which --profile may choose.
func (b *Build) ProfilePath() string {
	for _, f := range b.ToolLogs {
		if name := f.Name; f.URI != "" && (strings.HasSuffix(name, ".profile.gz") || strings.HasSuffix(name, ".profile")) {
			return f.Path()
		}
	}
	if p := b.option("--profile="); strings.HasPrefix(p, "/") {
		return p
	}
	return ""
}

func (b *Build) toolLog(name string) string {
	for _, f := range b.ToolLogs {
		if f.Name == name {
			return string(f.Contents)
		}
	}
	return ""
}

// Elapsed is the invocation's wall time, 0 when it did not finish.
func (b *Build) Elapsed() time.Duration {
	if b.Invocation.Finished.IsZero() || b.Invocation.Started.IsZero() {
		return 0
	}
	return b.Invocation.Finished.Sub(b.Invocation.Started)
}
