package events

import (
	"fmt"
	"sort"
	"strings"
)

// brief is a Build in one line, for tables.
func brief(b *Build) string {
	var out []string
	put := func(name string, v any) { out = append(out, fmt.Sprintf("%s=%v", name, v)) }
	put("state", b.Completeness)
	if b.Invocation.HasExit {
		put("exit", fmt.Sprintf("%d/%s", b.Invocation.ExitCode, b.Invocation.ExitName))
	}
	put("events", b.Events)
	states := map[string]int{}
	for t := range b.Targets() {
		states[t.State.String()]++
	}
	for _, s := range sortedKeys(states) {
		put(s, states[s])
	}
	put("sets", b.SetCount())
	put("actions", fmt.Sprintf("%d/%d", b.FailedActionCount, b.ActionCount))
	put("aborts", b.AbortCount)
	statuses, results := map[string]int{}, 0
	for t := range b.Tests() {
		statuses[t.Status.String()]++
		results += len(t.Results)
	}
	for _, s := range sortedKeys(statuses) {
		put(s, statuses[s])
	}
	put("results", results)
	return strings.Join(out, " ")
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
