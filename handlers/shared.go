package handlers

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/devicectl"
	"bazelapple/internal/runs"
	state "bazelapple/internal/session"
	"bazelapple/internal/simctl"
	"bazelapple/internal/testdiscovery"
)

// Shared are the parts that the doors ask beside calling tools: pickers, trees
// and lists. None is opened before it is asked.
type Shared struct {
	Runs       *runs.Store
	Simulators *simctl.Client
	Devices    *devicectl.Client
	// Index is the workspace as its BUILD files tell it.
	Index func() (*index.Index, error)

	tests func() (*testdiscovery.Finder, error)
}

// leaseIdle is how long an owner's simulator stays theirs between two calls.
const leaseIdle = 15 * time.Second

// Tests finds the tests in the sources, after a look at what has changed of the
// BUILD files.
func (s *Shared) Tests(ctx context.Context) (*testdiscovery.Finder, error) {
	i, err := s.Index()
	if err != nil {
		return nil, err
	}
	if err := i.Refresh(ctx); err != nil {
		return nil, err
	}
	return s.tests()
}

func newShared(p *parts) Shared {
	o := p.options
	name := strings.TrimSuffix(filepath.Base(rememberedFile(o)), ".json")
	if o.Root == "" {
		name = "none" // Swift packages are built without a workspace too
	}
	folder := func(base string) string {
		if base == "" {
			return ""
		}
		return filepath.Join(base, "workspaces", name)
	}
	leases := ""
	if o.Folders.State != "" {
		leases = filepath.Join(o.Folders.State, "simulators")
	}
	s := Shared{
		Runs:       runs.Open(o.Root, filepath.Join(folder(o.Folders.State), "runs"), o.Redact),
		Simulators: &simctl.Client{Runner: p.apple, Leases: &simctl.Leases{Folder: leases, Idle: leaseIdle}},
		Devices:    &devicectl.Client{Runner: p.apple},
		Index: sync.OnceValues(func() (*index.Index, error) {
			return index.Open(index.Options{Root: o.Root, Cache: folder(o.Folders.Cache)})
		}),
	}
	s.tests = sync.OnceValues(func() (*testdiscovery.Finder, error) {
		i, err := s.Index()
		if err != nil {
			return nil, err
		}
		return testdiscovery.New(i), nil
	})
	if o.Emit != nil {
		s.Runs.Subscribe(func(e runs.Event) {
			if e.Output != "" {
				o.Emit(state.Event{Root: o.Root, Kind: "output", ID: e.Run.ID, Data: map[string]string{"text": e.Output}})
				return
			}
			o.Emit(state.Event{Root: o.Root, Kind: "run", ID: e.Run.ID, Data: e.Run})
		})
	}
	return s
}
