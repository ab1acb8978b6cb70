package host

import (
	"fmt"
	"net"

	"golang.org/x/sys/unix"
)

// processStart is the start of a process in microseconds since 1970, from the
// kern.proc.pid node of sysctl.
func processStart(pid int) (int64, error) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return 0, err
	}
	const zombie = 5 // SZOMB in <sys/proc.h>
	if info.Proc.P_stat == zombie {
		return 0, fmt.Errorf("process %d has ended", pid)
	}
	return info.Proc.P_starttime.Sec*1_000_000 + int64(info.Proc.P_starttime.Usec), nil
}

// peerUID is the user at the other end of a local socket.
func peerUID(c *net.UnixConn) (int, error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return -1, err
	}
	var cred *unix.Xucred
	var inner error
	if err := raw.Control(func(fd uintptr) { cred, inner = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED) }); err != nil {
		return -1, err
	}
	if inner != nil {
		return -1, inner
	}
	return int(cred.Uid), nil
}
