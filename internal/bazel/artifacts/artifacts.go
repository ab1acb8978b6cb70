// Package artifacts finds what a build made: applications, archives, test
// bundles, debug symbols, test results and coverage. It reads Bazel's events
// and never searches bazel-bin, so it works without convenience symlinks
// (--symlink_prefix=/, --experimental_convenience_symlinks=ignore), under
// configuration transitions, for external repositories, and says which files
// Bazel left in a remote cache (--remote_download_minimal). The names are those
// of rules_apple and rules_ios.
package artifacts

// Kind is what an artifact is.
type Kind string

// The kinds. Archive is a .zip that may hold a test bundle, as rules_apple makes
// for tests; Outputs is the .zip of a test's undeclared outputs.
const (
	App       Kind = "app"
	IPA       Kind = "ipa"
	XCTest    Kind = "xctest"
	XCResult  Kind = "xcresult"
	DSYM      Kind = "dSYM"
	Framework Kind = "framework"
	AppEx     Kind = "appex"
	Archive   Kind = "zip"
	Coverage  Kind = "coverage"
	Outputs   Kind = "outputs"
	Other     Kind = "file"
)

// Artifact is one output, a file or a folder that is one thing to a person.
type Artifact struct {
	Kind          Kind
	Label         string
	Configuration string // id of the target's configuration, see events.Build
	Group         string // output group, "" for a test's outputs
	ExecPath      string // below the execution root; "" for a test's outputs
	Path          string // absolute, where it is or would be on this disk
	URI           string // bytestream://… when a remote cache has it
	Digest        string // of a file, when Bazel told it
	Length        int64  // bytes of a file, when Bazel told it
	Directory     bool
	// Local is false when the artifact is not on this disk: building its target
	// again with --remote_download_outputs=toplevel brings it. Looked up on the
	// disk, since Bazel 4 names even files it left in the cache by file:// URIs.
	Local bool
}

// Missing are the artifacts that are not on this disk.
func Missing(list []Artifact) []Artifact {
	var out []Artifact
	for _, a := range list {
		if !a.Local {
			out = append(out, a)
		}
	}
	return out
}

// Of returns the artifacts of the given kinds, ordered by kind as given: with
// Of(list, App, IPA) the first is what to install.
func Of(list []Artifact, kinds ...Kind) []Artifact {
	var out []Artifact
	for _, k := range kinds {
		for _, a := range list {
			if a.Kind == k {
				out = append(out, a)
			}
		}
	}
	return out
}
