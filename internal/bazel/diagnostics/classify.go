package diagnostics

import "strings"

// evidence maps what Bazel says (versions 2 to 9, wordings of the client, the
// loading and the analysis phase) to a category. The first row with a hit wins.
var evidence = []struct {
	category Category
	parts    []string
}{
	{Infrastructure, []string{"No space left on device", "OutOfMemoryError", "ran out of memory", "Server terminated abruptly", "Server crashed during startup",
		"couldn't connect to server", "stale server process", "bazel crashed due to", "Error downloading", "Unknown host", "occurred during the fetch of repository",
		"which failed to fetch", "Connection refused", "UNAVAILABLE", "DEADLINE_EXCEEDED", "Xcode version must be specified", "xcode-select: error",
		"does not currently work properly from paths", "I/O error while writing", "I/O exception during", "Bad CPU type"}},
	{Flag, []string{"Unrecognized option", "is not defined in any .rc file", "Config value '", "only supported from within a workspace", "not found. Try 'bazel help'",
		"Only a single target can be run", "Cannot run target", "Error while parsing '", "unclosed quotation", "Unexpected error reading .b", "Unexpected error reading config file",
		"invalid target format", "invalid target name", "invalid package name", "Invalid options syntax", "While parsing option", "Unable to find a valid config", "Expected value after --", "is not a valid command"}},
	{Visibility, []string{"is not visible from", "Visibility error"}},
	{Cycle, []string{"cycle in dependency graph"}},
	{Codesign, []string{".mobileprovision'", "provisioning profile", "signing identity"}},
	{Loading, []string{"Cycle in the workspace file", "Failed to load Starlark", "cannot load '", "error loading package", "not found in registries", "module extension",
		"main repository mapping", "syntax error", "' is not defined", "cycles detected during target parsing", "conflicts with existing", "unexpected keyword argument", "Error evaluating '//",
		"in module dependency chain", "contains an error", "No MODULE.bazel, REPO.bazel, or WORKSPACE", "is not defined (did you mean"}},
	{MissingTarget, []string{"no such target", "missing input file", "input file(s) do not exist", "target '"}},
	{MissingPackage, []string{"no such package", "no targets found beneath", "BUILD file not found"}},
	{NoTests, []string{"No test targets were found"}},
	{ActionFailed, []string{"was not created", "not all outputs were created", "Couldn't build file"}},
	{Analysis, []string{"is incompatible and cannot be built", "didn't satisfy constraint", "resolving toolchains", "No matching toolchains", "Analysis of target", " rule //", " rule @", "mandatory attribute", "Traceback", "not all targets were analyzed"}},
}

// classify decides by Bazel's text and, for a Starlark error, by the file: a
// .bzl outside a rule fails while loading.
func classify(text, file string) Category {
	for _, row := range evidence {
		if row.category == MissingTarget && strings.Contains(text, "rule //") && !has(text, "no such target", "missing input file") {
			continue
		}
		if has(text, row.parts...) {
			if row.category == Analysis && strings.HasSuffix(file, ".bzl") {
				return Loading
			}
			return row.category
		}
	}
	if file != "" {
		return Loading
	}
	return Unknown
}

// byAbort maps the AbortReason of the build event stream.
func byAbort(reason string) Category {
	switch reason {
	case "USER_INTERRUPTED":
		return Interrupted
	case "REMOTE_ENVIRONMENT_FAILURE", "INTERNAL", "OUT_OF_MEMORY", "TIME_OUT":
		return Infrastructure
	case "LOADING_FAILURE":
		return Loading
	case "ANALYSIS_FAILURE":
		return Analysis
	}
	return Unknown
}

// followUps repeat an error that has been told already.
var followUps = []string{"failed; build aborted", "command succeeded, but", "Build failed. Not running target", "Couldn't start the build", "build interrupted",
	"cycles detected during target parsing", "already-reported cycle", "input file(s) do not exist", "not all outputs were created", "error evaluating module extension", "No test targets were found, yet"}
