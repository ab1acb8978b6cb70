package test

import (
	"os"
	"path/filepath"
	"testing"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/events"
	"bazelapple/internal/testresult"
)

func TestEndedTellsTheCasesOfAnAttempt(t *testing.T) {
	log := filepath.Join(t.TempDir(), "test.xml")
	text := `<testsuites><testsuite name="T"><testcase classname="A" name="testB" time="0.5"><failure message="no">a.swift:3</failure></testcase><testcase classname="A" name="testC"/></testsuite></testsuites>`
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got := EndedOf(bazel.Tested{Result: &events.TestResult{
		Label: "@@//a:T", Status: events.Failed, Shard: 2, Run: 1, Attempt: 3, CachedRemotely: true,
		Outputs: []events.File{{Name: "test.xml", URI: "file://" + log}},
	}}, "/w")
	if len(got) != 1 || got[0].Label != "//a:T" || got[0].Status != "" || !got[0].Cached || len(got[0].Cases) != 2 {
		t.Fatalf("%+v", got)
	}
	if c := got[0].Cases[0]; c.Status != testresult.Failed || c.Shard != 2 || c.Attempt != 3 || c.Seconds != 0.5 {
		t.Errorf("%+v", c)
	}
	if got := plain("@other//a:T"); got != "@other//a:T" {
		t.Errorf("a label of another repository became %s", got)
	}
}
