// Package session holds what outlives one call: defaults, the active profile,
// and the running tasks of a workspace. It belongs to the host, so that a
// default set in the editor is seen by an agent at once.
package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"bazelapple/internal/config"
)

// An Event is told to every door.
type Event struct {
	Root string `json:"root"`
	// Kind is run, output, diagnostics, test, capture, defaults or index.
	Kind string `json:"kind"`
	ID   string `json:"id,omitempty"`
	Data any    `json:"data,omitempty"`
}

// A Session is the lasting state of one workspace root.
type Session struct {
	Config *config.Config
	root   string
	file   string // remembers the defaults; "" remembers nothing
	emit   func(Event)

	mu      sync.Mutex
	loaded  bool
	set     map[string]any
	cleared map[string]bool // keys that an explicit clear hides from the layers below
	profile string
}

// remembered is the form of the file.
type remembered struct {
	Defaults map[string]any `json:"defaults,omitempty"`
	Profile  string         `json:"profile,omitempty"`
}

// New returns the session of root. file is where a person's defaults are
// remembered over restarts.
func New(root string, c *config.Config, file string, emit func(Event)) *Session {
	if emit == nil {
		emit = func(Event) {}
	}
	return &Session{Config: c, root: root, file: file, emit: emit, set: map[string]any{}, cleared: map[string]bool{}}
}

// load reads the remembered defaults once. A damaged file counts as none.
func (s *Session) load() {
	if s.loaded {
		return
	}
	s.loaded = true
	if s.file == "" {
		return
	}
	var r remembered
	if b, err := os.ReadFile(s.file); err == nil && json.Unmarshal(b, &r) == nil {
		s.profile = r.Profile
		for k, v := range r.Defaults {
			if slices.Contains(Keys(), k) {
				s.set[k] = v
			}
		}
	}
}

// Keys are the session defaults there are.
func Keys() []string {
	return []string{"target", "simulatorId", "simulatorName", "deviceId", "deviceName", "buildMode", "platform", "streaming"}
}

// Defaults returns the defaults in force, by key.
func (s *Session) Defaults() map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	out := s.Config.Defaults(s.profile)
	for k := range s.cleared {
		delete(out, k)
	}
	for _, pair := range [][2]string{{"simulatorId", "simulatorName"}, {"deviceId", "deviceName"}} {
		for i := range pair {
			if _, ok := s.set[pair[i]]; ok {
				delete(out, pair[1-i])
			}
		}
	}
	maps.Copy(out, s.set)
	return out
}

// Set stores defaults; a nil value hides the key. An id takes the stored name
// of the same thing away, and the other way round. remember writes them down
// for the next start.
func (s *Session) Set(values map[string]any, remember bool) error {
	s.mu.Lock()
	s.load()
	for _, pair := range [][2]string{{"simulatorId", "simulatorName"}, {"deviceId", "deviceName"}} {
		for i := range pair {
			_, one := values[pair[i]]
			if _, both := values[pair[1-i]]; one && !both {
				delete(s.set, pair[1-i])
			}
		}
	}
	for k, v := range values {
		if v == nil {
			delete(s.set, k)
			s.cleared[k] = true
			continue
		}
		s.set[k] = v
		delete(s.cleared, k)
	}
	err := s.save(remember)
	s.mu.Unlock()
	s.changed()
	return err
}

// Clear forgets the session's defaults and profile; those of the settings files
// are in force again.
func (s *Session) Clear(remember bool) error {
	s.mu.Lock()
	s.load()
	s.set, s.cleared, s.profile = map[string]any{}, map[string]bool{}, ""
	err := s.save(remember)
	s.mu.Unlock()
	s.changed()
	return err
}

// Profile is the active profile, "" for none.
func (s *Session) Profile() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.load()
	return s.profile
}

// Activate makes a profile active; what the session had set and the profile
// sets too gives way. "" deactivates.
func (s *Session) Activate(name string, remember bool) error {
	profiles := s.Config.Profiles()
	p, ok := profiles[name]
	if !ok && name != "" {
		return fmt.Errorf("there is no profile %q; the settings define %v", name, slices.Sorted(maps.Keys(profiles)))
	}
	s.mu.Lock()
	s.load()
	s.profile = name
	for k := range p.Defaults() {
		delete(s.set, k)
		delete(s.cleared, k)
	}
	err := s.save(remember)
	s.mu.Unlock()
	s.changed()
	return err
}

func (s *Session) save(remember bool) error {
	if !remember || s.file == "" {
		return nil
	}
	b, err := json.Marshal(remembered{s.set, s.profile})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o700); err != nil {
		return err
	}
	temp := fmt.Sprintf("%s.%d", s.file, os.Getpid())
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, s.file)
}

func (s *Session) changed() {
	s.emit(Event{Root: s.root, Kind: "defaults", Data: s.Defaults()})
}
