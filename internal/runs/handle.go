package runs

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// A Handle is a run in the hands of whoever runs it.
type Handle struct {
	ID string
	// Dir is the run's own folder; it goes with the run.
	Dir string
	// Log is what the program prints; nil when the folder could not be made.
	Log *Log
	// Output, if set before the first Line, gets what subscribers get of the
	// program's output.
	Output func(text string)

	output output
	store  *Store
	entry  *entry
	lock   *os.File
}

// hold marks the run as alive for other processes, for as long as we live.
func (h *Handle) hold() {
	f, err := os.OpenFile(filepath.Join(h.Dir, "alive"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		f.Close()
		return
	}
	h.lock = f
}

// alive reports whether the process that writes the run in dir lives.
func alive(dir string) bool {
	f, err := os.Open(filepath.Join(dir, "alive"))
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// Update changes the run and tells everybody.
func (h *Handle) Update(change func(*Run)) Run {
	h.output.flush()
	h.store.mu.Lock()
	change(&h.entry.run)
	r := h.entry.snapshot()
	h.store.mu.Unlock()
	h.store.tell(Event{Run: r})
	return r
}

// Line takes a line that the program printed; everybody is told of it soon.
func (h *Handle) Line(line string) { h.output.line(line) }

func (h *Handle) tellOutput(text string) {
	if h.store.redact != nil {
		text = h.store.redact(text)
	}
	h.store.tell(Event{Run: Run{ID: h.ID, Root: h.store.root}, Output: text})
	if h.Output != nil {
		h.Output(text)
	}
}

// Finish ends the run. It may be called more than once; the first call counts.
func (h *Handle) Finish(change func(*Run)) Run {
	s := h.store
	select {
	case <-h.entry.done:
		r, _ := s.Get(h.ID)
		return r
	default:
	}
	h.output.flush()
	if h.Log != nil {
		_ = h.Log.Close() // what could not be written is told in the log itself
	}
	s.mu.Lock()
	change(&h.entry.run)
	r := &h.entry.run
	r.State, r.Waiting, r.ETA, r.End = Done, nil, 0, time.Now()
	out := *r
	s.save(out)
	close(h.entry.done)
	if h.entry.cancel != nil {
		h.entry.cancel(nil)
	}
	s.prune()
	s.mu.Unlock()
	if h.lock != nil {
		h.lock.Close()
	}
	s.tell(Event{Run: out})
	return out
}
