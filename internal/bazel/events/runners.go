package events

import (
	"strconv"
	"strings"
)

// Runners tells how many actions ran in which way: Bazel's metrics, or before
// Bazel 5 its "process stats" sentence ("7 processes: 3 internal, 4 local.").
func (b *Build) Runners() []Runner {
	if len(b.Metrics.Runners) > 0 {
		return b.Metrics.Runners
	}
	total, parts, ok := strings.Cut(b.toolLog("process stats"), ": ")
	if !ok {
		return nil
	}
	var out []Runner
	for _, part := range append([]string{strings.TrimSuffix(strings.TrimSuffix(total, "es"), " process") + " total"}, strings.Split(strings.TrimSuffix(parts, "."), ", ")...) {
		count, name, _ := strings.Cut(part, " ")
		n, err := strconv.ParseInt(count, 10, 64)
		if err != nil {
			return nil // another sentence than this
		}
		out = append(out, Runner{Name: name, Count: n})
	}
	return out
}

// CacheHits counts the actions whose results came from a disk or remote cache.
func (b *Build) CacheHits() int64 {
	hits := b.Metrics.RemoteCacheHits
	var counted int64
	for _, r := range b.Runners() {
		if strings.HasSuffix(r.Name, "cache hit") {
			counted += r.Count
		}
	}
	return max(hits, counted)
}
