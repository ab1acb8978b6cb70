// Package testresult reads what test runners leave behind — test.xml in the
// JUnit dialects, XCTest, Swift Testing, GoogleTest and Catch2 consoles, and
// xcresulttool's JSON — into one model. Readers stream, hold a bounded part of
// any log, and run no process.
package testresult

// Status is how one test function ended.
type Status string

// Statuses. Errored is a test that did not come to its own end: crash, time-out.
const (
	Passed          Status = "passed"
	Failed          Status = "failed"
	Skipped         Status = "skipped"
	ExpectedFailure Status = "expectedFailure"
	Errored         Status = "errored"
)

// Failure is one recorded problem. Expected and Actual are the two sides of an
// equality, when the message has them.
type Failure struct {
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Expected string `json:"expected,omitempty"`
	Actual   string `json:"actual,omitempty"`
	Stack    string `json:"stack,omitempty"`
}

// Attachment is a file a test left, by name and where it is known by path.
type Attachment struct {
	Name string `json:"name"`
	Path string `json:"path,omitempty"`
}

// Case is one execution of one test function. Seconds is its duration, 0 when
// unknown. Attempt, Shard and Run are 1-based, 0 when there is but one.
type Case struct {
	Suite       string       `json:"suite,omitempty"`
	Name        string       `json:"name"`
	DisplayName string       `json:"displayName,omitempty"`
	Arguments   string       `json:"arguments,omitempty"`
	Status      Status       `json:"status"`
	Reason      string       `json:"reason,omitempty"`
	Seconds     float64      `json:"seconds"`
	Failures    []Failure    `json:"failures,omitempty"`
	Attempt     int          `json:"attempt,omitempty"`
	Shard       int          `json:"shard,omitempty"`
	Run         int          `json:"run,omitempty"`
	Output      string       `json:"output,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
}

// ID is "suite/name" of the function, without arguments and attempt.
func (c Case) ID() string {
	if c.Suite == "" {
		return c.Name
	}
	return c.Suite + "/" + c.Name
}

// Result is what one log, file or target came to. Ran is the number of tests the
// runner itself told, -1 when it told none. Fatal is the line a process died
// with outside any test.
type Result struct {
	Cases []Case `json:"cases"`
	Ran   int    `json:"ran"`
	Fatal string `json:"fatal,omitempty"`
}

// NoTests reports that the runner said it ran none. It is false when nothing was
// said: absent counts are unknown, not zero.
func (r Result) NoTests() bool { return r.Ran == 0 && len(r.Cases) == 0 }

// Counts of executions by status; -1 is unknown.
type Counts struct {
	Total           int `json:"total"`
	Passed          int `json:"passed"`
	Failed          int `json:"failed"`
	Skipped         int `json:"skipped"`
	ExpectedFailure int `json:"expectedFailure"`
	Errored         int `json:"errored"`
}

// Counts counts all executions, or -1 everywhere when neither cases nor a number
// are known.
func (r Result) Counts() Counts {
	if len(r.Cases) == 0 {
		switch {
		case r.Ran < 0:
			return Counts{-1, -1, -1, -1, -1, -1}
		case r.Ran > 0:
			return Counts{r.Ran, -1, -1, -1, -1, -1}
		}
	}
	var n Counts
	for _, c := range r.Cases {
		n.Total++
		switch c.Status {
		case Passed:
			n.Passed++
		case Failed:
			n.Failed++
		case Skipped:
			n.Skipped++
		case ExpectedFailure:
			n.ExpectedFailure++
		case Errored:
			n.Errored++
		}
	}
	return n
}

// Final keeps the last attempt of every case, in order of first appearance.
func (r Result) Final() Result {
	type key struct {
		id, arguments string
		shard, run    int
	}
	at := make(map[key]int, len(r.Cases))
	out := Result{Ran: r.Ran, Fatal: r.Fatal}
	for _, c := range r.Cases {
		k := key{c.ID(), c.Arguments, c.Shard, c.Run}
		if i, seen := at[k]; seen && c.Attempt > out.Cases[i].Attempt {
			out.Cases[i] = c
			continue
		}
		at[k] = len(out.Cases)
		out.Cases = append(out.Cases, c)
	}
	return out
}

// Merge puts several results of one target (shards, runs, attempts) into one.
// Numbers the runners told are added; one unknown makes no other unknown.
func Merge(results ...Result) Result {
	out := Result{Ran: -1}
	for _, r := range results {
		out.Cases = append(out.Cases, r.Cases...)
		if r.Ran >= 0 {
			out.Ran = max(out.Ran, 0) + r.Ran
		}
		if out.Fatal == "" {
			out.Fatal = r.Fatal
		}
	}
	return out
}

// At places every case of r in a shard, run and attempt (1-based, 0 for none).
func (r Result) At(shard, run, attempt int) Result {
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Shard, c.Run = shard, run
		if attempt > 0 {
			c.Attempt = attempt
		}
	}
	return r
}

// failed keeps the status of a case true to its failures.
func (c *Case) fail(f Failure) {
	f.Expected, f.Actual = Sides(f.Message)
	if len(c.Failures) < 100 {
		c.Failures = append(c.Failures, f)
	}
}
