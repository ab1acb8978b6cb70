package fakeapple

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// store keeps the world in one file. Writers hold a lock and replace the file by
// rename, so readers need no lock.
type store struct{ dir, fixture string }

func (s store) file() string { return filepath.Join(s.dir, "world.json") }

// format is the number of World's present form on disk; a change of a field's type
// raises it.
const format = 1

// read gives the world without changing anything on disk.
func (s store) read() (*World, error) {
	data, err := os.ReadFile(s.file())
	var kept struct{ Format int }
	if err == nil && json.Unmarshal(data, &kept) == nil && kept.Format != format {
		err = fs.ErrNotExist // written by an older program: begin anew
	}
	if errors.Is(err, fs.ErrNotExist) {
		if s.fixture == "" {
			return Seed(), nil
		}
		data, err = os.ReadFile(s.fixture)
	}
	if err != nil {
		return nil, err
	}
	w := &World{}
	if err := json.Unmarshal(data, w); err != nil {
		return nil, fmt.Errorf("the world in %s cannot be read: %w", s.file(), err)
	}
	return w, nil
}

// update changes the world under the lock. When change returns an error nothing
// is written.
func (s store) update(change func(*World) error) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(s.dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := flock(int(lock.Fd())); err != nil {
		return err
	}
	w, err := s.read()
	if err != nil {
		return err
	}
	if err := change(w); err != nil {
		return err
	}
	w.Format = format
	data, err := json.MarshalIndent(w, "", " ")
	if err != nil {
		return err
	}
	next := fmt.Sprintf("%s.%d", s.file(), os.Getpid())
	if err := os.WriteFile(next, data, 0o600); err != nil {
		return err
	}
	return os.Rename(next, s.file())
}

// flock waits for the lock; the runtime's signals may interrupt the wait.
func flock(fd int) error {
	for {
		err := syscall.Flock(fd, syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
