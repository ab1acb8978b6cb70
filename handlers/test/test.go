// Package test holds the tools of the test workflow.
package test

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"bazelapple/handlers/bazelcall"
	"bazelapple/internal/bazel"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
	"bazelapple/internal/simctl"
	"bazelapple/internal/testdiscovery"
	"bazelapple/internal/tool"
)

// Simulators is what the module needs of simctl.
type Simulators interface {
	List(context.Context) (sims []simctl.Simulator, noise string, err error)
	Shutdown(ctx context.Context, udid string) (already bool, err error)
	Delete(ctx context.Context, udid string) error
}

// Deps are what the module stands on.
type Deps struct {
	Bazel      *bazel.Client
	Simulators Simulators
	Apple      run.Runner // for osascript
	// Known tells a target's rule.
	Known bazelcall.Known
	// Mac says whether Apple's programs can be run.
	Mac bool
	// Tests finds tests in the sources, up to date with the BUILD files.
	Tests func(context.Context) (*testdiscovery.Finder, error)
	// Git runs git; Runs are the runs that are kept, newest first.
	Git        run.Runner
	Runs       func() []runs.Run
	Root, Home string
}

// Module returns the test tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowTest, Tools: []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_test", Title: "Test…",
			Output:      Facts{},
			Description: "Run unit or UI tests, all or single ones (testFilter), and tell each failed test with its assertion message and line; says when nothing ran.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.test),
		tool.New(tool.Definition{
			Name: "bazel_ios_test_coverage", Title: "Test with Coverage…",
			Output:      Facts{},
			Description: "Run tests with code coverage and tell the percentage of covered lines and the least covered files.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.coverage),
		tool.New(tool.Definition{
			Name: "bazel_ios_list_tests", Title: "List Tests…",
			Description: "List the test functions of a target or file, with lines and the filter that runs each, without building.",
			ReadOnly:    true, Idempotent: true, NeedsWorkspace: true,
		}, h.list),
		tool.New(tool.Definition{
			Name: "bazel_ios_affected_tests", Title: "Affected Tests…",
			Description: "List, or run, the tests that changed files affect, found through the dependencies, each with its reason.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Timeout: bazelcall.BuildTimeout,
		}, h.affected),
	}}
}

type handlers struct{ Deps }

type testInput struct {
	Target     tool.Label `json:"target" required:"true" default:"target" jsonschema:"label or pattern of tests"`
	TestFilter testFilter `json:"testFilter,omitempty" jsonschema:"Suite or Suite/testCase; several joined by |"`
	// Mode and platform are those of a build: other flags than a build's would
	// throw Bazel's analysis cache away at each change between the two.
	BuildMode        tool.BuildMode    `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	Platform         bazel.Destination `json:"platform,omitempty" default:"platform" jsonschema:"what to build for"`
	SimulatorName    tool.Word         `json:"simulatorName,omitempty" default:"simulatorName" group:"simulator" jsonschema:"simulator by name"`
	SimulatorVersion tool.Word         `json:"simulatorVersion,omitempty" jsonschema:"OS version of the simulator"`
	Minimize         bool              `json:"minimizeSimulator,omitempty" jsonschema:"keep Simulator's windows minimised while the tests run"`
	Shutdown         bool              `json:"shutdownSimulatorAfterTest,omitempty" jsonschema:"afterwards shut down the simulators that the tests booted"`
	tool.Bazel
}

// request is the part that test and coverage share.
func (in testInput) request(call *tool.Call, known bazelcall.Known, verb, name, title string) bazel.Request {
	r := bazelcall.Request(call, verb, name, title+" "+string(in.Target), in.Bazel, string(in.Target))
	simulator, _, _ := strings.Cut(string(in.SimulatorName), ",")
	r.SimulatorName, r.SimulatorVersion = strings.TrimSpace(simulator), string(in.SimulatorVersion)
	r.Mode, r.Destination = in.BuildMode, in.Platform
	if r.Destination == bazel.Device {
		r.Destination = bazel.Simulator // a default meant for apps; bazel_ios_device_test tests on devices
	}
	r.Flags = []string{"--test_output=errors"}
	if f := in.filter(known); f != "" {
		r.Flags = append(r.Flags, "--test_filter="+f)
	}
	return r
}

// testFilter is what to run; rules_apple's runners also take -Suite for what not
// to run, so that a leading dash is no flag here.
type testFilter string

// Check implements the catalog's checker.
func (f testFilter) Check() error {
	if strings.IndexFunc(string(f), unicode.IsControl) >= 0 {
		return errors.New("a filter holds no control characters")
	}
	return nil
}

// filter writes a filter as the target's runner wants it: for rules_apple's
// separated by commas, for others as it is.
func (in testInput) filter(known bazelcall.Known) string {
	if rule, _, ok := known.Rule(string(in.Target)); ok && !testdiscovery.Commas(rule) {
		return string(in.TestFilter)
	}
	var out []string
	for _, part := range strings.FieldsFunc(string(in.TestFilter), func(r rune) bool { return r == '|' || r == ',' }) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return strings.Join(out, ",")
}

func (h *handlers) test(ctx context.Context, call *tool.Call, in testInput) (*tool.Result, error) {
	tidy, err := h.prepare(ctx, in)
	if err != nil {
		return nil, err
	}
	res, err := h.Bazel.Do(ctx, in.request(call, h.Known, "test", "bazel_ios_test", "Test"), nil)
	tidied := tidy()
	if err != nil {
		return nil, err
	}
	return h.answer(call, in, res, tidied, nil)
}
