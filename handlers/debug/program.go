package debug

import (
	"context"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/artifacts"
	"bazelapple/internal/tool"
)

// program is a program of this machine: the debugger launches it as "bazel run"
// or, for a test, "bazel test" would.
func (p *preparation) program(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "bazel-apple-debug-")
	if err != nil {
		return tool.Errorf(tool.Precondition, "Free disk space, or check the rights of the temporary folder.", "%w", err)
	}
	p.session.dir = dir
	file := filepath.Join(dir, "run.sh")
	flags := []string{"--script_path=" + file}
	if p.request.TestFilter != "" {
		flags = append(flags, "--test_filter="+p.request.TestFilter)
	}
	res, err := p.build(ctx, "run", bazel.Nowhere, flags...)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return tool.Errorf(tool.Command, "", "Bazel did not say how to start %s: %w", p.request.Target, err)
	}
	how, err := parseScript(string(text))
	if err != nil {
		return tool.Errorf(tool.Command, "", "%s: %w", file, err)
	}
	program, err := p.executable(res)
	if err != nil {
		return err
	}
	p.start.Program, p.start.Dir, p.start.Args = program, how.dir, append(how.args[1:], p.request.Args...)
	if p.session.test {
		if err := p.testEnvironment(&how, program); err != nil {
			return err
		}
		p.start.Dir = how.dir
		// The first argument of the wrapper is the test itself.
		p.start.Args = append(how.args[min(2, len(how.args)):], p.request.Args...)
	}
	maps.Copy(how.env, p.request.Env)
	p.start.Env = words(how.env)
	return nil
}

// executable is the program among what the build made for the target, by the
// build's own events.
func (p *preparation) executable(res *bazel.Result) (string, error) {
	list, err := artifacts.List(res.Build, p.label)
	if err != nil {
		return "", tool.Errorf(tool.Command, "", "%w", err)
	}
	name := p.label[strings.LastIndexByte(p.label, ':')+1:]
	for _, a := range list {
		if a.Kind != artifacts.Other || path.Base(a.ExecPath) != path.Base(name) {
			continue
		}
		if !a.Local {
			return "", tool.Errorf(tool.Precondition, "Build with --remote_download_outputs=toplevel, for instance in .bazelrc.", "%s stayed in the remote cache", a.ExecPath)
		}
		if !compiled(a.Path) {
			return "", tool.Errorf(tool.InvalidInput, "Choose an app, a test or a binary of a compiled language.", "%s is a script: LLDB debugs compiled programs", a.Path)
		}
		return a.Path, nil
	}
	return "", tool.Errorf(tool.NotFound, "Choose an app, a test or a binary.", "%s was built, but it makes no program", p.request.Target)
}

// compiled reports whether a file is a program for the machine: ELF, Mach-O, or
// a Mach-O for several CPUs.
func compiled(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, 4)
	if _, err := f.Read(magic); err != nil {
		return false
	}
	for _, known := range []string{"\x7fELF", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xca\xfe\xba\xbe", "\xca\xfe\xba\xbf"} {
		if string(magic) == known {
			return true
		}
	}
	return false
}

// testEnvironment is what Bazel's wrapper test-setup.sh makes of the environment
// for the test itself ("Test encyclopedia", bazel.build/reference): paths are
// absolute, and the test stands in its runfiles. What the test writes goes into
// a folder of the session.
func (p *preparation) testEnvironment(how *script, program string) error {
	runfiles := program + ".runfiles"
	for _, name := range []string{"TEST_TMPDIR", "TEST_UNDECLARED_OUTPUTS_DIR", "TEST_UNDECLARED_OUTPUTS_ANNOTATIONS_DIR"} {
		how.env[name] = filepath.Join(p.session.dir, name)
		if err := os.Mkdir(how.env[name], 0o700); err != nil {
			return err
		}
	}
	p.session.xml = filepath.Join(p.session.dir, "test.xml")
	how.env["XML_OUTPUT_FILE"] = p.session.xml
	how.env["GTEST_TMP_DIR"] = how.env["TEST_TMPDIR"]
	how.env["TEST_PREMATURE_EXIT_FILE"] = filepath.Join(p.session.dir, "test.exited_prematurely")
	how.env["TEST_WARNINGS_OUTPUT_FILE"] = filepath.Join(p.session.dir, "test.warnings")
	for _, name := range []string{"TEST_SRCDIR", "RUNFILES_DIR", "JAVA_RUNFILES", "PYTHON_RUNFILES"} {
		how.env[name] = runfiles
	}
	how.env["BAZEL_TEST"] = "1"
	// Of the wrapper alone.
	for _, name := range []string{"PATH", "TEST_INFRASTRUCTURE_FAILURE_FILE", "TEST_LOGSPLITTER_OUTPUT_FILE", "TEST_UNDECLARED_OUTPUTS_MANIFEST", "TEST_UNDECLARED_OUTPUTS_ANNOTATIONS", "TEST_UNDECLARED_OUTPUTS_ZIP", "TEST_UNUSED_RUNFILES_LOG_FILE", "RUN_UNDER_RUNFILES"} {
		delete(how.env, name)
	}
	how.dir = filepath.Join(runfiles, how.env["TEST_WORKSPACE"])
	if info, err := os.Stat(how.dir); err != nil || !info.IsDir() {
		return tool.Errorf(tool.Precondition, "Build with --build_runfile_links, which is Bazel's default.", "the test's runfiles are not there: %s", how.dir)
	}
	return nil
}

// macApp launches an app of this Mac: the program inside its bundle.
func (p *preparation) macApp(ctx context.Context) error {
	res, err := p.build(ctx, "build", bazel.MacOS)
	if err != nil {
		return err
	}
	bundle, info, err := p.bundle(ctx, res)
	if err != nil {
		return err
	}
	p.start.Program = filepath.Join(bundle, "Contents", "MacOS", info.Executable)
	if !compiled(p.start.Program) {
		return tool.Errorf(tool.Precondition, "Run it on a Mac with Xcode.", "%s is no program that LLDB can debug", p.start.Program)
	}
	p.start.Args, p.start.Env, p.start.Dir = p.request.Args, words(p.request.Env), p.Build.Bazel.Root
	return nil
}
