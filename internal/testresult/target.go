package testresult

import "fmt"

// TargetStatus is how a test target ended, all shards, runs and attempts taken
// together.
type TargetStatus string

// Target statuses.
const (
	TargetPassed   TargetStatus = "passed"
	TargetFailed   TargetStatus = "failed"
	TargetFlaky    TargetStatus = "flaky"
	TargetTimeout  TargetStatus = "timeout"
	TargetCrashed  TargetStatus = "crashed"
	TargetNotBuilt TargetStatus = "did_not_build"
	TargetNoTests  TargetStatus = "no_tests_ran"
	TargetNoStatus TargetStatus = "no_status"
)

// Target is the state of one test target. PassedRuns of Runs counts attempts and
// runs; Cached says that no test ran now.
type Target struct {
	Status     TargetStatus `json:"status"`
	PassedRuns int          `json:"passedRuns,omitempty"`
	Runs       int          `json:"runs,omitempty"`
	Cached     bool         `json:"cached,omitempty"`
}

// TargetOf decides from Bazel's status (overallStatus or status of the build
// event stream, "" when missing), the runs, and what the tests printed. A pass
// of Bazel with no test run is told as such.
func TargetOf(bazel string, passedRuns, runs int, cached bool, r Result) Target {
	t := Target{TargetNoStatus, passedRuns, runs, cached}
	switch bazel {
	case "PASSED":
		t.Status = TargetPassed
		if r.NoTests() {
			t.Status = TargetNoTests
		}
	case "FLAKY":
		t.Status = TargetFlaky
	case "TIMEOUT":
		t.Status = TargetTimeout
	case "FAILED", "REMOTE_FAILURE":
		t.Status = TargetFailed
		if crashed(r) {
			t.Status = TargetCrashed
		}
	case "FAILED_TO_BUILD":
		t.Status = TargetNotBuilt
	case "", "NO_STATUS":
		switch {
		case runs > 0 && passedRuns == runs:
			t.Status = TargetPassed
		case runs > 0:
			t.Status = TargetFailed
		}
	}
	return t
}

func crashed(r Result) bool {
	failed := false
	for _, c := range r.Cases {
		if c.Status == Errored {
			return true
		}
		failed = failed || c.Status == Failed
	}
	return r.Fatal != "" && !failed
}

// String is the state as people read it: "flaky (2/3)", "passed (cached)".
func (t Target) String() string {
	s := string(t.Status)
	if t.Status == TargetFlaky && t.Runs > 1 {
		s = fmt.Sprintf("%s (%d/%d)", s, t.PassedRuns, t.Runs)
	}
	if t.Cached {
		s += " (cached)"
	}
	return s
}
