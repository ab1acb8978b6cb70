package lldb_test

import (
	"testing"
)

// TestCommandLine does with lldb's own command line what the other tests do
// with the debug adapter.
func TestCommandLine(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"RealBazel":                     TestB60RealBazel,
		"BreakpointsStepsAndValues":     TestBreakpointsStepsAndValues,
		"BreakpointWithoutPlaceSaysWhy": TestB60BreakpointWithoutPlaceSaysWhy,
		"EveryCommandHasItsOwnAnswer":   TestL11EveryCommandHasItsOwnAnswer,
		"TimeoutInterrupts":             TestTimeoutInterrupts,
		"LateCommand":                   TestLateCommandDoesNotHoldUpTheNext,
		"CrashIsAStop":                  TestCrashIsAStop,
		"Attach":                        TestAttach,
		"FailedStartsLeaveNothing":      TestFailedStartsLeaveNothing,
		"DebuggerKilled":                TestDebuggerKilled,
		"AttachedProgramGoesOn":         TestKilledDebuggerLetsAnAttachedProgramGoOn,
		"TwentySessionsLeakNothing":     TestTwentySessionsLeakNothing,
	} {
		t.Run(name, test)
	}
}
