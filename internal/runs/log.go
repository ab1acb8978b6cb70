package runs

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
)

// Of a log the first headLimit bytes and the last one or two times tailLimit
// bytes are kept; both together stay below 64 MB.
const (
	headLimit = 40 << 20
	tailLimit = 11 << 20
)

// A Log is the file of what a program printed, without secrets, bounded in size.
type Log struct {
	mu      sync.Mutex
	path    string
	redact  func(string) string
	file    *os.File // nil after Close
	written int64
	partial []byte
	tails   [2]*os.File // written in turn once the head is full
	sizes   [2]int64
	current int
	dropped int64
	head    int64
}

func newLog(path string, redact func(string) string) (*Log, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the run's log: %w", err)
	}
	return &Log{path: path, redact: redact, file: f, head: headLimit}, nil
}

// Write implements io.Writer. Whole lines go through the redaction.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(p)
	if l.file == nil {
		return n, nil // a grandchild that outlived the run
	}
	end := bytes.LastIndexByte(p, '\n') + 1
	if end == 0 && len(l.partial)+n < 1<<20 {
		l.partial = append(l.partial, p...)
		return n, nil
	}
	if end == 0 {
		end = n
	}
	if len(l.partial) > 0 {
		l.partial = append(l.partial, p[:end]...)
		l.put(l.partial)
		l.partial = l.partial[:0]
	} else {
		l.put(p[:end])
	}
	l.partial = append(l.partial, p[end:]...)
	return n, nil
}

func (l *Log) put(p []byte) {
	if l.redact != nil {
		p = []byte(l.redact(string(p)))
	}
	if l.written+int64(len(p)) <= l.head {
		l.written += int64(len(p))
		_, _ = l.file.Write(p) // a full disk must not stop the program
		return
	}
	l.written = l.head
	l.tail(p)
}

// tail writes to one of two files; when it is full the other one is emptied.
func (l *Log) tail(p []byte) {
	if l.tails[l.current] == nil || l.sizes[l.current]+int64(len(p)) > tailLimit {
		if l.tails[l.current] != nil {
			l.current = 1 - l.current
		}
		l.dropped += l.sizes[l.current]
		if old := l.tails[l.current]; old != nil {
			old.Close()
		}
		l.tails[l.current], _ = os.Create(fmt.Sprintf("%s.%d", l.path, l.current))
		l.sizes[l.current] = 0
	}
	l.sizes[l.current] += int64(len(p))
	if f := l.tails[l.current]; f != nil {
		_, _ = f.Write(p)
	}
}

// Close writes what is left, the kept end of a log that was too long included.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	if len(l.partial) > 0 {
		l.put(append(l.partial, '\n'))
		l.partial = nil
	}
	if l.dropped > 0 {
		fmt.Fprintf(l.file, "\n… %d bytes left out: a log keeps its first %d and last %d MB …\n", l.dropped, headLimit>>20, 2*tailLimit>>20)
	}
	for i := range l.tails {
		f := l.tails[(l.current+1+i)%2]
		if f == nil {
			continue
		}
		f.Close()
		if again, err := os.Open(f.Name()); err == nil {
			_, _ = io.Copy(l.file, again)
			again.Close()
		}
		os.Remove(f.Name())
	}
	err := l.file.Close()
	l.file = nil
	return err
}

// A Slice is a stretch of a log.
type Slice struct {
	// Lines are the chosen lines; Numbers are theirs, from 1.
	Lines   []string
	Numbers []int
	// Total is how many lines match, Size how many the log has.
	Total, Size int
}

// Log returns lines of a run's log: those that hold match, without regard to
// case (all, when it is ""); of them the ones from to to, counted from 1, both
// included. to 0 means the end; a negative from counts from the end, so that
// -50 means the last 50.
func (s *Store) Log(id string, from, to int, match string) (Slice, error) {
	s.mu.Lock()
	e, err := s.find(id)
	s.mu.Unlock()
	if err != nil {
		return Slice{}, err
	}
	f, err := os.Open(e.run.LogPath)
	if err != nil {
		return Slice{}, fmt.Errorf("the log of %s: %w", e.run.ID, err)
	}
	defer f.Close()
	match = strings.ToLower(match)
	var out Slice
	r := bufio.NewReaderSize(f, 256<<10)
	for {
		line, err := r.ReadString('\n')
		if line == "" && err != nil {
			break
		}
		out.Size++
		if match != "" && !strings.Contains(strings.ToLower(line), match) {
			continue
		}
		out.Total++
		if from > 0 && out.Total < from || to > 0 && out.Total > to {
			continue
		}
		out.Lines = append(out.Lines, strings.TrimRight(line, "\r\n"))
		out.Numbers = append(out.Numbers, out.Size)
		if over := len(out.Lines) + from; from < 0 && over > 0 {
			out.Lines, out.Numbers = out.Lines[over:], out.Numbers[over:]
		}
	}
	return out, nil
}
