package lldb_test

import (
	"testing"

	"bazelapple/internal/lldb"
)

func TestReaches(t *testing.T) {
	for _, line := range []string{
		"thread list", "bt", "bt all", "p n", "p/x n", "po self", "x/4xw &n", "expr -l c++ -- n + 1", "expression -- system(\"x\")", "frame variable --no-args", "v n",
		"breakpoint set --name main --condition 'n == 3'", "breakpoint set -f a.c -l 3 -c \"s[0] == 'o'\"", "b main", "b a.c:12", "tbreak main", "br list", "breakpoint delete 1",
		"image lookup --file a.c --line 3", "image list -o -f", "memory read --size 4 --count 2 &n", "register read rip", "settings show target.run-args",
		"settings set target.max-string-summary-length 4096", "settings set -g target.source-map ./ /ws", "process status", "process continue", "process launch", "finish",
		"thread step-in", "disassemble --pc", "source list", "help platform", "watchpoint set variable n", "type lookup Point", "memory", "process signal SIGINT",
	} {
		if err := lldb.Reaches(line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{
		"", "  ", "!1", "!!", "#x", "platform shell ls", "plat shell ls", "platform sh ls", "'platform' shell ls", "platform 'shell' ls", "\"platform\" \"shell\" ls", "shell ls", "!ls",
		"platform process launch -- /bin/ls", "script print(1)", "scri print(1)", "scripting run print(1)", "command script import x.py", "command source /tmp/x", "command alias ls platform shell ls",
		"command regex x", "comm al a b", "process launch -- x", "process launch --shell /bin/sh", "process launch -o /tmp/x", "run", "r > /tmp/x", "process attach --pid 1", "process connect x",
		"process load /tmp/x.dylib", "process save-core /tmp/x", "process plugin packet send x", "settings set target.run-args x", "settings set target.env-vars A=b", "settings set target.output-path /tmp/x",
		"settings set target.load-script-from-symbol-file true", "settings set interpreter.prompt-on-quit false", "settings write -f /tmp/x", "settings read -f /tmp/x", "settings set -r x y", "settings clear --all",
		"breakpoint set -n main -C 'platform shell ls'", "breakpoint set -n main --com 'script 1'", "breakpoint set -n main -\"C\" x", "breakpoint set -n main \\-C x", "breakpoint set -DC x", "breakpoint command add 1",
		"breakpoint modify -C x 1", "breakpoint read -f x", "breakpoint write -f x", "b main' --command 'platform shell ls", "b -n main -C x", "breakpoint set -P cls", "breakpoint set --script-class cls",
		"target stop-hook add -o x", "display x", "memory read -o /tmp/x 0", "memory read --outfile=/tmp/x 0", "memory read --out /tmp/x 0", "memory write -i /tmp/x 0", "x -o /tmp/x 0",
		"log enable -f /tmp/x lldb all", "session save /tmp/x", "plugin load x", "gui", "quit", "q", "exit", "repl", "type summary add -F x y", "type synthetic add -l x y", "frame recognizer add",
		"frame variable -z '${script.var:os.system}'", "thread step-scripted -C x", "gdb-remote 1", "diagnostics dump", "trace load x", "env A=b", "attach 1", "file /bin/ls", "kdp-remote x", "protocol-server start",
		"language x", "my-alias", "PLATFORM shell ls", "statistics dump", "target create /bin/ls",
	} {
		if lldb.Reaches(line) == nil {
			t.Errorf("%q must be refused", line)
		}
	}
}

// FuzzReaches looks for lines that make the check panic.
func FuzzReaches(f *testing.F) {
	for _, s := range []string{"bt", "platform shell ls", "b main' -C 'x", "settings set a b", "x/4 &n", "!"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, line string) { _ = lldb.Reaches(line) })
}

func TestQuote(t *testing.T) {
	if got := lldb.Quote("a\"b\\c`d'e"); got != `"a\"b\\c\`+"`"+`d'e"` {
		t.Error(got)
	}
}
