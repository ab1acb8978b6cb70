package events

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzRead reads any bytes: it must end, and whatever the model then names must
// be readable or an error.
func FuzzRead(f *testing.F) {
	for _, form := range []Form{FormJSON, FormBinary} {
		b, err := os.ReadFile(generated(f, form, 8))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte(start + "\n" + completed + `"aborted":{"reason":7,"description":"\ud800\u12"}}` + "\n"))
	f.Add([]byte(`{"event":{"bazelEvent":{"id":{"configuration":{"id":"x"}},"configuration":{"makeVariable":{"a":"b"},"isTool":true}}}}`))
	f.Add([]byte(`{"id":{"buildMetrics":{}},"buildMetrics":{"actionSummary":{"runnerCount":[{"count":1e3}],"actionData":null}},"x":-}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "bep")
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for x := range b.Targets() {
			if b.Target(x.Label) == nil {
				t.Fatalf("%q is listed and not found", x.Label)
			}
			if c, err := b.Completion(x); err == nil {
				for _, g := range c.OutputGroups {
					if _, err := b.Files(g.Sets...); err != nil {
						continue // a set that is not in the file
					}
				}
			}
		}
		for x := range b.Tests() {
			for _, r := range x.Results {
				if r.Shard < 1 || r.Run < 1 || r.Attempt < 1 {
					t.Fatalf("a result that counts from 0: %+v", r)
				}
			}
		}
	})
}
