package build

import (
	"context"
	"fmt"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/bazel/events"
	buildlabel "bazelapple/internal/buildfile/label"
	"bazelapple/internal/runs"
	"bazelapple/internal/tool"
)

// Apps finds what labels were built into, from the events of earlier runs.
type Apps struct {
	Bazel *bazel.Client
	Runs  *runs.Store
	Cache artifacts.Cache
}

// AppPath returns the .app that the last good build of a label made; it builds
// nothing. Without such a run, the convenience link is asked.
func (a Apps) AppPath(ctx context.Context, _ *tool.Call, label string, _ []string) (string, error) {
	h := &handlers{Deps{Bazel: a.Bazel, Cache: a.Cache}}
	for _, r := range a.Runs.List() {
		if !same(r.Target, label) || !r.OK || r.EventsPath == "" {
			continue
		}
		b, err := events.ReadFile(r.EventsPath)
		if err != nil || b.Completeness == events.None {
			continue
		}
		if path, err := h.app(ctx, &bazel.Result{Build: b}, label); err == nil {
			return path, nil
		}
	}
	if path := h.linked(label); path != "" {
		return path, nil
	}
	return "", &tool.Error{Kind: tool.NotFound, Err: fmt.Errorf("no build of %s is known that made an app", label), Hint: "Build it first.",
		Result: &tool.Result{Next: []tool.Next{{Tool: "bazel_ios_build", Arguments: map[string]any{"target": label}}}}}
}

// same reports whether two texts name one label: //App and //App:App do.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := buildlabel.Parse(a)
	if err != nil {
		return false
	}
	y, err := buildlabel.Parse(b)
	return err == nil && x == y
}
