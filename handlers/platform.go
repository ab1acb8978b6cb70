package handlers

import (
	"context"

	"bazelapple/handlers/applifecycle"
	"bazelapple/handlers/device"
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
	return []tool.Module{
		applifecycle.Module(applifecycle.Deps{Simctl: e.Simulators, Apps: e.apps(), Root: root, Home: home}),
		device.Module(device.Deps{Devicectl: e.Devices, Apple: p.apple, Apps: e.apps(), Root: root, Home: home, Logs: logs}),
		spm.Module(spm.Deps{Swift: &swiftpm.Client{Runner: p.apple, Runs: e.Runs}, Root: root, Home: home, Warning: standIns}),
	}
}
