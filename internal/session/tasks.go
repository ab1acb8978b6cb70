package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Task is something that keeps running after the call that started it: a
// capture, a recording, a debugger session.
type Task[T any] struct {
	ID      string
	Value   T
	Client  string // id of the client that started it
	Started time.Time

	stop context.CancelFunc
	done chan struct{}
	err  error // read after done
}

// Done is closed when the task has ended, by itself or by Stop.
func (t *Task[T]) Done() <-chan struct{} { return t.done }

// Err is how the task ended; nil while it runs.
func (t *Task[T]) Err() error {
	select {
	case <-t.done:
		return t.err
	default:
		return nil
	}
}

// Tasks are the tasks of one kind. They belong to the host: every door sees and
// stops them.
type Tasks[T any] struct {
	ctx  context.Context
	kind string
	emit func(Event)

	mu   sync.Mutex
	last int
	byID map[string]*Task[T]
}

// ErrNoTask is returned for an id that names nothing.
var ErrNoTask = errors.New("nothing runs by that id")

// NewTasks returns an empty set whose tasks are called kind-1, kind-2 … and all
// stop when ctx ends.
func NewTasks[T any](ctx context.Context, kind string, emit func(Event)) *Tasks[T] {
	if emit == nil {
		emit = func(Event) {}
	}
	return &Tasks[T]{ctx: ctx, kind: kind, emit: emit, byID: map[string]*Task[T]{}}
}

// Start runs body in the background. The context that body gets ends with Stop
// and with the host, not with the call.
func (s *Tasks[T]) Start(client string, value T, body func(context.Context) error) *Task[T] {
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	s.last++
	t := &Task[T]{ID: fmt.Sprintf("%s-%d", s.kind, s.last), Value: value, Client: client, Started: time.Now(), stop: cancel, done: make(chan struct{})}
	s.byID[t.ID] = t
	s.mu.Unlock()
	s.emit(Event{Kind: "capture", ID: t.ID, Data: map[string]any{"state": "started", "task": s.kind}})
	go func() {
		t.err = body(ctx)
		cancel()
		close(t.done)
		s.emit(Event{Kind: "capture", ID: t.ID, Data: map[string]any{"state": "ended", "task": s.kind}})
	}()
	return t
}

// Get returns the task of that id.
func (s *Tasks[T]) Get(id string) (*Task[T], error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.byID[id]; ok {
		return t, nil
	}
	return nil, fmt.Errorf("%w: %q", ErrNoTask, id)
}

// List returns all tasks that were not stopped, oldest first; one that ended by
// itself stays until it is stopped, so that its end is told.
func (s *Tasks[T]) List() []*Task[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*Task[T], 0, len(s.byID))
	for _, t := range s.byID {
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b *Task[T]) int { return number(a.ID) - number(b.ID) })
	return out
}

func number(id string) int {
	n, _ := strconv.Atoi(id[strings.LastIndexByte(id, '-')+1:])
	return n
}

// Stop ends a task, waits for its last output, and forgets it. The error is how
// the task ended; being stopped is no error.
func (s *Tasks[T]) Stop(id string) (*Task[T], error) {
	s.mu.Lock()
	t, ok := s.byID[id]
	delete(s.byID, id)
	s.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrNoTask, id)
	}
	t.stop()
	<-t.done
	if errors.Is(t.err, context.Canceled) {
		return t, nil
	}
	return t, t.err
}

// StopAll ends every task and waits for them.
func (s *Tasks[T]) StopAll() {
	for _, t := range s.List() {
		_, _ = s.Stop(t.ID)
	}
}
