package fakeapple

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
)

// swiftCase is one test of a package.
type swiftCase struct {
	module, class, method string
	file                  string
	line                  int // of the failing line, or of the declaration
	outcome               string
	message               string
	testing               bool // Swift Testing, else XCTest
}

func (t swiftCase) id() string {
	if t.testing {
		return t.module + "." + strings.TrimPrefix(t.class+"/"+t.method+"()", "/")
	}
	return t.module + "." + t.class + "/" + t.method
}

var (
	testClass = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`class\s+(\w+)\s*:\s*XCTestCase`) })
	testFunc  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(@Test[^\n]*?\s+|@Test\s*\n\s*)?func\s+(\w+)\s*\(`) })
	failing   = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`XCTFail\((?:"([^"]*)")?\)|XCTAssertTrue\(false|XCTAssertFalse\(true|XCTAssertEqual\((\d+), (\d+)\)|#expect\((?:(\d+) == (\d+)|false|true == false)\)`)
	})
)

// swiftCases finds the tests of a target and what will become of each.
func swiftCases(module string, files []source) []swiftCase {
	var list []swiftCase
	for _, f := range files {
		class := ""
		if found := testClass().FindStringSubmatch(f.text); found != nil {
			class = found[1]
		}
		at := testFunc().FindAllStringSubmatchIndex(f.text, -1)
		for i, m := range at {
			name, testing := f.text[m[4]:m[5]], m[2] >= 0
			if !testing && (class == "" || !strings.HasPrefix(name, "test")) {
				continue
			}
			end := len(f.text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			t := swiftCase{module: module, class: class, method: name, file: f.path, testing: testing, outcome: "passed", line: 1 + strings.Count(f.text[:m[4]], "\n")}
			t.judge(f.text, m[1], end)
			list = append(list, t)
		}
	}
	return list
}

// judge reads a test's body.
func (t *swiftCase) judge(text string, from, to int) {
	body := text[from:to]
	if strings.Contains(body, "XCTSkip") {
		t.outcome = "skipped"
		return
	}
	for _, m := range failing().FindAllStringSubmatchIndex(body, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return body[m[2*n]:m[2*n+1]]
		}
		if group(2) != "" && group(2) == group(3) || group(4) != "" && group(4) == group(5) {
			continue
		}
		t.outcome, t.line = "failed", 1+strings.Count(text[:from+m[0]], "\n")
		call := body[m[0]:m[1]]
		switch {
		case strings.HasPrefix(call, "XCTFail"):
			t.message = "failed - " + group(1)
		case group(2) != "":
			t.message = fmt.Sprintf("XCTAssertEqual failed: (%q) is not equal to (%q)", group(2), group(3))
		case t.testing:
			t.message = "Expectation failed: " + strings.TrimSuffix(strings.TrimPrefix(call, "#expect("), ")")
		default:
			t.message = strings.SplitN(call, "(", 2)[0] + " failed"
		}
		return
	}
}

// swiftTest is `swift test`; the console has the form of
// captures/xctest-console/xctest_swifttesting_mixed_swift6.0_macOS.txt, a filter
// without a match that of swift_test_filter_matches_nothing.txt.
func swiftTest(c *call, args []string) error {
	o, err := c.swiftFlags("test", args)
	if err != nil {
		return err
	}
	filter, err := regexp.Compile(o.filter)
	if err != nil {
		return refuse(1, "error: invalid regular expression '%s'", o.filter)
	}
	m, err := c.compile(o, true)
	if err != nil {
		return err
	}
	var chosen []swiftCase
	found := false
	for _, t := range m.targets {
		if t.kind != "test" {
			continue
		}
		found = true
		files, err := swiftSources(m.folder(t))
		if err != nil {
			return err
		}
		for _, test := range swiftCases(t.name, files) {
			if filter.MatchString(test.id()) && (o.skip == "" || !strings.Contains(test.id(), o.skip)) {
				chosen = append(chosen, test)
			}
		}
	}
	if !found {
		return refuse(1, "error: no tests found; create a target in the 'Tests' directory")
	}
	if o.list {
		for _, t := range chosen {
			c.printf("%s\n", t.id())
		}
		return nil
	}
	failed := c.xctestConsole(m.name, chosen) + c.testingConsole(chosen)
	if o.xunit != "" {
		if err := os.WriteFile(c.path(o.xunit), []byte(xunit(chosen)), 0o644); err != nil {
			return refuse(1, "error: %v", err)
		}
	}
	if failed > 0 {
		return refuse(1, "")
	}
	return nil
}

// xctestConsole prints the XCTest half and gives the number of failures.
func (c *call) xctestConsole(pkg string, all []swiftCase) int {
	now := func() string { return time.Now().Format("2006-01-02 15:04:05.000") }
	classes := map[string][]swiftCase{}
	var order []string
	total := []swiftCase{}
	for _, t := range all {
		if t.testing {
			continue
		}
		if classes[t.class] == nil {
			order = append(order, t.class)
		}
		classes[t.class] = append(classes[t.class], t)
		total = append(total, t)
	}
	outer := []string{"All tests", pkg + "PackageTests.xctest"}
	if len(total) == 0 {
		outer = outer[:1]
	}
	for _, suite := range outer {
		c.printf("Test Suite '%s' started at %s.\n", suite, now())
	}
	for _, class := range order {
		c.printf("Test Suite '%s' started at %s.\n", class, now())
		for _, t := range classes[class] {
			name := fmt.Sprintf("-[%s.%s %s]", t.module, t.class, t.method)
			c.printf("Test Case '%s' started.\n", name)
			switch t.outcome {
			case "failed":
				c.printf("%s:%d: error: %s : %s\n", t.file, t.line, name, t.message)
			case "skipped":
				c.printf("%s:%d: %s : Test skipped\n", t.file, t.line, name)
			}
			c.printf("Test Case '%s' %s (0.001 seconds).\n", name, t.outcome)
		}
		c.suiteEnd(class, classes[class], now())
	}
	for i := len(outer) - 1; i >= 0; i-- {
		c.suiteEnd(outer[i], total, now())
	}
	return count(total, "failed")
}

func count(list []swiftCase, outcome string) int {
	n := 0
	for _, t := range list {
		if t.outcome == outcome {
			n++
		}
	}
	return n
}

func (c *call) suiteEnd(name string, list []swiftCase, when string) {
	failed := count(list, "failed")
	verdict := map[bool]string{true: "failed", false: "passed"}[failed > 0]
	skipped := ""
	if n := count(list, "skipped"); n > 0 {
		skipped = fmt.Sprintf("%s skipped and ", plural(n, "test"))
	}
	c.printf("Test Suite '%s' %s at %s.\n\t Executed %s, with %s%s (0 unexpected) in 0.00%d (0.00%d) seconds\n", name, verdict, when, plural(len(list), "test"), skipped, plural(failed, "failure"), min(9, len(list)), min(9, len(list)))
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// testingConsole prints the Swift Testing half.
func (c *call) testingConsole(all []swiftCase) int {
	var list []swiftCase
	for _, t := range all {
		if t.testing {
			list = append(list, t)
		}
	}
	c.printf("◇ Test run started.\n↳ Testing Library Version: 1501\n↳ Target Platform: arm64e-apple-macos14.0\n")
	for _, t := range list {
		c.printf("◇ Test %s() started.\n", t.method)
		if t.outcome == "failed" {
			c.printf("✘ Test %s() recorded an issue at %s:%d:5: %s\n✘ Test %s() failed after 0.001 seconds with 1 issue.\n", t.method, t.file[strings.LastIndex(t.file, "/")+1:], t.line, t.message, t.method)
			continue
		}
		c.printf("✔ Test %s() passed after 0.001 seconds.\n", t.method)
	}
	failed := count(list, "failed")
	if failed > 0 {
		c.printf("✘ Test run with %s in 0 suites failed after 0.001 seconds with %s.\n", plural(len(list), "test"), plural(failed, "issue"))
		return failed
	}
	c.printf("✔ Test run with %s in 0 suites passed after 0.001 seconds.\n", plural(len(list), "test"))
	return 0
}

// xunit has the form of captures/swiftpm/xunit_failures.xml.
func xunit(list []swiftCase) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"TestResults\" errors=\"0\" tests=\"%d\" failures=\"%d\" time=\"0.001\">\n", len(list), count(list, "failed"))
	for _, t := range list {
		fmt.Fprintf(&b, "<testcase classname=\"%s.%s\" name=\"%s\" time=\"0.001\">\n", t.module, t.class, t.method)
		if t.outcome == "failed" {
			b.WriteString("<failure message=\"failed\"></failure>\n")
		}
		b.WriteString("</testcase>\n")
	}
	return b.String() + "</testsuite>\n</testsuites>\n"
}
