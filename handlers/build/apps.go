package build

import (
	"context"
	"fmt"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/bazel/events"
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
		if r.Target != label || !r.OK || r.EventsPath == "" {
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
	return "", &tool.Error{Kind: tool.NotFound, Err: fmt.Errorf("no build of %s is known that made an app", label), Hint: fmt.Sprintf("Build it first: bazel_ios_build {\"target\":%q}.", label)}
}
