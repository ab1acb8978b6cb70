// Package session holds the tools of the session workflow: the workspace, its
// defaults and profiles, the health report.
package session

import (
	"bazelapple/internal/platform"
	"bazelapple/internal/run"
	state "bazelapple/internal/session"
	"bazelapple/internal/tool"
)

// Deps are what the module stands on.
type Deps struct {
	Root    string
	Home    string
	Session *state.Session
	Host    platform.Host
	Bazel   run.Runner // a terminal's environment
	Apple   run.Runner // Apple's programs or their stand-ins
	Trusted bool
	// Simulators and Devices say in a few words what there is.
	Simulators, Devices Counter
	Version             string
	// OutputBase is Bazel's, "" when it is not known.
	OutputBase func() string
	// More are the tools of this workflow that other parts own: runs, clean.
	More []tool.Tool
}

// Module returns the session tools.
func Module(d Deps) tool.Module {
	h := &handlers{d}
	return tool.Module{Workflow: tool.WorkflowSession, Tools: append([]tool.Tool{
		tool.New(tool.Definition{
			Name: "bazel_ios_set_workspace", Title: "Set Workspace…",
			Description: "Change to another folder: switch to a different Bazel workspace, project or repository.",
			Idempotent:  true,
		}, h.setWorkspace),
		tool.New(tool.Definition{
			Name: "bazel_ios_show_defaults", Title: "Show Defaults",
			Output:      inForce{},
			Description: "Show the current workspace and which defaults are set: target, simulator, device, build mode.",
			ReadOnly:    true, Idempotent: true,
		}, h.showDefaults),
		tool.New(tool.Definition{
			Name: "bazel_ios_set_defaults", Title: "Set Defaults…",
			Output:      inForce{},
			Description: "Remember defaults that later calls always use from now on (target, simulator such as iPhone 17, device, build mode), load a profile, or clear them.",
			Idempotent:  true,
		}, h.setDefaults),
		tool.New(tool.Definition{
			Name: "bazel_ios_list_profiles", Title: "List Profiles",
			Description: "List the configuration profiles: named sets of defaults, which is active.",
			ReadOnly:    true, Idempotent: true,
		}, h.listProfiles),
		tool.New(tool.Definition{
			Name: "bazel_ios_health", Title: "Doctor",
			Description: "Doctor: diagnose the environment, check that everything needed is installed (Bazel, Xcode, simulators, devices, signing); says what is broken and how to fix it.",
			ReadOnly:    true, Idempotent: true, Output: Health{},
		}, h.health),
	}, d.More...)}
}

type handlers struct{ Deps }

type none struct{}
