package fakeapple

import (
	"errors"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// swift is the package manager's part of the swift driver (6.2): build, test, run
// and package, on the real files of a folder. Nothing is compiled: a source fails
// when it names DOESNOTEXIST or holds `#error("…")`, a test fails when its body
// calls XCTFail or compares two unequal literals, and a run prints the literal
// print() lines of main.swift and each argument.
func swift(c *call, args []string) error {
	if len(args) == 0 {
		return refuse(1, "error: the swift REPL has no stand-in")
	}
	name, rest := args[0], args[1:]
	switch name {
	case "--version", "-version":
		c.printf("Apple Swift version 6.2.3 (swiftlang-6.2.3.3.21 clang-1700.6.3.2)\nTarget: arm64-apple-macosx26.0\n")
		return nil
	case "-e":
		return nil
	case "build":
		return swiftBuild(c, rest)
	case "test":
		return swiftTest(c, rest)
	case "run":
		return swiftRun(c, rest)
	case "package":
		return swiftPackage(c, rest)
	}
	return refuse(1, "error: unable to invoke subcommand: swift-%s (No such file or directory)", name)
}

// swiftOptions are the flags swift build, test and run share.
type swiftOptions struct {
	configuration, target, product, filter, skip, xunit string
	list, noBuild                                       bool
	rest                                                []string
}

func (c *call) swiftFlags(command string, args []string) (swiftOptions, error) {
	o := swiftOptions{configuration: "debug"}
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		flag, value, joined := strings.Cut(word, "=")
		into := map[string]*string{
			"-c": &o.configuration, "--configuration": &o.configuration, "--target": &o.target, "--product": &o.product, "--filter": &o.filter,
			"--skip": &o.skip, "--xunit-output": &o.xunit, "--package-path": &c.Dir, "--scratch-path": new(string), "-j": new(string), "--jobs": new(string),
			"-Xswiftc": new(string), "-Xcc": new(string), "-Xlinker": new(string), "--triple": new(string), "--sdk": new(string),
		}[flag]
		switch {
		case into != nil && !joined && len(args) == 0:
			return o, refuse(64, "error: Missing value for '%s <%s>'\nUsage: swift %s [<options>]\n  See 'swift %s --help' for more information.", flag, strings.TrimLeft(flag, "-"), command, command)
		case into != nil:
			if !joined {
				value, args = args[0], args[1:]
			}
			if flag == "--package-path" {
				value = c.path(value)
			}
			*into = value
		case command == "run" && !strings.HasPrefix(word, "-"):
			o.rest = append([]string{word}, args...)
			args = nil
		case word == "list" && command == "test", word == "--list-tests":
			o.list = true
		case word == "--skip-build":
			o.noBuild = true
		case flag == "-v" || flag == "--verbose" || flag == "-q" || flag == "--quiet" || flag == "--parallel" || flag == "--no-parallel" || flag == "--build-tests" ||
			flag == "--enable-code-coverage" || flag == "--show-bin-path" || flag == "--disable-sandbox" || flag == "--vv" || flag == "--sanitize":
			if flag == "--show-bin-path" {
				return o, refuse(0, "")
			}
		case command == "run" && word == "--":
			o.rest = append([]string{""}, args...)
			args = nil
		default:
			return o, refuse(64, "error: Unknown option '%s'\nUsage: swift %s [<options>]\n  See 'swift %s --help' for more information.", word, command, command)
		}
	}
	if o.configuration != "debug" && o.configuration != "release" {
		return o, refuse(64, "error: The value '%s' is invalid for '-c <configuration>'. Please provide one of 'debug' or 'release'.\nUsage: swift %s [<options>]", o.configuration, command)
	}
	return o, nil
}

// source is one Swift file.
type source struct{ path, text string }

func swiftSources(folder string) ([]source, error) {
	var list []source
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		if e.IsDir() || filepath.Ext(path) != ".swift" {
			return nil
		}
		data, err := os.ReadFile(path)
		list = append(list, source{path, string(data)})
		return err
	})
	return list, err
}

var brokenSource = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`DOESNOTEXIST|#error\("([^"]*)"\)`) })

// swiftDiagnostics prints compile errors to stdout in the form of
// captures/swiftpm/swift_build_error.txt and tells whether there was one.
func (c *call) swiftDiagnostics(files []source) bool {
	bad := false
	for _, f := range files {
		for n, line := range strings.Split(f.text, "\n") {
			at := brokenSource().FindStringSubmatchIndex(line)
			if at == nil || strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			text := "cannot find type 'DOESNOTEXIST' in scope"
			if at[2] >= 0 {
				text = line[at[2]:at[3]]
			}
			c.printf("%s:%d:%d: error: %s\n%s\n%s^\n", f.path, n+1, at[0]+1, text, line, strings.Repeat(" ", at[0]))
			bad = true
		}
	}
	return bad
}

// compile reads the manifest and "builds" the chosen targets; progress goes to
// stdout for build and test, to stderr for run.
func (c *call) compile(o swiftOptions, tests bool) (*manifest, error) {
	m, err := c.manifest()
	if err != nil {
		return nil, err
	}
	if o.target != "" && m.target(o.target) == nil {
		return nil, refuse(1, "error: no target named '%s'", o.target)
	}
	if o.product != "" && m.target(o.product) == nil {
		return nil, refuse(1, "error: no product named '%s'", o.product)
	}
	c.printf("Building for %s...\n", map[string]string{"debug": "debugging", "release": "production"}[o.configuration])
	c.printf("[0/3] Write swift-version--58304C5D6DBC2206.txt\n")
	step := 2
	for _, t := range m.targets {
		if o.target != "" && o.target != t.name || t.kind == "test" && !tests {
			continue
		}
		files, err := swiftSources(m.folder(t))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, refuse(1, "error: 'Source files for target %s should be located under '%s', or a custom sources path can be set with the 'path' property in Package.swift", t.name, m.relative(t))
		}
		if c.swiftDiagnostics(files) {
			return nil, refuse(1, "error: fatalError")
		}
		c.printf("[%d/%d] Compiling %s %s\n", step, step+1, t.name, filepath.Base(files[0].path))
		step++
	}
	out := filepath.Join(m.root, ".build", o.configuration)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, refuse(1, "error: %v", err)
	}
	for _, t := range m.targets {
		if t.kind == "executable" {
			if err := os.WriteFile(filepath.Join(out, t.name), []byte("built\n"), 0o755); err != nil {
				return nil, refuse(1, "error: %v", err)
			}
		}
	}
	c.printf("Build complete! (0.34s)\n")
	return m, nil
}

func swiftBuild(c *call, args []string) error {
	o, err := c.swiftFlags("build", args)
	if err != nil {
		return err
	}
	_, err = c.compile(o, false)
	return err
}

var (
	printLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bprint\("([^"]*)"\)`) })
	exitLine  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*exit\((\d+)\)`) })
	waits     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`RunLoop\.main\.run\(\)|dispatchMain\(\)|while true`)
	})
)

// swiftRun runs the only executable, or the named one. Words after the name, or
// after "--", are the program's.
func swiftRun(c *call, args []string) error {
	o, err := c.swiftFlags("run", args)
	if err != nil {
		return err
	}
	out := c.Out
	c.Out = c.Err
	m, err := c.compile(o, false)
	c.Out = out
	if err != nil {
		return err
	}
	var names []string
	for _, t := range m.targets {
		if t.kind == "executable" {
			names = append(names, t.name)
		}
	}
	name := ""
	if len(o.rest) > 0 {
		name, o.rest = o.rest[0], o.rest[1:]
		if len(o.rest) > 0 && o.rest[0] == "--" {
			o.rest = o.rest[1:]
		}
	}
	switch {
	case name != "" && (m.target(name) == nil || m.target(name).kind != "executable"):
		return refuse(1, "error: no executable product named '%s'", name)
	case name == "" && len(names) == 0:
		return refuse(1, "error: no executable product available")
	case name == "" && len(names) > 1:
		return refuse(1, "error: multiple executable products available: %s", strings.Join(names, ", "))
	case name == "":
		name = names[0]
	}
	files, err := swiftSources(m.folder(*m.target(name)))
	if err != nil {
		return err
	}
	code := 0
	for _, f := range files {
		for _, found := range printLine().FindAllStringSubmatch(f.text, -1) {
			c.printf("%s\n", found[1])
		}
		if found := exitLine().FindStringSubmatch(f.text); found != nil {
			code = int(found[1][0] - '0')
		}
	}
	for _, arg := range o.rest {
		c.printf("argument: %s\n", arg)
	}
	for _, f := range files {
		if waits().MatchString(f.text) {
			waitForSignal(time.Hour)
		}
	}
	if code != 0 {
		return refuse(code, "")
	}
	return nil
}

func waitForSignal(limit time.Duration) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	select {
	case <-signals:
	case <-time.After(limit):
	}
}
