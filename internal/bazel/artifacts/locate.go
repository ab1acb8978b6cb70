package artifacts

import (
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/bazel/events"
)

// Locator maps the files that events name to paths of this machine.
type Locator struct {
	Workspace  string
	ExecRoot   string
	OutputBase string
}

// LocatorOf takes the places from a build's own events.
func LocatorOf(b *events.Build) Locator {
	return Locator{Workspace: b.Invocation.Workspace, ExecRoot: b.Invocation.ExecRoot, OutputBase: b.Invocation.OutputBase()}
}

// Path is where a file is, or would be once it is fetched: what a file:// URI
// says; else its place below the execution root for outputs, below the output
// base for sources of external repositories, below the workspace for other
// sources. "" when the place it depends on is not known.
func (l Locator) Path(f events.File) string {
	if p := f.Path(); p != "" {
		return p
	}
	if p := f.ExecPath(); p != "" {
		return l.under(l.ExecRoot, p)
	}
	switch name := filepath.FromSlash(f.Name); {
	case name == "" || filepath.IsAbs(name):
		return name
	case strings.HasPrefix(name, "bazel-out"+string(filepath.Separator)):
		return l.under(l.ExecRoot, name)
	case strings.HasPrefix(name, "external"+string(filepath.Separator)):
		return l.under(l.OutputBase, name)
	default:
		return l.under(l.Workspace, name)
	}
}

// under joins a path to a folder that it must not leave.
func (l Locator) under(dir, p string) string {
	if dir == "" || !filepath.IsLocal(filepath.FromSlash(p)) {
		return ""
	}
	return filepath.Join(dir, filepath.FromSlash(p))
}

func exists(p string) bool {
	if p == "" {
		return false
	}
	_, err := os.Stat(p)
	return err == nil
}
