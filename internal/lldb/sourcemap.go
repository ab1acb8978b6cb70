package lldb

import (
	"os"
	"path/filepath"
	"strings"
)

// A Mapping says where files lie that the debug information names under From.
type Mapping struct{ From, To string }

// SourceMap returns the mappings for programs that Bazel built in the workspace
// at root. Bazel compiles in the execroot and keeps its path out of the debug
// information, so files are named ./pkg/file, or /proc/self/cwd/pkg/file on
// Linux. Sources lie in the workspace, those of other repositories and
// generated ones in the output base, which the bazel-out link leads to.
//
// LLDB takes the first mapping that fits, also backwards, to name the file of a
// breakpoint: so the relative names come first, which LLDB finds at the end of
// any path. It drops a mapping whose folder is missing.
func SourceMap(root string) []Mapping {
	if link, err := os.Readlink(filepath.Join(root, "bazel-out")); root != "" && err == nil && filepath.Base(link) == "bazel-out" {
		return SourceMapIn(root, filepath.Dir(link))
	}
	return SourceMapIn(root, "")
}

// SourceMapIn is SourceMap where the execroot is known; "" is an unknown one.
func SourceMapIn(root, execroot string) []Mapping {
	if root == "" {
		return nil
	}
	froms := []string{".", "/proc/self/cwd"}
	external, generated := "", ""
	if execroot != "" {
		external, generated = filepath.Join(filepath.Dir(filepath.Dir(execroot)), "external"), filepath.Join(execroot, "bazel-out")
		froms = append(froms, execroot)
	}
	var maps []Mapping
	for _, from := range froms {
		maps = add(maps, from+"/external", external)
		maps = add(maps, from+"/bazel-out", generated)
		maps = append(maps, Mapping{from, root})
	}
	return maps
}

func add(maps []Mapping, from, to string) []Mapping {
	if info, err := os.Stat(to); err != nil || !info.IsDir() {
		return maps
	}
	return append(maps, Mapping{from, to})
}

// setSourceMap is the command that puts the mappings in force.
func setSourceMap(maps []Mapping) string {
	words := []string{"settings set target.source-map"}
	for _, m := range maps {
		words = append(words, Quote(m.From), Quote(m.To))
	}
	return strings.Join(words, " ")
}
