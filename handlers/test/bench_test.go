package test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/events"
)

// BenchmarkTestShown reports how long after a test's event is in the file its
// cases are ready for the editor, for 200 tests that end one after the other.
func BenchmarkTestShown(b *testing.B) {
	const tests = 200
	dir := b.TempDir()
	result := writeXML(b, dir, 20)
	var took []time.Duration
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "events.json")
		f, err := os.Create(path)
		if err != nil {
			b.Fatal(err)
		}
		written := make([]time.Time, tests)
		exited := make(chan struct{})
		go func() {
			defer close(exited)
			for i := range tests {
				event := fmt.Sprintf(`{"id":{"testResult":{"label":"//a:t%d","run":1,"shard":1,"attempt":1,"configuration":{"id":"c"}}},"testResult":{"status":"PASSED","testActionOutput":[{"name":"test.xml","uri":"file://%s"}]}}`+"\n", i, result)
				written[i] = time.Now()
				if _, err := f.WriteString(event); err != nil {
					return
				}
				time.Sleep(7 * time.Millisecond)
			}
		}()
		n := 0
		_, err = events.Follow(context.Background(), path, exited, func(notice events.Notice) {
			if r, ok := notice.(*events.TestResult); ok {
				if _, err := json.Marshal(EndedOf(bazel.Tested{Result: r}, "/w")); err != nil {
					b.Error(err)
				}
				took = append(took, time.Since(written[n]))
				n++
			}
		})
		if err != nil || n != tests {
			b.Fatalf("%d of %d tests, %v", n, tests, err)
		}
		f.Close()
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
}

// BenchmarkManyCases makes the editor's event of one test with 20,000 cases.
func BenchmarkManyCases(b *testing.B) {
	result := writeXML(b, b.TempDir(), 20_000)
	r := &events.TestResult{Label: "//a:t", Status: events.Passed, Shard: 1, Run: 1, Attempt: 1, Outputs: []events.File{{Name: "test.xml", URI: "file://" + result}}}
	for b.Loop() {
		ended := EndedOf(bazel.Tested{Result: r}, "/w")
		if _, err := json.Marshal(ended); err != nil || len(ended[0].Cases) != 20_000 {
			b.Fatalf("%d cases, %v", len(ended[0].Cases), err)
		}
	}
}

func writeXML(b *testing.B, dir string, cases int) string {
	b.Helper()
	var text strings.Builder
	text.WriteString(`<testsuites><testsuite name="T">`)
	for i := range cases {
		fmt.Fprintf(&text, `<testcase classname="Suite%d" name="test%d" time="0.001"/>`, i/100, i)
	}
	text.WriteString(`</testsuite></testsuites>`)
	file := filepath.Join(dir, "test.xml")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		b.Fatal(err)
	}
	return file
}
