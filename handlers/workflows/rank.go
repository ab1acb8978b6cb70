package workflows

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"bazelapple/internal/tool"
)

// What a word of each part of a tool counts.
const (
	inName        = 3
	inTitle       = 1
	inDescription = 1.5
	inWorkflow    = 1
)

// rank orders the tools by BM25 over their names, titles, descriptions and
// workflows. A tool whose name says much that was not asked for comes later
// than its plainer sister: build before build on macOS. Tools that share no
// word with the query are left out.
func rank(query string, defs []tool.Definition) []tool.Definition {
	const k1, b = 1.2, 0.75
	type document struct {
		counts map[string]float64
		length float64
		name   []string
	}
	docs := make([]document, len(defs))
	frequency := map[string]float64{}
	var total float64
	for i, d := range defs {
		counts := map[string]float64{}
		add := func(text string, weight float64) {
			for _, w := range words(text) {
				counts[w] += weight
				docs[i].length += weight
			}
		}
		add(d.Name, inName)
		add(d.Title, inTitle)
		add(d.Description, inDescription)
		add(string(d.Workflow), inWorkflow)
		docs[i].counts, docs[i].name = counts, words(d.Name)
		total += docs[i].length
		for w := range counts {
			frequency[w]++
		}
	}
	n, mean := float64(len(defs)), total/math.Max(float64(len(defs)), 1)
	score := make(map[string]float64, len(defs))
	wanted := weights(query)
	for i, d := range docs {
		sum := 0.0
		for w, weight := range wanted {
			if f := d.counts[w]; f > 0 {
				idf := math.Log(1 + (n-frequency[w]+0.5)/(frequency[w]+0.5))
				sum += weight * idf * f * (k1 + 1) / (f + k1*(1-b+b*d.length/mean))
			}
		}
		score[defs[i].Name] = sum * (1 - unasked*surplus(d.name, wanted))
	}
	found := slices.DeleteFunc(slices.Clone(defs), func(d tool.Definition) bool { return score[d.Name] == 0 })
	slices.SortStableFunc(found, func(a, b tool.Definition) int {
		return cmp.Or(cmp.Compare(score[b.Name], score[a.Name]), cmp.Compare(a.Name, b.Name))
	})
	return found
}

// unasked is the part of its score that a tool loses when nothing of its name
// was asked for.
const unasked = 0.5

// surplus is the share of a name's words that were not asked for.
func surplus(name []string, wanted map[string]float64) float64 {
	missing := 0
	for _, w := range name {
		if wanted[w] == 0 {
			missing++
		}
	}
	return float64(missing) / math.Max(float64(len(name)), 1)
}

// weights are the words of a query, and at less weight what tools call the same
// thing.
func weights(query string) map[string]float64 {
	const other = 0.5
	out := map[string]float64{}
	for _, w := range split(query) {
		for _, same := range synonyms()[stem(w)] {
			out[same] = max(out[same], other)
		}
	}
	for _, w := range words(query) {
		out[w] = 1
	}
	return out
}

// words are the stems of a text without the words that say nothing.
func words(text string) []string {
	out := slices.DeleteFunc(split(text), func(w string) bool { return english.IsStopWord(w) || strings.Contains(idle, " "+w+" ") })
	for i, w := range out {
		out[i] = stem(w)
	}
	return out
}

// split returns the words of a text in lower case.
func split(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// stem takes the endings off a word.
func stem(word string) string { return english.Stem(word, true) }

// idle are words that tell no tool from another here, beside those that say
// nothing in any English text.
const idle = " bazel ios please need want show tell give get make see let try one "
