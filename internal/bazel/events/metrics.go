package events

import "time"

// Metrics are Bazel's own counts of the build. Absent ones are 0.
type Metrics struct {
	ActionsCreated     int64
	ActionsExecuted    int64
	RemoteCacheHits    int64 // also a runner named "remote cache hit"
	ActionCacheHits    int64
	ActionCacheMisses  int64
	Runners            []Runner
	Mnemonics          []MnemonicCount
	CPUTime            time.Duration
	WallTime           time.Duration
	AnalysisTime       time.Duration
	ExecutionTime      time.Duration
	PackagesLoaded     int64
	TargetsConfigured  int64
	UsedHeap, PeakHeap int64 // bytes
	OutputsSeen        int64 // files
	OutputsSeenBytes   int64
	OutputsFromCache   int64
}

// Runner counts the actions one way of running did: "internal", "local",
// "remote cache hit", "worker", and "total".
type Runner struct {
	Name  string
	Kind  string // "Local", "Remote" …, from Bazel 6 on
	Count int64
}

// MnemonicCount counts the actions of one mnemonic, from Bazel 5 on.
type MnemonicCount struct {
	Mnemonic     string
	Executed     int64
	First, Last  time.Time
	System, User time.Duration
}

func (m *fields) metrics() Metrics {
	var out Metrics
	for v := m.message(metricsSchema); v.next(); {
		switch v.num {
		case 1:
			out.actions(v.message(actionSummarySchema))
		case 2:
			for w := v.message(memorySchema); w.next(); {
				switch w.num {
				case 1:
					out.UsedHeap = w.integer()
				case 2:
					out.PeakHeap = w.integer()
				}
			}
		case 3:
			for w := v.message(targetMetricsSchema); w.next(); {
				if w.num == 2 {
					out.TargetsConfigured = w.integer()
				}
			}
		case 4:
			for w := v.message(packageMetricsSchema); w.next(); {
				if w.num == 1 {
					out.PackagesLoaded = w.integer()
				}
			}
		case 5:
			out.times(v.message(timingSchema))
		case 7:
			out.artifacts(v.message(artifactMetricsSchema))
		}
	}
	return out
}

func (m *Metrics) actions(v fields) {
	for v.next() {
		switch v.num {
		case 1:
			m.ActionsCreated = v.integer()
		case 2:
			m.ActionsExecuted = v.integer()
		case 4:
			m.Mnemonics = append(m.Mnemonics, v.mnemonicCount())
		case 5:
			m.RemoteCacheHits = v.integer()
		case 6:
			m.Runners = append(m.Runners, v.runner())
		case 7:
			for w := v.message(actionCacheSchema); w.next(); {
				switch w.num {
				case 3:
					m.ActionCacheHits = w.integer()
				case 4:
					m.ActionCacheMisses = w.integer()
				}
			}
		}
	}
}

func (m *fields) mnemonicCount() MnemonicCount {
	var out MnemonicCount
	for v := m.message(actionDataSchema); v.next(); {
		switch v.num {
		case 1:
			out.Mnemonic = v.str()
		case 2:
			out.Executed = v.integer()
		case 3:
			out.First = v.millis()
		case 4:
			out.Last = v.millis()
		case 5:
			out.System = v.span()
		case 6:
			out.User = v.span()
		}
	}
	return out
}

func (m *fields) runner() Runner {
	var out Runner
	for v := m.message(runnerSchema); v.next(); {
		switch v.num {
		case 1:
			out.Name = v.str()
		case 2:
			out.Count = v.integer()
		case 3:
			out.Kind = v.str()
		}
	}
	return out
}

func (m *Metrics) times(v fields) {
	for v.next() {
		switch v.num {
		case 1:
			m.CPUTime = v.milliseconds()
		case 2:
			m.WallTime = v.milliseconds()
		case 3:
			m.AnalysisTime = v.milliseconds()
		case 4:
			m.ExecutionTime = v.milliseconds()
		}
	}
}

func (m *Metrics) artifacts(v fields) {
	for v.next() {
		var size, count int64
		for w := v.message(filesMetricSchema); w.next(); {
			switch w.num {
			case 1:
				size = w.integer()
			case 2:
				count = w.integer()
			}
		}
		switch v.num {
		case 3:
			m.OutputsSeen, m.OutputsSeenBytes = count, size
		case 4:
			m.OutputsFromCache = count
		}
	}
}
