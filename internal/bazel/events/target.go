package events

import "time"

// TargetState is how far a target got.
type TargetState uint8

// The states. Aborted covers targets that were skipped, could not be analysed,
// or were left when the build ended; Reason tells which.
const (
	Configured TargetState = iota
	Aborted
	BuildFailed
	Built
)

func (s TargetState) String() string {
	return [...]string{"configured", "aborted", "failed", "built"}[s]
}

// Target is one requested target in one configuration.
type Target struct {
	Label         string
	Aspect        string // "" for the target itself
	Configuration string // id; "" before completion
	Kind          string // "swift_library rule"
	Tags          []string
	Size          TestSize // NoTest unless a test rule
	TestTimeout   time.Duration
	State         TargetState
	Reason        AbortReason // with Aborted
	Failure       string      // with BuildFailed, Bazel 5 on; or the abort's description

	offset int64
}

// OutputGroup is a named part of a target's outputs, in named sets.
type OutputGroup struct {
	Name       string
	Sets       []string // for Build.Files
	Inline     []File   // Bazel 8 on, when small groups are inlined
	Incomplete bool     // an action for it failed
}

// Completion is the part of a target's completion event that stays in the file.
type Completion struct {
	OutputGroups []OutputGroup
	// Important are the outputs of the default group in the form of old Bazel
	// versions; OutputGroups holds them too.
	Important []File
	// Directories are outputs that are folders; they have no URI.
	Directories []File
}

type targetRecord struct {
	label    string
	failure  string
	offset   int64 // of the completion event, -1 without
	timeout  time.Duration
	kind     uint32
	tags     uint32
	aspect   uint32
	config   uint32
	next     int32 // the same label in another configuration or aspect, -1
	firstRun int32 // first test result, -1
	lastRun  int32
	summary  int32 // index of the summary, -1
	size     TestSize
	state    TargetState
	reason   AbortReason
	tested   bool // its completion announced test results
}

// completion is what a completion event holds besides its outputs.
func (m *fields) completion(full *Completion) (ok bool, tags []string, timeout time.Duration, failure string) {
	for v := m.message(completedSchema); v.next(); {
		switch v.num {
		case 1:
			ok = v.boolean()
		case 2:
			if full != nil {
				full.OutputGroups = append(full.OutputGroups, v.outputGroup())
			}
		case 3:
			tags = append(tags, v.str())
		case 4:
			if full != nil {
				full.Important = append(full.Important, v.file())
			}
		case 7:
			timeout = time.Duration(v.integer()) * time.Second
		case 8:
			if full != nil {
				full.Directories = append(full.Directories, v.file())
			}
		case 9:
			failure = v.failure()
		case 10:
			timeout = v.span()
		}
	}
	return ok, tags, timeout, failure
}

func (m *fields) outputGroup() OutputGroup {
	var g OutputGroup
	for v := m.message(outputGroupSchema); v.next(); {
		switch v.num {
		case 1:
			g.Name = v.str()
		case 3:
			g.Sets = append(g.Sets, v.onlyID())
		case 4:
			g.Incomplete = v.boolean()
		case 5:
			g.Inline = append(g.Inline, v.file())
		}
	}
	return g
}

// onlyID takes a message whose one field is an id.
func (m *fields) onlyID() string {
	var id string
	for v := m.message(idOnlySchema); v.next(); {
		if v.num == 1 {
			id = v.str()
		}
	}
	return id
}

// failure takes the sentence of a failure detail.
func (m *fields) failure() string {
	var s string
	for v := m.message(failureSchema); v.next(); {
		if v.num == 1 {
			s = v.str()
		}
	}
	return s
}
