package bazel

import (
	"bytes"
	"context"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"bazelapple/internal/run"
)

// commandOf is the command line of a process, "" when it cannot be read.
// kern.procargs2 holds the number of arguments, the program's path, NULs, and
// then the arguments (sysctl(3)).
func commandOf(pid int) string {
	raw, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(raw) < 4 {
		return ""
	}
	n := int(raw[0]) | int(raw[1])<<8 | int(raw[2])<<16 | int(raw[3])<<24
	_, rest, _ := bytes.Cut(raw[4:], []byte{0})
	words := strings.Split(string(bytes.TrimLeft(rest, "\x00")), "\x00")
	return strings.Join(words[:min(n, len(words))], " ")
}

// stranger reports whether a Bazel client outside the process group own runs.
// macOS does not tell a process's folder cheaply: any client counts.
func stranger(ctx context.Context, r run.Runner, _ string, own int) bool {
	out, err := r.Run(ctx, run.Command{Args: []string{"/bin/ps", "-axo", "pgid=,comm="}})
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(out.Stdout)) {
		group, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(group)
		name = path.Base(strings.TrimSpace(name))
		if err == nil && n != own && strings.HasPrefix(name, "bazel") && !strings.Contains(name, "(") {
			return true
		}
	}
	return false
}
