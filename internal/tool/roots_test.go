package tool

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestAgentsWriteWithinRoots(t *testing.T) {
	base := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(base, "temp"))
	// Not below /tmp, which is allowed: the links lead where nothing is.
	root, home := "/nowhere/ws", "/nowhere/home"
	link := filepath.Join(base, "temp", "link")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc", link); err != nil {
		t.Fatal(err)
	}
	for path, allowed := range map[string]bool{
		"shot.png": true, "out/shot.png": true, root + "/a.png": true, "/tmp/a.png": true, os.TempDir() + "/new/a.png": true,
		"~/Desktop/a.png": true, "~/a.png": true,
		"/etc/screen.png": false, "/nowhere/a.png": false, "/nowhere/wsx/a.png": false, link + "/a.png": false,
		"~/.ssh/a.png": false, "~/.zshrc": false, "~/x/.git/hooks/a": false, "~/Library/LaunchAgents/a.plist": false,
	} {
		got, err := File(path).ToWrite(&Call{Client: Client{Role: Agent}}, root, home)
		var e *Error
		if allowed && (err != nil || got == "") || !allowed && (!errors.As(err, &e) || e.Kind != Precondition) {
			t.Errorf("an agent's %s: %q, %v", path, got, err)
		}
		if got, err := Folder(path).ToWrite(&Call{Client: Client{Role: Person}}, root, home); err != nil || got == "" {
			t.Errorf("a person's %s: %q, %v", path, got, err)
		}
	}
}
