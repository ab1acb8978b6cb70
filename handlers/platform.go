package handlers

import (
	"context"
	"os"
	"slices"

	"bazelapple/handlers/applifecycle"
	"bazelapple/handlers/device"
	"bazelapple/handlers/macos"
	"bazelapple/handlers/platforms"
	"bazelapple/handlers/spm"
	state "bazelapple/internal/session"
	"bazelapple/internal/swiftpm"
	"bazelapple/internal/tool"
)

// platformModules are the modules that stand on Bazel and on Apple's programs.
func (e *Engine) platformModules(ctx context.Context) []tool.Module {
	p := &e.parts
	root, home := p.options.Root, p.options.Folders.Home
	standIns := ""
	if p.host.Simulated {
		standIns, _ = p.appleTools()
	}
	logs := state.NewTasks[*device.Log](ctx, "device-log", p.options.Emit)
	// The device tools say themselves that the answer is of stand-ins.
	onDevice := e.buildDeps()
	onDevice.Apple = nil
	return append([]tool.Module{
		applifecycle.Module(applifecycle.Deps{Simctl: e.Simulators, Apps: e.apps(), Plutil: p.apple, Root: root, Home: home}),
		device.Module(device.Deps{Devicectl: e.Devices, Apple: p.apple, Apps: e.apps(), Root: root, Home: home, Logs: logs, Built: device.Built(e.Devices, onDevice, e.testDeps())}),
		spm.Module(spm.Deps{Swift: &swiftpm.Client{Runner: p.apple, Runs: e.Runs}, Root: root, Home: home, Warning: standIns}),
		macos.Module(macos.Deps{Apple: p.apple, Apps: e.apps(), Root: root, Home: home, Applications: p.applications(), Detach: p.detach,
			Build: e.buildDeps(), Test: e.testDeps(), Project: e.projectDeps()}),
	}, platforms.Modules(platforms.Deps{Build: e.buildDeps(), Test: e.testDeps(), Project: e.projectDeps()})...)
}

// detach starts a program that outlives us, without its output.
func (p *parts) detach(args, env []string, dir string) (int, error) {
	runner := p.apple
	runner.Env = append(slices.Clone(runner.Env), env...)
	return runner.Detach(args, dir, os.DevNull)
}
