package buildifier

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/run"
	"bazelapple/internal/starlarkls"
)

// real builds the buildifier of the buildtools that we use.
func real(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "buildifier")
	if out, err := exec.Command("go", "build", "-o", file, "github.com/bazelbuild/buildtools/buildifier").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// open is a document with a buildifier of its own.
func open(t *testing.T, path, root, text string) *starlarkls.File {
	t.Helper()
	file := filepath.Join(root, "a", "BUILD")
	f := starlarkls.Workspace{Root: root}.Open(file, buildfile.Open(file, 1, text))
	f.Buildifier = Program{Context: t.Context(), Runner: run.OS{Env: os.Environ()}, Path: path, Root: root, File: "a/BUILD", Kind: buildfile.Build, Text: text}
	return f
}

func TestRealBuildifier(t *testing.T) {
	path, root := real(t), t.TempDir()
	f := open(t, path, root, "x = \"🦀\" + str(1 / 2)\ncc_library( name=\"a\",srcs=[\"b.cc\",\"a.cc\"] )\n")
	var got []string
	for _, d := range f.Diagnostics(true) {
		got = append(got, d.Code)
		// The emoji is one rune, two UTF-16 units.
		if d.Code == "integer-division" && (d.Range.Start.Line != 0 || d.Range.Start.Character != 15) {
			t.Errorf("%+v", d)
		}
	}
	if !strings.Contains(strings.Join(got, " "), "integer-division") {
		t.Errorf("found %v", got)
	}
	edits, err := f.Format()
	if err != nil || len(edits) == 0 || !strings.Contains(edits[len(edits)-1].Text, "name = \"a\"") {
		t.Errorf("%+v %v", edits, err)
	}
	fixes := f.Fixes(buildfile.Range{End: buildfile.Position{Line: 1}}, f.Diagnostics(true))
	if len(fixes) == 0 || !strings.Contains(fixes[0].Edits[0].Text, "1 // 2") {
		t.Errorf("fixes %+v", fixes)
	}
	// Its own settings count.
	if err := os.WriteFile(filepath.Join(root, ".buildifier.json"), []byte(`{"warnings":"-integer-division"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Diagnostics(true) {
		if d.Code == "integer-division" {
			t.Errorf("the workspace's .buildifier.json is not read: %+v", d)
		}
	}
}

func TestBuildifierThatIsNotThere(t *testing.T) {
	f := open(t, "/no/such/buildifier", t.TempDir(), "filegroup(name = \"a\")\n")
	found := f.Diagnostics(true)
	if len(found) != 1 || found[0].Code != "buildifier" || !strings.Contains(found[0].Message, "/no/such/buildifier") {
		t.Errorf("%+v", found)
	}
	if _, err := f.Format(); err == nil || !strings.Contains(err.Error(), "/no/such/buildifier") {
		t.Errorf("%v", err)
	}
}
