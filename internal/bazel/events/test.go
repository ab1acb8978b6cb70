package events

import "iter"

// Test is a test target in one configuration: its results and its summary.
type Test struct {
	Target Target
	// Status is the summary's; without one it is worked out of the results, and
	// FailedToBuild or NoStatus when there are none either.
	Status  TestStatus
	Summary *TestSummary // nil when Bazel wrote none
	// Results have no Outputs and Warnings; Build.Result reads them.
	Results []TestResult
	// Reason is why nothing ran, with an aborted target.
	Reason AbortReason
}

// Tests yields every test that ran or should have run, in the order of Targets:
// those with results or a summary, and those whose build failed or was given
// up. Test rules that were only built (a filter left them out) are no tests.
func (b *Build) Tests() iter.Seq[Test] {
	return func(yield func(Test) bool) {
		for i := range b.targets.n {
			t := b.targets.at(i)
			if b.isTest(t) && !yield(b.test(t)) {
				return
			}
		}
	}
}

func (b *Build) isTest(t *targetRecord) bool {
	if t.firstRun >= 0 || t.summary >= 0 || t.tested {
		return true
	}
	testing := b.Invocation.Command == "test" || b.Invocation.Command == "coverage"
	if !testing || t.size == NoTest || t.aspect != 0 {
		return false
	}
	given := t.state == BuildFailed || t.state == Aborted || (t.state == Configured && b.Completeness != Complete)
	return given && !b.filtered(t)
}

func (b *Build) test(t *targetRecord) Test {
	out := Test{Target: b.target(t), Reason: t.reason}
	for i := t.firstRun; i >= 0; i = b.results.at(int(i)).next {
		out.Results = append(out.Results, b.result(b.results.at(int(i))))
	}
	if t.summary >= 0 {
		s := *b.summaries.at(int(t.summary))
		out.Summary, out.Status = &s, s.Status
	}
	if out.Status == NoStatus {
		out.Status = statusOf(out.Results)
	}
	if out.Status == NoStatus && t.state == BuildFailed {
		out.Status = FailedToBuild
	}
	return out
}

// statusOf judges results as Bazel does: a shard of a run is as good as its last
// attempt, and a test as its worst shard; one that failed before is flaky.
func statusOf(results []TestResult) TestStatus {
	last := map[[2]int]TestResult{}
	flaky := false
	for _, r := range results {
		key := [2]int{r.Shard, r.Run}
		if old, ok := last[key]; !ok || r.Attempt > old.Attempt {
			last[key] = r
		}
		flaky = flaky || r.Attempt > 1
	}
	status := NoStatus
	for _, r := range last {
		if r.Status.Bad() && r.Status != NoStatus {
			return r.Status
		}
		if r.Status != NoStatus {
			status = r.Status
		}
	}
	if status == Passed && flaky {
		return Flaky
	}
	return status
}
