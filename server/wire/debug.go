package wire

import (
	"bazelapple/internal/testresult"
	"encoding/json"
)

// DebugParams asks for a target to be made ready for the debugger.
type DebugParams struct {
	Root   string `json:"root,omitempty"`
	Target string `json:"target"`
	// Destination is a simulator or device by identifier or name.
	Destination string            `json:"destination,omitempty"`
	Args        []string          `json:"args,omitempty"`
	Env         map[string]string `json:"env,omitempty"`
	// TestFilter, as of --test_filter, chooses among the tests of a target.
	TestFilter  string `json:"testFilter,omitempty"`
	StopOnEntry bool   `json:"stopOnEntry,omitempty"`
	// WorkDoneToken as of ToolsCallParams.
	WorkDoneToken any `json:"workDoneToken,omitempty" tstype:"string | number"`
}

// DebugResult is a session that can begin.
type DebugResult struct {
	// ID is for DebugEndedParams.
	ID string `json:"id"`
	// Command is the debug adapter's argument vector.
	Command []string `json:"command"`
	// Request and Arguments are what lldb-dap is asked for.
	Request   string          `json:"request" tstype:"'launch' | 'attach'"`
	Arguments json.RawMessage `json:"arguments" tstype:"Arguments"`
	Where     string          `json:"where,omitempty"`
	// RunID is the run that goes on beside the session.
	RunID    string   `json:"runId,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// DebugEndedParams says that a session is over.
type DebugEndedParams struct {
	Root string `json:"root,omitempty"`
	ID   string `json:"id"`
	// ExitCode is the program's; absent when the debugger was stopped before its
	// end.
	ExitCode *int `json:"exitCode,omitempty"`
}

// DebugOutcome is what came of a session.
type DebugOutcome struct {
	Text string `json:"text"`
	// Test says that a test was debugged.
	Test   bool `json:"test"`
	Passed bool `json:"passed"`
	// Stopped says that the debugger ended before the program did.
	Stopped bool `json:"stopped"`
	// Cases are those of the test.
	Cases []testresult.Case `json:"cases,omitempty"`
}
