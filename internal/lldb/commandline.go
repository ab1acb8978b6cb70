package lldb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/google/go-dap"
)

// A commandLine does what a Session asks of a debug adapter with LLDB's own
// command line. A program that was resumed goes on while commands run, and LLDB
// says on its own when it stops.
type commandLine struct {
	console
	conn   *conn
	screen *screen // where a launched program prints

	mu       sync.Mutex
	pid      int
	starting bool          // the session knows of no program yet
	said     []string      // what LLDB said meanwhile
	running  bool          // from the repetition of a command that resumes
	stopped  chan struct{} // closed when the program stops running
	resumed  chan string   // gets the first line after such a command
	polled   bool          // the next word of a stop is the answer to a question
	decides  bool          // some breakpoint has a condition
	noting   bool          // the lines that come tell of a condition
	selected chan struct{} // closed when LLDB shows the thread that was selected
}

// quiet is how long LLDB says nothing of a running program before it is asked,
// in case the word that it stopped went missing.
const quiet = time.Second

func (c *Client) startCommandLine(ctx context.Context, args []string, out *conn) error {
	a := &commandLine{conn: out, starting: true, stopped: make(chan struct{})}
	var err error
	if a.screen, err = newScreen(func(text string) { a.tell("output", dap.OutputEventBody{Category: "stdout", Output: text}) }); err != nil {
		return err
	}
	if err := a.console.start(ctx, c.Runner, args, a.follow); err != nil {
		a.screen.close()
		return err
	}
	out.process, out.write = a.process, a.request
	go func() {
		_, err := a.process.Wait()
		a.screen.close()
		if left := strings.TrimSpace(a.unanswered()); err != nil && left != "" {
			err = fmt.Errorf("%w: %s", err, left)
		}
		out.end(err)
	}()
	return nil
}

// tell sends an event.
func (a *commandLine) tell(event string, body any) {
	b, err := json.Marshal(body)
	if err == nil {
		a.conn.event(event, b)
	}
}

// request serves one request, those that break something off at once.
func (a *commandLine) request(seq int, command string, args any) error {
	go func() {
		body, err := a.serve(command, args)
		r := response{Success: err == nil}
		if err != nil {
			r.Message = err.Error()
		} else if body != nil {
			r.Body, _ = json.Marshal(body)
		}
		a.conn.answer(seq, r)
	}()
	return nil
}

func (a *commandLine) serve(command string, args any) (any, error) {
	switch args := args.(type) {
	case dap.InitializeRequestArguments:
		return dap.Capabilities{SupportsCancelRequest: true}, a.prepare()
	case Configuration:
		return nil, a.begin(command == "launch", args)
	case dap.EvaluateArguments:
		text, err := a.evaluate(strings.TrimPrefix(args.Expression, "`"))
		return dap.EvaluateResponseBody{Result: text}, err
	case dap.ContinueArguments:
		line := map[Action]string{Continue: "process continue", Over: "thread step-over", Into: "thread step-in", Out: "thread step-out"}[Action(command)]
		text, err := a.evaluate(line)
		return nil, errors.Join(err, refusal(text))
	case dap.PauseArguments:
		_, err := a.run("process interrupt")
		return nil, err
	case dap.CancelArguments:
		return nil, a.process.Signal(syscall.SIGINT)
	case dap.StackTraceArguments:
		return a.stackTrace(args)
	case dap.DisconnectArguments:
		return nil, a.disconnect(args.TerminateDebuggee)
	}
	return nil, nil // configurationDone: nothing waited for it
}

// run runs one command and returns what LLDB printed.
func (a *commandLine) run(line string) (string, error) {
	select {
	case text := <-a.ask(line):
		return text, nil
	case <-a.conn.done:
		return "", a.conn.err
	}
}

// refusal is the error in a command's answer.
func refusal(text string) error {
	if !failed(text) {
		return nil
	}
	_, text, _ = strings.Cut("\n"+text, "\nerror: ")
	return errors.New(strings.TrimSpace(text))
}

// evaluate runs a command of the session's.
func (a *commandLine) evaluate(line string) (string, error) {
	if waits(line) {
		return "error: no expression is given", nil
	}
	if conditional().MatchString(line) {
		a.mu.Lock()
		a.decides = true
		a.mu.Unlock()
	}
	if selects().MatchString(line) {
		return a.selectThread(line)
	}
	if resumes(line) {
		return a.resume(line)
	}
	return a.run(line)
}

// soon is how long LLDB may take to say more of a command that it has repeated.
const soon = 100 * time.Millisecond

// resume runs a command that lets the program go on. No other command follows
// it, for the reason that watch gives.
func (a *commandLine) resume(line string) (string, error) {
	resumed := make(chan string, 1)
	a.mu.Lock()
	a.resumed = resumed
	ran := a.running
	a.mu.Unlock()
	a.send(strings.TrimSpace(line))
	var text string
	select {
	case text = <-resumed:
	case <-a.conn.done:
		return "", a.conn.err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.resumed = nil
	switch {
	case failed(text) && !ran:
		a.halt()
	case a.running && !ran:
		a.tell("continued", nil)
	}
	return text, nil
}

// say hands on the first line after a command that resumes.
func say(resumed chan<- string, line string) {
	select {
	case resumed <- line:
	default: // nobody waits, or not any more
	}
}

// selectThread waits until LLDB has shown the new thread, which it does on its
// own and would do amid the next answer. It shows nothing if nothing changed.
func (a *commandLine) selectThread(line string) (string, error) {
	shown := make(chan struct{})
	a.mu.Lock()
	a.selected = shown
	a.mu.Unlock()
	text, err := a.run(line)
	if err == nil && !failed(text) {
		a.passes(shown, soon)
	}
	a.mu.Lock()
	a.selected = nil
	a.mu.Unlock()
	return text, err
}

// halt notes, under the lock, that the program runs no longer.
func (a *commandLine) halt() {
	if a.running {
		a.running = false
		close(a.stopped)
	}
}

// goes notes, under the lock, that the program runs.
func (a *commandLine) goes() {
	a.running, a.stopped = true, make(chan struct{})
	go a.watch(a.stopped)
}

// watch asks LLDB from time to time for a program that runs. What LLDB says on
// its own comes first, since a stop that counted twice would be taken for the
// next one. A breakpoint with a condition rules it out: a command that runs
// while LLDB decides whether to stop makes it miss that (22.1.8).
func (a *commandLine) watch(stopped <-chan struct{}) {
	for wait := quiet; ; wait = min(2*wait, 10*quiet) {
		if !a.passes(stopped, wait) || a.undecided() {
			return
		}
		text, err := a.run(status)
		if err != nil || !stands().MatchString(text) {
			continue
		}
		if a.passes(stopped, 2*quiet) {
			a.mu.Lock()
			a.stops()
			a.mu.Unlock()
			return
		}
	}
}

func (a *commandLine) undecided() bool { a.mu.Lock(); defer a.mu.Unlock(); return a.decides }

// passes waits, and reports whether the program ran on all the while.
func (a *commandLine) passes(stopped <-chan struct{}, wait time.Duration) bool {
	select {
	case <-stopped:
	case <-a.conn.done:
	case <-time.After(wait):
		return true
	}
	return false
}

// stops notes, under the lock, that the program stopped, and tells it.
func (a *commandLine) stops() {
	if a.running {
		a.halt()
		if !a.starting {
			go a.report("")
		}
	}
}

// status asks what the program does.
const status = "process status"

var (
	processLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^Process (\d+) (?:(stopped)$|(detached)$|launched: |resuming|exited with status = (-?\d+))`)
	})
	stands         = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^Process \d+ stopped$`) })
	threadShown    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\* thread #\d+(?:,|$)`) })
	conditional    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(b|tb|rb|w)[a-z]*\s.*-c`) })
	selects        = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(t|th(read)?\s+select)\s+\d+\s*$`) })
	conditionError = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:error: )?[sS]topped due to an error evaluating condition`)
	})
)

// follow reads every line that LLDB prints, for what the program does. It
// reports whether the line belongs to no answer.
func (a *commandLine) follow(line string) (aside bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	command, repeated := strings.CutPrefix(line, prompt)
	m := processLine().FindStringSubmatch(command)
	switch {
	case conditionError().MatchString(line), a.noting && line != "" && !repeated && m == nil:
		a.noting = true
		a.tell("output", dap.OutputEventBody{Category: "important", Output: line + "\n"})
		return true
	case a.noting && line == "":
		a.noting = false
		return true
	}
	a.noting = false
	if a.starting && len(a.said) < 200 {
		a.said = append(a.said, line)
	}
	if repeated {
		a.polled = command == status
		if resumes(command) {
			if !a.running {
				a.goes()
			}
			resumed := a.resumed
			time.AfterFunc(soon, func() { say(resumed, "") })
		}
	} else if line != "" {
		say(a.resumed, line+"\n")
	}
	if a.selected != nil && threadShown().MatchString(line) {
		close(a.selected)
		a.selected = nil
	}
	if m == nil {
		return false
	}
	a.pid, _ = strconv.Atoi(m[1])
	switch {
	case m[4] != "":
		code, _ := strconv.Atoi(m[4])
		a.gone(&dap.ExitedEventBody{ExitCode: code})
	case m[3] != "":
		a.gone(nil)
	case m[2] != "" && !a.polled:
		a.stops()
	}
	a.polled = false
	return false
}

// gone tells, under the lock, that there is no program any more.
func (a *commandLine) gone(exit *dap.ExitedEventBody) {
	a.halt()
	go func() {
		a.screen.flush()
		if exit != nil {
			a.tell("exited", exit)
		}
		a.tell("terminated", nil)
	}()
}

// resumes reports whether a command lets the program go on.
func resumes(line string) bool {
	m := commandWord().FindStringSubmatch(firstWord(line))
	if m == nil {
		return false
	}
	command, sub := expand(m[1])
	if words := strings.Fields(line); sub == "" && len(words) > 1 {
		sub = words[1]
	}
	switch command {
	case "process":
		return sub == "continue" || sub == "launch"
	case "thread":
		return sub == "continue" || sub == "until" || strings.HasPrefix(sub, "step-")
	}
	return false
}

// disconnect ends the program or lets go of it, and then LLDB.
func (a *commandLine) disconnect(terminate bool) error {
	line := "process detach"
	if terminate {
		line = "process kill"
	}
	_, err := a.run(line)
	a.send("quit")
	return err
}
