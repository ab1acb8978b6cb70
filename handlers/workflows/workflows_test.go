package workflows_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/handlers/workflows"
	"bazelapple/internal/platform"
	"bazelapple/internal/tool"
)

// TestFind: a request in other words than the tool's has it among the first
// three.
func TestFind(t *testing.T) {
	catalog := handlers.New(context.Background(), handlers.Options{Folders: platform.Folders{Home: t.TempDir()}}).Catalog
	for query, want := range map[string]string{
		"take a picture of the screen":           "bazel_ios_screenshot",
		"record the screen of the simulator":     "bazel_ios_video_record_start",
		"touch the login button":                 "bazel_ios_tap",
		"what elements are on the screen":        "bazel_ios_accessibility_snapshot",
		"start the simulator":                    "bazel_ios_boot_simulator",
		"wipe a simulator":                       "bazel_ios_erase_simulator",
		"open a deep link":                       "bazel_ios_open_url",
		"send push notification to app":          "bazel_ios_push_notification",
		"which targets depend on this library":   "bazel_ios_rdeps",
		"find out why my machine cannot build":   "bazel_ios_health",
		"create new project":                     "bazel_scaffold",
		"turn on dark mode":                      "bazel_ios_set_simulator_appearance",
		"change gps location":                    "bazel_ios_set_simulator_location",
		"give the app access to photos":          "bazel_ios_privacy",
		"measure code coverage of tests":         "bazel_ios_test_coverage",
		"set battery and clock in status bar":    "bazel_ios_set_status_bar",
		"is there a newer version":               "bazel_check_update",
		"keep builds running without the editor": "bazel_daemon_start",
	} {
		args, err := json.Marshal(map[string]any{"query": query, "limit": 3})
		if err != nil {
			t.Fatal(err)
		}
		res, err := catalog.Handle(t.Context(), &tool.Call{}, "bazel_find_tools", args)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, r := range res.List.Rows {
			name, _, _ := strings.Cut(r.Text, ":")
			found = append(found, name)
		}
		if !strings.Contains(" "+strings.Join(found, " ")+" ", " "+want+" ") {
			t.Errorf("%q: want %s, got %v", query, want, found)
		}
	}
}

func TestUnwrap(t *testing.T) {
	for args, want := range map[string]string{
		`{"name":"a","arguments":{"x":1}}`:                                   `a {"x":1}`,
		`{"name":"bazel_call_tool","arguments":{"name":"b","arguments":{}}}`: `b {}`,
		`{"name":""}`: `bazel_call_tool {"name":""}`,
		`[`:           `bazel_call_tool [`,
		`{"name":5}`:  `bazel_call_tool {"name":5}`,
	} {
		name, inner := workflows.Unwrap(workflows.CallTool, json.RawMessage(args))
		if got := name + " " + string(inner); got != want {
			t.Errorf("%s: want %s, got %s", args, want, got)
		}
	}
}
