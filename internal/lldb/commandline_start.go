package lldb

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/go-dap"
)

// frameFormat is LLDB's own with the whole path of the source and the name of
// the function alone, so that parseFrames finds both. It is quoted, with its
// backtick kept from being taken for a command.
const frameFormat = "\"frame #${frame.index}: ${frame.pc}{ ${module.file.basename}\\`}{${function.name}}{ at ${line.file.fullpath}:${line.number}{:${line.column}}}{${function.is-optimized} [opt]}{${frame.is-artificial} [artificial]}\\n\""

// prepare puts LLDB in the state that the rest relies on, whatever a person's
// .lldbinit says. A program with all three streams elsewhere cannot take the
// commands for its input, as one launched from a terminal does.
func (a *commandLine) prepare() error {
	settings := [][2]string{
		{"prompt", Quote(prompt)}, {"interpreter.echo-commands", "true"}, {"interpreter.echo-comment-commands", "true"}, {"auto-confirm", "true"},
		{"show-inline-diagnostics", "false"}, // from LLVM 20 on; others refuse it

		{"frame-format", frameFormat}, {"target.input-path", "/dev/null"}, {"target.output-path", a.screen.name()}, {"target.error-path", a.screen.name()},
	}
	for _, s := range settings {
		if _, err := a.run("settings set " + s[0] + " " + s[1]); err != nil {
			return err
		}
	}
	return nil
}

// begin attaches or launches.
func (a *commandLine) begin(launch bool, args Configuration) error {
	a.mu.Lock()
	a.goes()
	stopped := a.stopped
	a.mu.Unlock()
	lines := args.AttachCommands
	if launch {
		lines = launchCommands(args)
	}
	for _, line := range append(args.InitCommands, lines...) {
		text, err := a.run(line)
		if err := errors.Join(err, refusal(text)); err != nil {
			return err
		}
	}
	if !launch || args.StopOnEntry {
		if err := a.await(stopped); err != nil {
			return err
		}
	}
	targets, err := a.run("target list")
	if err != nil {
		return err
	}
	a.mu.Lock()
	a.starting = false
	pid, stands := a.pid, !a.running
	a.mu.Unlock()
	name := fmt.Sprintf("process %d", pid)
	if m := currentTarget().FindStringSubmatch(targets); m != nil {
		name = m[1]
	}
	a.tell("process", dap.ProcessEventBody{Name: name, SystemProcessId: pid})
	a.tell("initialized", nil)
	switch {
	case args.StopOnEntry:
		a.report("entry")
	case !launch:
		_, err = a.evaluate("process continue")
	case stands: // it came to a stop while nobody knew of it
		a.report("")
	}
	return err
}

// currentTarget is how "target list" names the target that commands act on.
var currentTarget = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\* target #\d+: (.*) \( .*\)$`) })

func launchCommands(args Configuration) []string {
	line := "process launch"
	if args.StopOnEntry {
		line += " --stop-at-entry"
	}
	if args.Dir != "" {
		line += " --working-dir " + Quote(args.Dir)
	}
	for _, variable := range args.Env {
		line += " --environment " + Quote(variable)
	}
	line += " --"
	for _, arg := range args.Args {
		line += " " + Quote(arg)
	}
	return []string{"target create " + Quote(args.Program), line}
}

// arrival is how long an attached program may take to stand still.
const arrival = 15 * time.Second

// await waits for a program that LLDB says it has attached to, or launched, to
// stand still. A device may take a while.
func (a *commandLine) await(stopped <-chan struct{}) error {
	select {
	case <-stopped:
		return nil
	case <-a.conn.done:
		return a.conn.err
	case <-time.After(arrival):
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.New(cmp.Or(attachFailure(a.said), "the program did not stop: "+strings.Join(a.said[max(0, len(a.said)-3):], "; ")))
}

// report tells where the program stopped, and why.
func (a *commandLine) report(reason string) {
	a.screen.flush()
	text, err := a.run("thread list")
	if err != nil {
		return
	}
	thread := chosen(parseThreads(text))
	why, breakpoints := stopReason(thread.Stop)
	a.tell("stopped", dap.StoppedEventBody{Reason: cmp.Or(reason, why), Description: thread.Stop, ThreadId: thread.ID, HitBreakpointIds: breakpoints})
}
