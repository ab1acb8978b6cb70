package events

import "time"

// Invocation is what one run of Bazel says about itself.
type Invocation struct {
	ID           string
	Command      string // build, test, coverage, run …
	BazelVersion string // "" for development builds and for a refused flag
	Workspace    string // absolute
	WorkingDir   string // absolute
	ExecRoot     string // absolute; "" when loading already failed
	ServerPID    int
	Started      time.Time
	Finished     time.Time // zero without a buildFinished event
	// HasExit is false when no buildFinished came: the result is then the
	// client's exit status.
	HasExit  bool
	ExitCode int
	ExitName string // "SUCCESS", "BUILD_FAILURE", "TESTS_FAILED" …
	Failure  string // Bazel's own sentence, from 4.2 on and not always
	Options  Options
	Metadata map[string]string // --build_metadata
}

// OutputBase is the folder above the execution root, "" when that is unknown.
func (i *Invocation) OutputBase() string { return outputBase(i.ExecRoot) }

// Options are Bazel's options; environment values and headers are redacted.
type Options struct {
	Startup         []string // all that differ from the defaults
	ExplicitStartup []string // those of the command line
	Command         []string
	ExplicitCommand []string
	ToolTag         string
}

// Configuration is one build configuration.
type Configuration struct {
	ID       string // an opaque string
	Mnemonic string // "ios_arm64-dbg-ios-arm64-min17.0", "k8-fastbuild"
	Platform string
	CPU      string
	Tool     bool              // builds tools that run during the build
	Make     map[string]string // BINDIR, GENDIR, COMPILATION_MODE, TARGET_CPU …
}

// Pattern is one line of target patterns and what became of it.
type Pattern struct {
	Patterns []string
	Expanded int  // direct targets (or sub-patterns) it stands for
	Skipped  bool // --keep_going passed over it
	Suites   []Suite
}

// Suite is a test_suite and the tests in it.
type Suite struct {
	Label string
	Tests []string
}

// Symlink is a convenience symlink, "bazel-bin" and its like.
type Symlink struct {
	Path    string // relative to the workspace
	Target  string // relative to the output base; "" when deleted
	Deleted bool
}

// Fetch is a download that failed or, from Bazel 2 on, succeeded.
type Fetch struct {
	URL     string
	Success bool
}
