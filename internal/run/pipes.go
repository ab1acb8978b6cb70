package run

import (
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// drainLimit is how long a stream may stay open after the child's end, because
// a grandchild holds it.
const drainLimit = time.Second

// chunk is the size of one read. exec's own copy reads 32 KiB at a time, which
// costs a build with a large log several times the system calls.
const chunk = 256 << 10

// pipes carry the two output streams of a child.
type pipes struct {
	ours, theirs []*os.File
	sinks        []io.Writer
	done         sync.WaitGroup
}

// open makes a pipe for each sink and gives the child its ends. The last one is
// that of standard error.
func (p *pipes) open(c *exec.Cmd, sinks ...io.Writer) error {
	for _, sink := range sinks {
		r, w, err := os.Pipe()
		if err != nil {
			p.abandon()
			return err
		}
		widen(r)
		p.ours, p.theirs, p.sinks = append(p.ours, r), append(p.theirs, w), append(p.sinks, sink)
	}
	c.Stdout, c.Stderr = p.theirs[0], p.theirs[len(p.theirs)-1]
	return nil
}

// started reads both streams to their ends.
func (p *pipes) started() {
	for i, r := range p.ours {
		p.theirs[i].Close()
		p.done.Go(func() {
			buf := make([]byte, chunk)
			for {
				n, err := r.Read(buf)
				if n > 0 {
					_, _ = p.sinks[i].Write(buf[:n]) // a sink that fails must not stop the child
				}
				if err != nil {
					return
				}
			}
		})
	}
}

// drain waits for the ends of both streams, at most drainLimit.
func (p *pipes) drain() {
	timer := time.AfterFunc(drainLimit, func() {
		for _, r := range p.ours {
			r.Close()
		}
	})
	p.done.Wait()
	timer.Stop()
	for _, r := range p.ours {
		r.Close()
	}
}

// abandon closes what a child that never started would have used.
func (p *pipes) abandon() {
	for i := range p.ours {
		p.ours[i].Close()
		p.theirs[i].Close()
	}
}
