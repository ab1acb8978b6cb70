package lldb_test

import (
	"bufio"
	"encoding/json"
	"os"

	"github.com/google/go-dap"
)

// adapter stands in for Xcode's lldb-dap attached to a device, which no machine
// without one can show. It writes the attach arguments to ADAPTER_LOG. The
// messages have the form of captures/lldb/lldb-dap22_session.jsonl; the thread
// line is how macOS's lldb writes a tid and a queue.
func adapter() int {
	in := bufio.NewReader(os.Stdin)
	seq := 0
	send := func(m map[string]any) {
		seq++
		m["seq"] = seq
		b, _ := json.Marshal(m)
		_ = dap.WriteBaseMessage(os.Stdout, b)
	}
	event := func(name string, body any) { send(map[string]any{"type": "event", "event": name, "body": body}) }
	attach := 0
	for {
		b, err := dap.ReadBaseMessage(in)
		if err != nil {
			return 0
		}
		var r struct {
			Seq       int
			Command   string
			Arguments json.RawMessage
		}
		_ = json.Unmarshal(b, &r)
		answer := func(seq int, command string, body any) {
			send(map[string]any{"type": "response", "request_seq": seq, "command": command, "success": true, "body": body})
		}
		switch r.Command {
		case "attach":
			attach = r.Seq
			_ = os.WriteFile(os.Getenv("ADAPTER_LOG"), r.Arguments, 0o600)
			event("initialized", nil)
			continue
		case "configurationDone":
			event("process", map[string]any{"name": "/private/var/containers/Bundle/Application/1/Demo.app/Demo", "systemProcessId": 4321})
			event("stopped", map[string]any{"reason": "entry", "description": "signal SIGSTOP", "threadId": 0x1a2b})
			answer(attach, "attach", nil)
		case "evaluate":
			answer(r.Seq, r.Command, map[string]any{"result": "Process 4321 stopped\n* thread #1: tid = 0x1a2b, 0x00000001 Demo`main + 4 at main.swift:3, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP\n"})
			continue
		case "stackTrace":
			answer(r.Seq, r.Command, map[string]any{"stackFrames": []any{map[string]any{"id": 1, "name": "main", "line": 3, "column": 1, "source": map[string]any{"path": "/ws/main.swift"}}}, "totalFrames": 1})
			continue
		case "disconnect":
			answer(r.Seq, r.Command, nil)
			return 0
		}
		answer(r.Seq, r.Command, map[string]any{})
	}
}
