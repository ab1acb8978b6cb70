// Package agentdebug holds the tools around the debug logs that an agent adds to
// an app while it tests hypotheses.
package agentdebug

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/debuglog"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Simctl *simctl.Client
	Root   string
	Home   string
	Temp   string // the temporary folder: logs may lie there too
	// Call runs another tool of the same catalog; the repro is made of them.
	Call func(ctx context.Context, call *tool.Call, name string, args any) (*tool.Result, error)
}

// Module returns the agent_debug tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowAgentDebug, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_agent_debug_log_clear", Title: "Clear Agent Debug Log…",
			Description: "Clear (empty) a debug log before the bug is reproduced again.",
			Destructive: true, Idempotent: true,
		}, h.clear),
		tool.New(tool.Definition{
			Name: "bazel_ios_agent_debug_log_read", Title: "Read Agent Debug Log…",
			Description: "Read a debug log: the entries that instrumentation wrote, by hypothesis and run.",
			ReadOnly:    true, Idempotent: true,
		}, h.read),
		tool.New(tool.Definition{
			Name: "bazel_ios_agent_debug_log_pull", Title: "Pull Agent Debug Log…",
			Description: "Get a debug log (ndjson): copy it out of an app's container on a simulator, and read it.",
			Idempotent:  true, Apple: true,
		}, h.pull),
		tool.New(tool.Definition{
			Name: "bazel_ios_agent_debug_repro", Title: "Reproduce with Debug Log…",
			Description:    "Reproduce a bug: clear the debug log, build and run the app with logging on, to test hypotheses.",
			NeedsWorkspace: true, Streaming: true, Apple: true, Timeout: 30 * time.Minute,
		}, h.repro),
	}}
}

type handlers struct{ Deps }

// path checks that a log may be touched.
func (h *handlers) path(parameter string, f tool.File) (string, error) {
	path := f.Resolve(h.Root, h.Home)
	if err := debuglog.Check(path, []string{h.Root, h.Temp}); err != nil {
		return "", tool.Invalid(parameter, "%w", err)
	}
	return path, nil
}

type clearInput struct {
	LogPath tool.File `json:"logPath" required:"true" jsonschema:".log, .ndjson or .jsonl file in the workspace or temporary folder"`
}

func (h *handlers) clear(_ context.Context, _ *tool.Call, in clearInput) (*tool.Result, error) {
	path, err := h.path("logPath", in.LogPath)
	if err != nil {
		return nil, err
	}
	existed, err := remove(path)
	if err != nil {
		return nil, err
	}
	text := "Cleared " + path
	if !existed {
		text = "There was no log at " + path
	}
	return &tool.Result{Text: text, Data: map[string]any{"logPath": path, "cleared": true, "existed": existed}}, nil
}

func remove(path string) (existed bool, err error) {
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, tool.Errorf(tool.Precondition, "Nothing was deleted.", "%w", err)
	}
	return true, nil
}

type readInput struct {
	LogPath      tool.File `json:"logPath" required:"true" jsonschema:".log, .ndjson or .jsonl file in the workspace or temporary folder"`
	HypothesisID string    `json:"hypothesisId,omitempty" jsonschema:"only entries of this hypothesis"`
	RunID        string    `json:"runId,omitempty" jsonschema:"only entries of this run"`
	Limit        int       `json:"limit,omitempty" jsonschema:"only the last so many entries" minimum:"0"`
}

func (h *handlers) read(_ context.Context, _ *tool.Call, in readInput) (*tool.Result, error) {
	path, err := h.path("logPath", in.LogPath)
	if err != nil {
		return nil, err
	}
	return readLog(path, in.HypothesisID, in.RunID, in.Limit)
}

func readLog(path, hypothesis, run string, limit int) (*tool.Result, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &tool.Result{Text: "There is no log at " + path + " yet.", Data: map[string]any{"logPath": path, "exists": false, "entries": []any{}}}, nil
	}
	if err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another logPath.", "%w", err)
	}
	defer f.Close()
	log, err := debuglog.Read(f)
	if err != nil {
		return nil, tool.Errorf(tool.Precondition, "Give another logPath.", "%w", err)
	}
	var rows []tool.Row
	for _, e := range log.Filter(hypothesis, run, limit) {
		data := ""
		if e.Data != nil {
			if b, err := json.Marshal(e.Data); err == nil {
				data = " " + string(b)
			}
		}
		rows = append(rows, tool.Row{Text: fmt.Sprintf("%d: [%s] %s %s%s", e.Line, e.HypothesisID, e.Location, e.Message, data), Data: e})
	}
	text := fmt.Sprintf("%s: %d lines, %d entries", path, log.Lines, len(log.Entries))
	for id, s := range log.Status {
		text += fmt.Sprintf("\nhypothesis %s: %s", id, s)
	}
	res := &tool.Result{Text: text, List: tool.Newest("entries", rows), Data: map[string]any{
		"logPath": path, "exists": true, "lineCount": log.Lines, "byHypothesisId": log.ByHypothesis, "byRunId": log.ByRun, "hypothesisStatusHints": log.Status, "parseErrors": log.ParseErrors,
	}}
	if n := len(log.ParseErrors); n > 0 {
		res.Warnings = []string{fmt.Sprintf("%d lines are no JSON objects, the first is line %d", n, log.ParseErrors[0].Line)}
	}
	return res, nil
}

type pullInput struct {
	simtarget.Args
	BundleID   tool.BundleID `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
	SimRelPath tool.File     `json:"simRelPath,omitempty" jsonschema:"path of the log in the app's data container; Documents/agent-debug.ndjson by default"`
	DestPath   tool.File     `json:"destPath,omitempty" jsonschema:"where to copy it, named alike"`
}

func (h *handlers) pull(ctx context.Context, _ *tool.Call, in pullInput) (*tool.Result, error) {
	rel := string(in.SimRelPath)
	if rel == "" {
		rel = "Documents/agent-debug.ndjson"
	}
	if !filepath.IsLocal(rel) {
		return nil, tool.Invalid("simRelPath", "%q leaves the app's container", rel)
	}
	dest := ""
	if in.DestPath != "" {
		var err error
		if dest, err = h.path("destPath", in.DestPath); err != nil {
			return nil, err
		}
	}
	sim, warnings, err := in.Resolve(ctx, h.Simctl)
	if err != nil {
		return nil, err
	}
	container, err := h.Simctl.Container(ctx, sim.UDID, string(in.BundleID), "data")
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	source := filepath.Join(container, rel)
	if err := debuglog.Check(source, []string{container}); err != nil {
		return nil, tool.Invalid("simRelPath", "%w", err)
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return nil, tool.Errorf(tool.NotFound, "Run the app with logging first: bazel_ios_agent_debug_repro.", "the app has written no log: %w", err)
	}
	if dest != "" {
		if err := replace(dest, text); err != nil {
			return nil, tool.Errorf(tool.Precondition, "Give another destPath; what was there is unchanged.", "%w", err)
		}
	}
	res, err := readLog(source, "", "", 0)
	if err != nil {
		return nil, err
	}
	data := res.Data.(map[string]any)
	data["sourcePath"], data["containerPath"], data["destPath"] = source, container, dest
	res.Warnings = append(warnings, res.Warnings...)
	return res, nil
}

// replace writes a file whole or not at all.
func replace(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".pull-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
