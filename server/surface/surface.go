// Package surface decides which tools an agent's list shows. The list belongs
// to the client: one agent's choice changes nobody else's, and tools that are
// not listed stay callable.
package surface

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"bazelapple/internal/tool"
)

// daily is the list without any choice: what people do every day, at most 30
// tools with the always offered. Names that no module provides are passed over.
func daily() []string {
	return []string{
		"bazel_ios_build", "bazel_ios_build_and_run", "bazel_ios_test", "bazel_ios_test_coverage",
		"bazel_ios_discover_targets", "bazel_ios_query", "bazel_ios_target_info", "bazel_ios_deps", "bazel_ios_rdeps",
		"bazel_ios_list_simulators", "bazel_ios_boot_simulator", "bazel_ios_launch_app", "bazel_ios_stop_app",
		"bazel_ios_screenshot", "bazel_ios_accessibility_snapshot", "bazel_ios_tap", "bazel_ios_type_text",
		"bazel_ios_log_capture_start", "bazel_ios_log_capture_stop",
		"bazel_ios_last_command", "bazel_ios_set_defaults", "bazel_ios_show_defaults", "bazel_ios_health",
	}
}

// A Choice is what a client is offered. The zero Choice is the daily tools.
type Choice struct {
	// All offers every workflow, Workflows those named, whole; Only leaves the
	// daily tools out. Off is not offered, whatever the others say.
	All       bool            `json:"all,omitempty"`
	Only      bool            `json:"only,omitempty"`
	Workflows []tool.Workflow `json:"workflows,omitempty"`
	Off       []tool.Workflow `json:"off,omitempty"`
}

// Parse reads workflow names as flags and settings give them; "all" is every
// workflow, no name at all the daily tools.
func Parse(names []string) Choice {
	c := Choice{Only: len(names) > 0}
	for _, n := range names {
		if n == "all" {
			c.All = true
		} else {
			c.Workflows = append(c.Workflows, tool.Workflow(n))
		}
	}
	return c
}

// whole reports whether all tools of a workflow are offered, some whether at
// least its daily ones are.
func (c Choice) whole(w tool.Workflow) bool {
	return !slices.Contains(c.Off, w) && (c.All || slices.Contains(c.Workflows, w))
}

func (c Choice) some(w tool.Workflow) bool {
	return c.whole(w) || !c.Only && !slices.Contains(c.Off, w) && slices.Contains(dailyWorkflows(), w)
}

// toggle is the choice after a change; nil ids mean all workflows.
func (c Choice) toggle(ids []tool.Workflow, on bool) Choice {
	if ids == nil {
		return Choice{All: on}
	}
	named := func(w tool.Workflow) bool { return slices.Contains(ids, w) }
	c.Workflows, c.Off = slices.DeleteFunc(slices.Clone(c.Workflows), named), slices.DeleteFunc(slices.Clone(c.Off), named)
	if on {
		c.Workflows = append(c.Workflows, ids...)
	} else {
		c.Off = append(c.Off, ids...)
	}
	return c
}

// A Surface is one client's; it implements tool.Surface.
type Surface struct {
	// Changed is told of each change.
	Changed func()

	mu      sync.Mutex
	choice  Choice
	allowed []tool.Workflow // nil: all
	gentle  bool            // nothing destructive
	saved   string          // where changes wait for the next start
}

// New returns a surface with its first choice.
func New(c Choice) *Surface { return &Surface{choice: c} }

// Load reads what was saved for this start; a missing or damaged file is none.
func Load(file string) (Choice, bool) {
	var c Choice
	b, err := os.ReadFile(file)
	return c, err == nil && json.Unmarshal(b, &c) == nil
}

// Save keeps changes in a file for the next start instead of making them: the
// list must not vary while a client of a stateless revision reads it.
func (s *Surface) Save(file string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved = file
}

// Restrict keeps the list within what a person allows agents; nil workflows
// allow all.
func (s *Surface) Restrict(workflows []string, gentle bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.allowed, s.gentle = nil, gentle
	if workflows == nil {
		return
	}
	s.allowed = []tool.Workflow{}
	for _, w := range workflows {
		s.allowed = append(s.allowed, tool.Workflow(w))
	}
}

// may reports whether agents may have the workflow; s.mu is held.
func (s *Surface) may(w tool.Workflow) bool {
	return s.allowed == nil || slices.Contains(s.allowed, w)
}

// Lists reports whether the client's list shows the tool.
func (s *Surface) Lists(d tool.Definition) bool {
	if d.Workflow == tool.WorkflowNone {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.may(d.Workflow) || s.gentle && d.Destructive {
		return false
	}
	return s.choice.whole(d.Workflow) || s.choice.some(d.Workflow) && slices.Contains(daily(), d.Name)
}

// Offered implements tool.Surface: the workflows of which the list shows tools.
func (s *Surface) Offered() []tool.Workflow {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []tool.Workflow{}
	for _, w := range tool.Workflows() {
		if s.choice.some(w.ID) && s.may(w.ID) {
			out = append(out, w.ID)
		}
	}
	return out
}

// dailyWorkflows are those that the daily tools come from.
func dailyWorkflows() []tool.Workflow {
	return []tool.Workflow{tool.WorkflowBuild, tool.WorkflowTest, tool.WorkflowProject, tool.WorkflowSimulator, tool.WorkflowAppLifecycle,
		tool.WorkflowCapture, tool.WorkflowUIAutomation, tool.WorkflowSession}
}

// Toggle implements tool.Surface.
func (s *Surface) Toggle(ids []tool.Workflow, on bool) (string, error) {
	s.mu.Lock()
	for _, id := range ids {
		if on && !s.may(id) {
			s.mu.Unlock()
			return "", tool.Errorf(tool.Precondition, "A person can allow it with the setting bazelApple.agent.workflows.", "the workflow %s is not allowed for agents", id)
		}
	}
	next := s.choice.toggle(ids, on)
	if file := s.saved; file != "" {
		s.mu.Unlock()
		if err := save(file, next); err != nil {
			return "", fmt.Errorf("the choice cannot be saved: %w", err)
		}
		return "saved for the next start of the server: this client's list does not change while it runs; the tools can be called all the same", nil
	}
	s.choice = next
	s.mu.Unlock()
	if s.Changed != nil {
		s.Changed()
	}
	return "", nil
}

func save(file string, c Choice) error {
	b, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	temp := fmt.Sprintf("%s.%d", file, os.Getpid())
	if err := os.WriteFile(temp, b, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, file)
}
