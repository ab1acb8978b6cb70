package applifecycle

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"bazelapple/handlers/simtarget"
	"bazelapple/internal/appbundle"
	"bazelapple/internal/simctl"
	"bazelapple/internal/tool"
)

type installInput struct {
	simtarget.Args
	AppPath tool.Folder `json:"appPath" required:"true" jsonschema:"the .app folder"`
}

func (h *handlers) install(ctx context.Context, call *tool.Call, in installInput) (*tool.Result, error) {
	app := in.AppPath.Resolve(h.Root, h.Home)
	// The whole bundle is looked at before anything is booted.
	if _, err := appbundle.Find(app); err != nil {
		return nil, tool.Errorf(tool.NotFound, "Build the target and use the path of its .app; bazel_ios_get_app_path finds it.", "%w", err)
	}
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if sim.State != simctl.Booted {
		call.Progress(tool.Progress{Message: "Booting " + sim.String()})
		if _, err := h.Simctl.Boot(ctx, sim.UDID); err != nil {
			return nil, simtarget.Explain(err)
		}
		sim.State = simctl.Booted
	}
	call.Progress(tool.Progress{Message: "Installing on " + sim.String()})
	if err := h.Simctl.Install(ctx, sim.UDID, app); err != nil {
		return nil, simtarget.Explain(err)
	}
	return h.installed(ctx, sim, app, warnings), nil
}

// installed is the result of an installation. The app is installed whatever its
// Info.plist says: a bundle id that cannot be read is a warning.
func (h *handlers) installed(ctx context.Context, sim simctl.Simulator, app string, warnings []string) *tool.Result {
	res := &tool.Result{Text: fmt.Sprintf("Installed %s on %s", app, sim), Warnings: warnings}
	facts := simtarget.Facts(sim)
	facts["appPath"] = app
	info, err := appbundle.Read(ctx, h.Plutil, app)
	if err != nil {
		res.Warnings = append(res.Warnings, fmt.Sprintf("installed, but the bundle identifier could not be read (%v); pass it to bazel_ios_launch_app yourself", err))
	} else {
		facts["bundleId"] = info.Identifier
		res.Text += "\nBundle identifier: " + info.Identifier
		res.Next = []tool.Next{{Tool: "bazel_ios_launch_app", Arguments: map[string]any{"bundleId": info.Identifier, "simulatorId": sim.UDID}}}
	}
	res.Data = facts
	return res
}

type launchInput struct {
	simtarget.Args
	BundleID   tool.BundleID     `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
	LaunchArgs []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	LaunchEnv  map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
}

func (h *handlers) launch(ctx context.Context, call *tool.Call, in launchInput) (*tool.Result, error) {
	for name := range maps.Keys(in.LaunchEnv) {
		if !tool.EnvName(name) {
			return nil, tool.Invalid("launchEnv", "%q is no name of an environment variable", name)
		}
	}
	sim, warnings, err := in.TakeBooted(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	pid, err := h.Simctl.Launch(ctx, sim.UDID, string(in.BundleID), in.LaunchArgs, in.LaunchEnv)
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["bundleId"] = in.BundleID
	text := fmt.Sprintf("Launched %s on %s", in.BundleID, sim)
	if pid > 0 {
		facts["pid"] = pid
		text += fmt.Sprintf(", process %d", pid)
	}
	return &tool.Result{Text: text, Data: facts, Warnings: warnings}, nil
}

type appInput struct {
	simtarget.Args
	BundleID tool.BundleID `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
}

func (h *handlers) stop(ctx context.Context, call *tool.Call, in appInput) (*tool.Result, error) {
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	notRunning, err := h.Simctl.Terminate(ctx, sim.UDID, string(in.BundleID))
	if err != nil {
		return nil, simtarget.Explain(err)
	}
	text := "Stopped"
	if notRunning {
		text = "Was not running:"
	}
	facts := simtarget.Facts(sim)
	facts["bundleId"], facts["wasRunning"] = in.BundleID, !notRunning
	return &tool.Result{Text: fmt.Sprintf("%s %s on %s", text, in.BundleID, sim), Data: facts, Warnings: warnings}, nil
}

func (h *handlers) uninstall(ctx context.Context, call *tool.Call, in appInput) (*tool.Result, error) {
	sim, warnings, err := in.Take(ctx, call, h.Simctl)
	if err != nil {
		return nil, err
	}
	if err := h.Simctl.Uninstall(ctx, sim.UDID, string(in.BundleID)); err != nil {
		return nil, simtarget.Explain(err)
	}
	facts := simtarget.Facts(sim)
	facts["bundleId"] = in.BundleID
	return &tool.Result{Text: fmt.Sprintf("Uninstalled %s from %s", in.BundleID, sim), Data: facts, Warnings: warnings}, nil
}

type appPathInput struct {
	Target      tool.Label       `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
	StartupArgs tool.StartupArgs `json:"startupArgs,omitempty" jsonschema:"Bazel startup options, placed before the command"`
}

func (h *handlers) appPath(ctx context.Context, call *tool.Call, in appPathInput) (*tool.Result, error) {
	path, err := h.Apps.AppPath(ctx, call, string(in.Target), in.StartupArgs)
	if err != nil {
		return nil, err
	}
	return &tool.Result{Text: path, Data: map[string]any{"target": in.Target, "appPath": path}}, nil
}

type bundleIDInput struct {
	AppPath tool.Word `json:"appPath" required:"true" jsonschema:"the .app folder, or the label of an app that was built"`
}

func (h *handlers) bundleID(ctx context.Context, call *tool.Call, in bundleIDInput) (*tool.Result, error) {
	return h.BundleID(ctx, call, in.AppPath)
}

// BundleID is the answer of the tools that read a bundle identifier.
func (d Deps) BundleID(ctx context.Context, call *tool.Call, text tool.Word) (*tool.Result, error) {
	app, err := d.locate(ctx, call, text)
	if err != nil {
		return nil, err
	}
	info, err := appbundle.Read(ctx, d.Plutil, app)
	if err != nil {
		kind := tool.Precondition
		if errors.Is(err, appbundle.ErrNoBundle) {
			kind = tool.NotFound
		}
		return nil, tool.Errorf(kind, "Build the app first; bazel_ios_get_app_path finds its .app.", "%w", err)
	}
	return &tool.Result{Text: info.Identifier, Data: map[string]any{"bundleId": info.Identifier, "appPath": app}}, nil
}

// locate returns the .app that a parameter names by its path or by the label it
// was built from.
func (d Deps) locate(ctx context.Context, call *tool.Call, app tool.Word) (string, error) {
	if label := tool.Label(app); isLabel(string(app)) {
		if err := label.Check(); err != nil {
			return "", tool.Invalid("appPath", "%w", err)
		}
		return d.Apps.AppPath(ctx, call, string(app), nil)
	}
	folder := tool.Folder(app)
	if err := folder.Check(); err != nil {
		return "", tool.Invalid("appPath", "%w", err)
	}
	return folder.Resolve(d.Root, d.Home), nil
}

func isLabel(s string) bool {
	return len(s) > 1 && (s[:2] == "//" || s[0] == '@' || s[0] == ':')
}

// onApp is the shape of the data of what is done to an app.
type onApp struct {
	simtarget.On
	BundleID   string `json:"bundleId"`
	PID        int    `json:"pid,omitempty"`
	WasRunning bool   `json:"wasRunning,omitempty"`
}
