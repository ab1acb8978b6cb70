package device

import (
	"context"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/build"
	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/tool"
)

type testInput struct {
	Args
	test.Input
}

// Built returns the tools of the workflow that build first.
func Built(devices *devicectl.Client, b build.Deps, t test.Deps) []tool.Tool {
	h := &handlers{Deps{Devicectl: devices}}
	return []tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_device_build_and_run", Title: "Build and Run on Device…",
			Description: "Build an app, deploy it to a physical device (real iPhone), install and launch it there.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Apple: true, Timeout: bazelcall.BuildTimeout,
		}, func(ctx context.Context, call *tool.Call, in build.DeviceInput) (*tool.Result, error) {
			return b.OnDevice(ctx, call, "bazel_ios_device_build_and_run", in)
		}),
		tool.New(tool.Definition{
			Name: "bazel_ios_device_test", Title: "Test on Device…",
			Description: "Run tests (XCTest) on a physical device, a connected iPhone (real hardware), and tell each failed test.",
			StartupArgs: true, Streaming: true, NeedsWorkspace: true, Apple: true, Timeout: bazelcall.BuildTimeout,
		}, func(ctx context.Context, call *tool.Call, in testInput) (*tool.Result, error) {
			// The device before the build: a missing one is told at once.
			d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
			if err != nil {
				return nil, err
			}
			out, err := t.Run(ctx, call, test.Kind{Tool: "bazel_ios_device_test", Verb: "test", Destination: bazel.Device,
				Flags: []string{"--test_arg=--destination", "--test_arg=id=" + d.ID()}}, in.Input)
			if err != nil {
				return nil, err
			}
			out.Warnings = append(warnings, out.Warnings...)
			out.Text += "\nRan on " + d.String()
			return out, nil
		}),
	}
}
