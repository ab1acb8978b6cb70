package events

import "time"

// Notice is what a sink gets while the file is read, in the file's order: one
// of the types below, or *Target, *Action, *TestResult, *Abort, which the sink
// may keep.
type Notice any

// InvocationStarted comes first.
type InvocationStarted struct{ Invocation Invocation }

// PhaseBegan tells that the build has reached a phase; phases never go back.
type PhaseBegan struct{ Phase Phase }

// Console is what Bazel printed since the last one. Stderr was printed first.
type Console struct{ Stdout, Stderr string }

// TestEnded is a test's summary.
type TestEnded struct {
	Label, Configuration string
	Summary              TestSummary
}

// InvocationFinished comes with Bazel's exit code; more notices may follow.
type InvocationFinished struct {
	ExitCode int
	ExitName string
	Finished time.Time
}

// Phase is how far an invocation has come.
type Phase uint8

// The phases. Bazel from 7 on may analyse and execute at once; the phase is
// then the later one.
const (
	PhaseNone Phase = iota
	PhaseLoading
	PhaseAnalysis
	PhaseExecution
	PhaseFinished
)

func (p Phase) String() string {
	return [...]string{"none", "loading", "analysis", "execution", "finished"}[p]
}
