package run

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// guardFD is the descriptor by which a guard hears of our end: the child's side
// of a socket pair, the first after standard error.
const guardFD = 3

// Guard runs argv as a child in the guard's own process group and returns its
// exit status. When the process that started the guard ends, by whatever
// signal, the guard ends the group. It is the body of the hidden verb that
// OS.Guard names.
func Guard(argv []string) int {
	link := os.NewFile(guardFD, "guard")
	if len(argv) == 0 || link == nil {
		return 127
	}
	syscall.CloseOnExec(guardFD)
	// The group's signals are the child's; the guard only waits. Notify, since
	// an ignored signal would stay ignored in the child.
	signal.Notify(make(chan os.Signal, 8), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	c := &exec.Cmd{Path: argv[0], Args: argv, Env: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	if err := c.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 126
	}
	os.Stdin.Close()
	os.Stdout.Close()
	os.Stderr.Close()
	orphaned := make(chan struct{})
	var temp []byte // names, NUL between them
	go func() {
		temp, _ = io.ReadAll(link) // ends when the other side closes
		close(orphaned)
		// A child that reads its input sees the end of it now and may have
		// something to put in order, as a debugger has.
		time.Sleep(DefaultGrace)
		group := -syscall.Getpgrp()
		_ = syscall.Kill(group, syscall.SIGTERM)
		time.Sleep(DefaultGrace)
		remove(temp)
		_ = syscall.Kill(group, syscall.SIGKILL)
	}()
	_ = c.Wait()
	select {
	case <-orphaned:
		remove(temp)
	default: // who started us removes them
	}
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		fmt.Fprintf(link, "signal %d\n", status.Signal())
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

func remove(names []byte) {
	for name := range strings.SplitSeq(string(names), "\x00") {
		if name != "" {
			_ = os.RemoveAll(name)
		}
	}
}

// guardLink is our side of the socket pair. A nil link means no guard.
type guardLink struct {
	ours, theirs *os.File
}

func newGuardLink(c *exec.Cmd) (*guardLink, error) {
	syscall.ForkLock.RLock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, fmt.Errorf("guard: %w", err)
	}
	l := &guardLink{os.NewFile(uintptr(fds[0]), "guard"), os.NewFile(uintptr(fds[1]), "guard")}
	c.ExtraFiles = []*os.File{l.theirs}
	return l, nil
}

// started tells the guard what it has to remove if we are killed.
func (l *guardLink) started(temp []string) {
	if l == nil {
		return
	}
	l.theirs.Close()
	if len(temp) > 0 {
		_, _ = io.WriteString(l.ours, strings.Join(temp, "\x00"))
	}
}

func (l *guardLink) close() {
	if l != nil {
		l.theirs.Close()
		l.ours.Close()
	}
}

// status reads how the child ended: by the guard's word when a signal ended it,
// else from the process itself.
func (l *guardLink) status(state *os.ProcessState) (exit int, sig syscall.Signal) {
	if l != nil {
		defer l.ours.Close()
		if word, ok := strings.CutPrefix(l.word(), "signal "); ok {
			if n, err := strconv.Atoi(word); err == nil {
				return -1, syscall.Signal(n)
			}
		}
	}
	if state == nil {
		return -1, 0
	}
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return -1, ws.Signal()
	}
	return state.ExitCode(), 0
}

// word is the one line a guard may have written before its end.
func (l *guardLink) word() string {
	buf := make([]byte, 32)
	n, _, _ := syscall.Recvfrom(int(l.ours.Fd()), buf, syscall.MSG_DONTWAIT)
	return strings.TrimSpace(string(buf[:max(n, 0)]))
}
