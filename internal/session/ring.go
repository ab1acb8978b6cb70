package session

import "sync"

// A Ring keeps the newest lines of a stream, up to a number of bytes.
type Ring struct {
	mu      sync.Mutex
	max     int
	size    int
	lines   []string
	dropped int
}

// NewRing returns a ring of at most max bytes.
func NewRing(max int) *Ring { return &Ring{max: max} }

// Add appends a line; the oldest give way.
func (r *Ring) Add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
	r.size += len(line) + 1
	for r.size > r.max && len(r.lines) > 1 {
		r.size -= len(r.lines[0]) + 1
		r.lines[0] = "" // frees the text; the slot goes when append next grows the slice
		r.lines = r.lines[1:]
		r.dropped++
	}
}

// Lines returns the lines kept, oldest first, and how many were dropped.
func (r *Ring) Lines() (lines []string, dropped int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.lines...), r.dropped
}
