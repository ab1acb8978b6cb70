package coverage

import (
	"path/filepath"
	"strings"
)

// Sources knows where the sources of a workspace are. OutputBase is "" where it is unknown.
type Sources struct{ Root, OutputBase string }

// File is the path of the source that a report calls p, as a person edits it:
// relative to the root below it, else absolute. Reports name files relative to
// an execution root, also that of a sandbox, and absolutely.
func (s Sources) File(p string) string {
	p = strings.TrimPrefix(strings.TrimPrefix(p, "/proc/self/cwd/"), "./")
	if filepath.IsAbs(p) {
		if rest, ok := strings.CutPrefix(p, s.Root+"/"); ok && s.Root != "" {
			return rest
		}
		// <output base>/execroot/<workspace>/…, <output base>/sandbox/<strategy>/<n>/execroot/<workspace>/…
		i := strings.LastIndex(p, "/execroot/")
		if i < 0 {
			return p
		}
		_, rest, ok := strings.Cut(p[i+len("/execroot/"):], "/")
		if !ok {
			return p
		}
		p = rest
	}
	p = filepath.Clean(p)
	if rest, ok := strings.CutPrefix(p, "../"); ok { // a sibling of the main repository
		p = "external/" + rest
	}
	if strings.HasPrefix(p, "external/") && s.OutputBase != "" {
		return filepath.Join(s.OutputBase, p)
	}
	return p
}
