package surface_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bazelapple/internal/tool"
	"bazelapple/server/surface"
)

func lists(s *surface.Surface, name string, w tool.Workflow) bool {
	return s.Lists(tool.Definition{Name: name, Workflow: w})
}

func TestChoices(t *testing.T) {
	for _, c := range []struct {
		names                    []string
		daily, rare, other, none bool
	}{
		{nil, true, false, false, true},
		{[]string{"build"}, true, true, false, true},
		{[]string{"spm"}, false, false, true, true},
		{[]string{"all"}, true, true, true, true},
	} {
		s := surface.New(surface.Parse(c.names))
		if got := lists(s, "bazel_ios_build", tool.WorkflowBuild); got != c.daily {
			t.Errorf("%v: daily %v", c.names, got)
		}
		if got := lists(s, "bazel_ios_rare", tool.WorkflowBuild); got != c.rare {
			t.Errorf("%v: rare %v", c.names, got)
		}
		if got := lists(s, "swift_package_build", tool.WorkflowSPM); got != c.other {
			t.Errorf("%v: other %v", c.names, got)
		}
		if got := lists(s, "bazel_find_tools", tool.WorkflowNone); got != c.none {
			t.Errorf("%v: always %v", c.names, got)
		}
	}
}

func TestToggles(t *testing.T) {
	told := 0
	s := surface.New(surface.Choice{})
	s.Changed = func() { told++ }
	flip := func(on bool, ids ...tool.Workflow) {
		t.Helper()
		if note, err := s.Toggle(ids, on); err != nil || note != "" {
			t.Errorf("%q %v", note, err)
		}
	}
	flip(true, tool.WorkflowSPM)
	if !lists(s, "swift_package_build", tool.WorkflowSPM) || !lists(s, "bazel_ios_build", tool.WorkflowBuild) || lists(s, "bazel_ios_rare", tool.WorkflowBuild) {
		t.Error("one workflow on changes that one only")
	}
	flip(false, tool.WorkflowBuild)
	if lists(s, "bazel_ios_build", tool.WorkflowBuild) || !lists(s, "swift_package_build", tool.WorkflowSPM) {
		t.Error("one workflow off changes that one only")
	}
	flip(false, s.Offered()...)
	if got := s.Offered(); len(got) != 0 {
		t.Errorf("after the last one went: %v", got)
	}
	if told != 3 {
		t.Errorf("told %d times", told)
	}
}

func TestAllowed(t *testing.T) {
	s := surface.New(surface.Parse([]string{"all"}))
	s.Restrict([]string{"build"}, true)
	if s.Lists(tool.Definition{Name: "bazel_ios_build", Workflow: tool.WorkflowBuild, Destructive: true}) {
		t.Error("something destructive is offered")
	}
	if lists(s, "swift_package_build", tool.WorkflowSPM) || !slices.Equal(s.Offered(), []tool.Workflow{tool.WorkflowBuild}) {
		t.Error("more is offered than is allowed")
	}
	if _, err := s.Toggle([]tool.Workflow{tool.WorkflowSPM}, true); err == nil {
		t.Error("a toggle exceeds what is allowed")
	}
}

func TestSaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a", "workflows.json")
	s := surface.New(surface.Choice{})
	s.Save(file)
	if note, err := s.Toggle([]tool.Workflow{tool.WorkflowSPM}, true); err != nil || note == "" {
		t.Errorf("%q %v", note, err)
	}
	if lists(s, "swift_package_build", tool.WorkflowSPM) {
		t.Error("the list changed while the server runs")
	}
	c, ok := surface.Load(file)
	if !ok || !lists(surface.New(c), "swift_package_build", tool.WorkflowSPM) {
		t.Errorf("%v %+v", ok, c)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, ok := surface.Load(file); ok {
		t.Error("a damaged file was taken")
	}
}
