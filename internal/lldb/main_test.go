package lldb_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bazelapple/internal/lldb"
	"bazelapple/internal/run"
)

// TestMain lets the test binary be a guard, and a host that can be killed.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[1] == "guard":
		os.Exit(run.Guard(os.Args[2:]))
	case len(os.Args) > 2 && os.Args[1] == "host":
		host(os.Args[2])
	}
	os.Exit(m.Run())
}

// host debugs a program, says its process id, and goes on for ever.
func host(program string) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	c := &lldb.Client{Runner: run.OS{Env: os.Environ(), Guard: []string{self, "guard"}}}
	s, err := c.Open(context.Background(), lldb.Start{Program: program, Run: true})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Pid())
	time.Sleep(time.Minute)
}

func TestKilledHostLeavesNothing(t *testing.T) {
	client(t)
	_, program := compiled(t, "spin.c")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := exec.Command(self, "host", program)
	out, err := h.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 32)
	n, err := out.Read(buf)
	if pid, _ := strconv.Atoi(strings.TrimSpace(string(buf[:n]))); err != nil || pid == 0 || syscall.Kill(pid, 0) != nil {
		t.Errorf("the host did not come up: %q %v", buf[:n], err)
	}
	_ = h.Process.Kill()
	_ = h.Wait()
	if !soon(func() bool { return named(t, filepath.Base(program)) == 0 }) {
		t.Error("the program outlives its host")
	}
}
