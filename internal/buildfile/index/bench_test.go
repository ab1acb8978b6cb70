package index

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/buildfile/monorepo"
)

// generated is a workspace of BAZEL_APPLE_BENCH_PACKAGES packages (10,000).
func generated(b *testing.B) (root string, packages int) {
	b.Helper()
	packages = 10_000
	if text := os.Getenv("BAZEL_APPLE_BENCH_PACKAGES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			b.Fatal(err)
		}
		packages = n
	}
	root = filepath.Join(b.TempDir(), "monorepo")
	if err := monorepo.Write(root, monorepo.Options{Packages: packages}); err != nil {
		b.Fatal(err)
	}
	return root, packages
}

func opened(b *testing.B, root, cache string) *Index {
	b.Helper()
	i, err := Open(Options{Root: root, Cache: cache})
	if err != nil {
		b.Fatal(err)
	}
	if err := i.Refresh(context.Background()); err != nil {
		b.Fatal(err)
	}
	return i
}

func BenchmarkIndex(b *testing.B) {
	root, packages := generated(b)
	cache := b.TempDir()
	ctx := context.Background()
	var i *Index
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			i = opened(b, root, "")
		}
		b.ReportMetric(peak(b), "MB-peak")
		if n, targets := i.Size(); n < packages || targets < 10*packages {
			b.Fatal(n, targets)
		}
	})
	i = opened(b, root, cache)
	if err := i.Save(); err != nil {
		b.Fatal(err)
	}
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			i = opened(b, root, cache)
		}
	})
	pkg := monorepo.PackagePath(packages / 2)
	file := filepath.Join(root, pkg, "BUILD.bazel")
	b.Run("edit", func(b *testing.B) {
		for b.Loop() {
			if err := i.SetOverlay(ctx, file, monorepo.Text(packages/2)+"\n"); err != nil {
				b.Fatal(err)
			}
			i.Targets(Query{Limit: 1})
		}
	})
	hub := label.Label{Package: monorepo.PackagePath(0), Name: "Feature00000Part1"}
	for _, look := range []struct {
		name string
		do   func() int
	}{
		{"list", func() int { return len(i.Targets(Query{Limit: 100}).Targets) }},
		{"fuzzy", func() int { return len(i.Targets(Query{Text: "ftr42unit"}).Targets) }},
		{"fuzzy-path", func() int { return len(i.Targets(Query{Text: "area001/feature0012:part1"}).Targets) }},
		{"one-letter", func() int { return len(i.Targets(Query{Text: "f"}).Targets) }},
		{"module", func() int { return len(i.Module("Feature00042Part3")) }},
		{"owners", func() int { return len(i.Owners(filepath.Join(root, pkg, "Sources/File10.swift"))) }},
		{"references", func() int { return len(i.References(hub)) }},
		{"dependents", func() int { return len(i.Dependents(hub)) }},
		{"suggest", func() int { return len(i.Suggest(label.Label{Package: pkg, Name: "Feature00042Prat3"}, 3)) }},
	} {
		b.Run(look.name, func(b *testing.B) {
			for b.Loop() {
				if look.do() == 0 {
					b.Fatal("nothing found")
				}
			}
		})
	}
	b.Run("refresh-unchanged", func(b *testing.B) {
		for b.Loop() {
			if err := i.refresh(ctx); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// peak is the most memory this process ever had resident, in MB.
func peak(b *testing.B) float64 {
	data, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			return float64(kb) / 1024
		}
	}
	return 0
}
