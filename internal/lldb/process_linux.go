package lldb

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processStart is the start of a process in clock ticks after boot, the 22nd
// field of /proc/PID/stat (proc(5)).
func processStart(pid int) (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The second field is the name in parentheses and may hold anything.
	_, rest, _ := strings.Cut(string(b[strings.LastIndexByte(string(b), ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 20 {
		return 0, fmt.Errorf("process %d has no start time", pid)
	}
	return strconv.ParseInt(fields[19], 10, 64)
}

// tracer is the server that holds a process, 0 for none.
func tracer(pid int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), "\nTracerPid:")
	line, _, _ := strings.Cut(rest, "\n")
	holder, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || !isServer(holder) {
		return 0
	}
	return holder
}

// servers are the servers among the processes that descend from pid.
func servers(pid int) []int {
	var out []int
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		b, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(b)) {
			child, _ := strconv.Atoi(word)
			if isServer(child) {
				out = append(out, child)
			}
			out = append(out, servers(child)...)
		}
	}
	return out
}

func isServer(pid int) bool {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	return err == nil && strings.HasPrefix(string(name), "lldb-server")
}
