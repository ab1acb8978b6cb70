package wire_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGenerated holds the TypeScript types to the Go types.
func TestGenerated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "protocol.ts")
	if out, err := exec.Command("go", "run", "./typescript", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../extension/src/protocol.ts")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("extension/src/protocol.ts is not up to date (%v); run go generate ./server/wire", err)
	}
}
