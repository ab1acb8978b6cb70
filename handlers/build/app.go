package build

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/tool"
)

// outputs are what the build made for target; for a pattern, all targets.
func (h *handlers) outputs(res *bazel.Result, target string) []artifacts.Artifact {
	if res.Build == nil {
		return nil
	}
	if l, err := label.Parse(target); err == nil {
		if list, err := artifacts.List(res.Build, l.String()); err == nil {
			return list
		}
	}
	var out []artifacts.Artifact
	seen := map[string]bool{}
	for t := range res.Build.Targets() {
		if t.State == events.Built && !seen[t.Label] && len(out) < 1000 {
			seen[t.Label] = true
			list, _ := artifacts.List(res.Build, t.Label)
			out = append(out, list...)
		}
	}
	return out
}

// App is the .app folder that a build of target made.
func (d Deps) App(ctx context.Context, res *bazel.Result, target string) (string, error) {
	return (&handlers{d}).app(ctx, res, target)
}

// app is the .app folder that a build of target made.
func (h *handlers) app(ctx context.Context, res *bazel.Result, target string) (string, error) {
	list := artifacts.Of(h.outputs(res, target), artifacts.App, artifacts.IPA, artifacts.Archive)
	for _, a := range list {
		switch {
		case !a.Local:
			return "", &tool.Error{Kind: tool.Precondition, Err: fmt.Errorf("%s stayed in the remote cache", a.ExecPath), Hint: "Pass extraArgs [\"--remote_download_outputs=toplevel\"]."}
		case a.Kind == artifacts.App && a.Directory:
			return a.Path, nil
		case a.Kind == artifacts.Archive: // macos_application makes one; a test's has no app
			if app, err := h.Cache.Bundle(ctx, a.Path, ".app"); err == nil {
				return app, nil
			}
		default:
			return h.Cache.Bundle(ctx, a.Path, ".app")
		}
	}
	if res.Build == nil {
		if app := h.linked(target); app != "" {
			return app, nil
		}
	}
	return "", tool.Errorf(tool.NotFound, "Choose a target of an application rule; bazel_ios_discover_targets {\"kind\":\"apps\"} lists them.", "%s was built, but it makes no .app and no .ipa", target)
}

// linked finds the app through the convenience link, at the two places where
// rules_apple puts it. It is asked only when Bazel wrote no events.
func (h *handlers) linked(target string) string {
	l, err := label.Parse(target)
	if err != nil || l.External() {
		return ""
	}
	base := filepath.Join(h.Bazel.Root, "bazel-bin", filepath.FromSlash(l.Package))
	for _, pattern := range []string{l.Name + "_archive-root/Payload/*.app", l.Name + ".app"} {
		if found, _ := filepath.Glob(filepath.Join(base, filepath.FromSlash(escape(pattern)))); len(found) > 0 {
			return found[0]
		}
	}
	return ""
}

// escape keeps the brackets of a target's name out of the glob.
func escape(pattern string) string {
	return strings.NewReplacer("[", `\[`, "?", `\?`).Replace(pattern)
}
