package terminal_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/terminal"
)

// TestMain lets the test binary be the program that the shell runs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "environ" {
		if err := terminal.Print(os.Stdout, os.Environ()); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// shell writes a login shell whose start-up does what text says.
func shell(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a shell")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEnvironment(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	runner := run.OS{Env: []string{"PATH=/usr/bin:/bin", "HOME=/h"}}
	ask := func(sh string) ([]string, error) {
		return terminal.Environment(t.Context(), runner, sh, []string{self, "environ"})
	}
	env, err := ask(shell(t, `echo welcome; export PATH=/opt/mine:$PATH TWO="a
b=c"; [ "$1" = -ilc ] || exit 3; eval "$2"; echo bye; exit 1`))
	if err != nil || !slices.Contains(env, "PATH=/opt/mine:/usr/bin:/bin") || !slices.Contains(env, "TWO=a\nb=c") || !slices.Contains(env, "HOME=/h") {
		t.Errorf("%q %v", env, err)
	}
	if slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "SHLVL=") || strings.HasPrefix(kv, "PWD=") }) {
		t.Errorf("the shell's own variables: %q", env)
	}
	for name, sh := range map[string]string{"fails": shell(t, "exit 1"), "prints nothing": shell(t, "true"), "missing": "/no/such/shell", "none": ""} {
		if env, err := ask(sh); err == nil {
			t.Errorf("%s: %q", name, env)
		}
	}
	start := time.Now()
	if _, err := ask(shell(t, "sleep 60")); err == nil || time.Since(start) > 8*time.Second {
		t.Errorf("a shell that waits: %v after %v", err, time.Since(start))
	}
}

func TestBare(t *testing.T) {
	for path, want := range map[string]bool{"/usr/bin:/bin:/usr/sbin:/sbin": true, "": true, "/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin": false} {
		if terminal.Bare(path) != want {
			t.Errorf("%q", path)
		}
	}
}
