// Package queue lets one Bazel client at a time run in an output base, over all
// processes of ours: a person's before an agent's, an agent's before the
// background. Bazel has a lock of its own; waiting here first is what makes the
// order ours, tells whom one waits for, and lets the wait be ended.
//
// Everything is files with locks held on them, so the end of a process, however
// it comes, gives up its place.
package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A Class says on whose behalf a command runs.
type Class int

// The classes, least urgent first.
const (
	Background Class = iota
	Agent
	Person
)

// A Holder is whoever runs now.
type Holder struct {
	PID     int       `json:"pid"`
	Command string    `json:"command"`
	Since   time.Time `json:"since"`
	Class   Class     `json:"class"`
}

// A Queue is the queue of all output bases.
type Queue struct {
	// Dir holds the lock files; it is made when it is needed.
	Dir string
	// Poll is how often a waiter looks, 0 for 20 ms.
	Poll time.Duration
}

// quiet is how long the background stays away after a person's command.
const quiet = 60 * time.Second

// A Place is the right to run; Leave gives it up.
type Place struct {
	lock  *os.File
	files files
	class Class
}

// files are the names of the files of one output base.
type files struct{ lock, holder, person, tickets string }

func (q Queue) files(key string) files {
	sum := sha256.Sum256([]byte(key))
	base := filepath.Join(q.Dir, hex.EncodeToString(sum[:8]))
	return files{base + ".lock", base + ".holder", base + ".person", base + ".wait"}
}

// Enter waits until the caller may run in the output base that key stands for,
// and tells waiting, which may be nil, whom it waits for, whenever that changes.
// The error is the context's cause, or that of the file system.
func (q Queue) Enter(ctx context.Context, key string, me Holder, waiting func(Holder)) (*Place, error) {
	f := q.files(key)
	if err := os.MkdirAll(f.tickets, 0o700); err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	ticket, name, err := f.take(me.Class)
	if err != nil {
		return nil, err
	}
	defer func() {
		os.Remove(filepath.Join(f.tickets, name))
		ticket.Close()
	}()
	poll := q.Poll
	if poll == 0 {
		poll = 20 * time.Millisecond
	}
	var told Holder
	for {
		if f.first(name) {
			lock, free, err := tryLock(f.lock)
			if err != nil {
				return nil, err
			}
			if free {
				p := &Place{lock: lock, files: f, class: me.Class}
				p.announce(me)
				return p, nil
			}
		}
		if h := f.current(); waiting != nil && h.PID != 0 && h != told {
			told = h
			waiting(h)
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(poll):
		}
	}
}

// Try enters for the background: only when nobody runs or waits and no person's
// command ran within the last minute.
func (q Queue) Try(key string, me Holder) (*Place, bool) {
	f := q.files(key)
	if os.MkdirAll(f.tickets, 0o700) != nil || f.waiters() || q.Quiet(key) {
		return nil, false
	}
	lock, free, err := tryLock(f.lock)
	if err != nil || !free {
		return nil, false
	}
	p := &Place{lock: lock, files: f, class: Background}
	p.announce(me)
	return p, true
}

// Quiet reports whether a person's command ran within the last minute.
func (q Queue) Quiet(key string) bool {
	info, err := os.Stat(q.files(key).person)
	return err == nil && time.Since(info.ModTime()) < quiet
}

// Wanted reports whether somebody waits for the output base, so that background
// work gives way.
func (q Queue) Wanted(key string) bool { return q.files(key).waiters() }

// Holder is who runs now, the zero value when nobody does.
func (q Queue) Holder(key string) Holder {
	f := q.files(key)
	lock, free, err := tryLock(f.lock)
	if err != nil {
		return Holder{}
	}
	if free {
		lock.Close()
		return Holder{}
	}
	return f.current()
}

// Leave gives the place up. Calling it again does nothing.
func (p *Place) Leave() {
	if p.lock == nil {
		return
	}
	p.touch()
	_ = os.Remove(p.files.holder)
	p.lock.Close()
	p.lock = nil
}

func (p *Place) announce(me Holder) {
	me.PID, me.Since = os.Getpid(), time.Now()
	if b, err := json.Marshal(me); err == nil {
		_ = os.WriteFile(p.files.holder, b, 0o600)
	}
	p.touch()
}

// touch notes the time of a person's command.
func (p *Place) touch() {
	if p.class == Person {
		_ = os.WriteFile(p.files.person, nil, 0o600)
	}
}

func (f files) current() Holder {
	var h Holder
	if b, err := os.ReadFile(f.holder); err == nil {
		_ = json.Unmarshal(b, &h)
	}
	return h
}

// take makes a ticket: a locked file whose name sorts in the order of service.
func (f files) take(c Class) (*os.File, string, error) {
	name := fmt.Sprintf("%d-%020d-%d", Person-c, time.Now().UnixNano(), os.Getpid())
	temp := filepath.Join(f.tickets, "."+name)
	ticket, err := os.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, "", fmt.Errorf("the queue: %w", err)
	}
	// Locked before it appears, since an unlocked ticket counts as abandoned.
	err = syscall.Flock(int(ticket.Fd()), syscall.LOCK_EX)
	if err == nil {
		err = os.Rename(temp, filepath.Join(f.tickets, name))
	}
	if err != nil {
		ticket.Close()
		return nil, "", fmt.Errorf("the queue: %w", err)
	}
	return ticket, name, nil
}

// first reports whether no living ticket comes before name.
func (f files) first(name string) bool {
	for _, other := range f.names() {
		if other >= name {
			return true
		}
		if f.living(other) {
			return false
		}
	}
	return true
}

func (f files) waiters() bool { return slices.ContainsFunc(f.names(), f.living) }

func (f files) names() []string {
	entries, _ := os.ReadDir(f.tickets) // sorted by name
	var out []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	return out
}

// living reports whether a ticket's process still holds it; an abandoned ticket
// is removed.
func (f files) living(name string) bool {
	path := filepath.Join(f.tickets, name)
	t, err := os.Open(path)
	if err != nil {
		return false
	}
	defer t.Close()
	if syscall.Flock(int(t.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil {
		return true
	}
	os.Remove(path)
	return false
}

func tryLock(path string) (*os.File, bool, error) {
	lock, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, false, fmt.Errorf("the queue: %w", err)
	}
	switch err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err {
	case nil:
		return lock, true, nil
	case syscall.EWOULDBLOCK:
		lock.Close()
		return nil, false, nil
	default:
		lock.Close()
		return nil, false, fmt.Errorf("the queue: %w", err)
	}
}
