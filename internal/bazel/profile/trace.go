package profile

import (
	"sort"
	"time"
)

// trace collects a profile. Bazel writes a span when it ends, so what an action
// did comes before the action itself, on the same thread.
type trace struct {
	p      *Profile
	action func(Action)
	inside map[int64][]part
}

// part is something an action did on its thread.
type part struct {
	category, name string
	start, end     time.Duration
}

// maxParts bounds what is remembered of a thread between two actions.
const maxParts = 256

func (t *trace) add(e *traceEvent) {
	start, took := e.span()
	if e.Kind == "X" {
		t.p.Took = max(t.p.Took, start+took)
	}
	switch e.Category {
	case "build phase marker":
		t.p.Phases = append(t.p.Phases, Phase{Name: e.Name, Start: start, Duration: took})
	case "critical path component":
		t.p.CriticalPath = append(t.p.CriticalPath, Component{Name: e.Name, Start: start, Duration: took})
	case "action processing":
		t.ended(e, start, took)
	case "local action execution", "remote action execution", "remote action cache check", "remote output download":
		parts := t.inside[e.Thread]
		if len(parts) == maxParts {
			parts = append(parts[:0], parts[1:]...)
		}
		t.inside[e.Thread] = append(parts, part{e.Category, e.Name, start, start + took})
	}
}

func (t *trace) ended(e *traceEvent, start, took time.Duration) {
	a := Action{
		Description: e.Name, Mnemonic: e.Args.Mnemonic, Target: e.Args.Target, Output: e.Output,
		Start: start, Duration: took,
	}
	for _, p := range t.inside[e.Thread] {
		if p.start < start || p.start > start+took {
			continue
		}
		switch p.category {
		case "local action execution":
			a.Hit = RanLocally
			if a.Mnemonic == "" {
				a.Mnemonic = p.name
			}
		case "remote action execution":
			if a.Hit != RanLocally {
				a.Hit = RanRemotely
			}
		default:
			if a.Hit == Internal {
				a.Hit = CacheHit
			}
		}
	}
	t.inside[e.Thread] = t.inside[e.Thread][:0]
	t.p.Actions++
	if t.action != nil {
		t.action(a)
	}
}

// finish puts phases and the critical path in order. A phase lasts until the
// next one begins.
func (t *trace) finish() {
	phases := t.p.Phases
	sort.SliceStable(phases, func(i, j int) bool { return phases[i].Start < phases[j].Start })
	for i := range phases {
		end := t.p.Took
		if i+1 < len(phases) {
			end = phases[i+1].Start
		}
		phases[i].Duration = max(end-phases[i].Start, 0)
	}
	path := t.p.CriticalPath
	sort.SliceStable(path, func(i, j int) bool { return path[i].Start < path[j].Start })
}
