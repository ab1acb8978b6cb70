package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// RunTools are the tools over what was run: builds, tests, queries, of all doors.
// outcome waits for the answer of a call that went on after it had named its
// run, as tool.Catalog.Outcome does.
func RunTools(store *runs.Store, outcome func(ctx context.Context, run string) (*tool.Result, error, bool)) []tool.Tool {
	h := &runHandlers{store, outcome}
	return []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_runs", Title: "List Runs",
			Output:      listed{},
			Description: "History of builds, tests and queries: what is running now and what ran last, with result.",
			ReadOnly:    true, Idempotent: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_run_status", Title: "Show Run…",
			Output:      Run{},
			Description: "Progress of a running build or test: phase, actions done and total, time left, whom it waits for.",
			ReadOnly:    true, Idempotent: true,
		}, h.status),
		tool.New(tool.Definition{
			Name: "bazel_ios_run_wait", Title: "Wait for Run…",
			Description: "Wait (block) until a running build or test is done, or for some seconds, and tell its result.",
			ReadOnly:    true, Idempotent: true, Timeout: 11 * time.Minute,
		}, h.wait),
		tool.New(tool.Definition{
			Name: "bazel_ios_run_cancel", Title: "Cancel Run…",
			Description: "Cancel (abort, stop) the current build or test run and everything it started; Bazel's server stays.",
			Destructive: true, Idempotent: true,
		}, h.cancel),
		tool.New(tool.Definition{
			Name: "bazel_ios_last_command", Title: "Show Last Command…",
			Output:      logged{},
			Description: "Read the log of the last build: the output of a previous run and its exact Bazel command line; search it for a text.",
			ReadOnly:    true, Idempotent: true,
		}, h.lastCommand),
	}
}

type runHandlers struct {
	store   *runs.Store
	outcome func(ctx context.Context, run string) (*tool.Result, error, bool)
}

type runInput struct {
	RunID tool.Word `json:"runId,omitempty" jsonschema:"id of the run; the newest when left out"`
}

func (h *runHandlers) list(context.Context, *tool.Call, none) (*tool.Result, error) {
	all := h.store.List()
	rows := make([]tool.Row, len(all))
	active := 0
	for i, r := range all {
		if r.State != runs.Done {
			active++
		}
		rows[i] = tool.Row{Text: describe(r), Data: facts(r)}
	}
	text := fmt.Sprintf("%d runs, %d of them not ended", len(all), active)
	if len(all) == 0 {
		text = "Nothing has run yet."
	}
	return &tool.Result{Text: text, Data: map[string]any{"active": active}, List: &tool.List{Name: "runs", Rows: rows, Total: len(rows)}}, nil
}

func (h *runHandlers) status(_ context.Context, _ *tool.Call, in runInput) (*tool.Result, error) {
	r, err := h.store.Get(string(in.RunID))
	if err != nil {
		return nil, unknownRun(err)
	}
	return &tool.Result{Text: describe(r) + "\n$ " + r.Command(), Data: facts(r), RunID: r.ID}, nil
}

type waitInput struct {
	RunID       tool.Word    `json:"runId,omitempty" jsonschema:"id of the run; the newest when left out"`
	WaitSeconds tool.Seconds `json:"waitSeconds,omitempty" jsonschema:"seconds to wait at most, 50 when left out"`
}

// defaultWait stays below the 60 s after which some clients give a call up.
const (
	defaultWait = 50 * time.Second
	maxWait     = 10 * time.Minute
)

func (h *runHandlers) wait(ctx context.Context, _ *tool.Call, in waitInput) (*tool.Result, error) {
	limit := defaultWait
	if in.WaitSeconds > 0 {
		limit = min(time.Duration(float64(in.WaitSeconds)*float64(time.Second)), maxWait)
	}
	until, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := h.store.Wait(until, string(in.RunID))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, runs.ErrNotFound):
		return nil, unknownRun(err)
	}
	res, err, known := h.outcome(until, r.ID)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r.Cancelled: // the run was, not this call
	case res != nil || err != nil:
		return res, err
	case known || r.State != runs.Done:
		return GoesOn(r), nil
	}
	return &tool.Result{Text: describe(r), Data: facts(r), RunID: r.ID}, nil
}

// GoesOn describes a run that its caller does not wait for any longer.
func GoesOn(r runs.Run) *tool.Result {
	return &tool.Result{Text: describe(r) + "\nIt goes on.", Data: facts(r), RunID: r.ID, Next: []tool.Next{
		{Tool: "bazel_ios_run_wait", Arguments: map[string]any{"runId": r.ID}, Why: "its result, once it has ended"},
		{Tool: "bazel_ios_run_cancel", Arguments: map[string]any{"runId": r.ID}, Why: "to end it"},
	}}
}

func (h *runHandlers) cancel(ctx context.Context, _ *tool.Call, in runInput) (*tool.Result, error) {
	before, err := h.store.Get(string(in.RunID))
	if err != nil {
		return nil, unknownRun(err)
	}
	r, err := h.store.Cancel(ctx, before.ID)
	if err != nil {
		return nil, err
	}
	text := "Cancelled: "
	if before.State == runs.Done {
		text = "Had ended already: "
	}
	return &tool.Result{Text: text + describe(r), Data: facts(r), RunID: r.ID}, nil
}

func unknownRun(err error) error {
	return &tool.Error{Kind: tool.NotFound, Err: err, Hint: "bazel_ios_runs lists the runs."}
}

// describe is a run in one line.
func describe(r runs.Run) string {
	text := fmt.Sprintf("%s %s: %s", r.ID, r.State, r.Title)
	switch {
	case r.Waiting != nil:
		text += fmt.Sprintf(", waits for pid %d", r.Waiting.PID)
		if r.Waiting.Command != "" {
			text += " (" + r.Waiting.Command + ")"
		}
		if !r.Waiting.Since.IsZero() {
			text += " since " + r.Waiting.Since.Format(time.TimeOnly)
		}
	case r.State == runs.Running:
		text += ", " + r.Phase
		if r.Total > 0 {
			text += fmt.Sprintf(" %d of %d actions", r.Done, r.Total)
		}
		text += fmt.Sprintf(", %s so far", r.Elapsed(time.Now()).Round(time.Second))
		if r.ETA > 0 {
			text += fmt.Sprintf(", about %s left", r.ETA.Round(time.Second))
		}
	case r.State == runs.Done:
		text += ", " + r.Summary
	}
	return text
}

// A Run is what answers tell programs of a run.
type Run struct {
	ID      string        `json:"id"`
	Tool    string        `json:"tool"`
	Title   string        `json:"title"`
	Target  string        `json:"target,omitempty"`
	State   runs.State    `json:"state" jsonschema:"queued, running or done"`
	Waiting *runs.Waiting `json:"waiting,omitempty"`
	Phase   string        `json:"phase,omitempty"`
	// Done and Total count actions.
	Done        int64     `json:"done,omitempty"`
	Total       int64     `json:"total,omitempty"`
	SecondsLeft float64   `json:"secondsLeft,omitempty"`
	Start       time.Time `json:"start"`
	End         time.Time `json:"end,omitzero"`
	// Of a run that is done.
	OK        *bool  `json:"ok,omitempty"`
	ExitCode  *int   `json:"exitCode,omitempty"`
	Cancelled bool   `json:"cancelled,omitempty"`
	Summary   string `json:"summary,omitempty"`
}

func facts(r runs.Run) Run {
	out := Run{ID: r.ID, Tool: r.Tool, Title: r.Title, Target: r.Target, State: r.State, Waiting: r.Waiting, Phase: r.Phase, Done: r.Done, Total: r.Total,
		SecondsLeft: r.ETA.Round(time.Second).Seconds(), Start: r.Start, End: r.End, Cancelled: r.Cancelled, Summary: r.Summary}
	if r.State == runs.Done {
		out.OK, out.ExitCode = &r.OK, &r.ExitCode
	}
	return out
}

type lastInput struct {
	RunID tool.Word `json:"runId,omitempty" jsonschema:"id of the run; the newest when left out"`
	Lines int       `json:"lines,omitempty" jsonschema:"lines from the log's end, 40 by default" minimum:"0" maximum:"10000"`
	From  int       `json:"from,omitempty" jsonschema:"first line of the log to show, from 1, instead of the end" minimum:"0"`
	Match string    `json:"match,omitempty" jsonschema:"show only lines that hold this text, without regard to case"`
}

// defaultLines is how much of a log is shown when nothing is said.
const defaultLines = 40

func (h *runHandlers) lastCommand(_ context.Context, _ *tool.Call, in lastInput) (*tool.Result, error) {
	r, err := h.store.Get(string(in.RunID))
	if err != nil && in.RunID == "" {
		return &tool.Result{Text: "No command has run yet."}, nil
	}
	if err != nil {
		return nil, unknownRun(err)
	}
	n := in.Lines
	if n == 0 {
		n = defaultLines
	}
	from, to := -n, 0
	if in.From > 0 {
		from, to = in.From, in.From+n-1
	}
	slice, err := h.store.Log(r.ID, from, to, in.Match)
	out := &tool.Result{RunID: r.ID, Data: map[string]any{"run": facts(r), "logLines": slice.Size, "matches": slice.Total}}
	if err != nil {
		out.Warnings = append(out.Warnings, err.Error())
	}
	out.Text = fmt.Sprintf("%s\n$ %s\n", describe(r), run.Quote(r.Argv))
	if in.Match != "" {
		out.Text += fmt.Sprintf("%d of %d lines hold %q\n", slice.Total, slice.Size, in.Match)
	}
	rows := make([]tool.Row, len(slice.Lines))
	for i, l := range slice.Lines {
		rows[i] = tool.Row{Text: fmt.Sprintf("%d: %s", slice.Numbers[i], l), Data: l}
	}
	out.List = tool.Newest("lines", rows)
	if in.From > 0 {
		out.List = &tool.List{Name: "lines", Rows: rows, Total: len(rows)}
	}
	return out, nil
}

// logged is the shape of the data of a command with its log.
type logged struct {
	Run      Run      `json:"run"`
	LogLines int      `json:"logLines"`
	Matches  int      `json:"matches"`
	Lines    []string `json:"lines,omitempty"`
	Total    int      `json:"total,omitempty"`
	Shown    int      `json:"shown,omitempty"`
}

// listed is the shape of the data of the runs.
type listed struct {
	Active int   `json:"active"`
	Runs   []Run `json:"runs"`
	Total  int   `json:"total"`
	Shown  int   `json:"shown"`
}
