package testresult

import (
	"strings"
	"testing"
)

func TestRunnersSpeakInOneLog(t *testing.T) {
	log := `[ RUN      ] Math.Adds
a/m_test.cc:12: Failure
Expected equality of these values:
  4
  add(1, 2)
    Which is: 3
[  FAILED  ] Math.Adds (3 ms)
[  FAILED  ] Math.Adds
hello Test Case '-[A.B testC]' passed (0.1 seconds).world
◇ Test "sum of x" started.
✘ Test "sum of x" recorded an issue at F.swift:3:4: Expectation failed: (sum → 3) == 4
✘ Test "sum of x" failed after 0.5 seconds with 1 issue.
Test Case '-[A.B testD]' started.
F.swift:9: Fatal error: boom
`
	r, err := ParseConsole(strings.NewReader(log))
	if err != nil || len(r.Cases) != 4 {
		t.Fatalf("%+v %v", r, err)
	}
	if f := r.Cases[0].Failures[0]; f.Expected != "4" || f.Actual != "3" || f.Line != 12 {
		t.Errorf("gtest: %+v", f)
	}
	if c := r.Cases[1]; c.ID() != "A.B/testC" || c.Status != Passed {
		t.Errorf("glued: %+v", c)
	}
	if f := r.Cases[2].Failures[0]; f.Expected != "4" || f.Actual != "3" || f.File != "F.swift" {
		t.Errorf("Swift Testing: %+v", f)
	}
	if c := r.Cases[3]; c.Status != Errored || !strings.Contains(c.Failures[0].Message, "boom") {
		t.Errorf("crash: %+v", c)
	}
	var xml strings.Builder
	if err := WriteJUnit(&xml, "//a:t", r); err != nil {
		t.Fatal(err)
	}
	back, err := ParseXML(strings.NewReader(xml.String()))
	if err != nil || back.Counts() != r.Counts() {
		t.Errorf("written and read back: %+v %v\n%s", back.Counts(), err, xml.String())
	}
}

func BenchmarkConsole(b *testing.B) {
	log := strings.Repeat("Test Case '-[A.B testC]' started.\nsome output\nTest Case '-[A.B testC]' passed (0.1 seconds).\n", 20000)
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		_, _ = ParseConsole(strings.NewReader(log))
	}
}
