package lldb_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"bazelapple/internal/lldb"
	"bazelapple/internal/run"
)

func client(t *testing.T) *lldb.Client {
	t.Helper()
	c := &lldb.Client{Runner: run.OS{Env: os.Environ()}}
	if strings.HasPrefix(t.Name(), "TestCommandLine/") {
		path := plain(t)
		c.Path = func() string { return path }
	}
	if _, err := c.Program(t.Context()); err != nil {
		t.Skip("no lldb-dap here:", err)
	}
	return c
}

// plain is lldb itself.
func plain(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"lldb", "lldb-22"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no lldb here")
	return ""
}

// compiled builds testdata/NAME as a Bazel action would: relative to the
// workspace, with its path kept out. It returns the workspace and the program.
func compiled(t *testing.T, source string, flags ...string) (root, program string) {
	t.Helper()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler here")
	}
	root, err = filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("testdata", source))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "app"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "app", source), text, 0o644); err != nil {
		t.Fatal(err)
	}
	// A name of its own, so that an attach by name finds this one.
	program = filepath.Join(t.TempDir(), fmt.Sprintf("dbg%d", os.Getpid())+strings.ToLower(strings.TrimSuffix(source, filepath.Ext(source))))
	args := append([]string{"-g", "-O0", "-pthread", "-fdebug-prefix-map=" + root + "=.", "-o", program, "app/" + source}, flags...)
	c := exec.Command(cc, args...)
	c.Dir = root
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("cc: %v\n%s", err, out)
	}
	return root, program
}

func open(t *testing.T, c *lldb.Client, start lldb.Start) *lldb.Session {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	s, err := c.Open(ctx, start)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(s.Launched()) })
	return s
}

// stopIn fails unless the program stopped in the function for the reason.
func stopIn(t *testing.T, stop lldb.Stop, err error, reason, function string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if stop.State != lldb.Stopped || stop.Reason != reason || stop.Frame == nil || !strings.HasPrefix(stop.Frame.Function, function) {
		t.Fatalf("want a stop in %s for %s, got %+v frame %+v", function, reason, stop, stop.Frame)
	}
}

// soon reports whether something is so within five seconds.
func soon(so func() bool) bool {
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if so() {
			return true
		}
	}
	return so()
}

func descriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// children counts our child processes, on Linux.
func children(t *testing.T) int {
	t.Helper()
	list, _ := filepath.Glob("/proc/self/task/*/children")
	n := 0
	for _, f := range list {
		b, _ := os.ReadFile(f)
		n += len(strings.Fields(string(b)))
	}
	return n
}

// named counts the living processes whose name starts so, on Linux, which keeps
// 15 bytes of a name.
func named(t *testing.T, name string) int {
	t.Helper()
	list, _ := filepath.Glob("/proc/[0-9]*/comm")
	n := 0
	for _, f := range list {
		b, _ := os.ReadFile(f)
		if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(f))); strings.HasPrefix(string(b), name[:min(15, len(name))]) && state(pid) != "Z" {
			n++
		}
	}
	return n
}
