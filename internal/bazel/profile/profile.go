// Package profile reads the JSON trace profile that Bazel writes of every
// invocation (command.profile.gz in the output base, or --profile), gzipped or
// plain, as a stream: actions go to a callback and are not kept. The form is
// Chrome's trace event format; times are microseconds from Bazel's "Initialize
// command", so that the client's launch lies before 0. Categories are those of
// Bazel's ProfilerTask, seen with 4.2.3 and described for 5 to 9.
package profile

import "time"

// Profile is a trace without its actions.
type Profile struct {
	BuildID    string // the invocation's id
	OutputBase string
	Phases     []Phase
	// CriticalPath is the longest chain of actions, first to last.
	CriticalPath []Component
	Actions      int           // how many there were
	Took         time.Duration // end of the last span
	// Cut is true when the file ends in the middle, as it does while Bazel
	// still runs or after its server died.
	Cut bool
}

// Phase is a part of the invocation, "Launch Blaze" to "Complete build".
type Phase struct {
	Name string
	// Start is negative for the launch.
	Start    time.Duration
	Duration time.Duration // up to the next phase
}

// Component is one step of the critical path.
type Component struct {
	Name            string // "action 'Compiling Swift module //Modules/Core:Core'"
	Start, Duration time.Duration
}

// Action is one action that Bazel looked at in this invocation. Those that
// Skyframe already knew to be up to date do not appear.
type Action struct {
	Description string // the progress message: "Compiling Swift module //Modules/Core:Core"
	// Mnemonic is written from Bazel 5 on; before, it is that of the process the
	// action started, "" when there was none.
	Mnemonic string
	Target   string // with --experimental_profile_include_target_label
	Output   string // with --experimental_profile_include_primary_output
	Start    time.Duration
	Duration time.Duration
	Hit      Hit
}

// Hit says where an action's result came from.
type Hit uint8

// Internal actions start no process, or the local action cache had them. The
// trace does not tell a disk cache from a remote one.
const (
	Internal Hit = iota
	RanLocally
	RanRemotely
	CacheHit
)

func (h Hit) String() string {
	return [...]string{"internal", "ran locally", "ran remotely", "cache hit"}[h]
}
