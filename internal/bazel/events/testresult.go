package events

import "time"

// TestResult is one attempt of one shard of one run of a test. Shard, Run and
// Attempt count from 1.
type TestResult struct {
	Label          string
	Configuration  string
	Shard          int
	Run            int
	Attempt        int
	Status         TestStatus
	Details        string // Bazel's words for a person, Bazel 6 on
	CachedLocally  bool
	CachedRemotely bool
	Strategy       string // "local", "worker", "remote" …
	Host           string
	ExitCode       int // Bazel 7 on
	// Start may lie before the build when the result is cached.
	Start    time.Time
	Duration time.Duration
	Warnings []string
	// Outputs are "test.log", "test.xml" and undeclared outputs.
	Outputs []File

	offset int64
}

// Output is the output of that name, nil when there is none.
func (r *TestResult) Output(name string) *File {
	for i := range r.Outputs {
		if r.Outputs[i].Name == name {
			return &r.Outputs[i]
		}
	}
	return nil
}

type testRecord struct {
	start    int64 // Unix milliseconds
	offset   int64
	duration time.Duration
	target   int32
	next     int32 // next result of the same target, -1
	shard    int32
	run      int32
	attempt  int32
	strategy uint32
	exit     int32
	status   TestStatus
	local    bool
	remote   bool
	aborted  bool
}

// testResult fills r; outputs and warnings only when full.
func (m *fields) testResult(r *TestResult, full bool) {
	for v := m.message(testResultSchema); v.next(); {
		switch v.num {
		case 2:
			if full {
				r.Outputs = append(r.Outputs, v.file())
			}
		case 3:
			r.Duration = v.milliseconds()
		case 4:
			r.CachedLocally = v.boolean()
		case 5:
			r.Status = TestStatus(v.enum(testStatusNames))
		case 6:
			r.Start = v.millis()
		case 7:
			if full {
				r.Warnings = append(r.Warnings, v.str())
			}
		case 8:
			r.execution(v.message(executionInfoSchema))
		case 9:
			r.Details = v.str()
		case 10:
			r.Start = v.instant()
		case 11:
			r.Duration = v.span()
		}
	}
}

func (r *TestResult) execution(v fields) {
	for v.next() {
		switch v.num {
		case 2:
			r.Strategy = v.str()
		case 3:
			r.Host = v.str()
		case 6:
			r.CachedRemotely = v.boolean()
		case 7:
			r.ExitCode = int(v.integer())
		}
	}
}
