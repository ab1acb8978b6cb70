package events

// TestStatus is Bazel's status of a test or of one attempt, by its number on
// the wire.
type TestStatus uint8

// The statuses of build_event_stream.proto.
const (
	NoStatus TestStatus = iota
	Passed
	Flaky
	TimedOut
	Failed
	TestIncomplete
	RemoteFailure
	FailedToBuild
	ToolHaltedBeforeTesting
)

var testStatusNames = []string{"NO_STATUS", "PASSED", "FLAKY", "TIMEOUT", "FAILED", "INCOMPLETE", "REMOTE_FAILURE", "FAILED_TO_BUILD", "TOOL_HALTED_BEFORE_TESTING"}

func (s TestStatus) String() string { return nameOf(testStatusNames, int(s)) }

// Bad is true for everything that makes Bazel's test command fail.
func (s TestStatus) Bad() bool { return s != Passed && s != Flaky }

// TestSize is the size of a test rule; NoTest means the target is no test.
type TestSize uint8

// The sizes of build_event_stream.proto.
const (
	NoTest TestSize = iota
	Small
	Medium
	Large
	Enormous
)

var testSizeNames = []string{"", "SMALL", "MEDIUM", "LARGE", "ENORMOUS"}

func (s TestSize) String() string { return nameOf(testSizeNames, int(s)) }

// AbortReason says why an expected event did not come.
type AbortReason uint8

// The reasons of build_event_stream.proto.
const (
	UnknownReason AbortReason = iota
	UserInterrupted
	TimeOut
	RemoteEnvironmentFailure
	Internal
	LoadingFailure
	AnalysisFailure
	Skipped
	NoAnalyze
	NoBuild
	IncompleteBuild
	OutOfMemory
)

var abortReasonNames = []string{"UNKNOWN", "USER_INTERRUPTED", "TIME_OUT", "REMOTE_ENVIRONMENT_FAILURE", "INTERNAL", "LOADING_FAILURE", "ANALYSIS_FAILURE", "SKIPPED", "NO_ANALYZE", "NO_BUILD", "INCOMPLETE", "OUT_OF_MEMORY"}

func (r AbortReason) String() string { return nameOf(abortReasonNames, int(r)) }

func nameOf(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return names[0]
}
