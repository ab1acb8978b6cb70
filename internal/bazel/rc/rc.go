// Package rc reads .bazelrc files: imports, configs, what a command gets. The
// form is that of Bazel's page "Write bazelrc configuration files" and of
// rc_file.cc (4.2 to 9).
package rc

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A Line is one line of options: "build:debug -c dbg".
type Line struct {
	File    string
	Number  int    // from 1
	Command string // build, test, common, startup …
	Config  string // "" for options that always apply
	Options []string
}

// A File is what a set of rc files says, in the order in which Bazel reads it.
type File struct {
	Lines []Line
	// Problems are what Bazel would refuse: a missing import, a loop.
	Problems []string
}

// Places say where Bazel looks.
type Places struct {
	Workspace string
	Home      string
	System    string // "" for Bazel's own, /etc/bazel.bazelrc
}

// maxDepth bounds imports inside imports.
const maxDepth = 32

// Read reads the rc files that Bazel would read with these startup options.
func Read(p Places, startup []string) *File {
	f := &File{}
	system, workspace, home := p.System, true, true
	if system == "" {
		system = "/etc/bazel.bazelrc"
	}
	var extra []string
	for _, option := range startup {
		switch name, value, _ := strings.Cut(option, "="); name {
		case "--ignore_all_rc_files":
			return f
		case "--nosystem_rc":
			system = ""
		case "--noworkspace_rc":
			workspace = false
		case "--nohome_rc":
			home = false
		case "--bazelrc":
			if value == "/dev/null" {
				system, workspace, home = "", false, false
				continue
			}
			extra = append(extra, value)
		}
	}
	read := func(name string, wanted bool) {
		if wanted {
			f.read(name, p.Workspace, nil, true)
		}
	}
	read(system, system != "")
	read(filepath.Join(p.Workspace, ".bazelrc"), workspace && p.Workspace != "")
	read(filepath.Join(p.Home, ".bazelrc"), home && p.Home != "")
	for _, name := range extra {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Workspace, name)
		}
		f.read(name, p.Workspace, nil, false)
	}
	return f
}

// read adds one file; stack are the files that import it.
func (f *File) read(name, workspace string, stack []string, optional bool) {
	if slices.Contains(stack, name) || len(stack) > maxDepth {
		f.Problems = append(f.Problems, fmt.Sprintf("%s imports itself", name))
		return
	}
	text, err := os.ReadFile(name)
	if err != nil {
		if !optional {
			f.Problems = append(f.Problems, err.Error())
		}
		return
	}
	f.parse(name, string(text), workspace, append(slices.Clone(stack), name))
}

func (f *File) parse(name, text, workspace string, stack []string) {
	number := 0
	for text != "" {
		number++
		first := number
		var line string
		for {
			var more bool
			line2, rest, _ := strings.Cut(text, "\n")
			text = rest
			line2 = strings.TrimSuffix(line2, "\r")
			line2, more = strings.CutSuffix(line2, `\`)
			line += line2
			if !more || text == "" {
				break
			}
			number++
		}
		words := Words(line)
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "import", "try-import", "try-import-if-bazel-version":
			if len(words) < 2 {
				f.Problems = append(f.Problems, fmt.Sprintf("%s:%d: %s without a file", name, first, words[0]))
				continue
			}
			file := strings.ReplaceAll(words[len(words)-1], "%workspace%", workspace)
			if !filepath.IsAbs(file) {
				file = filepath.Join(workspace, file)
			}
			f.read(file, workspace, stack, words[0] != "import")
		default:
			command, config, _ := strings.Cut(words[0], ":")
			f.Lines = append(f.Lines, Line{name, first, command, config, words[1:]})
		}
	}
}

// Words splits a line as Bazel does: blanks part, quotes keep together, a
// backslash takes the next character as it is, # begins a comment.
func Words(line string) []string {
	var words []string
	var word strings.Builder
	open, quote := false, rune(0)
	escaped := false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\':
			open, escaped = true, true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '"' || r == '\'':
			open, quote = true, r
		case r == '#':
			if open {
				words = append(words, word.String())
			}
			return words
		case r == ' ' || r == '\t' || r == '\r' || r == '\n':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			open = true
			word.WriteRune(r)
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words
}

// inherits lists the commands whose options a command takes, in Bazel's order.
func inherits(command string) []string {
	out := []string{"always", "common"}
	switch command {
	case "build":
		return append(out, "build")
	case "test", "run", "info", "clean", "print_action", "config", "cquery", "aquery", "mobile-install", "fetch", "vendor":
		out = append(out, "build")
		if command == "cquery" || command == "aquery" {
			out = append(out, "test")
		}
	case "coverage":
		out = append(out, "build", "test")
	}
	return append(out, command)
}

// Startup are the startup options.
func (f *File) Startup() []string {
	var out []string
	for _, l := range f.Lines {
		if l.Command == "startup" {
			out = append(out, l.Options...)
		}
	}
	return out
}

// Defines reports whether a command knows --config=name.
func (f *File) Defines(command, name string) bool {
	commands := inherits(command)
	return name != "" && slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Config == name && slices.Contains(commands, l.Command) })
}

// Configs are the names that --config knows for a command, sorted.
func (f *File) Configs(command string) []string {
	commands := inherits(command)
	var out []string
	for _, l := range f.Lines {
		if l.Config != "" && slices.Contains(commands, l.Command) {
			out = append(out, l.Config)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Expand is what a command gets from the files: the options that always apply,
// then those of the configs, each with the configs inside it expanded in its
// place. An undefined config expands to nothing.
func (f *File) Expand(command string, configs ...string) []string {
	base := f.section(command, "")
	if slices.Contains(base, "--enable_platform_specific_config") && !slices.Contains(base, "--noenable_platform_specific_config") {
		system := map[string]string{"darwin": "macos"}[runtime.GOOS]
		if system == "" {
			system = runtime.GOOS
		}
		configs = append([]string{system}, configs...)
	}
	e := expansion{file: f, command: command}
	e.add(base, nil)
	for _, c := range configs {
		e.add(f.section(command, c), []string{c})
	}
	return e.out
}

func (f *File) section(command, config string) []string {
	var out []string
	for _, from := range inherits(command) {
		for _, l := range f.Lines {
			if l.Command == from && l.Config == config {
				out = append(out, l.Options...)
			}
		}
	}
	return out
}

// maxSteps bounds an expansion whose configs name each other many times.
const maxSteps = 10_000

type expansion struct {
	file    *File
	command string
	out     []string
	steps   int
}

// add expands options; stack are the configs they stand in.
func (e *expansion) add(options, stack []string) {
	for i := 0; i < len(options) && e.steps < maxSteps; i++ {
		e.steps++
		name, is := strings.CutPrefix(options[i], "--config=")
		if options[i] == "--config" && i+1 < len(options) {
			i++
			name, is = options[i], true
		}
		switch {
		case !is:
			e.out = append(e.out, options[i])
		case !slices.Contains(stack, name):
			e.add(e.file.section(e.command, name), append(slices.Clone(stack), name))
		}
	}
}

// Value is the last value of an option, --name=value or --name value.
func Value(options []string, name string) (string, bool) {
	value, found := "", false
	for i, o := range options {
		if v, ok := strings.CutPrefix(o, name+"="); ok {
			value, found = v, true
		} else if o == name && i+1 < len(options) {
			value, found = options[i+1], true
		}
	}
	return value, found
}
