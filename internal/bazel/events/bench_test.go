package events

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"testing"
)

// BenchmarkRead reads streams of 10,000, 100,000 and 1,000,000 events. Beside
// MB/s it reports what a Build holds when the file is read, and the most that
// the Go runtime took from the system.
func BenchmarkRead(b *testing.B) {
	for _, form := range []Form{FormJSON, FormBinary} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", map[Form]string{FormJSON: "json", FormBinary: "binary"}[form], n), func(b *testing.B) {
				path := generated(b, form, n)
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(info.Size())
				var build *Build
				for b.Loop() {
					if build, err = ReadFile(path); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				if build.Events != n+2 || build.Malformed > 0 || build.Completeness != Complete {
					b.Fatal(brief(build))
				}
				b.ReportMetric(heldBy(path)/1e6, "held-MB")
				b.ReportMetric(mapped()/1e6, "mapped-MB")
			})
		}
	}
}

// BenchmarkFollow is BenchmarkRead with a sink that takes every notice.
func BenchmarkFollow(b *testing.B) {
	for _, form := range []Form{FormJSON, FormBinary} {
		b.Run(map[Form]string{FormJSON: "json", FormBinary: "binary"}[form], func(b *testing.B) {
			path := generated(b, form, 100_000)
			info, err := os.Stat(path)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(info.Size())
			n := 0
			for b.Loop() {
				if _, err := Follow(context.Background(), path, nil, func(Notice) { n++ }); err != nil {
					b.Fatal(err)
				}
			}
			if n == 0 {
				b.Fatal("the sink was told nothing")
			}
		})
	}
}

func heldBy(path string) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	build, err := ReadFile(path)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(build)
	if err != nil {
		return 0
	}
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

// mapped is the memory that the runtime holds of the system, without what it
// has given back.
func mapped() float64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return float64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
