package debug

import (
	"context"
	"fmt"
	"path"
	"strings"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/lldb"
	"bazelapple/internal/tool"
)

// bundledTest is a test bundle, which a runner of its rule loads into a process:
// the test host's, or Xcode's xctest where there is none. Bazel runs the test,
// as it does without a debugger, and the debugger waits for that process.
func (p *preparation) bundledTest(ctx context.Context) error {
	if !p.Mac {
		return tool.Errorf(tool.Precondition, "Run it on a Mac with Xcode.", "the tests of %s run in a process of Xcode's", p.request.Target)
	}
	if _, err := p.build(ctx, "build", bazel.Simulator); err != nil {
		return err
	}
	process, err := p.testProcess(ctx)
	if err != nil {
		return err
	}
	// One run, not cached, no other beside it, no end by time while a person looks.
	flags := []string{"--nocache_test_results", "--runs_per_test=1", "--flaky_test_attempts=1", "--test_sharding_strategy=disabled", "--test_timeout=86400", "--test_output=streamed"}
	if p.request.TestFilter != "" {
		flags = append(flags, "--test_filter="+p.request.TestFilter)
	}
	for _, word := range words(p.request.Env) {
		flags = append(flags, "--test_env="+word)
	}
	for _, arg := range p.request.Args {
		flags = append(flags, "--test_arg="+arg)
	}
	started := make(chan string, 1)
	call := &tool.Call{Client: p.call.Client, Progress: func(tool.Progress) {}}
	r := bazelcall.Request(call, "test", "bazel_ios_test", "Debug "+string(p.request.Target), tool.Bazel{}, string(p.request.Target))
	r.Mode, r.Destination, r.Flags = "debug", bazel.Simulator, flags
	r.Started = func(id string) { started <- id }
	background, cancel := context.WithCancel(p.Debugger.ctx)
	run := &testRun{cancel: cancel, done: make(chan struct{})}
	p.session.run = run
	go func() {
		defer close(run.done)
		run.res, run.err = p.Build.Bazel.Do(background, r, nil)
	}()
	select {
	case p.session.runID = <-started:
	case <-run.done:
		return run.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	p.start.Begin = lldb.AttachName(process, true)
	p.where = "the process " + process
	return nil
}

// testProcess is the name of the process that the tests run in: that of the
// test host, which is called like its target unless the rule says otherwise.
func (p *preparation) testProcess(ctx context.Context) (string, error) {
	word, err := bazel.Word(p.label)
	if err != nil {
		return "", tool.Invalid("target", "%w", err)
	}
	r := bazelcall.Request(p.call, "query", "bazel_ios_query", "Find the test host of "+p.label, tool.Bazel{}, fmt.Sprintf("labels(test_host, %s)", word))
	r.Flags = []string{"--output=label"}
	res, err := p.Build.Bazel.Do(ctx, r, nil)
	if err != nil {
		return "", err
	}
	host, _, _ := strings.Cut(strings.TrimSpace(string(res.Output.Stdout)), "\n")
	if !res.OK() || host == "" {
		return "xctest", nil
	}
	return path.Base(host[strings.LastIndexByte(host, ':')+1:]), nil
}
