package main

import (
	"bytes"
	"os"
	"testing"
)

func TestGenerated(t *testing.T) {
	text, err := os.ReadFile("../../docs/TOOLS.md")
	if err != nil || !bytes.Equal(text, Page()) {
		t.Error("docs/TOOLS.md is not what the definitions say; run: scripts/generate")
	}
}
