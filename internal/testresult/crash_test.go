package testresult

import (
	"strings"
	"testing"
)

func TestCrashStandsAtItsLine(t *testing.T) {
	r, err := ParseConsole(strings.NewReader("Test Case '-[M.A testB]' started.\nM/A.swift:9: Fatal error: on purpose\n"))
	if err != nil || len(r.Cases) != 1 || len(r.Cases[0].Failures) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	if c := r.Cases[0]; c.Status != Errored || c.Failures[0].File != "M/A.swift" || c.Failures[0].Line != 9 {
		t.Errorf("%+v", c)
	}
}
