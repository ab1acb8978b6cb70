// Package spm holds the tools of the spm workflow: Swift packages beside Bazel.
package spm

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"context"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/run"
	"bazelapple/internal/swiftpm"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Swift *swiftpm.Client
	Root  string
	Home  string
	// Warning goes before every answer; it tells of stand-ins.
	Warning string
}

// Module returns the spm tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowSPM, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "swift_package_build", Title: "Build Swift Package…",
			Description: "Build (compile) a Swift package (SwiftPM) with swift build.",
			Streaming:   true, Idempotent: true, Timeout: 10 * time.Minute,
		}, h.build),
		tool.New(tool.Definition{
			Name: "swift_package_test", Title: "Test Swift Package…",
			Description: "Run the tests of a Swift package with swift test, all or those that match a filter.",
			Streaming:   true, Timeout: 20 * time.Minute,
		}, h.test),
		tool.New(tool.Definition{
			Name: "swift_package_run", Title: "Run Swift Package…",
			Description: "Build and run an executable of a Swift package (swift run) with arguments.",
			Streaming:   true, OpenWorld: true, Timeout: 5 * time.Minute,
		}, h.run),
		tool.New(tool.Definition{
			Name: "swift_package_clean", Title: "Clean Swift Package…",
			Description: "Delete a Swift package's build products (the .build folder).",
			Destructive: true, Idempotent: true, Timeout: time.Minute,
		}, h.clean),
		tool.New(tool.Definition{
			Name: "swift_package_resolve", Title: "Resolve Swift Package…",
			Description: "Resolve: fetch or update the dependencies of a Swift package (SPM) and write Package.resolved.",
			Idempotent:  true, OpenWorld: true, Timeout: 5 * time.Minute,
		}, h.resolve),
		tool.New(tool.Definition{
			Name: "swift_package_dump", Title: "Show Swift Package…",
			Description: "Show a Swift package's manifest (Package.swift): products, targets, dependencies, platforms.",
			ReadOnly:    true, Idempotent: true, Timeout: time.Minute,
			Output: swiftpm.Manifest{},
		}, h.dump),
		tool.New(tool.Definition{
			Name: "swift_package_init", Title: "New Swift Package…",
			Description: "Create a new Swift package (library or executable) in a folder.",
			Timeout:     30 * time.Second,
		}, h.init),
	}}
}

type handlers struct{ Deps }

// Folder is the parameter that every tool has.
type Folder struct {
	PackagePath tool.Folder `json:"packagePath,omitempty" jsonschema:"folder; the workspace by default"`
}

// configuration is SwiftPM's -c.
type configuration string

// Enum implements the tools' enums.
func (configuration) Enum() []string { return []string{"debug", "release"} }

func (c configuration) flags() []string {
	if c == "" {
		return nil
	}
	return []string{"-c", string(c)}
}

// locate is the package folder, which need not hold a package yet.
func (h *handlers) locate(f Folder) (string, error) {
	if f.PackagePath == "" && h.Root == "" {
		return "", tool.Errorf(tool.Precondition, "Pass packagePath, or set a workspace with bazel_ios_set_workspace.", "no package folder is given and no workspace is set")
	}
	if f.PackagePath == "" {
		return h.Root, nil
	}
	return f.PackagePath.Resolve(h.Root, h.Home), nil
}

// folder is the folder of a package that is there.
func (h *handlers) folder(f Folder) (string, error) {
	dir, err := h.locate(f)
	if err != nil {
		return "", err
	}
	if err := swiftpm.Check(dir); err != nil {
		return "", &tool.Error{Kind: tool.NotFound, Err: err, Hint: "Pass packagePath with the folder of a Package.swift; swift_package_init creates one."}
	}
	return dir, nil
}

// request begins a request.
func request(call *tool.Call, name, title, dir string, args ...string) swiftpm.Request {
	return swiftpm.Request{Folder: dir, Args: args, Tool: name, Title: title, Client: call.Client, Progress: call.Progress,
		Started: call.Began}
}

// Facts are the members of Data of a command.
type Facts struct {
	bazelcall.Facts
	PackagePath string `json:"packagePath"`
	Tests       *Tests `json:"tests,omitempty"`
}

// do runs a command; an error comes with what was printed until then.
func (h *handlers) do(ctx context.Context, r swiftpm.Request) (*swiftpm.Result, Facts, *tool.Result, error) {
	r.Title += " " + r.Folder
	r.Target = r.Folder
	res, err := h.Swift.Do(ctx, r)
	out := &tool.Result{RunID: res.RunID}
	if h.Warning != "" {
		out.Warnings = []string{h.Warning}
	}
	if err != nil {
		var missing *run.NotFoundError
		if errors.As(err, &missing) {
			return nil, Facts{}, nil, err
		}
		out.Text = tail(string(res.Stdout)+"\n"+string(res.Stderr), 20)
		failure := &tool.Error{Err: err, Result: out, Kind: tool.Command}
		switch cause := context.Cause(ctx); {
		case errors.Is(err, run.ErrTimeout), errors.Is(cause, run.ErrTimeout):
			failure.Kind, failure.Hint = tool.Timeout, "Pass a larger timeoutSeconds; below is what it printed last."
		case cause != nil:
			failure.Kind = tool.Cancelled
		}
		return nil, Facts{}, nil, failure
	}
	f := Facts{PackagePath: r.Folder, Facts: bazelcall.Facts{OK: res.OK(), ExitCode: res.ExitCode, DurationMs: res.Duration.Milliseconds(), Command: run.Quote(res.Argv), Diagnostics: res.Problems()}}
	for _, d := range f.Diagnostics {
		if d.Severity == diagnostics.Error {
			f.Errors++
		} else {
			f.Warnings++
		}
	}
	f.Diagnostics = f.Diagnostics[:min(len(f.Diagnostics), 50)]
	out.Data = f
	return res, f, out, nil
}

// failed is the error of a command that ran and failed.
func failed(what string, f Facts, res *swiftpm.Result, out *tool.Result) error {
	lines := f.Lines(f.PackagePath)
	cause := "it printed nothing"
	switch {
	case len(lines) > 0:
		cause = lines[0]
		f.Category = string(f.Diagnostics[0].Category)
	default:
		text := string(res.Stdout) + "\n" + string(res.Stderr)
		if last := tail(text, 1); last != "" {
			cause = last
		}
		lines = []string{tail(text, 20)}
	}
	f.FirstCause = cause
	out.Data, out.Text = f, strings.Join(lines, "\n")
	out.Next = append(out.Next, tool.Next{Tool: "bazel_ios_last_command", Arguments: map[string]any{"runId": res.RunID, "match": "error"}, Why: "the lines of the log that tell of errors"})
	how := fmt.Sprintf("exit %d", res.ExitCode)
	if f.Errors > 0 {
		how += fmt.Sprintf(", %d errors", f.Errors)
	}
	return &tool.Error{Kind: tool.Command, Err: fmt.Errorf("%s failed (%s): %s", what, how, cause), Result: out}
}

// tail is the last n lines that hold something.
func tail(text string, n int) string {
	var lines []string
	for _, l := range diagnostics.Lines(text) {
		if strings.TrimSpace(l) != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
