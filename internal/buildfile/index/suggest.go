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
	for _, p := range packs {
		far := 0
		if p.path != l.Package {
			far = 4
			if near(letters(p.path), pkgMask, 2) {
				far = min(far, distance(p.path, l.Package, 2)+1)
			}
			far += 2
		}
		for n := range p.targets {
			name := i.table.texts[p.targets[n].name]
			cost := far
			if name != l.Name {
				if far == 6 {
					continue // neither the package nor the name
				}
				if !near(i.table.masks[p.targets[n].name], nameMask, allowed) {
					continue
				}
				edits := distance(name, l.Name, allowed)
				if edits > allowed {
					continue
				}
				cost += edits
			} else if p.path == l.Package {
				continue
			}
			all = append(all, candidate{label.Label{Package: p.path, Name: name}, cost})
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
