package diagnostics

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Abort is an aborted event of the build event stream.
type Abort struct{ Reason, Description, Label string }

// Console is what a Bazel client printed on stderr (not more than the caller
// wants to hold), how it ended, and the aborts of its event stream. ExitCode is
// -1 when unknown.
type Console struct {
	Stderr   string
	ExitCode int
	Aborts   []Abort
}

// Report is everything told about an invocation, in order of appearance.
type Report struct {
	Diagnostics []Diagnostic
	Verdict     Verdict
}

type bazelForms struct{ place, bare, failed, frame, rule, ref, label, test, summary, output *regexp.Regexp }

var consoleForms = sync.OnceValue(func() bazelForms {
	return bazelForms{
		place:   regexp.MustCompile(`^([^\s:'"][^:'"]*?):(\d+):(\d+):? (.*)$`),
		bare:    regexp.MustCompile(`^(/[^:'"]+): (.*)$`),
		failed:  regexp.MustCompile(`^(?:Couldn't build file \S+: )?(.*?) ?failed:? (?:\((Exit (-?\d+)|Aborted|Segmentation fault|Killed|Illegal instruction|[A-Z][\w ]+)\)(.*)|.*: error executing (?:\w+ )?command.*|(?:missing input file|I/O exception|.*not all outputs).*)$`),
		frame:   regexp.MustCompile(`^\s*File "([^"]+)", line (\d+)(?:, column (\d+))?, in (.*)$`),
		rule:    regexp.MustCompile(`\brule (@{0,2}[\w.+~-]*//[^\s]*?):? `),
		ref:     regexp.MustCompile(`referenced by '([^']+)'`),
		label:   regexp.MustCompile(`(?:^|[ '])((?:@{1,2}[\w.+~-]*)?//[^\s'":;,()]*(?::[^\s'":;,()]+)?)`),
		test:    regexp.MustCompile(`^(FAIL|TIMEOUT|FLAKY): (\S+)(.*)$`),
		summary: regexp.MustCompile(`^(//\S+|@\S+//\S+) +(FAILED TO BUILD|FAILED|TIMEOUT|NO STATUS|FLAKY|PASSED|SKIPPED|\(cached\))`),
		output:  regexp.MustCompile(`^=+ Test output for (\S+?)(?: \(.*\))?:$`),
	}
})

// Console reads a client's stderr.
func (r Reader) Console(c Console) Report {
	lines := Lines(c.Stderr)
	f := consoleForms()
	var found []Diagnostic
	var follow []string
	flaky := map[string]bool{}
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		switch {
		case strings.HasPrefix(line, "ERROR: "):
			text, body, next := statement(lines, i, strings.TrimPrefix(line, "ERROR: "))
			i = next
			if has(text, followUps...) {
				follow = append(follow, text)
				continue
			}
			found = append(found, r.bazelError(f, text, body)...)
		case fatal(line):
			_, body, next := statement(lines, i, line)
			found = append(found, r.bazelError(f, afterFatal(line), body)...)
			i = next
		case strings.HasPrefix(line, "no such "), strings.HasPrefix(line, "Undefined symbols"):
			_, body, next := statement(lines, i, line)
			if strings.HasPrefix(line, "Undefined") {
				found = append(found, r.compiler(append([]string{line}, body...), "", Link)...)
			} else {
				found = append(found, r.bazelError(f, line, body)...)
			}
			i = next
		case strings.HasPrefix(line, "===="):
			if m := f.output.FindStringSubmatch(line); m != nil {
				end := i + 1
				for end < len(lines) && !strings.HasPrefix(lines[end], "====") {
					end++
				}
				found = append(found, r.testOutput(lines[i+1:end], m[1])...)
				i = end
			}
		case strings.HasPrefix(line, "WARNING: "):
			if !has(line, "Target pattern parsing failed", "errors encountered while analyzing", "Download from", "Waiting for server", "needs to be killed") {
				found = append(found, Diagnostic{Severity: Warning, Message: clip(line[9:], 1000), Category: classify(line, ""), Count: 1})
			}
		default:
			if m := f.test.FindStringSubmatch(line); m != nil {
				if m[1] == "FLAKY" {
					flaky[m[2]] = true
				} else {
					found = append(found, Diagnostic{Severity: Error, Message: testSentence(m[1], m[2]), Target: m[2], Category: Test, Count: 1})
				}
			}
		}
	}
	for i := range found {
		if found[i].Category == Test && flaky[found[i].Target] {
			found[i].Severity = Warning
		}
	}
	found = r.aborts(found, c.Aborts)
	found = fold(found)
	return Report{found, verdict(c, found, follow)}
}

func testSentence(word, label string) string {
	if word == "TIMEOUT" {
		return "test " + label + " timed out"
	}
	return "test " + label + " failed"
}

func fatal(line string) bool {
	return strings.HasPrefix(line, "FATAL: ") || strings.HasPrefix(line, "[FATAL ") || strings.HasPrefix(line, "Server terminated abruptly") ||
		strings.HasPrefix(line, "Server crashed during startup") || strings.HasPrefix(line, "Command '") && strings.Contains(line, "not found. Try") ||
		strings.HasPrefix(line, "java.lang.OutOfMemoryError")
}

func afterFatal(line string) string {
	if strings.HasPrefix(line, "[FATAL ") {
		if _, rest, ok := strings.Cut(line, "] "); ok {
			return rest
		}
	}
	return strings.TrimPrefix(line, "FATAL: ")
}

// statement is the first line of an error and the lines that belong to it: all up
// to the next status line, without the progress lines that a terminal mixes in.
func statement(lines []string, i int, first string) (text string, body []string, last int) {
	end := i + 1
	for ; end < len(lines) && !status(lines[end]); end++ {
		if !progress(lines[end]) {
			body = append(body, lines[end])
		}
	}
	return first, body, end - 1
}

// progress is a "[7 / 9] Testing //a:b; 0s local" line.
func progress(line string) bool {
	return strings.HasPrefix(line, "[") && strings.HasPrefix(strings.TrimLeft(line[1:], "0123456789,"), " / ")
}

// statuses begin a line of Bazel's own.
var statuses = []string{"ERROR: ", "WARNING: ", "INFO: ", "DEBUG: ", "FAILED: ", "FAIL: ", "FLAKY: ", "TIMEOUT: ", "FATAL: ", "Loading: ", "Analyzing: ", "====", "Executed ",
	"Server terminated", "Server crashed", "Build Event", "Bazel caught", "Another command"}

func status(line string) bool {
	for _, s := range statuses {
		if strings.HasPrefix(line, s) {
			return true
		}
	}
	if strings.HasPrefix(line, "Target //") || strings.HasPrefix(line, "Target @") {
		return true
	}
	return (strings.HasPrefix(line, "//") || strings.HasPrefix(line, "@")) && consoleForms().summary.MatchString(line)
}

func (r Reader) bazelError(f bazelForms, text string, body []string) []Diagnostic {
	d := Diagnostic{Severity: Error, Count: 1}
	raw := ""
	if m := f.place.FindStringSubmatch(text); m != nil {
		raw, text = m[1], m[4]
		d.Line, _ = strconv.Atoi(m[2])
		d.Column, _ = strconv.Atoi(m[3])
	} else if m := f.bare.FindStringSubmatch(text); m != nil {
		raw, text = m[1], m[2]
	}
	d.File = r.Paths.File(raw)
	if m := f.failed.FindStringSubmatch(text); m != nil && !strings.HasPrefix(text, "in ") && !strings.HasPrefix(text, "missing input") && !strings.Contains(text, "missing input file") {
		code, _ := strconv.Atoi(m[3])
		label := ""
		if l := f.label.FindStringSubmatch(m[1]); l != nil {
			label = l[1]
		}
		return r.action(Action{Label: label, Stderr: "", ExitCode: code, File: raw, Line: d.Line, Column: d.Column, Title: actionTitle(m)}, outputOf(body))
	}
	text = strings.TrimSpace(skipping(text))
	whole := text + "\n" + strings.Join(body, "\n")
	d.Category = classify(whole, raw)
	d.Message = clip(text, 1000)
	if strings.HasPrefix(text, "Error while parsing '") {
		d.Message = clip(strings.TrimSpace(whole), 1000)
	}
	if m := f.rule.FindStringSubmatch(text + " "); m != nil {
		d.Target = m[1]
	}
	if m := f.ref.FindStringSubmatch(whole); m != nil {
		d.Target = m[1]
	}
	r.starlark(f, &d, body)
	if d.Category == Cycle || d.Category == MissingPackage || strings.HasSuffix(d.Message, ":") {
		for _, line := range body {
			if line = strings.TrimSpace(line); line != "" && len(d.Notes) < 20 {
				d.Notes = append(d.Notes, Note{Message: clip(line, 500)})
			}
		}
	}
	r.labelFix(&d, whole)
	return []Diagnostic{d}
}

// actionTitle is Bazel's sentence without the command line, which says nothing
// about the cause.
func actionTitle(m []string) string {
	title := strings.TrimSpace(m[1]) + " failed"
	if m[2] != "" {
		title += " (" + m[2] + ")"
	}
	return clip(title, 500)
}

// outputOf drops the command that --verbose_failures prints before the output.
func outputOf(body []string) []string {
	if len(body) == 0 || !strings.HasPrefix(body[0], "  (") {
		return body
	}
	for i, line := range body {
		if strings.HasSuffix(line, ")") && !strings.HasSuffix(line, `\`) {
			return body[i+1:]
		}
	}
	return nil
}

// skipping removes "Skipping '//x': ", so that the error under -k and its twin
// without are one.
func skipping(text string) string {
	if strings.HasPrefix(text, "Skipping '") {
		if _, rest, ok := strings.Cut(text, "': "); ok {
			return rest
		}
	}
	return text
}

func (r Reader) starlark(f bazelForms, d *Diagnostic, body []string) {
	for _, line := range body {
		if m := f.frame.FindStringSubmatch(line); m != nil && len(d.Notes) < 20 {
			row, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			d.Notes = append(d.Notes, Note{r.Paths.File(m[1]), row, column, "in " + m[4]})
		}
		if strings.HasPrefix(line, "Error in ") || strings.HasPrefix(line, "Error: ") {
			if _, message, ok := strings.Cut(line, ": "); ok {
				d.Message = clip(message, 1000)
			}
		}
	}
}

func (r Reader) testOutput(lines []string, label string) []Diagnostic {
	found := r.compiler(lines, label, Test)
	out := found[:0]
	for _, d := range found {
		if d.Severity == Error {
			d.Category = Test
			out = append(out, d)
		}
	}
	return out
}

func (r Reader) aborts(found []Diagnostic, aborts []Abort) []Diagnostic {
	for i := range found {
		if found[i].Severity == Error {
			return found
		}
	}
	for _, a := range aborts {
		if a.Reason == "SKIPPED" || a.Description == "" {
			continue
		}
		c := byAbort(a.Reason)
		if c == Unknown || c == Loading || c == Analysis {
			if better := classify(a.Description, ""); better != Unknown {
				c = better
			}
		}
		found = append(found, Diagnostic{Severity: Error, Message: clip(a.Description, 1000), Target: a.Label, Category: c, Count: 1})
	}
	return found
}
