package lldb_test

import (
	"os/exec"
	"testing"
)

// TestCommandLine holds the same conversations with lldb's own command line.
func TestCommandLine(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"Conversation":         TestConversation,
		"BadCalls":             TestBadCalls,
		"HostCommands":         TestHostCommandsNeedPermission,
		"EndlessProgram":       TestB24EndlessProgram,
		"DebuggerThatDied":     TestDebuggerThatDiedIsCleared,
		"HostEndsItsSessions":  TestHostEndsItsSessions,
		"OpenExpressionIsNone": openExpression,
	} {
		t.Run(name, test)
	}
}

// openExpression would leave LLDB waiting for the lines that follow.
func openExpression(t *testing.T) {
	d := real(t, nil)
	d.says("attach", `{"program":"bazel-bin/app/count"}`, "lldb-dap was not found", "lldb's own command line")
	for _, line := range []string{"expression", "expr --", "p -O --", "call -i 0 --  "} {
		d.fails("command", "command", `{"sessionId":"lldb-1","command":"`+line+`"}`)
	}
	d.says("command", `{"sessionId":"lldb-1","command":"expression -i 0 -- 6 * 7"}`, "42")
	d.says("command", `{"sessionId":"lldb-1","command":"expression -1 + 2"}`, "1")
}

// plain is lldb itself.
func plain(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"lldb", "lldb-22"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("LLDB is not installed; scripts/test installs it")
	return ""
}
