package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/internal/tool"
)

// TestGenerated fails when package.json lacks a tool or has another title for it.
func TestGenerated(t *testing.T) {
	have, err := os.ReadFile("../../package.json")
	if err != nil {
		t.Fatal(err)
	}
	engine := handlers.New(context.Background(), handlers.Options{})
	defer engine.Close()
	want, err := manifest(have, engine.Catalog.Definitions())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Error("package.json does not fit the tools; run: go generate ./extension/generate")
	}
}

func TestManifestReplacesOnlyGeneratedCommands(t *testing.T) {
	old := `{"z":1,"contributes":{"commands":[{"command":"bazelApple.doctor","title":"Doctor <1>"},{"command":"bazelApple.tool.gone","title":"Gone"}],
		"menus":{"view/title":[],"commandPalette":[{"command":"bazelApple.tool.gone","when":"x"}]}},"a":{"kept":true}}`
	text, err := manifest([]byte(old), []tool.Definition{{Name: "bazel_ios_build", Title: "Build Target…"}})
	if err != nil {
		t.Fatal(err)
	}
	got := string(text)
	for _, want := range []string{`"Doctor <1>"`, `"bazelApple.tool.bazel_ios_build"`, `"Build Target…"`, `"$(tools)"`, `"kept": true`, `"view/title": []`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	if strings.Contains(got, "gone") {
		t.Errorf("a removed tool's command stays in %s", got)
	}
	if strings.Index(got, `"z"`) > strings.Index(got, `"a"`) {
		t.Errorf("the order of members changed: %s", got)
	}
	again, err := manifest(text, []tool.Definition{{Name: "bazel_ios_build", Title: "Build Target…"}})
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("a second pass changes the text: %v", err)
	}
}

func TestManifestRefusesWhatIsNoManifest(t *testing.T) {
	for _, text := range []string{"", "[]", "{}", `{"contributes":{}}`, `{"contributes":{"menus":{},"commands":[]}}`} {
		if _, err := manifest([]byte(text), nil); err == nil {
			t.Errorf("manifest(%q) has no error", text)
		}
	}
}
