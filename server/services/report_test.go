package services

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/diagnostics"
	"bazelapple/internal/bazel/profile"
	"bazelapple/internal/runs"
)

func TestReported(t *testing.T) {
	start := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	got := reported(bazel.Report{
		Run:     runs.Run{ID: "run-1", State: runs.Done, Start: start, End: start.Add(3 * time.Second)},
		Profile: &profile.Profile{Actions: 3, Phases: []profile.Phase{{Name: "Launch Blaze", Start: -time.Second, Duration: time.Second}}},
		Slowest: []profile.Action{{Description: "Linking App", Mnemonic: "ObjcLink", Start: time.Second, Duration: 1500 * time.Millisecond, Hit: profile.RanLocally}},
		Ran:     map[profile.Hit]int64{profile.CacheHit: 2, profile.RanLocally: 1},
		Diagnostics: []diagnostics.Diagnostic{
			{Severity: diagnostics.Error, Message: "cannot find 'x'", File: "/ws/A.swift", Line: 3, Column: 7, Target: "//App:App"},
			{Severity: diagnostics.Warning, Message: "unused"},
		},
	})
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"seconds":3,`, `"phases":[{"name":"Launch Blaze","start":-1,"seconds":1}]`, `"criticalPath":[]`,
		`"slowest":[{"name":"Linking App","start":1,"seconds":1.5,"mnemonic":"ObjcLink","how":"ran locally"}]`,
		`"ran":[{"name":"cache hit","count":2},{"name":"ran locally","count":1}]`, `"tests":[]`,
		`{"severity":"error","message":"cannot find 'x'","file":"/ws/A.swift","line":3,"column":7,"target":"//App:App"}`, `{"severity":"warning","message":"unused"}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s\nis not in\n%s", want, text)
		}
	}
	if none := reported(bazel.Report{NoProfile: "Bazel wrote no profile of this run."}); none.NoProfile == "" || none.Phases == nil || none.Problems == nil {
		t.Errorf("%+v", none)
	}
}
