package index

import (
	"container/heap"
	"slices"
	"strings"

	"bazelapple/internal/buildfile/kind"
)

// Query chooses targets.
type Query struct {
	// Text is matched against labels without regard to case: a part of the
	// name, of the label, or its letters in order. "" matches all.
	Text string
	// Kinds and Platforms keep those named; none keeps all.
	Kinds     []kind.Kind
	Platforms []kind.Platform
	// Package keeps the targets of a package, with Below of those below too.
	Package string
	Below   bool // with Package "" and Below false all packages are searched
	// Test keeps what "bazel test" runs, Run what can be run.
	Test, Run bool
	// Helpers also lists targets a macro makes beside the one that is written,
	// and those tagged no-ide.
	Helpers bool
	// Limit is the most targets to list, 0 for 100.
	Limit int
}

// List is a part of the targets of a query.
type List struct {
	Targets []Target // best first; in the order of their labels without a text
	Total   int      // of all that match
	// Complete is false while the workspace is still being read.
	Complete bool
}

// Targets lists what a query chooses.
func (i *Index) Targets(q Query) List {
	if q.Limit <= 0 {
		q.Limit = 100
	}
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	m := newMatcher(q.Text)
	best := &ranking{}
	out := List{Complete: i.complete}
	for _, p := range packs {
		if !q.inPackage(p.path) {
			continue
		}
		pathMask := letters(p.path)
		for n := range p.targets {
			t := &p.targets[n]
			if !q.keeps(t) || (i.table.masks[t.name]|pathMask)&m.mask != m.mask {
				continue
			}
			score := m.score(p.path, i.table.texts[t.name])
			if score < 0 {
				continue
			}
			out.Total++
			best.offer(hit{score, p, t, out.Total}, q.Limit)
		}
	}
	hits := best.hits
	slices.SortFunc(hits, func(a, b hit) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return a.order - b.order
	})
	for _, h := range hits {
		out.Targets = append(out.Targets, i.targetOf(h.pack, h.target))
	}
	return out
}

func (q *Query) inPackage(pkg string) bool {
	if q.Package == "" {
		return true
	}
	return pkg == q.Package || q.Below && strings.HasPrefix(pkg, q.Package) && pkg[len(q.Package)] == '/'
}

func (q *Query) keeps(t *target) bool {
	switch {
	case len(q.Kinds) > 0 && !slices.Contains(q.Kinds, t.kind.Kind):
		return false
	case len(q.Platforms) > 0 && !slices.Contains(q.Platforms, t.kind.Platform):
		return false
	case q.Test && !t.kind.Testable() || q.Run && !t.kind.Runnable():
		return false
	case !q.Helpers && t.flags&hidden != 0:
		return false
	case !q.Helpers && t.flags&made != 0 && t.flags&primary == 0:
		// Of what a macro makes, the tests and apps are of interest, the
		// libraries beside them and what is tagged manual are not.
		return t.flags&manual == 0 && (t.kind.Testable() || t.kind.Runnable())
	}
	return true
}

// hit is a target that matches.
type hit struct {
	score  int
	pack   *pack
	target *target
	order  int
}

// ranking keeps the best hits, the worst of them on top.
type ranking struct{ hits []hit }

func (r *ranking) offer(h hit, limit int) {
	if len(r.hits) < limit {
		heap.Push(r, h)
		return
	}
	if h.score > r.hits[0].score {
		r.hits[0] = h
		heap.Fix(r, 0)
	}
}

func (r *ranking) Len() int { return len(r.hits) }
func (r *ranking) Less(a, b int) bool {
	if r.hits[a].score != r.hits[b].score {
		return r.hits[a].score < r.hits[b].score
	}
	return r.hits[a].order > r.hits[b].order
}
func (r *ranking) Swap(a, b int) { r.hits[a], r.hits[b] = r.hits[b], r.hits[a] }
func (r *ranking) Push(x any)    { r.hits = append(r.hits, x.(hit)) }
func (r *ranking) Pop() any {
	last := r.hits[len(r.hits)-1]
	r.hits = r.hits[:len(r.hits)-1]
	return last
}
