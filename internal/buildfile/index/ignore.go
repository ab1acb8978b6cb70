package index

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bazelbuild/buildtools/build"
	"golang.org/x/text/unicode/norm"

	"bazelapple/internal/buildfile"
)

// ignored are the folders Bazel does not look into.
type ignored struct {
	folders  map[string]bool // .bazelignore
	patterns []string        // ignore_directories() of REPO.bazel, Bazel 8
}

// readIgnored reads .bazelignore (a folder a line, # comments, no wildcards)
// and REPO.bazel's ignore_directories.
func readIgnored(root string) ignored {
	out := ignored{folders: map[string]bool{}}
	data, _ := os.ReadFile(filepath.Join(root, ".bazelignore"))
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if folder := path.Clean(norm.NFC.String(line)); folder != "." {
			out.folders[strings.TrimPrefix(folder, "/")] = true
		}
	}
	repo, err := os.ReadFile(filepath.Join(root, "REPO.bazel"))
	if err != nil {
		return out
	}
	for _, s := range buildfile.Open("REPO.bazel", 0, string(repo)).Statements() {
		for _, node := range s.Nodes {
			if call, ok := node.(*build.CallExpr); ok && callee(call) == "ignore_directories" {
				for _, text := range s.StringsIn(call) {
					out.patterns = append(out.patterns, text.Value)
				}
			}
		}
	}
	return out
}

func (i ignored) has(folder string) bool {
	if i.folders[folder] {
		return true
	}
	for _, p := range i.patterns {
		if Match(p, folder) {
			return true
		}
	}
	return false
}
