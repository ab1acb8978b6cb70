package services

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"

	"bazelapple/handlers"
	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/bazel/profile"
	"bazelapple/server/wire"
)

// most bounds the lists of a report.
const most = 200

func report(_ context.Context, e *handlers.Engine, p wire.RunParams) (any, error) {
	r, err := e.Bazel.Report(p.RunID)
	if err != nil {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, err.Error())
	}
	return reported(r), nil
}

func reported(r bazel.Report) wire.RunReportResult {
	out := wire.RunReportResult{
		Run: entry(r.Run), NoProfile: r.NoProfile, Seconds: r.Run.Elapsed(r.Run.End).Seconds(),
		Phases: []wire.Span{}, CriticalPath: []wire.Span{}, Slowest: []wire.ReportAction{}, Ran: []wire.ReportCount{},
		Tests: []wire.ReportTest{}, Problems: problems(r.Diagnostics),
	}
	if b := r.Build; b != nil {
		out.Bazel, out.Targets, out.Tests = b.Invocation.BazelVersion, b.TargetCount(), tested(b)
		if took := b.Elapsed(); took > 0 {
			out.Seconds = took.Seconds()
		}
		for _, n := range b.Runners() {
			if n.Name != "total" {
				out.Ran = append(out.Ran, wire.ReportCount{Name: n.Name, Count: n.Count})
			}
		}
	}
	if p := r.Profile; p != nil {
		out.Actions, out.Cut = p.Actions, p.Cut
		for _, s := range p.Phases {
			out.Phases = append(out.Phases, span(s.Name, s.Start, s.Duration))
		}
		for _, s := range p.CriticalPath {
			out.CriticalPath = append(out.CriticalPath, span(step(s.Name), s.Start, s.Duration))
		}
		for _, a := range r.Slowest {
			out.Slowest = append(out.Slowest, wire.ReportAction{Span: span(a.Description, a.Start, a.Duration), Mnemonic: a.Mnemonic, How: a.Hit.String()})
		}
		if len(out.Ran) == 0 {
			for _, hit := range []profile.Hit{profile.Internal, profile.RanLocally, profile.RanRemotely, profile.CacheHit} {
				if n := r.Ran[hit]; n > 0 {
					out.Ran = append(out.Ran, wire.ReportCount{Name: hit.String(), Count: n})
				}
			}
		}
	}
	slices.SortStableFunc(out.Ran, func(a, b wire.ReportCount) int { return cmp.Compare(b.Count, a.Count) })
	return out
}

// step is an action's own words on the critical path, without Bazel's "action '…'".
func step(name string) string {
	if inner, ok := strings.CutPrefix(name, "action '"); ok && strings.HasSuffix(inner, "'") {
		return strings.TrimSuffix(inner, "'")
	}
	return name
}

func span(name string, start, took time.Duration) wire.Span {
	return wire.Span{Name: name, Start: start.Seconds(), Seconds: took.Seconds()}
}

// tested are the tests, the slowest first.
func tested(b *events.Build) []wire.ReportTest {
	out := []wire.ReportTest{}
	for t := range b.Tests() {
		w := wire.ReportTest{Label: t.Target.Label, Status: t.Status.String(), Passed: !t.Status.Bad(), Cached: len(t.Results) > 0}
		for _, r := range t.Results {
			w.Seconds += r.Duration.Seconds()
			w.Cached = w.Cached && (r.CachedLocally || r.CachedRemotely)
		}
		out = append(out, w)
	}
	slices.SortStableFunc(out, func(a, b wire.ReportTest) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return out[:min(len(out), most)]
}

func problems(found []diagnostics.Diagnostic) []wire.ReportProblem {
	out := []wire.ReportProblem{}
	for _, d := range found[:min(len(found), most)] {
		severity := "error"
		if d.Severity == diagnostics.Warning {
			severity = "warning"
		}
		out = append(out, wire.ReportProblem{Severity: severity, Message: d.Message, File: d.File, Line: d.Line, Column: d.Column, Target: d.Target})
	}
	return out
}
