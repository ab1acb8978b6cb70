package run

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen lets a child that prints much run ahead of us. A refusal (the limit in
// /proc/sys/fs/pipe-max-size) leaves the usual 64 KiB.
func widen(r *os.File) {
	conn, err := r.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, chunk) })
}
