package lldb

import (
	"strings"

	"golang.org/x/sys/unix"
)

// processStart is the start of a process in microseconds since 1970, from the
// kern.proc.pid node of sysctl.
func processStart(pid int) (int64, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0, err
	}
	return info.Proc.P_starttime.Sec*1_000_000 + int64(info.Proc.P_starttime.Usec), nil
}

// tracer is the server that holds a process, 0 for none. While it does it is
// the parent.
func tracer(pid int) int {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0
	}
	holder, err := unix.SysctlKinfoProc("kern.proc.pid", int(info.Eproc.Ppid))
	if err != nil || !isServer(holder) {
		return 0
	}
	return int(info.Eproc.Ppid)
}

// servers are the servers among the processes that descend from pid.
func servers(pid int) []int {
	all, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	var out []int
	for family := map[int]bool{pid: true}; ; {
		before := len(family)
		for i := range all {
			child := int(all[i].Proc.P_pid)
			if !family[int(all[i].Eproc.Ppid)] || family[child] {
				continue
			}
			family[child] = true
			if isServer(&all[i]) {
				out = append(out, child)
			}
		}
		if len(family) == before {
			return out
		}
	}
}

func isServer(p *unix.KinfoProc) bool {
	return strings.HasPrefix(unix.ByteSliceToString(p.Proc.P_comm[:]), "debugserver")
}
