package events

import "time"

// TestSummary is Bazel's own summary of a test over all its runs, shards and
// attempts.
type TestSummary struct {
	// Status is worked out of the logs of passed and failed runs when Bazel
	// leaves it out (bazelbuild/bazel#10919).
	Status        TestStatus
	TotalRuns     int // shard attempts
	Runs          int // --runs_per_test
	Shards        int
	Attempts      int
	Cached        int // cached actions
	PassedLogs    int // runs that passed
	FailedLogs    int
	Start, Stop   time.Time
	TotalDuration time.Duration
}

func (m *fields) testSummary() TestSummary {
	var s TestSummary
	for v := m.message(testSummarySchema); v.next(); {
		switch v.num {
		case 1:
			s.TotalRuns = int(v.integer())
		case 3:
			s.PassedLogs++
		case 4:
			s.FailedLogs++
		case 5:
			s.Status = TestStatus(v.enum(testStatusNames))
		case 6:
			s.Cached = int(v.integer())
		case 7:
			s.Start = v.millis()
		case 8:
			s.Stop = v.millis()
		case 9:
			s.TotalDuration = v.milliseconds()
		case 10:
			s.Runs = int(v.integer())
		case 11:
			s.Shards = int(v.integer())
		case 12:
			s.TotalDuration = v.span()
		case 13:
			s.Start = v.instant()
		case 14:
			s.Stop = v.instant()
		case 15:
			s.Attempts = int(v.integer())
		}
	}
	switch {
	case s.Status != NoStatus:
	case s.FailedLogs > 0:
		s.Status = Failed
	case s.PassedLogs > 0:
		s.Status = Passed
	}
	return s
}
