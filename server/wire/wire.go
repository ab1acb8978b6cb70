// Package wire holds the messages of the editor protocol, which the language
// server and the local socket of a host both speak beside LSP itself. The Go
// types are the source; extension/src/protocol.ts is generated from them.
package wire

//go:generate go run ./typescript ../../extension/src/protocol.ts

import (
	"encoding/json"

	"bazelapple/internal/testresult"
	"bazelapple/internal/tool"
)

// The methods beside LSP. A request without parameters takes {}.
const (
	MethodHello        = "bazelApple/hello"
	MethodTools        = "bazelApple/tools/list"
	MethodCall         = "bazelApple/tools/call"
	MethodRoots        = "bazelApple/roots"
	MethodTargets      = "bazelApple/targets"
	MethodDestinations = "bazelApple/destinations"
	MethodTests        = "bazelApple/tests"
	MethodTestPlan     = "bazelApple/tests/plan"
	MethodCoverage     = "bazelApple/tests/coverage"
	MethodCoverageFile = "bazelApple/tests/coverage/file"
	MethodRunStart     = "bazelApple/run/start"
	MethodRunCancel    = "bazelApple/run/cancel"
	MethodRunList      = "bazelApple/run/list"
	MethodRunLog       = "bazelApple/run/log"
	MethodRunReport    = "bazelApple/run/report"
	MethodDebug        = "bazelApple/debug/prepare"
	MethodDebugEnded   = "bazelApple/debug/ended"
	MethodStatus       = "bazelApple/status"
	MethodStop         = "bazelApple/stop"
	// NotificationEvent is sent to every client of a host.
	NotificationEvent = "bazelApple/event"
	// CommandLens is the command of every lens; its one argument is a LensCall.
	CommandLens = "bazelApple.lens"
)

// InitializationOptions are what the extension sends with initialize.
type InitializationOptions struct {
	// Trusted is false in a folder that the person has not trusted: no settings
	// of the workspace are read and nothing runs. Absent means trusted.
	Trusted *bool `json:"trusted,omitempty"`
	// Settings is the editor's layer of settings.
	Settings map[string]any `json:"settings,omitempty"`
	// Agents is what agents that join this window may do.
	Agents *AgentPolicy `json:"agents,omitempty"`
}

// AgentPolicy is what a person allows agents.
type AgentPolicy struct {
	// Workflows, if present, are the only ones agents may use.
	Workflows         []string `json:"workflows,omitempty"`
	ForbidDestructive bool     `json:"forbidDestructive,omitempty"`
}

// Hello is the first request of a client of the socket: who it is and what it
// keeps itself from.
type Hello struct {
	Name          string   `json:"name"`
	Version       string   `json:"version"`
	Shell         bool     `json:"shell,omitempty"`
	ReadOnly      bool     `json:"readOnly,omitempty"`
	NoDestructive bool     `json:"noDestructive,omitempty"`
	Workflows     []string `json:"workflows,omitempty"` // nil allows all
}

// HelloResult is a host's answer.
type HelloResult struct {
	Version string `json:"version"`
	Kind    string `json:"kind"` // window or daemon
	PID     int    `json:"pid"`
	// Policy is what the person allows agents.
	Policy AgentPolicy `json:"policy"`
}

// Annotations are the hints of a tool.
type Annotations struct {
	ReadOnlyHint    bool `json:"readOnlyHint"`
	DestructiveHint bool `json:"destructiveHint"`
	IdempotentHint  bool `json:"idempotentHint"`
	OpenWorldHint   bool `json:"openWorldHint"`
}

// Tool is one tool as a list shows it.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	Workflow     string          `json:"workflow"`
	InputSchema  json.RawMessage `json:"inputSchema" tstype:"Schema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty" tstype:"Schema"`
	StartupArgs  bool            `json:"startupArgs"`
	Streaming    bool            `json:"streaming"`
	Annotations  Annotations     `json:"annotations"`
}

// ToolsListResult lists every tool.
type ToolsListResult struct {
	Tools []Tool `json:"tools"`
}

// ToolsCallParams asks for one call of a tool.
type ToolsCallParams struct {
	// Root is the workspace; a file or folder below it will do. Absent means
	// the client's own, or the only one.
	Root      string          `json:"root,omitempty"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty" tstype:"Arguments"`
	// WorkDoneToken, when given, is the token of $/progress notifications whose
	// values are of type ProgressValue.
	WorkDoneToken any `json:"workDoneToken,omitempty" tstype:"string | number"`
	// Budget keeps the answer within an agent's budget.
	Budget bool `json:"budget,omitempty"`
}

// Progress are the parameters of a $/progress notification.
type Progress struct {
	Token any           `json:"token" tstype:"string | number"`
	Value ProgressValue `json:"value"`
}

// ProgressValue is the value of a $/progress notification: that of LSP, with
// what we know beside it.
type ProgressValue struct {
	Kind        string `json:"kind"` // begin, report or end
	Title       string `json:"title,omitempty"`
	Message     string `json:"message,omitempty"`
	Percentage  *int   `json:"percentage,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
	Done        int64  `json:"done,omitempty"`
	Total       int64  `json:"total,omitempty"`
	// Output marks what the running program printed, whole lines with their ends.
	Output bool   `json:"output,omitempty"`
	RunID  string `json:"runId,omitempty"`
}

// ErrorData stands in the data of a JSON-RPC error of a call.
type ErrorData struct {
	Kind tool.Kind `json:"kind"`
	Text string    `json:"text"`
}

// Root is one workspace of a host.
type Root struct {
	Root      string         `json:"root"`
	Name      string         `json:"name"`
	Bazel     string         `json:"bazel,omitempty"` // version, when known
	Simulated bool           `json:"simulated"`
	Trusted   bool           `json:"trusted"`
	Defaults  map[string]any `json:"defaults"`
	// Outputs are the names of Bazel's symlinks in the root, such as bazel-bin.
	Outputs []string `json:"outputs"`
}

// RootsResult lists the workspaces.
type RootsResult struct {
	Roots []Root `json:"roots"`
	// Socket is where agents join this host; "" when there is none.
	Socket string `json:"socket,omitempty"`
}

// TargetsParams asks for targets that match a query, fuzzily.
type TargetsParams struct {
	Root  string `json:"root,omitempty"`
	Query string `json:"query,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Limit int    `json:"limit,omitempty"`
}

// Target is one target.
type Target struct {
	Label     string `json:"label"`
	Kind      string `json:"kind"` // app, test, library …
	Platform  string `json:"platform,omitempty"`
	RuleClass string `json:"ruleClass"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line"` // from zero
}

// TargetsResult is a page of targets.
type TargetsResult struct {
	Targets []Target `json:"targets"`
	Total   int      `json:"total"`
	Source  string   `json:"source"` // index or query
	// Partial: the workspace is still being read; an event "index" tells the end.
	Partial bool `json:"partial,omitempty"`
}

// RootParams names a workspace.
type RootParams struct {
	Root string `json:"root,omitempty"`
}

// Destination is something an app runs on.
type Destination struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Kind    string `json:"kind" tstype:"'simulator' | 'device' | 'mac'"`
	State   string `json:"state,omitempty"`
	OS      string `json:"os,omitempty"`
	Default bool   `json:"default"`
	// Holder is who uses a simulator, and since when.
	Holder string `json:"holder,omitempty"`
}

// DestinationsResult lists the destinations.
type DestinationsResult struct {
	Destinations []Destination `json:"destinations"`
	Simulated    bool          `json:"simulated"`
	Error        string        `json:"error,omitempty"`
}

// TestsParams asks for the test targets of a workspace, for what is inside one,
// or for those that have a source file, with what is inside them.
type TestsParams struct {
	Root string `json:"root,omitempty"`
	Item string `json:"item,omitempty"` // id of a target
	File string `json:"file,omitempty"`
	// Text is what an editor shows of the file and has not saved.
	Text *string `json:"text,omitempty"`
}

// Position is a place in a text, from zero, in UTF-16 units.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is a stretch of text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// TestNode is one node of the test tree.
type TestNode struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Parent string `json:"parent,omitempty"`
	Name   string `json:"name"`
	// Display is the name that the source gives it for people.
	Display   string `json:"display,omitempty"`
	Kind      string `json:"kind" tstype:"'target' | 'suite' | 'case'"`
	Framework string `json:"framework,omitempty" tstype:"'xctest' | 'swift-testing' | 'gtest' | 'catch2'"`
	// Filter is the testFilter of a call that runs it alone.
	Filter   string `json:"filter,omitempty"`
	Disabled bool   `json:"disabled,omitempty"`
	File     string `json:"file,omitempty"`
	Range    *Range `json:"range,omitempty"`
}

// TestsResult lists test items.
type TestsResult struct {
	Items []TestNode `json:"items"`
}

// TestPlanParams are ids of items to run, less others below them.
type TestPlanParams struct {
	Root    string   `json:"root,omitempty"`
	Include []string `json:"include"`
	Exclude []string `json:"exclude,omitempty"`
	// Changed, when given, keeps the targets that these files can affect.
	Changed []string `json:"changed,omitempty"`
}

// TestPlanResult is one call for each target.
type TestPlanResult struct {
	Calls []TestCall `json:"calls"`
}

// TestCall are the arguments of a test tool.
type TestCall struct {
	Label  string `json:"label"`
	Filter string `json:"filter,omitempty"` // absent for the whole target
}

// TestEnded is the data of an event of kind test, whose ID is the run's: cases of
// a target that have ended, or, with Status, the state of a target at the run's
// end. Places count from 1.
type TestEnded struct {
	Label  string            `json:"label"`
	Status string            `json:"status,omitempty"`
	Text   string            `json:"text,omitempty"` // the status for people
	Log    string            `json:"log,omitempty"`  // path
	Cached bool              `json:"cached,omitempty"`
	Cases  []testresult.Case `json:"cases,omitempty"`
}

// CoverageResult is the coverage of a run, by file.
type CoverageResult struct {
	Files []FileCoverage `json:"files"`
}

// FileCoverage counts what ran of a file. Path is absolute.
type FileCoverage struct {
	Path      string `json:"path"`
	Lines     Ratio  `json:"lines"`
	Functions Ratio  `json:"functions"`
	Branches  Ratio  `json:"branches"`
}

// Ratio counts covered things of all.
type Ratio struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// CoverageFileParams asks for what ran of one file of a run, by the path that
// CoverageResult gives.
type CoverageFileParams struct {
	Root  string `json:"root,omitempty"`
	RunID string `json:"runId"`
	Path  string `json:"path"`
}

// CoverageFileResult is what ran of a file.
type CoverageFileResult struct {
	Lines     []Executions `json:"lines"`
	Functions []Executions `json:"functions"`
}

// Executions is how often a line or a function ran. Lines count from 1.
type Executions struct {
	Line     int          `json:"line"`
	Name     string       `json:"name,omitempty"` // of a function
	Count    uint64       `json:"count"`
	Branches []Executions `json:"branches,omitempty"` // ways out of a line
}

// Waiting is what a queued run waits for.
type Waiting struct {
	PID     int    `json:"pid"`
	Command string `json:"command"`
	Since   string `json:"since,omitempty"` // RFC 3339
}

// Run is one run of a tool that starts processes.
type Run struct {
	ID       string   `json:"id"`
	Root     string   `json:"root"`
	Tool     string   `json:"tool"`
	Title    string   `json:"title"`
	Target   string   `json:"target,omitempty"`
	Argv     []string `json:"argv,omitempty"`
	Client   string   `json:"client,omitempty"`
	State    string   `json:"state" tstype:"'queued' | 'running' | 'done'"`
	Waiting  *Waiting `json:"waiting,omitempty"`
	Phase    string   `json:"phase,omitempty"`
	Done     int64    `json:"done,omitempty"`
	Total    int64    `json:"total,omitempty"`
	ETA      int64    `json:"eta,omitempty"` // seconds
	Start    string   `json:"start,omitempty"`
	End      string   `json:"end,omitempty"`
	ExitCode *int     `json:"exitCode,omitempty"`
	Result   string   `json:"result,omitempty"`
}

// RunListResult lists the runs, newest first.
type RunListResult struct {
	Runs []Run `json:"runs"`
}

// RunStartParams starts a tool in the background.
type RunStartParams struct {
	Root      string          `json:"root,omitempty"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty" tstype:"Arguments"`
}

// RunParams names a run.
type RunParams struct {
	Root  string `json:"root,omitempty"`
	RunID string `json:"runId"`
}

// RunLogParams asks for lines of a run's log.
type RunLogParams struct {
	Root  string `json:"root,omitempty"`
	RunID string `json:"runId"`
	From  int    `json:"from,omitempty"`
	Lines int    `json:"lines,omitempty"`
	Match string `json:"match,omitempty"`
}

// RunLogResult is a stretch of a log.
type RunLogResult struct {
	Lines []string `json:"lines"`
	Total int      `json:"total"`
}

// Span is a named stretch of an invocation. Times are seconds from Bazel's first
// phase, so that the client's launch begins below zero.
type Span struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`
	Seconds float64 `json:"seconds"`
}

// ReportAction is one action of an invocation.
type ReportAction struct {
	Span     `tstype:",extends"`
	Mnemonic string `json:"mnemonic,omitempty"`
	// How says where its result came from: internal, ran locally, ran remotely
	// or cache hit.
	How string `json:"how"`
}

// ReportCount is how many actions ended in one way: Bazel's own words such as
// "remote cache hit", "disk cache hit", "worker", "internal".
type ReportCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// ReportTest is a test target of an invocation.
type ReportTest struct {
	Label   string  `json:"label"`
	Status  string  `json:"status"` // Bazel's: PASSED, FLAKY, FAILED, TIMEOUT …
	Passed  bool    `json:"passed"`
	Cached  bool    `json:"cached"`
	Seconds float64 `json:"seconds"` // of all its attempts and shards
}

// ReportProblem is an error or a warning. File is absolute where it is known;
// Line and Column count from 1, 0 is unknown.
type ReportProblem struct {
	Severity string `json:"severity" tstype:"'error' | 'warning'"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Target   string `json:"target,omitempty"`
}

// RunReportResult is where an ended run spent its time and what it found. Lists
// are sorted, the slowest first, and bounded.
type RunReportResult struct {
	Run     Run    `json:"run"`
	Bazel   string `json:"bazel,omitempty"` // version, when known
	Targets int    `json:"targets"`
	// Actions is how many actions Bazel looked at.
	Actions int     `json:"actions"`
	Seconds float64 `json:"seconds"`
	// Phases, CriticalPath and Slowest are empty without a profile; NoProfile
	// then says why.
	Phases       []Span          `json:"phases"`
	CriticalPath []Span          `json:"criticalPath"`
	Slowest      []ReportAction  `json:"slowest"`
	Ran          []ReportCount   `json:"ran"`
	Tests        []ReportTest    `json:"tests"`
	Problems     []ReportProblem `json:"problems"`
	NoProfile    string          `json:"noProfile,omitempty"`
	// Cut is true when the profile ends in the middle.
	Cut bool `json:"cut,omitempty"`
}

// Event is what a host tells every client.
type Event struct {
	Root string `json:"root"`
	Kind string `json:"kind" tstype:"'run' | 'output' | 'diagnostics' | 'test' | 'capture' | 'defaults' | 'index'"`
	ID   string `json:"id,omitempty"`
	Data any    `json:"data,omitempty" tstype:"unknown"`
}

// LensCall is the argument of CommandLens: the call that a click makes.
type LensCall struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
	Root      string         `json:"root"`
	// Title names the call among the choices of another.
	Title string `json:"title,omitempty"`
	// Choices, when there are any, are asked for: a person picks one of them.
	Choices []LensCall `json:"choices,omitempty"`
	// Copy is put on the clipboard instead of a call.
	Copy string `json:"copy,omitempty"`
	// Debug starts the target under the debugger instead of a call.
	Debug bool `json:"debug,omitempty"`
}
