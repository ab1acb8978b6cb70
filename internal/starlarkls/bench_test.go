package starlarkls

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/monorepo"
)

// BenchmarkMonorepo answers in a workspace of 10,000 packages; a label with
// 2,000 uses is renamed.
func BenchmarkMonorepo(b *testing.B) {
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	root := filepath.Join(dir, "ws")
	if err := monorepo.Write(root, monorepo.Options{Packages: 10_000}); err != nil {
		b.Fatal(err)
	}
	w := indexed(b, root)
	// 2,000 packages use one target more than the generator writes.
	for n := range 2000 {
		file := filepath.Join(root, monorepo.PackagePath(n+1), "BUILD.bazel")
		text := monorepo.Text(n+1) + "\nfilegroup(\n    name = \"all\",\n    srcs = [\"//" + monorepo.PackagePath(9999) + ":Feature09999Part0\"],\n)\n"
		if err := w.Index.SetOverlay(b.Context(), file, text); err != nil {
			b.Fatal(err)
		}
		disk := w.Read
		if n == 0 {
			w.Read = func(f string) (*buildfile.Document, error) {
				d, err := disk(f)
				if err != nil || !used(f) {
					return d, err
				}
				return buildfile.Open(f, 0, d.Source()+"\nfilegroup(\n    name = \"all\",\n    srcs = [\"//"+monorepo.PackagePath(9999)+":Feature09999Part0\"],\n)\n"), nil
			}
		}
	}
	f := read(b, w, monorepo.PackagePath(9999)+"/BUILD.bazel")
	at := f.Text().Position(strings.Index(f.Source(), "Feature09999Part0") + 1)
	typed := "swift_library(name = \"A\", deps = [\"//Feat12"
	d := w.Open(f.Path, buildfile.Open(f.Path, 1, typed+"\"])"))
	end := d.Text().Position(len(typed))
	for _, c := range []struct {
		name string
		run  func() int
	}{
		{"completion", func() int { items, _ := d.Completion(end); return len(items) }},
		{"symbols", func() int { return len(w.Index.Targets(index.Query{Text: "feat99unit", Limit: 200}).Targets) }},
		{"references", func() int { return len(f.References(at, true)) }},
		{"rename", func() int {
			edits, err := f.Rename(at, "Renamed")
			if err != nil {
				b.Fatal(err)
			}
			return len(edits)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var times []time.Duration
			found := 0
			for b.Loop() {
				start := time.Now()
				found = c.run()
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(found), "found")
		})
	}
}

// used reports whether a file is of packages 1 to 2,000.
func used(file string) bool {
	_, rest, ok := strings.Cut(file, "Feature")
	return ok && rest[:5] >= "00001" && rest[:5] <= "02000"
}
