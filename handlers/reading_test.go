package handlers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bazelapple/handlers"
	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/platform"
	"bazelapple/internal/session"
)

// Who has no patience gets what is known, and an event when all is.
func TestReadGoesOnInTheBackground(t *testing.T) {
	root := t.TempDir()
	for i := range 300 {
		file := filepath.Join(root, fmt.Sprintf("p%d", i), "BUILD")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(`sh_test(name = "t", srcs = ["t.sh"])`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	events := make(chan session.Event, 100)
	e := handlers.New(t.Context(), handlers.Options{
		Root: root, Folders: platform.NewFolders(func(string) string { return "" }, t.TempDir()), Env: os.Environ(), Trusted: true,
		Emit: func(e session.Event) { events <- e },
	})
	defer e.Close()
	if _, whole, err := e.Read(t.Context(), 0); err != nil || whole {
		t.Fatalf("without patience: whole %v, %v", whole, err)
	}
	select {
	case got := <-events:
		if got.Kind != "index" || got.Root != root {
			t.Fatalf("got the event %+v", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("no event tells the end")
	}
	i, whole, err := e.Read(t.Context(), time.Minute)
	if err != nil || !whole {
		t.Fatalf("whole %v, %v", whole, err)
	}
	if list := i.Targets(index.Query{Test: true}); list.Total != 300 {
		t.Errorf("%d targets, want 300", list.Total)
	}
}
