package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// A server at rest has a heap of a few megabytes; collected at the usual pace
// it spends a third of a small call on collecting. While the heap is small it
// may grow fourfold, later only twofold as usual.
const (
	smallHeap = 24 << 20 // bytes alive
	eager     = 100
	lazy      = 300
)

// collectLazily sets the pace of the garbage collector, and again after every
// collection.
func collectLazily() {
	debug.SetGCPercent(lazy)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	percent := lazy
	type sentinel struct{ _ [16]byte }
	var watch func(*sentinel)
	watch = func(s *sentinel) { // runs after each collection, since nothing holds s
		metrics.Read(live)
		want := lazy
		if live[0].Value.Uint64() > smallHeap {
			want = eager
		}
		if want != percent {
			percent = want
			debug.SetGCPercent(percent)
		}
		runtime.SetFinalizer(s, watch)
	}
	runtime.SetFinalizer(&sentinel{}, watch)
}
