package events

import (
	"slices"
	"strings"
)

// filtered is true for a test that the command line's --test_tag_filters or
// --test_size_filters leaves out. It only matters for tests whose build failed:
// Bazel then announces no results for any test, chosen or not.
func (b *Build) filtered(t *targetRecord) bool {
	tags := splitTags(b.tagLists.value(t.tags))
	size := []string{strings.ToLower(t.size.String())}
	return leavesOut(b.option("--test_tag_filters="), tags) || leavesOut(b.option("--test_size_filters="), size)
}

// option is the last value of an option of the command, "" without one.
func (b *Build) option(prefix string) string {
	value := ""
	for _, o := range b.Invocation.Options.Command {
		if v, ok := strings.CutPrefix(o, prefix); ok {
			value = v
		}
	}
	return value
}

// leavesOut applies a list such as "net,-slow": nothing with an excluded word,
// and when words are asked for, at least one of them.
func leavesOut(filter string, has []string) bool {
	asked, found := false, false
	for _, word := range strings.Split(filter, ",") {
		word = strings.TrimPrefix(strings.TrimSpace(word), "+")
		if no, excluded := strings.CutPrefix(word, "-"); excluded {
			if slices.Contains(has, no) {
				return true
			}
			continue
		}
		if word != "" {
			asked = true
			found = found || slices.Contains(has, word)
		}
	}
	return asked && !found
}
