package macos

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bazelapple/handlers/applifecycle"
	"bazelapple/internal/appbundle"
	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// App is how a tool is told which app it is about. No session default fills the
// target: it would start or copy an app that nobody named.
type App struct {
	AppPath tool.Folder `json:"appPath,omitempty" jsonschema:"the .app folder"`
	Target  tool.Label  `json:"target,omitempty" jsonschema:"label of a built app"`
}

// locate returns the bundle's folder and what its Info.plist says.
func (h *handlers) locate(ctx context.Context, call *tool.Call, a App) (string, appbundle.Info, error) {
	var info appbundle.Info
	app := ""
	switch {
	case a.AppPath != "":
		app = a.AppPath.Resolve(h.Root, h.Home)
	case a.Target != "":
		var err error
		if app, err = h.Apps.AppPath(ctx, call, string(a.Target), nil); err != nil {
			return "", info, err
		}
	default:
		return "", info, tool.Errorf(tool.InvalidInput, "bazel_macos_app_path finds the .app of a target.", "appPath or target is needed")
	}
	if _, err := appbundle.Find(app); err != nil {
		return "", info, tool.Errorf(tool.NotFound, "Build the target and use the path of its .app; bazel_macos_app_path finds it.", "%w", err)
	}
	info, _ = appbundle.Read(ctx, h.Apple, app) // an app without an identifier can still be opened
	return app, info, nil
}

func facts(app string, info appbundle.Info) map[string]any {
	data := map[string]any{"appPath": app}
	if info.Identifier != "" {
		data["bundleId"] = info.Identifier
	}
	return data
}

type launchInput struct {
	App
	LaunchArgs []string          `json:"launchArgs,omitempty" jsonschema:"arguments of the app"`
	LaunchEnv  map[string]string `json:"launchEnv,omitempty" jsonschema:"environment variables of the app"`
}

func (h *handlers) launch(ctx context.Context, call *tool.Call, in launchInput) (*tool.Result, error) {
	var env []string
	for name, value := range in.LaunchEnv {
		if !tool.EnvName(name) {
			return nil, tool.Invalid("launchEnv", "%q is no name of an environment variable", name)
		}
		env = append(env, name+"="+value)
	}
	app, info, err := h.locate(ctx, call, in.App)
	if err != nil {
		return nil, err
	}
	data := facts(app, info)
	out := &tool.Result{Text: "Launched " + app, Data: data}
	if info.Identifier != "" {
		out.Next = []tool.Next{{Tool: "bazel_macos_stop", Arguments: map[string]any{"bundleId": info.Identifier}}}
	}
	if len(env) == 0 {
		args := []string{"open", app}
		if len(in.LaunchArgs) > 0 {
			args = append(append(args, "--args"), in.LaunchArgs...)
		}
		if _, err := h.Apple.Run(ctx, run.Command{Args: args}); err != nil {
			return nil, err
		}
		return out, nil
	}
	// open hands an app launchd's environment: one of its own needs its executable.
	program, err := executable(app, info)
	if err != nil {
		return nil, err
	}
	pid, err := h.Detach(append([]string{program}, in.LaunchArgs...), env, app)
	if err != nil {
		return nil, &tool.Error{Kind: tool.Command, Err: fmt.Errorf("start %s: %w", program, err)}
	}
	data["pid"] = pid
	out.Text += fmt.Sprintf(", process %d", pid)
	return out, nil
}

// executable is the program of a bundle.
func executable(app string, info appbundle.Info) (string, error) {
	name := info.Executable
	if name == "" {
		name = strings.TrimSuffix(filepath.Base(app), ".app")
	}
	program := filepath.Join(app, "Contents", "MacOS", name)
	if stat, err := os.Stat(program); name != filepath.Base(name) || err != nil || !stat.Mode().IsRegular() || stat.Mode()&0o111 == 0 {
		return "", tool.Errorf(tool.Precondition, "Launch it without launchEnv, or build it again.", "%s has no executable Contents/MacOS/%s", app, name)
	}
	return program, nil
}

type stopInput struct {
	BundleID    tool.BundleID `json:"bundleId,omitempty" jsonschema:"bundle identifier; the app is asked to quit"`
	ProcessName tool.Word     `json:"processName,omitempty" jsonschema:"whole name of a process to end, without bundleId"`
}

func (h *handlers) stop(ctx context.Context, _ *tool.Call, in stopInput) (*tool.Result, error) {
	switch {
	case in.BundleID != "":
		script := "tell application id " + appleString(string(in.BundleID)) + " to quit"
		out, err := h.Apple.Run(ctx, run.Command{Args: []string{"osascript", "-e", script}})
		if err != nil {
			if text := string(out.Stderr); strings.Contains(text, "-1728") || strings.Contains(text, "-10814") { // no such app
				return nil, tool.Errorf(tool.NotFound, "bazel_macos_bundle_id reads the identifier of an app.", "no app has the bundle identifier %s", in.BundleID)
			}
			return nil, err
		}
		return &tool.Result{Text: fmt.Sprintf("Asked %s to quit", in.BundleID), Data: map[string]any{"bundleId": in.BundleID}}, nil
	case in.ProcessName != "":
		// pkill takes an extended regular expression; its exit status 1 is "none".
		out, err := h.Apple.Run(ctx, run.Command{Args: []string{"pkill", "-x", regexp.QuoteMeta(string(in.ProcessName))}})
		data := map[string]any{"processName": in.ProcessName, "wasRunning": err == nil}
		switch {
		case err == nil:
			return &tool.Result{Text: fmt.Sprintf("Ended %s", in.ProcessName), Data: data}, nil
		case out.ExitCode == 1 && len(out.Stderr) == 0:
			return &tool.Result{Text: fmt.Sprintf("Was not running: %s", in.ProcessName), Data: data}, nil
		}
		return nil, err
	}
	return nil, tool.Errorf(tool.InvalidInput, "", "bundleId or processName is needed")
}

// appleString writes a string literal of AppleScript.
func appleString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

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

type bundleIDInput struct {
	AppPath tool.Word `json:"appPath" required:"true" jsonschema:"the .app folder, or the label of an app that was built"`
}

func (h *handlers) bundleID(ctx context.Context, call *tool.Call, in bundleIDInput) (*tool.Result, error) {
	return applifecycle.Deps{Apps: h.Apps, Plutil: h.Apple, Root: h.Root, Home: h.Home}.BundleID(ctx, call, in.AppPath)
}
