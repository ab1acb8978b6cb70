package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"bazelapple/internal/run"
)

// Sweep is the body of the hidden verb that cleans up after a killed host: it
// reads names of files until its input ends, which is when the host has ended,
// and removes them. A host that ends in order has removed them before.
func Sweep(in io.Reader) {
	var files []string
	for lines := bufio.NewScanner(in); lines.Scan(); {
		files = append(files, lines.Text())
	}
	for _, f := range files {
		_ = os.Remove(f)
		_ = os.Remove(filepath.Dir(f)) // when empty
	}
}

// sweeper is our side of it. A nil sweeper does nothing.
type sweeper struct {
	mu      sync.Mutex
	process *run.Process
	known   map[string]bool
}

func startSweeper(runner run.Runner, argv []string) (*sweeper, error) {
	// Not bound to any context: it is to outlive us.
	p, err := runner.Start(context.Background(), run.Command{Args: argv, KeepStdin: true, Dir: "/"})
	if err != nil {
		return nil, err
	}
	return &sweeper{process: p, known: map[string]bool{}}, nil
}

func (s *sweeper) add(file string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.known[file] {
		s.known[file] = true
		fmt.Fprintln(s.process.Stdin, file)
	}
}

func (s *sweeper) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.process.Stdin.Close()
	_, _ = s.process.Wait()
}
