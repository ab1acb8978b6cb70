package testresult

import (
	"encoding/json"
	"fmt"
	"strings"
)

// legacy walks the object form of Xcode 11, where every value is wrapped as
// {"_type": …, "_value": …}. It reports whether anything of tests was in it.
func (r *Result) legacy(v any) bool {
	switch t := v.(type) {
	case []any:
		found := false
		for _, child := range t {
			found = r.legacy(child) || found
		}
		return found
	case map[string]any:
		if wrapped(t["testStatus"]) != "" {
			r.Cases = append(r.Cases, legacyCase(t))
			return true
		}
		if name := wrapped(t["testCaseName"]); name != "" {
			r.legacyFailure(name, wrapped(t["message"]))
			return true
		}
		found := false
		for _, key := range []string{"_values", "summaries", "testableSummaries", "tests", "subtests", "actions", "issues", "testFailureSummaries", "actionResult"} {
			if child, ok := t[key]; ok {
				found = r.legacy(child) || found
			}
		}
		return found
	}
	return false
}

func legacyCase(t map[string]any) Case {
	suite, name := splitLegacy(wrapped(t["identifier"]), wrapped(t["name"]))
	c := Case{Suite: suite, Name: name, Seconds: seconds(wrapped(t["duration"]))}
	switch wrapped(t["testStatus"]) {
	case "Success":
		c.Status = Passed
	case "Failure":
		c.Status = Failed
	case "Skipped":
		c.Status = Skipped
	case "Expected Failure":
		c.Status = ExpectedFailure
	default:
		c.Status = Errored
	}
	return c
}

// legacyFailure joins an issue summary to its case, or makes one.
func (r *Result) legacyFailure(name, message string) {
	suite, function := split(name)
	if i := strings.IndexByte(name, '/'); i >= 0 {
		suite, function = name[:i], name[i+1:]
	}
	for i := range r.Cases {
		if c := &r.Cases[i]; strings.TrimSuffix(c.Name, "()") == strings.TrimSuffix(function, "()") && c.Suite == suite {
			c.fail(Failure{Message: message})
			return
		}
	}
	c := Case{Suite: suite, Name: function, Status: Failed}
	c.fail(Failure{Message: message})
	r.Cases = append(r.Cases, c)
}

func splitLegacy(id, name string) (string, string) {
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		return id[:i], id[i+1:]
	}
	return "", name
}

func wrapped(v any) string {
	if m, ok := v.(map[string]any); ok {
		s, _ := m["_value"].(string)
		return s
	}
	return ""
}

// ParseSummary reads "get test-results summary": the key names of Xcode 16 and
// the older ones. A count that is not there is -1.
func ParseSummary(data []byte) (Counts, error) {
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return Counts{-1, -1, -1, -1, -1, -1}, fmt.Errorf("xcresulttool summary: %w", err)
	}
	number := func(names ...string) int {
		for _, name := range names {
			if f, ok := m[name].(float64); ok {
				return int(f)
			}
			if s := wrapped(m[name]); s != "" {
				return int(seconds(s))
			}
		}
		return -1
	}
	return Counts{
		Total: number("totalTestCount", "totalTests", "testsCount"), Passed: number("passedTests", "passedTestCount", "testsPassedCount"),
		Failed: number("failedTests", "failedTestCount", "testsFailedCount"), Skipped: number("skippedTests", "skippedTestCount", "testsSkippedCount"),
		ExpectedFailure: number("expectedFailures", "expectedFailureCount"), Errored: -1,
	}, nil
}
