package handlers

import (
	"context"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/debug"
	"bazelapple/internal/lldb"
)

// lldb returns the client that starts the debugger.
func (p *parts) lldb() *lldb.Client {
	return &lldb.Client{Runner: p.apple, Path: func() string {
		if path := p.config.Merged().LLDBDap; path != nil {
			return *path
		}
		return ""
	}}
}

func (e *Engine) newDebugger(ctx context.Context) *debug.Debugger {
	return debug.New(ctx, debug.Deps{
		Build: e.buildDeps(), LLDB: e.parts.lldb(), Simulators: e.Simulators, Devices: e.Devices,
		Relay: []string{e.parts.options.Executable, "debug-adapter"},
		Known: bazelcall.Known{Index: e.Index}, Defaults: e.parts.session.Defaults, Mac: e.parts.host.Mac(), Simulated: e.parts.host.Simulated,
	})
}
