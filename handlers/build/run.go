package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

type runInput struct {
	Target    tool.Label     `json:"target" required:"true" default:"target" jsonschema:"label of an executable target"`
	Args      []string       `json:"args,omitempty" jsonschema:"arguments of the program"`
	BuildMode tool.BuildMode `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	tool.Bazel
}

func (h *handlers) run(ctx context.Context, call *tool.Call, in runInput) (*tool.Result, error) {
	r := bazelcall.Request(call, "run", "bazel_run", "Run "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode = in.BuildMode
	return h.Run(ctx, r, in.Args)
}

// Run builds with --script_path, which makes Bazel write how to start the
// program with its arguments and end, and starts it then: Bazel's lock is free
// meanwhile. Where the flag does not reach Bazel, as behind a wrapper that drops
// it, Bazel runs the program itself, and that was the run.
func (d Deps) Run(ctx context.Context, r bazel.Request, args []string) (*tool.Result, error) {
	dir, err := os.MkdirTemp("", "bazel-apple-run-")
	if err != nil {
		return nil, &tool.Error{Kind: tool.Precondition, Err: err, Hint: "Free disk space, or check the rights of the temporary folder."}
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "run.sh")
	target := r.Targets[0]
	r.Flags = append(r.Flags, "--script_path="+script)
	r.Temp, r.Args = []string{dir}, args
	res, err := d.Bazel.Do(ctx, r, func(res *bazel.Result) (*run.Command, error) {
		if _, err := os.Stat(script); err != nil {
			if ranItself(res) {
				return nil, nil
			}
			return nil, fmt.Errorf("bazel wrote no script to start %s: %w", target, err)
		}
		// What "bazel run" itself sets for the program.
		env := []string{"BUILD_WORKSPACE_DIRECTORY=" + d.Bazel.Root, "BUILD_WORKING_DIRECTORY=" + d.Bazel.Root}
		return &run.Command{Args: []string{script}, Dir: d.Bazel.Root, AddEnv: env, Keep: keepProgram, Temp: r.Temp}, nil
	})
	if err != nil {
		return nil, err
	}
	facts := bazelcall.Of(d.Bazel, res, target)
	if !res.OK() {
		return nil, bazelcall.Failure("build of "+target, facts, res, d.Bazel.Root)
	}
	p, warnings := res.Program, bazelcall.Warnings(res)
	if p == nil {
		p = &run.Output{Stdout: res.Output.Stdout, Duration: res.Duration}
		warnings = append(warnings, "Bazel ran the program itself and kept its lock meanwhile: --script_path did not reach it")
	}
	data := map[string]any{"ok": p.ExitCode == 0, "exitCode": p.ExitCode, "target": target, "durationMs": p.Duration.Milliseconds(), "command": facts.Command}
	body := strings.TrimRight(string(p.Stdout), "\n")
	if errs := strings.TrimRight(string(p.Stderr), "\n"); errs != "" {
		body += "\nStandard error:\n" + errs
	}
	out := &tool.Result{Data: data, RunID: res.RunID, Warnings: warnings}
	if p.ExitCode != 0 {
		out.Text = body
		return nil, &tool.Error{Kind: tool.Command, Err: fmt.Errorf("%s ended with exit status %d", target, p.ExitCode), Result: out}
	}
	out.Text = strings.TrimSpace(fmt.Sprintf("%s ran in %.1f s\n%s", target, p.Duration.Seconds(), body))
	return out, nil
}

// ranItself reports whether Bazel started the program: it says so, and does not
// with --script_path (4.2 and later).
func ranItself(res *bazel.Result) bool {
	return strings.Contains(res.Console(), "Running command line: ")
}

// keepProgram bounds what is kept of the program's output, in bytes a stream.
const keepProgram = 256 << 10
