package device

import (
	"context"
	"fmt"
	"maps"

	"bazelapple/internal/appbundle"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/tool"
)

type appPathInput struct {
	Target tool.Label `json:"target" required:"true" default:"target" jsonschema:"label of the app"`
}

func (h *handlers) appPath(ctx context.Context, call *tool.Call, in appPathInput) (*tool.Result, error) {
	path, err := h.Apps.AppPath(ctx, call, string(in.Target), nil)
	if err != nil {
		return nil, err
	}
	return &tool.Result{Text: path, Data: map[string]any{"target": in.Target, "appPath": path}}, nil
}

type installInput struct {
	Args
	AppPath tool.Folder `json:"appPath" required:"true" jsonschema:"the .app folder, built for a device"`
}

func (h *handlers) install(ctx context.Context, call *tool.Call, in installInput) (*tool.Result, error) {
	app := in.AppPath.Resolve(h.Root, h.Home)
	if _, err := appbundle.Find(app); err != nil {
		return nil, tool.Errorf(tool.NotFound, "Build the target for a device and use the path of its .app.", "%w", err)
	}
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	call.Progress(tool.Progress{Message: "Installing on " + d.String()})
	bundleID, err := h.Devicectl.Install(ctx, d.ID(), app)
	if err != nil {
		return nil, explain(err)
	}
	return h.installed(ctx, d, app, bundleID, warnings), nil
}

// installed is the result of an installation. bundleID is what the device
// reported; where it did not, the bundle's own Info.plist is asked, and when
// that cannot be read either the installation still stands.
func (h *handlers) installed(ctx context.Context, d devicectl.Device, app, bundleID string, warnings []string) *tool.Result {
	res := &tool.Result{Text: fmt.Sprintf("Installed %s on %s", app, d), Warnings: warnings}
	data := facts(d)
	data["appPath"] = app
	if bundleID == "" {
		info, err := appbundle.Read(ctx, h.Apple, app)
		if err != nil {
			res.Warnings = append(res.Warnings, fmt.Sprintf("installed, but the bundle identifier could not be read (%v); pass it to bazel_ios_device_launch_app yourself", err))
		}
		bundleID = info.Identifier
	}
	if bundleID != "" {
		data["bundleId"] = bundleID
		res.Text += "\nBundle identifier: " + bundleID
		res.Next = []tool.Next{{Tool: "bazel_ios_device_launch_app", Arguments: map[string]any{"bundleId": bundleID, "deviceId": d.ID()}}}
	}
	res.Data = data
	return res
}

type launchInput struct {
	Args
	BundleID   tool.BundleID     `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
	LaunchArgs []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	LaunchEnv  map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
}

func (h *handlers) launch(ctx context.Context, _ *tool.Call, in launchInput) (*tool.Result, error) {
	for name := range maps.Keys(in.LaunchEnv) {
		if !tool.EnvName(name) {
			return nil, tool.Invalid("launchEnv", "%q is no name of an environment variable", name)
		}
	}
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	pid, err := h.Devicectl.Launch(ctx, d.ID(), string(in.BundleID), in.LaunchArgs, in.LaunchEnv)
	if err != nil {
		return nil, explain(err)
	}
	data := facts(d)
	data["bundleId"] = in.BundleID
	text := fmt.Sprintf("Launched %s on %s", in.BundleID, d)
	if pid > 0 {
		data["pid"] = pid
		text += fmt.Sprintf(", process %d", pid)
	}
	return &tool.Result{Text: text, Data: data, Warnings: warnings}, nil
}

type appInput struct {
	Args
	BundleID tool.BundleID `json:"bundleId" required:"true" jsonschema:"bundle identifier"`
}

func (h *handlers) stop(ctx context.Context, _ *tool.Call, in appInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	apps, err := h.Devicectl.Apps(ctx, d.ID())
	if err != nil {
		return nil, explain(err)
	}
	processes, err := h.Devicectl.Processes(ctx, d.ID())
	if err != nil {
		return nil, explain(err)
	}
	pid, installed := devicectl.FindProcess(apps, processes, string(in.BundleID))
	switch {
	case !installed:
		return nil, tool.Errorf(tool.NotFound, "bazel_ios_device_list_apps lists what is installed.", "%s is not installed on %s", in.BundleID, d)
	case pid == 0:
		return nil, tool.Errorf(tool.Precondition, "Nothing is to be done.", "%s is not running on %s", in.BundleID, d)
	}
	if err := h.Devicectl.Terminate(ctx, d.ID(), pid); err != nil {
		return nil, explain(err)
	}
	data := facts(d)
	data["bundleId"], data["pid"] = in.BundleID, pid
	return &tool.Result{Text: fmt.Sprintf("Stopped %s on %s, process %d", in.BundleID, d, pid), Data: data, Warnings: warnings}, nil
}

func (h *handlers) uninstall(ctx context.Context, _ *tool.Call, in appInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	if err := h.Devicectl.Uninstall(ctx, d.ID(), string(in.BundleID)); err != nil {
		return nil, explain(err)
	}
	data := facts(d)
	data["bundleId"] = in.BundleID
	return &tool.Result{Text: fmt.Sprintf("Uninstalled %s from %s", in.BundleID, d), Data: data, Warnings: warnings}, nil
}

type listAppsInput struct {
	Args
	tool.Page
}

func (h *handlers) listApps(ctx context.Context, _ *tool.Call, in listAppsInput) (*tool.Result, error) {
	d, warnings, err := h.resolve(ctx, in.Args, devicectl.Choice{})
	if err != nil {
		return nil, err
	}
	apps, err := h.Devicectl.Apps(ctx, d.ID())
	if err != nil {
		return nil, explain(err)
	}
	rows := make([]tool.Row, len(apps))
	for i, a := range apps {
		rows[i] = tool.Row{Text: fmt.Sprintf("%s %s %s", a.BundleID, a.Name, a.Version), Data: map[string]any{"bundleId": a.BundleID, "name": a.Name, "version": a.Version}}
	}
	return &tool.Result{Text: fmt.Sprintf("%d apps on %s", len(apps), d), Data: facts(d), List: in.Cut("apps", rows, 0), Warnings: warnings}, nil
}
