package host

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Kinds of hosts.
const (
	Window = "window"
	Daemon = "daemon"
)

// A Registration tells others that a host serves a root.
type Registration struct {
	PID int `json:"pid"`
	// ProcessStart tells the process from a later one with the same pid; its
	// unit depends on the system.
	ProcessStart int64     `json:"processStart"`
	Socket       string    `json:"socket"`
	Roots        []string  `json:"roots"`
	Kind         string    `json:"kind"`
	Version      string    `json:"version"`
	Started      time.Time `json:"started"`
	FocusedAt    time.Time `json:"focusedAt"`
}

// alive reports whether the process that wrote the registration still runs.
func (r Registration) alive() bool {
	if r.PID <= 0 || errors.Is(syscall.Kill(r.PID, 0), syscall.ESRCH) {
		return false
	}
	start, err := processStart(r.PID)
	return err == nil && start == r.ProcessStart
}

// write puts r into the folder of each of its roots and returns the files.
func (d RunDir) write(r Registration) ([]string, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, root := range r.Roots {
		dir := d.folder(root)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return files, err
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.json", r.PID))
		temp := file + ".new"
		if err := os.WriteFile(temp, b, 0o600); err != nil {
			return files, err
		}
		if err := os.Rename(temp, file); err != nil {
			return files, err
		}
		files = append(files, file)
	}
	return files, nil
}

// Lookup returns the hosts whose root holds path, best first: windows before
// daemons, last focused first. What dead hosts left behind is removed.
func (d RunDir) Lookup(path string) ([]Registration, error) {
	if err := d.check(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	var found []Registration
	for dir := path; ; dir = filepath.Dir(dir) {
		at := d.in(dir)
		slices.SortFunc(at, func(a, b Registration) int {
			return cmp.Or(cmp.Compare(order(a.Kind), order(b.Kind)), b.FocusedAt.Compare(a.FocusedAt), cmp.Compare(b.PID, a.PID))
		})
		found = append(found, at...)
		if dir == filepath.Dir(dir) {
			return found, nil
		}
	}
}

func order(kind string) int {
	if kind == Window {
		return 0
	}
	return 1
}

// in reads the registrations of one root.
func (d RunDir) in(root string) []Registration {
	names, err := filepath.Glob(filepath.Join(d.folder(root), "*.json"))
	if err != nil {
		return nil
	}
	var found []Registration
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		var r Registration
		if json.Unmarshal(b, &r) != nil || !r.alive() {
			d.forget(name, r)
			continue
		}
		if slices.Contains(r.Roots, root) && filepath.Dir(r.Socket) == string(d) {
			found = append(found, r)
		}
	}
	return found
}

// forget removes what a dead host left. Only our own files: the names follow
// from the pid, whatever the registration says.
func (d RunDir) forget(file string, r Registration) {
	_ = os.Remove(file)
	_ = os.Remove(filepath.Dir(file)) // when empty
	if pid := strings.TrimSuffix(filepath.Base(file), ".json"); fmt.Sprint(r.PID) == pid {
		_ = os.Remove(filepath.Join(string(d), pid+".sock"))
	}
}
