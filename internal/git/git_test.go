package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"bazelapple/internal/run"
)

// repository makes one and returns a client in its folder "in", with a function
// that runs git and one that writes a file.
func repository(t *testing.T) (c *Client, git func(...string), write func(string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	write = func(name string) {
		t.Helper()
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name+t.Name()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	write("in/.keep")
	return &Client{Runner: run.OS{Env: append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null")}, Dir: filepath.Join(root, "in")}, git, write
}

func (c *Client) names(t *testing.T, files []string, err error) []string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		rel, err := filepath.Rel(filepath.Dir(c.Dir), f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, rel)
	}
	slices.Sort(out)
	return out
}

func TestChanges(t *testing.T) {
	c, git, write := repository(t)
	ctx := t.Context()
	check := func(what string, files []string, err error, want ...string) {
		t.Helper()
		if got := c.names(t, files, err); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	files, err := c.Working(ctx)
	check("before the first commit", files, err, "in/.keep")
	for _, name := range []string{"in/a b.swift", "in/\"q\"\n.swift", "out/ü.swift", "in/old.swift", "in/gone.swift", ".gitignore"} {
		write(name)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(c.Dir), ".gitignore"), []byte("*.log\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	git("checkout", "-q", "-b", "topic")
	git("mv", "in/old.swift", "in/new.swift")
	git("commit", "-q", "-m", "two")
	if err := os.WriteFile(filepath.Join(c.Dir, "a b.swift"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "\"q\"\n.swift"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	git("add", "in/a b.swift")
	git("rm", "-q", "in/gone.swift")
	write("in/untracked.swift")
	write("in/x.log")
	files, err = c.Working(ctx)
	check("working", files, err, "in/\"q\"\n.swift", "in/a b.swift", "in/gone.swift", "in/untracked.swift")
	files, err = c.Staged(ctx)
	check("staged", files, err, "in/a b.swift", "in/gone.swift")
	base, err := c.Base(ctx)
	if err != nil || base != "main" {
		t.Fatalf("base %q, %v", base, err)
	}
	files, err = c.Since(ctx, base)
	check("since main", files, err, "in/\"q\"\n.swift", "in/a b.swift", "in/gone.swift", "in/new.swift", "in/old.swift", "in/untracked.swift")
	git("checkout", "-q", "--detach")
	files, err = c.Since(ctx, "main")
	check("detached", files, err, "in/\"q\"\n.swift", "in/a b.swift", "in/gone.swift", "in/new.swift", "in/old.swift", "in/untracked.swift")
	git("checkout", "-q", "--orphan", "other")
	git("commit", "-q", "-m", "three")
	if _, err := c.Since(ctx, "main"); !errors.Is(err, ErrNoBase) {
		t.Errorf("no common commit: %v", err)
	}
	if _, err := c.Since(ctx, "nosuch"); !errors.Is(err, ErrNoBase) {
		t.Errorf("no such branch: %v", err)
	}
}

func TestNoRepository(t *testing.T) {
	c := &Client{Runner: run.OS{Env: append(os.Environ(), "GIT_CEILING_DIRECTORIES=/")}, Dir: t.TempDir()}
	for name, f := range map[string]func() error{
		"working": func() error { _, err := c.Working(t.Context()); return err },
		"base":    func() error { _, err := c.Base(t.Context()); return err },
	} {
		if err := f(); !errors.Is(err, ErrNoRepository) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
