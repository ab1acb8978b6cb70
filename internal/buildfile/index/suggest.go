package index

import (
	"math/bits"
	"slices"

	"bazelapple/internal/buildfile/label"
)

// Suggest lists labels somebody may have meant by one that does not exist: near
// names in the same package, the same name in other packages, near packages.
// The best come first, at most limit of them.
func (i *Index) Suggest(l label.Label, limit int) []label.Label {
	packs := i.ordered()
	i.mu.RLock()
	defer i.mu.RUnlock()
	type candidate struct {
		label label.Label
		cost  int
	}
	var all []candidate
	pkgMask, nameMask, allowed := letters(l.Package), letters(l.Name), max(1, len(l.Name)/3)
	same, written := i.table.find(l.Name)
	for _, p := range packs {
		far := 0
		if p.path != l.Package {
			far = farthest
			if near(letters(p.path), pkgMask, 2) {
				far = min(far, distance(p.path, l.Package, 2)+3)
			}
		}
		for n := range p.targets {
			id := p.targets[n].name
			cost := far
			switch {
			case written && id == same:
				if p.path == l.Package {
					continue
				}
			case far == farthest: // neither the package nor the name
				continue
			default:
				if !near(i.table.masks[id], nameMask, allowed) {
					continue
				}
				edits := distance(i.table.texts[id], l.Name, allowed)
				if edits > allowed {
					continue
				}
				cost += edits
			}
			all = append(all, candidate{label.Label{Package: p.path, Name: i.table.texts[id]}, cost})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return a.cost - b.cost })
	out := make([]label.Label, 0, limit)
	for _, c := range all {
		if len(out) == limit {
			break
		}
		out = append(out, c.label)
	}
	return out
}

// farthest is the cost of a package whose path is not near.
const farthest = 6

// near reports whether texts with these letters can be that few edits apart: an
// edit changes at most two letters of the set.
func near(a, b uint64, edits int) bool { return bits.OnesCount64(a^b) <= 2*edits }

// distance is the number of edits between two texts without regard to case, or
// more than limit.
func distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	// What both begin and end with costs nothing.
	for len(a) > 0 && len(b) > 0 && fold(a[0]) == fold(b[0]) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && fold(a[len(a)-1]) == fold(b[len(b)-1]) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal, least := row[0], i+1
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if fold(a[i]) != fold(b[j]) {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
			least = min(least, cost)
		}
		if least > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}
