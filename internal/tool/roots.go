package tool

import (
	"os"
	"path/filepath"
	"strings"
)

// ToWrite is Resolve for a path that the call writes to. A person writes where
// they may; an agent in the workspace, in the folder of temporary files, and in
// what is no setting or secret of the home folder.
func (f File) ToWrite(call *Call, root, home string) (string, error) {
	return toWrite(call, absolute(string(f), root, home), root, home)
}

// ToWrite is that of File.
func (f Folder) ToWrite(call *Call, root, home string) (string, error) {
	return toWrite(call, absolute(string(f), root, home), root, home)
}

func toWrite(call *Call, path, root, home string) (string, error) {
	if call.Client.Role != Agent {
		return path, nil
	}
	real := realPath(path)
	for _, allowed := range []string{root, os.TempDir(), "/tmp"} {
		if _, ok := below(real, allowed); ok {
			return path, nil
		}
	}
	if rel, ok := below(real, home); ok && !strings.HasPrefix(rel, "Library/") && !strings.Contains("/"+rel, "/.") {
		return path, nil
	}
	return "", Errorf(Precondition, "Write below the workspace or the folder of temporary files; a person can write elsewhere.", "an agent does not write to %s", path)
}

// below is path from folder on, when it lies there.
func below(path, folder string) (rel string, ok bool) {
	if folder == "" {
		return "", false
	}
	rel, err := filepath.Rel(realPath(folder), path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// realPath follows the links of a path as far as it exists.
func realPath(path string) string {
	rest := ""
	for at := path; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return path
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}
