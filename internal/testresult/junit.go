package testresult

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
)

type xmlFailure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type xmlCase struct {
	Name     string       `xml:"name,attr"`
	Class    string       `xml:"classname,attr"`
	Time     string       `xml:"time,attr"`
	Status   string       `xml:"status,attr"`
	Result   string       `xml:"result,attr"`
	File     string       `xml:"file,attr"`
	Failures []xmlFailure `xml:"failure"`
	Errors   []xmlFailure `xml:"error"`
	Skipped  *xmlFailure  `xml:"skipped"`
	Out      string       `xml:"system-out"`
	Props    []xmlProp    `xml:"properties>property"`
}

type xmlProp struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// ParseXML reads a test.xml: JUnit as Bazel, rules_apple, GoogleTest, Java,
// xcbeautify, fastlane and xcresultparser write it. When Bazel's own wrapper made
// the file (one case named like its suite, with the log inside), the log is read
// instead, and the wrapper's error explains what did not end.
func ParseXML(r io.Reader) (Result, error) {
	d := xml.NewDecoder(&versionless{r: r})
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	out := Result{Ran: -1}
	var suites []string
	var inner *Result
	seen := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, fmt.Errorf("test.xml: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "testsuites":
				seen = true
			case "testsuite":
				seen = true
				suites = append(suites, attribute(t, "name"))
			case "testcase":
				var x xmlCase
				if err := d.DecodeElement(&x, &t); err != nil {
					return out, fmt.Errorf("test.xml: case %d: %w", len(out.Cases)+1, err)
				}
				out.Cases = append(out.Cases, x.model(suites))
			case "system-out":
				var text string
				if err := d.DecodeElement(&text, &t); err != nil {
					return out, fmt.Errorf("test.xml: %w", err)
				}
				if wrapper(out, suites) {
					log, _ := ParseConsole(strings.NewReader(text))
					inner = &log
				}
			}
		case xml.EndElement:
			if t.Name.Local == "testsuite" && len(suites) > 0 {
				suites = suites[:len(suites)-1]
			}
		}
	}
	if !seen {
		return out, errors.New("test.xml: no testsuite element; the file is empty or of another kind")
	}
	if inner != nil {
		return unwrap(out, *inner), nil
	}
	out.Ran = len(out.Cases)
	return out, nil
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// wrapper knows the file that Bazel's test-setup.sh generates.
func wrapper(r Result, suites []string) bool {
	return len(r.Cases) == 1 && len(suites) > 0 && r.Cases[0].Name == suites[len(suites)-1]
}

func unwrap(outer, log Result) Result {
	if len(log.Cases) == 0 {
		if log.Ran < 0 {
			outer.Ran, outer.Fatal = -1, log.Fatal
			return outer
		}
		if outer.Cases[0].Status == Passed {
			return log
		}
		outer.Ran, outer.Fatal = log.Ran, log.Fatal
		return outer
	}
	if outer.Cases[0].Status == Errored && len(outer.Cases[0].Failures) > 0 {
		for i := range log.Cases {
			if c := &log.Cases[i]; c.Status == Errored {
				c.Reason = outer.Cases[0].Failures[0].Message
			}
		}
	}
	return log
}

func (x xmlCase) model(suites []string) Case {
	c := Case{Suite: x.Class, Name: x.Name, Seconds: seconds(x.Time), Status: Passed}
	if len(x.Out) > maxOutput {
		x.Out = x.Out[:maxOutput]
	}
	c.Output = x.Out
	if c.Suite == "" && len(suites) > 0 && suites[len(suites)-1] != x.Name {
		c.Suite = suites[len(suites)-1]
	}
	for _, p := range x.Props {
		switch p.Name {
		case "argument":
			c.Arguments = p.Value
		case "testname":
			c.DisplayName, c.Name = x.Name, p.Value
		}
	}
	for _, f := range x.Failures {
		c.Status = Failed
		c.fail(f.model(x.File))
	}
	for _, f := range x.Errors {
		c.Status = Errored
		c.fail(f.model(x.File))
	}
	switch {
	case c.Status != Passed:
	case x.Skipped != nil:
		c.Status, c.Reason = Skipped, strings.TrimSpace(x.Skipped.Message+x.Skipped.Text)
	case x.Status == "notrun", x.Status == "skipped", x.Result == "skipped", x.Result == "suppressed":
		c.Status = Skipped
	}
	return c
}

var places = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^([^\s:()][^:()\n]*\.\w{1,5}):(\d+)(?::\d+)?(?:: | - |\s*$|\n)`),
		regexp.MustCompile(`\(([^\s():][^():\n]*\.\w{1,5}):(\d+)\)`),
		regexp.MustCompile(`\(([^\s():#][^():#\n]*\.\w{1,5})#[^)]*StartingLineNumber=(\d+)`),
	}
})

// model takes the place from wherever the dialect put it: the text, the front of
// the message, or brackets at its end.
func (f xmlFailure) model(file string) Failure {
	text := strings.TrimSpace(f.Text)
	out := Failure{Message: f.Message, File: file}
	if out.Message == "" || strings.HasPrefix(out.Message, "Uncategorized: ") && text != "" {
		out.Message = text
	} else if text != f.Message {
		out.Stack = text
	}
	for _, s := range []string{text, f.Message} {
		if len(s) > maxMessage {
			s = s[:maxMessage]
		}
		for _, form := range places() {
			if m := form.FindStringSubmatch(s); m != nil {
				out.File = m[1]
				_, _ = fmt.Sscan(m[2], &out.Line)
				return out
			}
		}
	}
	return out
}

// versionless lets encoding/xml read an XML 1.1 declaration, which it refuses,
// and control characters that XML forbids but logs hold.
type versionless struct {
	r     io.Reader
	begun bool
}

func (v *versionless) Read(p []byte) (int, error) {
	n, err := v.r.Read(p)
	if !v.begun && n > 0 {
		v.begun = true
		if i := bytes.Index(p[:min(n, 64)], []byte(`version="1.1"`)); i >= 0 {
			p[i+len(`version="1.`)] = '0'
		}
	}
	for i, b := range p[:n] {
		if b < 0x20 && b != '\n' && b != '\t' && b != '\r' {
			p[i] = ' '
		}
	}
	return n, err
}
