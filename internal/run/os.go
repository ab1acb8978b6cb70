package run

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// OS runs commands as processes of this machine.
type OS struct {
	// Env is the whole environment of every child.
	Env []string
	// Guard is the argument vector of a program that calls Guard; the child's
	// own vector follows it. Empty means no guard: a child then outlives us if
	// we are killed with SIGKILL.
	Guard []string
}

var _ Runner = OS{}

// Look searches the PATH of the runner's environment.
func (o OS) Look(program string) (string, error) { return look(program, o.Env, "") }

// look finds program in the PATH of env. A name with a slash is taken as it is,
// relative to dir.
func look(program string, env []string, dir string) (string, error) {
	path := value(env, "PATH")
	if program == "" {
		return "", &NotFoundError{Program: "an empty program name", Path: path}
	}
	if strings.Contains(program, "/") {
		file := program
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		if executable(file) {
			return program, nil
		}
		return "", &NotFoundError{Program: program, Path: filepath.Dir(file)}
	}
	for _, d := range filepath.SplitList(path) {
		if !filepath.IsAbs(d) {
			continue // an empty or relative entry would run what lies in the workspace
		}
		if file := filepath.Join(d, program); executable(file) {
			return file, nil
		}
	}
	return "", &NotFoundError{Program: program, Path: path}
}

func executable(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// value returns the last setting of name, as the operating system reads it.
func value(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			return v
		}
	}
	return ""
}

// Run implements Runner.
func (o OS) Run(ctx context.Context, cmd Command) (Output, error) {
	p, err := o.Start(ctx, cmd)
	if err != nil {
		return Output{ExitCode: -1}, err
	}
	return p.Wait()
}

// A Process is a running command.
type Process struct {
	// Stdin is the child's input when the command asked to keep it; else nil.
	Stdin io.WriteCloser

	cmd   Command
	c     *exec.Cmd
	guard *guardLink
	pipes pipes
	out   *capture
	done  chan struct{}
	abort chan struct{}
	once  sync.Once
	start time.Time

	output Output
	err    error
}

// Start implements Runner.
func (o OS) Start(ctx context.Context, cmd Command) (*Process, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if len(cmd.Args) == 0 {
		return nil, errors.New("run: empty argument vector")
	}
	for _, a := range cmd.Args {
		if strings.ContainsRune(a, 0) {
			return nil, errors.New("run: an argument holds a NUL character")
		}
	}
	env := o.Env
	if cmd.Env != nil {
		env = cmd.Env
	}
	env = append(slices.Clone(env), cmd.AddEnv...)
	program, err := look(cmd.Args[0], env, cmd.Dir)
	if err != nil {
		return nil, err
	}
	argv := append([]string{program}, cmd.Args[1:]...)
	p := &Process{cmd: cmd, done: make(chan struct{}), abort: make(chan struct{}), start: time.Now()}
	p.c = &exec.Cmd{Path: program, Args: append([]string{cmd.Args[0]}, cmd.Args[1:]...), Dir: cmd.Dir, Env: env}
	if len(o.Guard) > 0 {
		p.c.Path, p.c.Args = o.Guard[0], slices.Concat(o.Guard, argv)
		if p.guard, err = newGuardLink(p.c); err != nil {
			return nil, err
		}
	}
	p.c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.out = newCapture(cmd)
	sinks := []io.Writer{p.out.writer(Stdout), p.out.writer(Stderr)}
	if cmd.Raw != nil {
		sinks[0] = cmd.Raw
	}
	if cmd.Merge {
		sinks = sinks[:1]
	}
	if err := p.pipes.open(p.c, sinks...); err != nil {
		p.guard.close()
		return nil, err
	}
	if cmd.Stdin != nil || cmd.KeepStdin {
		// Not exec.Cmd.Stdin: Wait would then wait for a reader that may never end.
		if p.Stdin, err = p.c.StdinPipe(); err != nil {
			p.guard.close()
			p.pipes.abandon()
			return nil, err
		}
	}
	if err := p.c.Start(); err != nil {
		p.guard.close()
		p.pipes.abandon()
		if errors.Is(err, fs.ErrNotExist) && cmd.Dir != "" {
			if _, stat := os.Stat(cmd.Dir); stat != nil {
				return nil, stat
			}
		}
		return nil, err
	}
	p.guard.started(cmd.Temp)
	p.pipes.started()
	if cmd.Stdin != nil && !cmd.KeepStdin {
		go func(w io.WriteCloser) { io.Copy(w, cmd.Stdin); w.Close() }(p.Stdin)
		p.Stdin = nil
	}
	go p.wait(ctx)
	return p, nil
}

// Pid is the id of the child's process group.
func (p *Process) Pid() int { return p.c.Process.Pid }

// Done is closed when the command has ended and its output is complete.
func (p *Process) Done() <-chan struct{} { return p.done }

// Signal sends a signal to the whole group.
func (p *Process) Signal(s syscall.Signal) error { return syscall.Kill(-p.Pid(), s) }

// Stop ends the command as a cancelled context would, and waits for it.
func (p *Process) Stop() (Output, error) {
	p.once.Do(func() { close(p.abort) })
	return p.Wait()
}

// Wait waits for the end of the command.
func (p *Process) Wait() (Output, error) {
	<-p.done
	return p.output, p.err
}

func (p *Process) wait(ctx context.Context) {
	defer close(p.done)
	exited := make(chan error, 1)
	go func() {
		err := p.c.Wait()
		p.pipes.drain()
		exited <- err
	}()
	var timeout <-chan time.Time
	if p.cmd.Timeout > 0 {
		timer := time.NewTimer(p.cmd.Timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	var cause, err error
	select {
	case err = <-exited:
	case <-ctx.Done():
		cause, err = context.Cause(ctx), p.end(exited)
	case <-timeout:
		cause, err = ErrTimeout, p.end(exited)
	case <-p.abort:
		cause, err = context.Canceled, p.end(exited)
	}
	p.out.flush()
	p.output = p.out.output()
	p.output.Duration = time.Since(p.start)
	p.output.ExitCode, p.output.Signal = p.guard.status(p.c.ProcessState)
	switch {
	case cause != nil:
		p.err = cause
	case p.output.ExitCode != 0:
		p.err = &ExitError{p.cmd, p.output}
	case err != nil:
		p.err = err
	}
}

// end signals the group until the child has gone. The last signal is SIGKILL,
// after which only a process in uninterruptible sleep can remain.
func (p *Process) end(exited <-chan error) error {
	grace := p.cmd.Grace
	if grace == 0 {
		grace = DefaultGrace
	}
	stop := p.cmd.Stop
	if len(stop) == 0 {
		stop = []syscall.Signal{syscall.SIGTERM}
	}
	defer p.Signal(syscall.SIGKILL) // whatever of the group outlived its leader
	for _, s := range stop {
		p.Signal(s)
		select {
		case err := <-exited:
			return err
		case <-time.After(grace):
		}
	}
	p.Signal(syscall.SIGKILL)
	return <-exited
}
