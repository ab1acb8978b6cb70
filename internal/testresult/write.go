package testresult

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type outFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type outCase struct {
	XMLName xml.Name     `xml:"testcase"`
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Time    string       `xml:"time,attr"`
	Failure []outFailure `xml:"failure"`
	Error   []outFailure `xml:"error"`
	Skipped *outFailure  `xml:"skipped"`
}

type outSuite struct {
	XMLName  xml.Name `xml:"testsuite"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Cases    []outCase
}

type outSuites struct {
	XMLName xml.Name `xml:"testsuites"`
	Suites  []outSuite
}

// WriteJUnit writes r as JUnit XML, one testsuite named name (usually the
// label). Expected failures stand as skipped with their reason.
func WriteJUnit(w io.Writer, name string, r Result) error {
	n := Result{Cases: r.Cases}.Counts()
	suite := outSuite{Name: name, Tests: n.Total, Failures: n.Failed, Errors: n.Errored, Skipped: n.Skipped + n.ExpectedFailure}
	for _, c := range r.Cases {
		full := c.Name
		if c.Arguments != "" {
			full += " (" + c.Arguments + ")"
		}
		o := outCase{Class: c.Suite, Name: full, Time: fmt.Sprintf("%.3f", c.Seconds)}
		var failures []outFailure
		for _, f := range c.Failures {
			text := f.Stack
			if f.File != "" {
				text = strings.TrimSpace(fmt.Sprintf("%s:%d\n%s", f.File, f.Line, f.Stack))
			}
			failures = append(failures, outFailure{f.Message, text})
		}
		switch c.Status {
		case Failed, Errored:
			if len(failures) == 0 {
				failures = []outFailure{{Message: string(c.Status)}}
			}
			if c.Status == Failed {
				o.Failure = failures
			} else {
				o.Error = failures
			}
		case Skipped, ExpectedFailure:
			o.Skipped = &outFailure{Message: c.Reason}
		}
		suite.Cases = append(suite.Cases, o)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(outSuites{Suites: []outSuite{suite}}); err != nil {
		return fmt.Errorf("JUnit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// WriteJSON writes {name, counts, ran, cases}.
func WriteJSON(w io.Writer, name string, r Result) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	cases := r.Cases
	if cases == nil {
		cases = []Case{}
	}
	return e.Encode(struct {
		Name   string `json:"name"`
		Counts Counts `json:"counts"`
		Ran    int    `json:"ran"`
		Fatal  string `json:"fatal,omitempty"`
		Cases  []Case `json:"cases"`
	}{name, r.Counts(), r.Ran, r.Fatal, cases})
}
