package debug

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/appbundle"
	"bazelapple/internal/bazel"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/lldb"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

// bundle is the app that was built and what it says of itself.
func (p *preparation) bundle(ctx context.Context, res *bazel.Result) (string, appbundle.Info, error) {
	app, err := p.Build.App(ctx, res, string(p.request.Target))
	if err != nil {
		return "", appbundle.Info{}, err
	}
	info, err := appbundle.Read(ctx, p.Build.Plutil, app)
	if err != nil {
		return "", info, tool.Errorf(tool.Command, "", "what was built cannot be started: %w", err)
	}
	return app, info, nil
}

// app installs an app, starts it standing still, and has the debugger attach to
// its process.
func (p *preparation) app(ctx context.Context, platform kind.Platform) error {
	if p.Build.Apple != nil {
		warning, err := p.Build.Apple()
		if err != nil {
			return err
		}
		if warning != "" {
			p.warnings = append(p.warnings, warning)
		}
	}
	sim, device, err := p.place(ctx, platform)
	if err != nil {
		return err
	}
	where := bazel.Simulator
	if device != nil {
		where = bazel.Device
	}
	res, err := p.build(ctx, "build", where)
	if err != nil {
		return err
	}
	bundle, info, err := p.bundle(ctx, res)
	if err != nil {
		return err
	}
	if device != nil {
		return p.onDevice(ctx, *device, bundle, info.Identifier)
	}
	return p.onSimulator(ctx, sim, bundle, info.Identifier)
}

// place is the simulator or device that is meant.
func (p *preparation) place(ctx context.Context, platform kind.Platform) (simctl.Simulator, *devicectl.Device, error) {
	names := map[kind.Platform]string{kind.IOS: "iOS", kind.TvOS: "tvOS", kind.WatchOS: "watchOS", kind.VisionOS: "visionOS"}
	choice := simctl.Choice{Platform: names[platform]}
	onDevice := devicectl.Choice{}
	defaults := map[string]any{}
	if p.Defaults != nil {
		defaults = p.Defaults()
	}
	word := func(key string) string { s, _ := defaults[key].(string); return s }
	if d := p.request.Destination; d != "" {
		sims, _, err := p.Simulators.List(ctx)
		if err != nil {
			return simctl.Simulator{}, nil, simtarget.Explain(err)
		}
		choice.Name = d
		for _, s := range sims {
			if strings.EqualFold(s.UDID, d) {
				choice.ID, choice.Name = d, ""
			}
		}
		if _, _, err := simctl.Pick(sims, choice); errors.Is(err, simctl.ErrNotFound) {
			onDevice = devicectl.Choice{ID: d}
		}
	} else {
		choice.ID, choice.Name = word("simulatorId"), word("simulatorName")
		if word("platform") == "device" || choice.ID == "" && choice.Name == "" {
			onDevice.ID, onDevice.Name = word("deviceId"), word("deviceName")
		}
	}
	if onDevice != (devicectl.Choice{}) {
		d, warning, err := p.Devices.Resolve(ctx, onDevice)
		if errors.Is(err, devicectl.ErrNotFound) && onDevice.Name == "" {
			d, warning, err = p.Devices.Resolve(ctx, devicectl.Choice{Name: onDevice.ID})
		}
		if err != nil {
			return simctl.Simulator{}, nil, tool.Errorf(tool.NotFound, "The view Destinations lists the simulators and devices there are.", "%w", err)
		}
		p.warn(warning)
		return simctl.Simulator{}, &d, nil
	}
	sim, warning, err := p.Simulators.Resolve(ctx, choice)
	p.warn(warning)
	return sim, nil, simtarget.Explain(err)
}

func (p *preparation) warn(warning string) {
	if warning != "" {
		p.warnings = append(p.warnings, warning)
	}
}

func (p *preparation) onSimulator(ctx context.Context, sim simctl.Simulator, app, id string) error {
	p.where = sim.String()
	if sim.State != simctl.Booted {
		p.step("Booting %s", sim)
		if _, err := p.Simulators.Boot(ctx, sim.UDID); err != nil {
			return simtarget.Explain(err)
		}
	}
	p.step("Installing on %s", sim)
	if err := p.Simulators.Install(ctx, sim.UDID, app); err != nil {
		return simtarget.Explain(err)
	}
	p.step("Launching %s", id)
	pid, err := p.Simulators.LaunchWaiting(ctx, sim.UDID, id, p.request.Args, p.request.Env)
	if err != nil {
		return simtarget.Explain(err)
	}
	if pid == 0 {
		return tool.Errorf(tool.Command, "Start it again.", "simctl launched %s but did not tell its process", id)
	}
	p.start.Begin = lldb.AttachPid(pid)
	return nil
}

func (p *preparation) onDevice(ctx context.Context, d devicectl.Device, app, id string) error {
	p.where = d.String()
	p.step("Installing on %s", d)
	if _, err := p.Devices.Install(ctx, d.ID(), app); err != nil {
		return p.deviceFailed(err)
	}
	p.step("Launching %s", id)
	pid, err := p.Devices.LaunchStopped(ctx, d.ID(), id, p.request.Args, p.request.Env)
	if err != nil {
		return p.deviceFailed(err)
	}
	if pid == 0 {
		return tool.Errorf(tool.Command, "Start it again.", "devicectl launched %s but did not tell its process", id)
	}
	p.start.Begin = lldb.AttachDevice(cmp.Or(d.Identifier, d.UDID), pid, "", false)
	return nil
}

func (p *preparation) deviceFailed(err error) error {
	var failed *devicectl.Error
	if errors.As(err, &failed) {
		return &tool.Error{Kind: tool.Command, Err: err, Hint: failed.Remedy()}
	}
	return &tool.Error{Kind: tool.Command, Err: err}
}
