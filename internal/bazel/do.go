package bazel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// A Result is what a Bazel command that ran came to.
type Result struct {
	RunID string
	Argv  []string // redacted
	// ExitCode is Bazel's, -1 when a signal ended the client.
	ExitCode int
	Duration time.Duration
	Output   run.Output
	// Build is nil for commands without events and when no event was written.
	Build    *events.Build
	Warnings []string
	// Program is what the program of Then left, nil when it did not run.
	Program *run.Output

	diagnose  sync.Once
	diagnosed []diagnostics.Diagnostic
	verdict   diagnostics.Verdict
}

// OK reports whether the command succeeded.
func (r *Result) OK() bool { return r.ExitCode == 0 }

// Console is the kept part of what Bazel printed for people.
func (r *Result) Console() string { return string(r.Output.Stderr) }

// The signals that end a client, and the wait between them: INT lets Bazel stop
// its actions, TERM and KILL end clients that ignore it while they wait for the
// lock or after their server ran out of memory. All three fit into two seconds.
const grace = 600 * time.Millisecond

func stopSignals() []syscall.Signal { return []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} }

// keepQuery bounds the answer of a query in memory, in bytes.
const keepQuery = 24 << 20

// ErrHeld is returned by background commands when somebody else has Bazel.
var ErrHeld = errors.New("another command has Bazel")

// exitHeld is what a client with --noblock_for_lock ends with when the lock is
// held (LOCK_HELD_NOBLOCK_FOR_LOCK in Bazel's exit_code.h).
const exitHeld = 9

// Do runs a command and waits for its end. A command that ran and failed is no
// error; an error is a *tool.Error. then, if not nil, may return a program to
// run after success, in the same run but outside the queue.
func (c *Client) Do(ctx context.Context, r Request, then func(*Result) (*run.Command, error)) (*Result, error) {
	program, err := c.Program()
	if err != nil {
		return nil, err
	}
	if r.Background {
		var cancel context.CancelFunc
		if ctx, cancel = context.WithTimeoutCause(ctx, backgroundLimit, ErrHeld); cancel != nil {
			defer cancel()
		}
	}
	if r.Progress == nil {
		r.Progress = func(tool.Progress) {}
	}
	target := ""
	if len(r.Targets) > 0 {
		target = r.Targets[0]
	}
	ctx, handle, err := c.Runs.Start(ctx, runs.Run{Tool: r.Tool, Title: r.Title, Target: target, Client: r.Client.Name})
	if err != nil {
		handle.Finish(func(r *runs.Run) { r.ExitCode, r.Summary = -1, err.Error() })
		return nil, &tool.Error{Kind: tool.Precondition, Op: "Bazel", Err: err, Hint: "Free disk space, or check the rights of our state folder."}
	}
	i := &invocation{client: c, request: r, handle: handle, program: program}
	if r.Lines {
		handle.Output = func(text string) { i.progress(tool.Progress{Message: text, Output: true}) }
	}
	res, err := i.do(ctx, then)
	handle.Finish(func(run *runs.Run) { i.summarise(run, res, err) })
	if err != nil {
		return nil, i.explain(ctx, err)
	}
	return res, nil
}

// An invocation is one run of Do.
type invocation struct {
	client  *Client
	request Request
	handle  *runs.Handle
	program string
	line    commandLine
	console console
}

func (i *invocation) do(ctx context.Context, then func(*Result) (*run.Command, error)) (*Result, error) {
	c, r := i.client, i.request
	i.line = c.commandLine(i.program, r, i.handle.Dir)
	argv := i.line.Args
	if c.Redact != nil {
		argv = c.Redact(argv)
	}
	i.handle.Update(func(run *runs.Run) { run.Argv, run.EventsPath = argv, i.line.Events })
	if r.Started != nil {
		r.Started(i.handle.ID)
	}
	i.progress(tool.Progress{Message: r.Title})
	place, err := i.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer place.Leave()
	i.handle.Update(func(run *runs.Run) { run.State, run.Waiting, run.Phase = runs.Running, nil, "starting" })
	res, err := i.run(ctx)
	if err != nil {
		return nil, err
	}
	res.RunID, res.Argv = i.handle.ID, argv
	place.Leave()
	i.tell(res)
	if res.Build != nil {
		i.tested(Tested{Build: res.Build})
	}
	if then == nil || !res.OK() {
		return res, nil
	}
	cmd, err := then(res)
	if err != nil || cmd == nil {
		return res, err
	}
	i.handle.Update(func(run *runs.Run) { run.Phase = "running" })
	cmd.Log, cmd.Line = i.handle.Log, i.output
	out, err := c.Runner.Run(ctx, *cmd)
	var exit *run.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	res.Program = &out
	return res, nil
}

// enter waits for the turn of this command.
func (i *invocation) enter(ctx context.Context) (*queue.Place, error) {
	c, r := i.client, i.request
	me := queue.Holder{Command: "bazel " + r.Verb, Class: r.class()}
	if len(r.Targets) > 0 {
		me.Command += " " + r.Targets[0]
	}
	if r.Background {
		place, ok := c.Queue.Try(i.line.key, me)
		if !ok || !c.Background {
			if ok {
				place.Leave()
			}
			return nil, ErrHeld
		}
		return place, nil
	}
	return c.Queue.Enter(ctx, i.line.key, me, func(h queue.Holder) {
		i.waiting(runs.Waiting{PID: h.PID, Command: h.Command, Since: h.Since})
	})
}

// waiting tells whom the run waits for.
func (i *invocation) waiting(w runs.Waiting) {
	i.handle.Update(func(run *runs.Run) { run.State, run.Waiting = runs.Queued, &w })
	message := fmt.Sprintf("Waiting for another command (pid %d", w.PID)
	if w.Command != "" {
		message += ": " + w.Command
	}
	if !w.Since.IsZero() {
		message += ", since " + w.Since.Format(time.TimeOnly)
	}
	i.progress(tool.Progress{Message: message + ")"})
}

// run runs the client and reads its events meanwhile.
func (i *invocation) run(ctx context.Context) (*Result, error) {
	c, r := i.client, i.request
	if r.Background {
		var stop context.CancelCauseFunc
		ctx, stop = context.WithCancelCause(ctx)
		defer stop(nil)
		go i.giveWay(ctx, i.line.key, stop)
	}
	cmd := run.Command{Args: i.line.Args, Dir: c.Root, Log: i.handle.Log, Line: i.output, Stop: stopSignals(), Grace: grace, Temp: r.Temp}
	if r.Verb == "query" || r.Verb == "cquery" {
		cmd.Keep = keepQuery
	}
	p, err := c.Runner.Start(ctx, cmd)
	if err != nil {
		return nil, err
	}
	i.console.group.Store(int64(p.Pid()))
	var build *events.Build
	if i.line.Events != "" {
		// Not ctx: after a cancel Bazel still writes how it ended.
		build, _ = events.Follow(context.WithoutCancel(ctx), i.line.Events, p.Done(), i.notice)
	}
	out, err := p.Wait()
	var exit *run.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	if r.Background && refused(out) && c.refusesPreemptible.CompareAndSwap(false, true) {
		i.line = c.commandLine(i.program, r, i.handle.Dir)
		return i.run(ctx)
	}
	res := &Result{ExitCode: out.ExitCode, Duration: out.Duration, Output: out, Warnings: i.line.Warnings}
	if build != nil && build.Completeness != events.None {
		res.Build = build
		if err := build.Scrub(); err != nil {
			_ = os.Remove(build.Path) // no events rather than a secret on disk
			res.Warnings = append(res.Warnings, "The build events are not kept: "+err.Error())
		}
		keepProfile(build, i.handle.Dir, build.Invocation.Started)
		if base := build.Invocation.OutputBase(); base != "" {
			c.mu.Lock()
			c.outputBase = base
			c.mu.Unlock()
		}
	}
	if r.Background && out.ExitCode == exitHeld {
		return nil, ErrHeld
	}
	return res, i.evidence(ctx, res)
}

// evidence doubts an exit status that nothing supports.
func (i *invocation) evidence(ctx context.Context, res *Result) error {
	if res.Build != nil {
		return nil
	}
	if !looksLikeBazel(string(res.Output.Stderr) + string(res.Output.Stdout)) {
		if err := i.client.checkGenuine(ctx, i.program); err != nil {
			return err
		}
	}
	if i.line.Events != "" && res.OK() {
		res.Warnings = append(res.Warnings, "Bazel wrote no build events: only its exit status tells the result")
	}
	return nil
}

// explain gives an error its kind and the run's id.
func (i *invocation) explain(ctx context.Context, err error) error {
	var te *tool.Error
	result := &tool.Result{RunID: i.handle.ID}
	switch cause := context.Cause(ctx); {
	case errors.As(err, &te):
		return err
	case errors.Is(err, ErrHeld):
		return &tool.Error{Kind: tool.Precondition, Op: "Bazel", Err: ErrHeld, Result: result}
	case errors.Is(err, run.ErrTimeout), errors.Is(cause, run.ErrTimeout):
		return &tool.Error{Kind: tool.Timeout, Op: "Bazel", Err: err, Hint: "Pass a larger timeoutSeconds; bazel_ios_last_command shows how far it came.", Result: result}
	case errors.Is(err, context.Canceled):
		return &tool.Error{Kind: tool.Cancelled, Op: "Bazel", Err: err, Result: result}
	}
	return &tool.Error{Kind: tool.Command, Op: "Bazel", Err: err, Result: result}
}

// summarise writes down how the run ended.
func (i *invocation) summarise(run *runs.Run, res *Result, err error) {
	switch {
	case err != nil:
		run.ExitCode, run.Summary = -1, err.Error()
		run.Cancelled = errors.Is(err, context.Canceled)
	case res.Program != nil:
		run.ExitCode, run.OK = res.Program.ExitCode, res.Program.ExitCode == 0
		run.Summary = fmt.Sprintf("the program ended with exit status %d", run.ExitCode)
	default:
		run.ExitCode, run.OK = res.ExitCode, res.OK()
		run.Summary = Outcome(i.request.Verb, res)
	}
}

// Outcome says in a few words how a command ended.
func Outcome(verb string, res *Result) string {
	took := res.Duration.Round(100 * time.Millisecond)
	if res.OK() {
		return fmt.Sprintf("%s succeeded in %v", verb, took)
	}
	name := ""
	if res.Build != nil && res.Build.Invocation.ExitName != "" {
		name = " " + res.Build.Invocation.ExitName
	}
	if res.Output.Signal != 0 {
		return fmt.Sprintf("%s was ended by %v after %v", verb, res.Output.Signal, took)
	}
	return fmt.Sprintf("%s failed in %v (exit %d%s)", verb, took, res.ExitCode, name)
}
