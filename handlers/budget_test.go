package handlers_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"

	"bazelapple/internal/tool"
)

// worst are worlds whose programs answer as badly as they can: much too much,
// noise before it, without an end, with a failure after it.
func worst(t *testing.T) map[string][]string {
	t.Helper()
	flood := filepath.Join(t.TempDir(), "flood")
	line := strings.Repeat("error: something went wrong in a file with a very long name, ", 5) + "\n"
	if err := os.WriteFile(flood, []byte(strings.Repeat(line, 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	knobs := func(k string) []string {
		var out []string
		for _, program := range []string{"SIMCTL", "DEVICECTL", "IDB", "XCODEBUILD", "XCODE_SELECT", "SWIFT", "OPEN", "OSASCRIPT", "SCREENCAPTURE", "PYMOBILEDEVICE3", "SECURITY", "LOG_STREAM", "LOG_SHOW"} {
			out = append(out, "FAKEAPPLE_"+program+"="+k)
		}
		return out
	}
	bazel := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *--version*) echo 'bazel 8.4.2'; exit;; esac\nyes 'ERROR: /ws/App/BUILD:1:1: Compiling Swift module //App:App failed: (Exit 1): worker failed' | head -n 20000 >&2\n" +
		"yes '//App:App_with_a_long_name_that_goes_on_and_on' | head -n 20000\ncase \"$*\" in *query*) exit 0;; esac\nexit 1\n"
	if err := os.WriteFile(filepath.Join(bazel, "bazel"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return map[string][]string{
		"plain":             nil,
		"noisy":             knobs("noisy"),
		"flood":             knobs("answer:" + flood),
		"flood and failure": knobs("error:" + flood + ",exit:1"),
		"endless":           knobs("endless:1ms"),
		"bazel floods":      {"BAZEL_APPLE_BAZEL=" + filepath.Join(bazel, "bazel")},
	}
}

// TestEveryAnswerFitsItsBudget: whatever programs print, text and data of an
// agent's answer hold 2 KiB, 8 KiB on failure; the data can be encoded at every
// door and has the shape that the tool promises.
func TestEveryAnswerFitsItsBudget(t *testing.T) {
	for kind, knobs := range worst(t) {
		t.Run(kind, func(t *testing.T) {
			w := newWorld(t, knobs...)
			if kind == "plain" {
				for _, name := range []string{"bazel_ios_boot_simulator", "bazel_ios_install_app"} {
					if _, err := w.call(t.Context(), t, name, nil); err != nil {
						t.Fatal(err)
					}
				}
			}
			var group sync.WaitGroup
			limit := make(chan struct{}, 8)
			for _, name := range w.Catalog.Names() {
				if foreign(name) {
					continue
				}
				group.Go(func() {
					limit <- struct{}{}
					defer func() { <-limit }()
					ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
					defer cancel()
					fits(t, w, name, w.Catalog.Answer(ctx, &tool.Call{Client: tool.Client{ID: "t", Role: tool.Agent}}, name, w.arguments(t, name, nil), func(failed bool) int {
						if failed {
							return tool.FailureBudget
						}
						return tool.SuccessBudget
					}))
				})
			}
			group.Wait()
		})
	}
}

func fits(t *testing.T, w world, name string, a tool.Answer) {
	size := len(a.Text)
	if a.Data != nil {
		data, err := json.Marshal(a.Data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		size += len(data)
		if _, err := jsonv2.Marshal(a.Data); err != nil { // as the editor's door encodes it
			t.Errorf("%s: %v", name, err)
		}
		tl, _ := w.Catalog.Tool(name)
		if out := tl.OutputSchema(); out != nil && !a.IsError {
			var s jsonschema.Schema
			var v any
			if json.Unmarshal(out, &s) != nil || json.Unmarshal(data, &v) != nil {
				t.Fatalf("%s: %s %s", name, out, data)
			}
			if r, err := s.Resolve(nil); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if err := r.Validate(v); err != nil {
				t.Errorf("%s promises another shape: %v\n%s", name, err, data)
			}
		}
	}
	if budget := map[bool]int{false: tool.SuccessBudget, true: tool.FailureBudget}[a.IsError]; size > budget {
		t.Errorf("%s: %d bytes, error %v: %.300s", name, size, a.IsError, a.Text)
	}
	if a.Kind == tool.Internal {
		t.Errorf("%s: internal: %.300s", name, a.Text)
	}
}

// TestOutputSchemas: at least the 20 tools used most say what their data is.
func TestOutputSchemas(t *testing.T) {
	count := 0
	for _, d := range newWorld(t).Catalog.Definitions() {
		if d.Output != nil {
			count++
		}
	}
	if count < 20 {
		t.Errorf("%d tools have an output schema", count)
	}
}
