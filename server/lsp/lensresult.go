package lsp

import (
	"fmt"
	"strings"
	"time"

	"bazelapple/internal/runs"
)

// view is what lenses say of a root now.
func (s *server) view(root string) *view {
	v := &view{language: s.language(root), trusted: s.Host.Trusted(), results: map[string]action{}}
	if v.engine == nil {
		return v
	}
	v.apple = v.engine.Host.Mac() && !v.engine.Host.Simulated
	now := time.Now()
	for _, r := range v.engine.Runs.List() {
		if _, ok := v.results[r.Target]; !ok && r.Target != "" {
			v.results[r.Target] = result(r, now)
		}
	}
	defaults := v.engine.Session.Defaults()
	for _, key := range []string{"deviceName", "simulatorName"} {
		if name, ok := defaults[key].(string); ok && name != "" {
			v.destination = name
		}
	}
	return v
}

// result is the lens of a target's last run: its log when it has ended, its
// cancel while it goes on.
func result(r runs.Run, now time.Time) action {
	if r.State != runs.Done {
		title := "● " + verb(r.Tool)
		switch {
		case r.State == runs.Queued:
			title = "● waiting"
		case r.Total > 0:
			title += fmt.Sprintf(" %d/%d", r.Done, r.Total)
		}
		return action{title: title, tool: "bazel_ios_run_cancel", arguments: map[string]any{"runId": r.ID}}
	}
	out := action{tool: "bazel_ios_last_command", arguments: map[string]any{"runId": r.ID}}
	switch {
	case r.OK:
		out.title = "✓ " + took(r.Elapsed(now))
	case r.Cancelled:
		out.title = "■ cancelled"
	default:
		out.title = "✗ " + failure(r.Summary)
	}
	return out
}

func verb(tool string) string {
	switch {
	case strings.Contains(tool, "test") || strings.Contains(tool, "coverage"):
		return "testing"
	case strings.Contains(tool, "run"):
		return "running"
	}
	return "building"
}

func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// failure is the number of errors or failed tests that a summary tells.
func failure(summary string) string {
	words := strings.Fields(summary)
	for i := 1; i < len(words); i++ {
		word := strings.Trim(words[i], ".,;:")
		if word != "error" && word != "errors" && word != "failed" {
			continue
		}
		if n := strings.Trim(words[i-1], "(,"); n != "" && strings.Trim(n, "0123456789") == "" {
			return n + " " + word
		}
	}
	return "failed"
}

// settled is the wait before the editor asks for lenses again.
const settled = 250 * time.Millisecond

// lensesSoon has the editor ask for lenses again, once for many events.
func (s *server) lensesSoon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.refreshable || s.refreshing {
		return
	}
	s.refreshing = true
	time.AfterFunc(settled, func() {
		s.mu.Lock()
		s.refreshing = false
		s.mu.Unlock()
		s.refreshLenses(s.Host.Context())
	})
}
