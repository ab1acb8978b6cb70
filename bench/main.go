// Command bench measures what the product promises and prints it beside peers
// that are run in the same minute, and beside recorded figures. It judges
// nothing: figures are medians, comparisons are ratios of the same run.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A section is one group of figures.
type section struct {
	name string
	what string
	run  func(*suite) error
}

// suite is what every section stands on.
type suite struct {
	binary string // the product
	root   string // of the repository
	work   string // scratch, removed at the end
	runs   int
}

func sections() []section {
	return []section{
		{"doors", "start, memory, tools/list and a call at the agent's and the editor's door, beside XcodeBuildMCP", doors},
		{"tokens", "tools/list in o200k tokens", tokens},
		{"day", "an agent's day, scripted: a compile error fixed, a failing test found and rerun, the app run, seen and tapped", agentsDay},
		{"overhead", "a no-op build through the product beside plain bazel", overhead},
		{"output", "200 MB from a child, the log on disk, beside a bare pipe", output},
		{"events", "the event reader", packageBenchmarks("./internal/bazel/events")},
		{"index", "the index of a generated monorepo", packageBenchmarks("./internal/buildfile/...")},
		{"discovery", "the tests of a generated tree: 2,000 files, 20,000 functions", discovery},
		{"growth", "the index of 1,000 and of 100,000 packages", growth},
		{"monorepo", "a picker's first list while Bazel builds, beside bazel query, and a person's build beside a background query", bigWorkspace},
		{"parsers", "results, diagnostics, coverage", packageBenchmarks("./internal/testresult", "./internal/bazel/diagnostics", "./internal/coverage", "./handlers/test")},
	}
}

func main() {
	s := &suite{}
	flag.StringVar(&s.binary, "binary", "bin/bazel-apple", "the product's program")
	flag.IntVar(&s.runs, "n", 15, "runs of each figure")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: scripts/bench [-n RUNS] [SECTION ...]")
		for _, x := range sections() {
			fmt.Fprintf(os.Stderr, "  %-9s %s\n", x.name, x.what)
		}
	}
	flag.Parse()
	if err := s.main(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func (s *suite) main(names []string) (err error) {
	if s.root, err = os.Getwd(); err != nil {
		return err
	}
	if s.binary, err = filepath.Abs(s.binary); err != nil {
		return err
	}
	if s.work, err = os.MkdirTemp("", "bazel-apple-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.work)
	var failed []string
	for _, x := range sections() {
		if len(names) > 0 && !slices.Contains(names, x.name) {
			continue
		}
		fmt.Printf("\n== %s: %s\n", x.name, x.what)
		if err := x.run(s); err != nil {
			fmt.Printf("could not be measured: %v\n", err)
			failed = append(failed, x.name)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("not measured: %s", strings.Join(failed, ", "))
	}
	return nil
}

// median of values, which are sorted in place.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// quartile is the lower quartile of values, which are sorted in place.
func quartile(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/4]
}

// row prints one figure.
func row(name, value, note string) { fmt.Printf("%-52s %14s  %s\n", name, value, note) }

func ms(v float64) string { return fmt.Sprintf("%.2f ms", v) }
func mb(v float64) string { return fmt.Sprintf("%.1f MB", v) }
