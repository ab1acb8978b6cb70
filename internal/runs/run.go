// Package runs keeps what was run: builds, tests, queries, with their logs and
// event files on disk, the same on all doors. The last ones stay readable after
// a restart; those that still run can be watched, waited for and cancelled.
package runs

import "time"

// A State is how far a run has come.
type State string

// The states of a run, in their order.
const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"
)

// Waiting says what a queued run waits for.
type Waiting struct {
	PID     int       `json:"pid"`
	Command string    `json:"command,omitempty"`
	Since   time.Time `json:"since,omitzero"`
}

// A Run is one invocation of a program that a tool started. Argv and Summary
// hold no secrets.
type Run struct {
	ID      string   `json:"id"`
	Root    string   `json:"root"`
	Tool    string   `json:"tool"`
	Title   string   `json:"title"`
	Target  string   `json:"target,omitempty"`
	Argv    []string `json:"argv,omitempty"`
	Client  string   `json:"client,omitempty"`
	State   State    `json:"state"`
	Waiting *Waiting `json:"waiting,omitempty"`
	// Phase is loading, analysis, execution …
	Phase string `json:"phase,omitempty"`
	// Done and Total count actions; Total is 0 while it is not known.
	Done  int64 `json:"done,omitempty"`
	Total int64 `json:"total,omitempty"`
	// ETA is the time left by this target's earlier runs, 0 when unknown.
	ETA   time.Duration `json:"eta,omitempty"`
	Start time.Time     `json:"start"`
	End   time.Time     `json:"end,omitzero"`
	// ExitCode is -1 when a signal ended the program or it never ran.
	ExitCode int  `json:"exitCode"`
	OK       bool `json:"ok"`
	// Cancelled says that somebody ended it.
	Cancelled bool `json:"cancelled,omitempty"`
	// Summary is the result in one line.
	Summary string `json:"summary,omitempty"`
	// LogPath is what the program printed, EventsPath Bazel's event file; ""
	// where there is none.
	LogPath    string `json:"logPath,omitempty"`
	EventsPath string `json:"eventsPath,omitempty"`
}

// Elapsed is how long the run took or takes.
func (r Run) Elapsed(now time.Time) time.Duration {
	if !r.End.IsZero() {
		now = r.End
	}
	return now.Sub(r.Start)
}

// An Event is a change of a run. Output is set when the program printed
// something, whole lines with their ends; Run then has its ID and Root only.
type Event struct {
	Run    Run
	Output string
}
