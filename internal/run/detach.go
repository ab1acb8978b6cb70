package run

import (
	"os"
	"os/exec"
	"syscall"
)

// Detach starts a process that outlives us: in a session of its own, with both
// outputs appended to the file log and nothing as its input. It returns the pid.
func (o OS) Detach(args []string, dir, log string) (int, error) {
	out, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	path, err := look(args[0], o.Env, dir)
	if err != nil {
		return 0, err
	}
	c := &exec.Cmd{Path: path, Args: args, Dir: dir, Env: o.Env, Stdout: out, Stderr: out, SysProcAttr: &syscall.SysProcAttr{Setsid: true}}
	if err := c.Start(); err != nil {
		return 0, err
	}
	pid := c.Process.Pid
	go func() { _ = c.Wait() }() // so that it leaves no zombie while we live
	return pid, nil
}
