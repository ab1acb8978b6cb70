package simctl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A Holder is who uses a simulator.
type Holder struct {
	// Owner decides who shares a lease: the same owner may take it again.
	Owner  string    `json:"owner"`
	Client string    `json:"client"` // for people: "claude-code", "shell"
	Tool   string    `json:"tool"`   // the tool that took it last
	PID    int       `json:"pid"`
	Since  time.Time `json:"since"`
}

// Person owns what people do, whichever window or terminal they do it in.
const Person = "person"

// String is "claude-code (bazel_ios_tap) since 12:03:04".
func (h Holder) String() string {
	return fmt.Sprintf("%s (%s) since %s", h.Client, h.Tool, h.Since.Local().Format(time.TimeOnly))
}

// A HeldError is returned where another owner uses the simulator.
type HeldError struct {
	UDID   string
	Holder Holder
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("simulator %s is in use by %s", e.UDID, e.Holder)
}

// leaseWait is how long Take waits for another owner to finish. A lease that
// nobody uses any more ends sooner.
const leaseWait = 10 * time.Second

// errBusy says that another process holds the lock on a lease's file.
var errBusy = errors.New("held by another process")

// Leases keep two owners from acting on one simulator at the same time. A lease
// is a lock on a file, which the system lifts when its process ends, however it
// ends; the file's text says who holds it. It outlasts its last use by Idle, so
// that an owner's next call finds the simulator as the last one left it.
type Leases struct {
	Folder string // of the files; "" keeps the leases within the process
	Idle   time.Duration
	Wait   time.Duration // 0 means leaseWait

	mu   sync.Mutex
	held map[string]*lease // by UDID
}

type lease struct {
	Holder
	file *os.File // nil without a folder
	uses int
	idle *time.Timer // runs while there is no use
}

// Take makes who the holder of a simulator until ctx ends, and waits for another
// owner to be done with it. It fails with a *HeldError.
func (l *Leases) Take(ctx context.Context, udid string, who Holder) error {
	if l == nil {
		return nil
	}
	udid = strings.ToUpper(udid)
	who.PID, who.Since = os.Getpid(), time.Now()
	wait := l.Wait
	if wait == 0 {
		wait = leaseWait
	}
	for until := time.Now().Add(wait); ; {
		err := l.try(udid, who)
		var held *HeldError
		if err == nil {
			context.AfterFunc(ctx, func() { l.release(udid) })
			return nil
		}
		if !errors.As(err, &held) || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// try takes the lease or tells who holds it.
func (l *Leases) try(udid string, who Holder) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	have := l.held[udid]
	switch {
	case have == nil:
		file, err := l.open(udid)
		if errors.Is(err, errBusy) {
			holder, _ := l.read(udid)
			if holder.Owner != who.Owner {
				return &HeldError{udid, holder}
			}
			err = nil // a person's other window or terminal holds it
		}
		if err != nil {
			return err
		}
		have = &lease{Holder: who, file: file}
		if l.held == nil {
			l.held = map[string]*lease{}
		}
		l.held[udid] = have
	case have.Owner != who.Owner:
		return &HeldError{udid, have.Holder}
	case have.idle != nil:
		have.idle.Stop()
	}
	have.uses++
	have.Client, have.Tool = who.Client, who.Tool
	return have.write()
}

// open locks the file of a lease.
func (l *Leases) open(udid string) (*os.File, error) {
	if l.Folder == "" {
		return nil, nil
	}
	if err := os.MkdirAll(l.Folder, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(l.path(udid), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, errBusy
	}
	return f, nil
}

func (l *Leases) path(udid string) string { return filepath.Join(l.Folder, udid+".lease") }

func (l *lease) write() error {
	if l.file == nil {
		return nil
	}
	text, err := json.Marshal(l.Holder)
	if err != nil {
		return err
	}
	_, err = l.file.WriteAt(text, 0)
	return errors.Join(err, l.file.Truncate(int64(len(text))))
}

// release ends one use.
func (l *Leases) release(udid string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	have := l.held[udid]
	if have == nil {
		return // closed meanwhile
	}
	have.uses--
	if have.uses > 0 {
		return
	}
	have.idle = time.AfterFunc(l.Idle, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.held[udid] == have && have.uses == 0 {
			l.drop(udid)
		}
	})
}

func (l *Leases) drop(udid string) {
	if f := l.held[udid].file; f != nil {
		f.Close() // and with it the lock
	}
	delete(l.held, udid)
}

// Others are the UDIDs that somebody else than owner holds.
func (l *Leases) Others(owner string) []string {
	var out []string
	for udid, holder := range l.Holders() {
		if holder.Owner != owner {
			out = append(out, udid)
		}
	}
	return out
}

// Holders are the leases of all processes, by UDID.
func (l *Leases) Holders() map[string]Holder {
	out := map[string]Holder{}
	if l == nil {
		return out
	}
	files, _ := filepath.Glob(l.path("*"))
	for _, file := range files {
		udid := strings.TrimSuffix(filepath.Base(file), ".lease")
		if holder, held := l.read(udid); held {
			out[udid] = holder
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for udid, have := range l.held {
		out[udid] = have.Holder
	}
	return out
}

// read tells what the file of a lease says, and whether its lock is held. The
// text of a lease that has ended stays.
func (l *Leases) read(udid string) (holder Holder, held bool) {
	f, err := os.Open(l.path(udid))
	if err != nil {
		return holder, false
	}
	defer f.Close()
	held = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) != nil
	if text, err := io.ReadAll(f); err == nil {
		_ = json.Unmarshal(text, &holder) // just being written: told without its holder
	}
	return holder, held
}

// Close ends all leases of this process.
func (l *Leases) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for udid, have := range l.held {
		if have.idle != nil {
			have.idle.Stop()
		}
		l.drop(udid)
	}
}
