package lldb

import (
	"bytes"
	"crypto/rand"
	"os"
	"sync"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// A screen is the terminal on which a launched program prints, so that it
// prints each line when the line ends, and not among LLDB's own lines.
type screen struct {
	ours, theirs *os.File
	print        func(string)

	mu      sync.Mutex
	flushes []flush // oldest first
}

// A flush waits for its mark to come out of the terminal.
type flush struct {
	mark []byte
	done chan struct{}
}

func newScreen(print func(string)) (*screen, error) {
	ours, theirs, err := pty.Open()
	if err != nil {
		return nil, err
	}
	s := &screen{ours: ours, theirs: theirs, print: print}
	if _, err := term.MakeRaw(int(theirs.Fd())); err != nil {
		s.close()
		return nil, err
	}
	go s.read()
	return s, nil
}

// name is the path of the terminal.
func (s *screen) name() string { return s.theirs.Name() }

func (s *screen) close() {
	s.theirs.Close()
	s.ours.Close()
}

func (s *screen) read() {
	var held []byte
	chunk := make([]byte, 32<<10)
	for {
		n, err := s.ours.Read(chunk)
		held = s.take(append(held, chunk[:n]...))
		if err != nil {
			s.print(string(held))
			return
		}
	}
}

// take prints what is no mark, and returns the bytes that may begin one.
func (s *screen) take(b []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.flushes) > 0 {
		before, after, ok := bytes.Cut(b, s.flushes[0].mark)
		if !ok {
			keep := min(len(b), len(s.flushes[0].mark)-1)
			s.show(b[:len(b)-keep])
			return bytes.Clone(b[len(b)-keep:])
		}
		s.show(before)
		close(s.flushes[0].done)
		s.flushes, b = s.flushes[1:], after
	}
	s.show(b)
	return nil
}

func (s *screen) show(b []byte) {
	if len(b) > 0 {
		s.print(string(b))
	}
}

// flush waits until everything that was printed so far has been read: a word of
// ours, printed behind it, has come.
func (s *screen) flush() {
	f := flush{[]byte(rand.Text()), make(chan struct{})}
	s.mu.Lock()
	s.flushes = append(s.flushes, f)
	s.mu.Unlock()
	if _, err := s.theirs.Write(f.mark); err != nil {
		return // closed
	}
	select {
	case <-f.done:
	case <-time.After(time.Second):
	}
}
