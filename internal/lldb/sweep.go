package lldb

import "syscall"

// A living process is known by its start too, so that a later one of the same
// number is never taken for it.
type living struct {
	pid   int
	start int64
}

func newLiving(pid int) living {
	if pid <= 1 {
		return living{}
	}
	start, err := processStart(pid)
	if err != nil {
		return living{}
	}
	return living{pid, start}
}

func (l living) kill() {
	if l.pid == 0 {
		return
	}
	if start, err := processStart(l.pid); err == nil && start == l.start {
		_ = syscall.Kill(l.pid, syscall.SIGKILL)
	}
}

// meet remembers the processes that a debugger killed in the middle of its work
// would leave behind: the program, and the server that holds it, which runs in
// a session of its own (lldb-server gdbserver --setsid).
func (s *Session) meet(remote bool) {
	if remote {
		return
	}
	pid := s.Pid()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.server = newLiving(tracer(pid))
	if s.launched {
		s.program = newLiving(pid)
	}
}

// sweep ends what the debugger left behind. A program that was attached to goes
// on once its server has gone.
func (s *Session) sweep() {
	<-s.conn.done
	s.mu.Lock()
	servers, program, keep := append(s.servers, s.server), s.program, s.keep
	s.mu.Unlock()
	for _, server := range servers {
		server.kill()
	}
	if !keep {
		program.kill()
	}
	close(s.over)
}
