package coverage

import (
	"fmt"
	"strconv"
	"strings"
)

// Changes are added or changed lines by path relative to the repository.
type Changes map[string][]int

// ParseDiff reads "git diff -U0" text; only lines of the new side count.
func ParseDiff(text string) (Changes, error) {
	out := Changes{}
	file := ""
	for line := range strings.SplitSeq(text, "\n") {
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = strings.TrimPrefix(strings.TrimRight(name, "\t\r"), "b/")
			continue
		}
		if !strings.HasPrefix(line, "@@ ") || file == "" || file == "/dev/null" {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 3 || !strings.HasPrefix(fields[2], "+") {
			return out, fmt.Errorf("diff: %q is no hunk header", line)
		}
		start, length, ranged := strings.Cut(fields[2][1:], ",")
		first, err := strconv.Atoi(start)
		count := 1
		if ranged && err == nil {
			count, err = strconv.Atoi(length)
		}
		if err != nil || count > 10_000_000 {
			return out, fmt.Errorf("diff: %q is no hunk header", line)
		}
		for n := range max(count, 0) {
			out[file] = append(out[file], first+n)
		}
	}
	return out, nil
}

// Uncovered are the changed lines that are instrumented and never ran, by path
// of changes. root is put before their paths to find the report's files.
func (r Report) Uncovered(changes Changes, root string) Changes {
	out := Changes{}
	for path, lines := range changes {
		f := r.Files[path]
		if f == nil {
			f = r.Files[strings.TrimSuffix(root, "/")+"/"+path]
		}
		if f == nil {
			continue
		}
		for _, line := range lines {
			if n, instrumented := f.Lines[line]; instrumented && n == 0 {
				out[path] = append(out[path], line)
			}
		}
	}
	return out
}
