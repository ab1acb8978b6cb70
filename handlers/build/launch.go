package build

import (
	"context"
	"fmt"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/simtarget"
	"bazelapple/internal/appbundle"
	"bazelapple/internal/bazel"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// runPlatform is where an app can be started.
type runPlatform string

// Enum implements the tools' enums.
func (runPlatform) Enum() []string { return []string{"simulator", "device"} }

type buildAndRunInput struct {
	Target           tool.Label        `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
	BuildMode        tool.BuildMode    `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	Platform         runPlatform       `json:"platform,omitempty" default:"platform" jsonschema:"simulator (the default) or device"`
	SimulatorID      tool.Simulator    `json:"simulatorId,omitempty" default:"simulatorId" group:"simulator" jsonschema:"simulator by UDID; beats the name"`
	SimulatorName    tool.Word         `json:"simulatorName,omitempty" default:"simulatorName" group:"simulator" jsonschema:"simulator by name"`
	SimulatorVersion tool.Word         `json:"simulatorVersion,omitempty" jsonschema:"OS version of the simulator"`
	DeviceID         tool.Device       `json:"deviceId,omitempty" default:"deviceId" group:"device" jsonschema:"device by UDID; beats the name"`
	DeviceName       tool.Word         `json:"deviceName,omitempty" default:"deviceName" group:"device" jsonschema:"device by name"`
	LaunchArgs       []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	LaunchEnv        map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
	tool.Bazel
}

func (h *handlers) buildAndRun(ctx context.Context, call *tool.Call, in buildAndRunInput) (*tool.Result, error) {
	return h.start(ctx, call, "bazel_ios_build_and_run", in)
}

// DeviceInput are the parameters of the tool that builds for a device only.
type DeviceInput struct {
	Target     tool.Label        `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
	BuildMode  tool.BuildMode    `json:"buildMode,omitempty" default:"buildMode" jsonschema:"build mode"`
	DeviceID   tool.Device       `json:"deviceId,omitempty" default:"deviceId" group:"device" jsonschema:"UDID or CoreDevice identifier"`
	DeviceName tool.Word         `json:"deviceName,omitempty" default:"deviceName" group:"device" jsonschema:"name"`
	LaunchArgs []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	LaunchEnv  map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
	tool.Bazel
}

// OnDevice builds an app, installs it on a device and launches it, for the tool
// of that name.
func (d Deps) OnDevice(ctx context.Context, call *tool.Call, name string, in DeviceInput) (*tool.Result, error) {
	return (&handlers{d}).start(ctx, call, name, buildAndRunInput{Target: in.Target, BuildMode: in.BuildMode, Platform: "device", DeviceID: in.DeviceID, DeviceName: in.DeviceName,
		LaunchArgs: in.LaunchArgs, LaunchEnv: in.LaunchEnv, Bazel: in.Bazel})
}

func (h *handlers) start(ctx context.Context, call *tool.Call, name string, in buildAndRunInput) (*tool.Result, error) {
	for variable := range in.LaunchEnv {
		if !tool.EnvName(variable) {
			return nil, tool.Invalid("launchEnv", "%q is no name of an environment variable", variable)
		}
	}
	warning := ""
	if h.Apple != nil {
		var err error
		if warning, err = h.Apple(); err != nil {
			return nil, err
		}
	}
	r := bazelcall.Request(call, "build", name, "Build and run "+string(in.Target), in.Bazel, string(in.Target))
	r.Mode, r.Destination = in.BuildMode, bazel.Simulator
	onDevice := in.Platform == "device"
	if onDevice {
		r.Destination = bazel.Device
	} else {
		r.SimulatorName, r.SimulatorVersion = simulatorName(in.SimulatorName), string(in.SimulatorVersion)
	}
	res, out, err := h.built(ctx, r)
	if err != nil {
		return nil, err
	}
	if warning != "" {
		out.Warnings = append([]string{warning}, out.Warnings...)
	}
	l := &launch{handlers: h, call: call, in: in, out: out, data: map[string]any{"target": in.Target, "build": out.Data}}
	if l.app, err = h.app(ctx, res, string(in.Target)); err == nil {
		l.data["appPath"] = l.app
		if onDevice {
			err = l.device(ctx)
		} else {
			err = l.simulator(ctx)
		}
	}
	if err != nil {
		return nil, l.failed(err)
	}
	out.Data = l.data
	return out, nil
}

// A launch is what follows a build.
type launch struct {
	*handlers
	call *tool.Call
	in   buildAndRunInput
	app  string
	out  *tool.Result
	data map[string]any
}

func (l *launch) step(format string, args ...any) {
	l.call.Progress(tool.Progress{Message: fmt.Sprintf(format, args...), RunID: l.call.Run()})
}

func (l *launch) simulator(ctx context.Context) error {
	choice := simctl.Choice{ID: string(l.in.SimulatorID), Name: string(l.in.SimulatorName), Version: string(l.in.SimulatorVersion)}
	sim, warnings, err := simtarget.Take(ctx, l.call, l.Simulators, choice)
	if err != nil {
		return err
	}
	l.out.Warnings = append(warnings, l.out.Warnings...)
	l.data["simulator"] = simtarget.Facts(sim)
	if sim.State != simctl.Booted {
		l.step("Booting %s", sim)
		if _, err := l.Simulators.Boot(ctx, sim.UDID); err != nil {
			return simtarget.Explain(err)
		}
	}
	l.step("Installing on %s", sim)
	if err := l.Simulators.Install(ctx, sim.UDID, l.app); err != nil {
		return simtarget.Explain(err)
	}
	l.out.Text += fmt.Sprintf("\nInstalled %s on %s", l.app, sim)
	id := l.bundleID(ctx, "", "bazel_ios_launch_app", map[string]any{"simulatorId": sim.UDID})
	if id == "" {
		return nil
	}
	l.step("Launching %s", id)
	pid, err := l.Simulators.Launch(ctx, sim.UDID, id, l.in.LaunchArgs, l.in.LaunchEnv)
	if err != nil {
		return simtarget.Explain(err)
	}
	l.launched(id, sim.String(), pid, map[string]any{"bundleId": id, "simulatorId": sim.UDID}, "bazel_ios_stop_app")
	return nil
}

func (l *launch) device(ctx context.Context) error {
	d, warning, err := l.Devices.Resolve(ctx, devicectl.Choice{ID: string(l.in.DeviceID), Name: string(l.in.DeviceName)})
	if err != nil {
		return &tool.Error{Kind: tool.NotFound, Err: err, Hint: "bazel_ios_list_devices lists the connected devices."}
	}
	if warning != "" {
		l.out.Warnings = append([]string{warning}, l.out.Warnings...)
	}
	l.data["deviceId"], l.data["deviceName"] = d.ID(), d.Name
	l.step("Installing on %s", d)
	installed, err := l.Devices.Install(ctx, d.ID(), l.app)
	if err != nil {
		return err
	}
	l.out.Text += fmt.Sprintf("\nInstalled %s on %s", l.app, d)
	id := l.bundleID(ctx, installed, "bazel_ios_device_launch_app", map[string]any{"deviceId": d.ID()})
	if id == "" {
		return nil
	}
	l.step("Launching %s", id)
	pid, err := l.Devices.Launch(ctx, d.ID(), id, l.in.LaunchArgs, l.in.LaunchEnv)
	if err != nil {
		return err
	}
	l.launched(id, d.String(), pid, map[string]any{"bundleId": id, "deviceId": d.ID()}, "bazel_ios_device_stop_app")
	return nil
}

// bundleID is the installed app's identifier, "" when it cannot be read: the
// app is installed all the same, so that is a warning and a next step.
func (l *launch) bundleID(ctx context.Context, known, launcher string, where map[string]any) string {
	if known == "" {
		info, err := appbundle.Read(ctx, l.Plutil, l.app)
		if err != nil {
			l.out.Warnings = append(l.out.Warnings, fmt.Sprintf("installed, but not launched: the bundle identifier could not be read (%v)", err))
			l.out.Next = append(l.out.Next, tool.Next{Tool: launcher, Arguments: where, Why: "with its bundleId, to start the app"})
			return ""
		}
		known = info.Identifier
	}
	l.data["bundleId"] = known
	return known
}

func (l *launch) launched(id, where string, pid int, args map[string]any, stopper string) {
	l.out.Text += fmt.Sprintf("\nLaunched %s on %s", id, where)
	if pid > 0 {
		l.data["pid"] = pid
		l.out.Text += fmt.Sprintf(", process %d", pid)
	}
	l.out.Next = append(l.out.Next, tool.Next{Tool: stopper, Arguments: args})
}

// failed keeps what was done before the step that failed.
func (l *launch) failed(err error) error {
	te, ok := err.(*tool.Error)
	if !ok {
		te = &tool.Error{Kind: tool.Command, Err: err}
	}
	out := *te
	if out.Result == nil {
		out.Result = &tool.Result{Text: l.out.Text, Data: l.data, Warnings: l.out.Warnings, RunID: l.out.RunID}
	}
	return &out
}

// launched is the shape of the data of build and run.
type launched struct {
	Target     string           `json:"target"`
	Build      *bazelcall.Facts `json:"build,omitempty"`
	AppPath    string           `json:"appPath,omitempty"`
	BundleID   string           `json:"bundleId,omitempty"`
	Simulator  map[string]any   `json:"simulator,omitempty"`
	DeviceID   string           `json:"deviceId,omitempty"`
	DeviceName string           `json:"deviceName,omitempty"`
	PID        int              `json:"pid,omitempty"`
}
