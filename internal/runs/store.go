package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"bazelapple/internal/run"
)

// Keep is how many ended runs stay on disk.
const Keep = 20

// ErrNotFound is returned for an id that names no run.
var ErrNotFound = errors.New("no such run")

// ErrCancelled is the cause of a run's context after Cancel.
var ErrCancelled = fmt.Errorf("the run was cancelled: %w", context.Canceled)

// A Store holds the runs of one workspace root.
type Store struct {
	root   string
	dir    string
	redact func(string) string

	mu     sync.Mutex
	loaded bool
	last   int
	runs   []*entry // oldest first
	subs   map[int]func(Event)
	nextID int
}

type entry struct {
	run    Run
	cancel context.CancelCauseFunc
	done   chan struct{}
	past   time.Duration // median of this target's earlier runs
}

// Open returns the runs of root, kept in dir; nothing is read before it is
// needed. redact takes secrets out of lines before they are stored; nil keeps
// them as they are.
func Open(root, dir string, redact func(string) string) *Store {
	return &Store{root: root, dir: dir, redact: redact, subs: map[int]func(Event){}}
}

// load reads the runs of earlier processes once.
func (s *Store) load() {
	if s.loaded {
		return
	}
	s.loaded = true
	names, _ := filepath.Glob(filepath.Join(s.dir, "*", "run.json"))
	for _, name := range names {
		var r Run
		if b, err := os.ReadFile(name); err != nil || json.Unmarshal(b, &r) != nil || r.ID == "" {
			continue
		}
		if r.State != Done && !alive(filepath.Dir(name)) {
			r.State, r.Summary, r.ExitCode, r.Cancelled = Done, "its process ended before it did", -1, true
			_ = os.Remove(r.EventsPath) // nobody took the secrets out of it
			r.EventsPath = ""
		}
		e := &entry{run: r, done: make(chan struct{})}
		close(e.done)
		s.runs = append(s.runs, e)
	}
	slices.SortFunc(s.runs, func(a, b *entry) int { return a.run.Start.Compare(b.run.Start) })
}

// Start adds a run in the state queued. The context it returns ends with ctx
// and with Cancel. The caller must call Finish.
func (s *Store) Start(ctx context.Context, r Run) (context.Context, *Handle, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	s.load()
	s.last++
	r.ID = fmt.Sprintf("run-%s-%d-%d", time.Now().Format("150405"), os.Getpid(), s.last)
	r.Root, r.State, r.Start = s.root, Queued, time.Now()
	dir := filepath.Join(s.dir, r.ID)
	r.LogPath = filepath.Join(dir, "log.txt")
	e := &entry{run: r, cancel: cancel, done: make(chan struct{}), past: s.median(r)}
	s.runs = append(s.runs, e)
	s.mu.Unlock()
	h := &Handle{ID: r.ID, Dir: dir, store: s, entry: e}
	h.output.tell = h.tellOutput
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ctx, h, fmt.Errorf("the run's folder: %w", err)
	}
	h.hold()
	log, err := newLog(r.LogPath, s.redact)
	if err != nil {
		return ctx, h, err
	}
	h.Log = log
	s.save(r)
	s.tell(Event{Run: r})
	return ctx, h, nil
}

// median is the middle duration of the good runs of the same tool and target.
func (s *Store) median(r Run) time.Duration {
	var past []time.Duration
	for _, e := range s.runs {
		if e.run.OK && e.run.Tool == r.Tool && e.run.Target == r.Target {
			past = append(past, e.run.End.Sub(e.run.Start))
		}
	}
	if len(past) == 0 {
		return 0
	}
	slices.Sort(past)
	return past[len(past)/2]
}

func (s *Store) save(r Run) {
	b, err := json.Marshal(r)
	if err != nil {
		return
	}
	name := filepath.Join(s.dir, r.ID, "run.json")
	if os.WriteFile(name+".new", b, 0o600) == nil {
		_ = os.Rename(name+".new", name) // a full disk loses the record, not the run
	}
}

// prune removes the oldest ended runs, here and on disk.
func (s *Store) prune() {
	ended := 0
	for i := len(s.runs) - 1; i >= 0; i-- {
		if s.runs[i].run.State != Done {
			continue
		}
		if ended++; ended > Keep {
			_ = os.RemoveAll(filepath.Join(s.dir, s.runs[i].run.ID))
			s.runs = slices.Delete(s.runs, i, i+1)
		}
	}
}

// find returns the run of that id; "" means the newest.
func (s *Store) find(id string) (*entry, error) {
	s.load()
	if id == "" && len(s.runs) > 0 {
		return s.runs[len(s.runs)-1], nil
	}
	for _, e := range s.runs {
		if e.run.ID == id {
			return e, nil
		}
	}
	if id == "" {
		return nil, fmt.Errorf("%w: nothing has run yet", ErrNotFound)
	}
	return nil, fmt.Errorf("%w: %q", ErrNotFound, id)
}

// Get returns a run; id "" means the newest.
func (s *Store) Get(id string) (Run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, err := s.find(id)
	if err != nil {
		return Run{}, err
	}
	return e.snapshot(), nil
}

// snapshot is the run with its ETA as of now.
func (e *entry) snapshot() Run {
	r := e.run
	if r.State == Running {
		if left := e.past - r.Elapsed(time.Now()); left > 0 {
			r.ETA = left
		}
	}
	return r
}

// List returns the runs, newest first.
func (s *Store) List() []Run {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	out := make([]Run, 0, len(s.runs))
	for _, e := range slices.Backward(s.runs) {
		out = append(out, e.snapshot())
	}
	return out
}

// Cancel ends a run and waits for its end. A run that has ended is left as it is.
func (s *Store) Cancel(ctx context.Context, id string) (Run, error) {
	s.mu.Lock()
	e, err := s.find(id)
	s.mu.Unlock()
	if err != nil {
		return Run{}, err
	}
	if e.cancel != nil {
		e.cancel(ErrCancelled)
	}
	return s.Wait(ctx, e.run.ID)
}

// CancelAll ends every run, without waiting.
func (s *Store) CancelAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.runs {
		if e.cancel != nil {
			e.cancel(ErrCancelled)
		}
	}
}

// Wait returns the run at its end, or as it is when ctx ends, with ctx's error.
func (s *Store) Wait(ctx context.Context, id string) (Run, error) {
	s.mu.Lock()
	e, err := s.find(id)
	s.mu.Unlock()
	if err != nil {
		return Run{}, err
	}
	select {
	case <-e.done:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return e.snapshot(), err
}

// Subscribe calls f for every change until the returned function is called. f
// must not block.
func (s *Store) Subscribe(f func(Event)) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextID
	s.nextID++
	s.subs[id] = f
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subs, id)
	}
}

func (s *Store) tell(e Event) {
	s.mu.Lock()
	subs := make([]func(Event), 0, len(s.subs))
	for _, f := range s.subs {
		subs = append(subs, f)
	}
	s.mu.Unlock()
	for _, f := range subs {
		f(e)
	}
}

// Command is the run's command line for people.
func (r Run) Command() string { return run.Quote(r.Argv) }
