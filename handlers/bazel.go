package handlers

import (
	"path/filepath"

	"bazelapple/handlers/bazelcall"
	"bazelapple/handlers/build"
	"bazelapple/handlers/project"
	"bazelapple/handlers/test"
	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/redact"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// newBazel returns the client that runs Bazel in the engine's workspace.
func newBazel(p *parts, shared Shared) *bazel.Client {
	known := bazelcall.Known{Index: shared.Index}
	return bazel.New(bazel.Options{
		Root: p.options.Root, Home: p.options.Folders.Home, Runner: p.bazel, Host: p.host, Settings: p.config.Merged, Getenv: p.getenv,
		Runs: shared.Runs, Queue: queue.Queue{Dir: filepath.Join(p.options.Folders.State, "queue")},
		Rules: known, Suggest: known, Provide: known, Redact: redact.Args,
		Problems: func(found bazel.Problems) {
			if emit := p.options.Emit; emit != nil {
				emit(state.Event{Root: p.options.Root, Kind: "diagnostics", ID: found.RunID, Data: found})
			}
		},
		Tested: func(t bazel.Tested) {
			if emit := p.options.Emit; emit != nil {
				for _, ended := range test.EndedOf(t, p.options.Root) {
					emit(state.Event{Root: p.options.Root, Kind: "test", ID: t.RunID, Data: ended})
				}
			}
		},
	})
}

// unpacked is where archives of apps are unpacked.
func (p *parts) unpacked() artifacts.Cache {
	return artifacts.Cache{Dir: filepath.Join(p.options.Folders.Cache, "unpacked")}
}

// apps finds what labels were built into.
func (e *Engine) apps() build.Apps {
	return build.Apps{Bazel: e.Bazel, Runs: e.Runs, Cache: e.parts.unpacked()}
}

// bazelModules are the modules that stand on Bazel alone.
func (e *Engine) bazelModules() []tool.Module {
	return []tool.Module{
		build.Module(e.buildDeps()),
		test.Module(e.testDeps()),
		project.Module(e.projectDeps()),
	}
}

func (e *Engine) buildDeps() build.Deps {
	p := &e.parts
	return build.Deps{Bazel: e.Bazel, Simulators: e.Simulators, Devices: e.Devices, Apple: p.appleTools, Plutil: p.apple, Cache: p.unpacked()}
}

func (e *Engine) testDeps() test.Deps {
	return test.Deps{Bazel: e.Bazel, Simulators: e.Simulators, Apple: e.parts.apple, Mac: e.parts.host.Mac(), Known: bazelcall.Known{Index: e.Index}, Tests: e.Tests, Git: e.parts.bazel, Runs: e.Runs.List, Root: e.parts.options.Root, Home: e.parts.options.Folders.Home}
}

func (e *Engine) projectDeps() project.Deps { return project.Deps{Bazel: e.Bazel, Index: e.Index} }
