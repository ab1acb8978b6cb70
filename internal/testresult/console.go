package testresult

import (
	"cmp"
	"io"
	"strconv"
	"strings"
)

// maxOutput bounds the output kept for one case, maxMessage one failure message.
const (
	maxOutput  = 64 << 10
	maxMessage = 16 << 10
)

// console is the state while a log goes by. Several runners may speak in it.
type console struct {
	cases    []Case
	open     map[string][]int // case name → indices of started cases
	suites   []string         // open Swift Testing suites
	current  int              // index of the case whose output lines follow, -1
	message  bool             // lines that follow still belong to the last failure
	fatal    string
	executed int
	swift    int
	half     string // "Test Case '-[A.B" cut in two by somebody's newline
	halfAge  int
	attempts map[string]int
	catch    catch
}

// ParseConsole reads a test log: XCTest of all forms (Linux, macOS, parallel
// clones), Swift Testing, GoogleTest and Catch2, mixed and interleaved with
// program output. The error is the reader's.
func ParseConsole(r io.Reader) (Result, error) {
	c := &console{open: map[string][]int{}, attempts: map[string]int{}, current: -1, executed: -1, swift: -1}
	err := eachLine(r, c.line)
	c.end()
	ran := c.executed
	if c.swift >= 0 {
		ran = max(ran, 0) + c.swift
	}
	if len(c.cases) > 0 {
		ran = max(ran, len(c.cases))
	}
	return Result{c.cases, ran, c.fatal}, err
}

func (c *console) line(line string) {
	if c.half != "" {
		c.halfAge++
		if i := strings.Index(line, "]' "); i >= 0 && !strings.Contains(line[:i], "Test Case") {
			line, c.half = c.half+line, ""
		} else if c.halfAge > 3 {
			c.half = ""
		}
	}
	if c.xctest(line) || c.swiftTesting(line) || c.gtest(line) || c.catch.line(c, line) {
		return
	}
	c.other(line)
}

// other is a line of the program under test, or of a failure's message.
func (c *console) other(line string) {
	if strings.HasPrefix(line, "-- Test timed out at") {
		c.abort(Failure{Message: "timed out: " + strings.Trim(line, "- ")})
		return
	}
	if dying(line) {
		c.message = false
		if c.fatal == "" {
			c.fatal = line
		}
	}
	if c.current < 0 {
		return
	}
	k := &c.cases[c.current]
	if c.message && len(k.Failures) > 0 {
		f := &k.Failures[len(k.Failures)-1]
		if len(f.Message)+len(line) < maxMessage {
			f.Message += "\n" + line
		}
		return
	}
	if len(k.Output)+len(line) < maxOutput {
		k.Output += line + "\n"
	}
}

// deaths are the last words of a process, by Swift's runtime, Foundation, the C
// library, the sanitizers and shells.
var deaths = []string{"Fatal error: ", "Fatal error\n", "Precondition failed", "Assertion failed", "*** Terminating app due to uncaught exception", "AddressSanitizer", "ThreadSanitizer: ",
	"Segmentation fault", "Illegal instruction", "Abort trap", "Early unexpected exit", "terminate called after", "libc++abi: terminating", "Trace/BPT trap"}

func dying(line string) bool {
	for _, words := range deaths {
		if strings.Contains(line, words) {
			return true
		}
	}
	return false
}

func (c *console) start(suite, name, display string) {
	id := suite + "/" + name
	c.attempts[id]++
	k := Case{Suite: suite, Name: name, DisplayName: display, Status: Errored}
	if n := c.attempts[id]; n > 1 {
		k.Attempt = n
	}
	c.cases = append(c.cases, k)
	i := len(c.cases) - 1
	c.open[name] = append(c.open[name], i)
	c.current, c.message = i, false
}

// find is the open case of that name; the suite, when both are known, must agree.
func (c *console) find(suite, name string) int {
	for _, i := range c.open[name] {
		if s := c.cases[i].Suite; suite == "" || s == "" || s == suite {
			return i
		}
	}
	return -1
}

func (c *console) finish(suite, name string, status Status, seconds float64) *Case {
	i := c.find(suite, name)
	if i < 0 {
		c.start(suite, name, "")
		i = len(c.cases) - 1
	}
	k := &c.cases[i]
	k.Status, k.Seconds = status, seconds
	if status == Passed && k.Reason != "" {
		k.Status = ExpectedFailure
	}
	c.close(i)
	return k
}

func (c *console) close(i int) {
	name := c.cases[i].Name
	list := c.open[name]
	for n, at := range list {
		if at == i {
			list = append(list[:n:n], list[n+1:]...)
			break
		}
	}
	if len(list) == 0 {
		delete(c.open, name)
	} else {
		c.open[name] = list
	}
	if c.current == i {
		c.current = -1
	}
	c.message = false
}

// abort ends every open case as errored with the given words.
func (c *console) abort(why Failure) {
	for _, list := range c.open {
		for _, i := range list {
			c.cases[i].Status = Errored
			c.cases[i].Failures = append(c.cases[i].Failures, why)
		}
	}
	clear(c.open)
	c.current, c.message = -1, false
}

// crash is the failure that a process's last words tell, such as "A.swift:9:
// Fatal error: no".
func crash(words string) Failure {
	f := Failure{Message: "crashed: " + words}
	if place, _, ok := strings.Cut(words, ": "); ok {
		if file, line, column := location(place); line > 0 {
			f.File, f.Line, f.Column = file, line, column
		}
	}
	return f
}

// end: what has started and not ended has crashed.
func (c *console) end() {
	if len(c.open) > 0 {
		c.abort(crash(cmp.Or(c.fatal, "the test started and did not end")))
		c.fatal = ""
	}
	for i := range c.cases {
		k := &c.cases[i]
		for j := range k.Failures {
			// The message may have grown by lines since it was recorded.
			if f := &k.Failures[j]; f.Expected == "" && f.Actual == "" {
				f.Expected, f.Actual = Sides(f.Message)
			}
		}
	}
}

func seconds(s string) float64 {
	f, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(s), ",", ""), 64)
	if err != nil || f < 0 || f > 1e9 || f != f {
		return 0
	}
	return f
}
