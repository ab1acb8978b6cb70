package bazel

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"bazelapple/internal/run"
	"bazelapple/internal/workspace"
)

// commandOf is the command line of a process, "" when it cannot be read.
func commandOf(pid int) string {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(bytes.ReplaceAll(text, []byte{0}, []byte(" "))))
}

// stranger reports whether a Bazel client outside the process group own runs in
// the workspace. The server's name has its workspace in brackets.
func stranger(_ context.Context, _ run.Runner, root string, own int) bool {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return false
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		comm, err := os.ReadFile(filepath.Join("/proc", e.Name(), "comm"))
		name := strings.TrimSpace(string(comm))
		if err != nil || !strings.HasPrefix(name, "bazel") || strings.Contains(name, "(") {
			continue
		}
		if group, err := syscall.Getpgid(pid); err != nil || group == own {
			continue
		}
		if cwd, err := os.Readlink(filepath.Join("/proc", e.Name(), "cwd")); err == nil && workspace.Contains(root, cwd) {
			return true
		}
	}
	return false
}
