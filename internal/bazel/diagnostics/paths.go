package diagnostics

import (
	"path"
	"strings"
)

// PathMapper maps the paths that actions print to the files a person edits.
// Workspace is the workspace root, Execroot "<output base>/execroot/<name>";
// either may be empty.
type PathMapper struct {
	Workspace string
	Execroot  string
}

// File maps p. A source under the execroot or a sandbox becomes its file in the
// workspace; an external source stays under the output base's external folder
// (it can be opened there); a generated file stays under the execroot. Paths
// relative to the execroot are made absolute. Absolute foreign paths are kept.
func (m PathMapper) File(p string) string {
	if p == "" || strings.HasPrefix(p, "<") {
		return ""
	}
	p = strings.TrimPrefix(p, "file://")
	absolute := strings.HasPrefix(p, "/")
	rel := p
	if absolute {
		inside, ok := underExecroot(p)
		if !ok {
			return path.Clean(p)
		}
		rel = inside
	}
	rel = path.Clean(rel)
	base := m.Execroot
	if base == "" && absolute {
		base = execrootOf(p)
	}
	switch {
	case rel == "." || strings.HasPrefix(rel, "../"):
		return rel
	case strings.HasPrefix(rel, "external/") && base != "":
		return path.Join(path.Dir(path.Dir(base)), rel)
	case strings.HasPrefix(rel, "bazel-out/") && base != "":
		return path.Join(base, rel)
	case m.Workspace != "" && !strings.HasPrefix(rel, "bazel-out/") && !strings.HasPrefix(rel, "external/"):
		return path.Join(m.Workspace, rel)
	}
	return rel
}

// underExecroot is the part of an absolute path behind "…/execroot/<name>/",
// sandboxes included: <output base>/sandbox/darwin-sandbox/17/execroot/<name>/….
func underExecroot(p string) (string, bool) {
	i := strings.LastIndex(p, "/execroot/")
	if i < 0 {
		return "", false
	}
	_, rest, found := strings.Cut(p[i+len("/execroot/"):], "/")
	return rest, found && rest != ""
}

// execrootOf is the execroot a path lies under, that of the output base when it
// lies in a sandbox, so that what it names outlives the sandbox.
func execrootOf(p string) string {
	i := strings.LastIndex(p, "/execroot/")
	name, _, _ := strings.Cut(p[i+len("/execroot/"):], "/")
	base := p[:i]
	if j := strings.Index(base, "/sandbox/"); j >= 0 {
		base = base[:j]
	}
	return base + "/execroot/" + name
}
