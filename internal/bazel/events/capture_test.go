package events

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

func TestBrief(t *testing.T) {
	dir := filepath.Join(captures.Dir(t), "bep")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".textproto") {
			continue
		}
		b, err := ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("{%q, %q},", e.Name(), brief(b))
		if len(b.Problems) > 0 {
			t.Log("   ", b.Problems)
		}
	}
	for _, p := range []string{"/tmp/events/t.json", "/tmp/events/t.bin"} {
		b, err := ReadFile(p)
		t.Log(p, err, brief(b), b.Problems)
	}
}
