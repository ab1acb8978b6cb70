package events

import (
	"net/url"
	"path"
	"strings"
)

// File is one file that an event names.
type File struct {
	// Name is relative to the root of its tree (outputs of targets), or what the
	// file is ("stderr", "test.log").
	Name string
	// PathPrefix leads from the execution root to Name: ["bazel-out",
	// "k8-fastbuild", "bin"]; empty for source files and logs.
	PathPrefix []string
	// URI is file://, or bytestream:// when the file stayed in a remote cache.
	// Empty for directories, symlinks and inlined contents.
	URI           string
	Contents      []byte
	SymlinkTarget string
	Digest        string // hex, from Bazel 6 on
	Length        int64  // bytes, from Bazel 6 on
}

// ExecPath is the file's path below the execution root, "" for a log.
func (f File) ExecPath() string {
	if len(f.PathPrefix) == 0 {
		return ""
	}
	return path.Join(path.Join(f.PathPrefix...), f.Name)
}

// Path is the local path of a file:// URI, "" for any other.
func (f File) Path() string {
	rest, local := strings.CutPrefix(f.URI, "file://")
	if !local {
		return ""
	}
	p, err := url.PathUnescape(rest)
	if err != nil {
		p = rest
	}
	return string(repaired([]byte(p)))
}

func (m *fields) file() File {
	var f File
	for v := m.message(fileSchema); v.next(); {
		switch v.num {
		case 1:
			f.Name = v.str()
		case 2:
			f.URI = v.str()
		case 3:
			f.Contents = v.blob()
		case 4:
			f.PathPrefix = append(f.PathPrefix, v.str())
		case 5:
			f.Digest = v.str()
		case 6:
			f.Length = v.integer()
		case 7:
			f.SymlinkTarget = v.str()
		}
	}
	return f
}
