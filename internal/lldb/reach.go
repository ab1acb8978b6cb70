package lldb

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Reaches returns an error for a command that could do more than debug: run a
// program or script on this machine, read commands from a file, write a file,
// or change what the debugger runs by itself later on. What is not known to be
// harmless counts as that, so abbreviations, aliases and commands that a
// person's own .lldbinit defines do too.
//
// The lists are LLDB 22's commands and built-in aliases (help -a).
func Reaches(command string) error {
	line := strings.TrimSpace(command)
	if line == "" {
		return fmt.Errorf("an empty line repeats the command before it")
	}
	// Quotes and backslashes vanish when LLDB splits a line into words.
	words := strings.Fields(strings.NewReplacer(`"`, "", `'`, "", "`", "", `\`, "").Replace(line))
	m := commandWord().FindStringSubmatch(strings.Fields(line)[0])
	if m == nil {
		return fmt.Errorf("%q is no command name", strings.Fields(line)[0])
	}
	name := m[1]
	full, sub := expand(name)
	if full == "" {
		return fmt.Errorf("%q is not among the commands that only debug", name)
	}
	rule := rules()[full]
	if len(rule.sub) > 0 {
		if sub == "" {
			if len(words) < 2 || strings.HasPrefix(strings.Fields(line)[1], "-") {
				return nil // prints its help or fails
			}
			sub = strings.Fields(line)[1]
		}
		if !slices.Contains(rule.sub, sub) {
			return fmt.Errorf("%q is not among the commands that only debug; of %s these are: %s", full+" "+sub, full, strings.Join(rule.sub, ", "))
		}
	}
	if rule.bare[sub] && len(words) > 2 {
		return fmt.Errorf("%q takes no arguments here", full+" "+sub)
	}
	if full == "settings" && slices.Contains([]string{"set", "clear", "append", "remove", "replace", "insert-before", "insert-after"}, sub) {
		return reachesSetting(words[2:])
	}
	return reachesOption(words[1:], rule.options)
}

var commandWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([a-z][a-z0-9_-]*)(?:/[0-9a-zA-Z]+)?$`) })

// A rule says what of a command is harmless.
type rule struct {
	sub  []string        // the subcommands allowed; nil allows the command whole
	bare map[string]bool // subcommands allowed without arguments only
	// options are the long options that are refused, and their letters.
	options []option
}

type option struct {
	long   string
	letter string
}

var rules = sync.OnceValue(func() map[string]rule {
	onStop := []option{{"command", "C"}, {"python-class", "P"}, {"script-class", "P"}}
	file := []option{{"outfile", "o"}, {"infile", "i"}}
	format := []option{{"summary-string", "z"}} // may name a Python function
	return map[string]rule{
		"apropos": {}, "help": {}, "version": {}, "disassemble": {}, "expression": {}, "dwim-print": {}, "register": {sub: []string{"read", "write", "info"}},
		"bt":         {},
		"breakpoint": {sub: []string{"set", "list", "delete", "clear", "enable", "disable", "modify", "name"}, options: onStop},
		"watchpoint": {sub: []string{"set", "list", "delete", "enable", "disable", "modify", "ignore"}, options: onStop},
		"b":          {options: onStop},
		"frame":      {sub: []string{"info", "select", "variable", "diagnose"}, options: format},
		"thread": {sub: []string{"backtrace", "continue", "exception", "info", "jump", "list", "return", "select", "siginfo",
			"step-in", "step-inst", "step-inst-over", "step-out", "step-over", "until"}},
		"process":  {sub: []string{"continue", "detach", "interrupt", "kill", "handle", "signal", "status", "launch"}, bare: map[string]bool{"launch": true}},
		"platform": {sub: []string{"list", "status"}},
		"target":   {sub: []string{"list", "select", "variable", "modules", "show-launch-environment"}, options: format},
		"image":    {sub: []string{"dump", "list", "lookup", "show-unwind"}},
		"memory":   {sub: []string{"read", "write", "find", "history", "region"}, options: file},
		"source":   {sub: []string{"info", "list"}},
		"type":     {sub: []string{"lookup", "format"}},
		"language": {sub: []string{"cplusplus", "objc", "swift"}},
		"log":      {sub: []string{"list"}},
		"session":  {sub: []string{"history"}},
		"settings": {sub: []string{"show", "list", "set", "clear", "append", "remove", "replace", "insert-before", "insert-after"}},
		"up":       {}, "down": {}, "list": {},
	}
})

// aliases are the built-in aliases and abbreviations in use, with the command
// that each stands for.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"c": "process continue", "continue": "process continue", "detach": "process detach", "kill": "process kill", "k": "process kill",
		"n": "thread step-over", "next": "thread step-over", "s": "thread step-in", "step": "thread step-in", "si": "thread step-inst", "stepi": "thread step-inst",
		"ni": "thread step-inst-over", "nexti": "thread step-inst-over", "finish": "thread step-out", "t": "thread select", "f": "frame select",
		"v": "frame variable", "var": "frame variable", "vo": "frame variable", "x": "memory read",
		"p": "dwim-print", "print": "dwim-print", "po": "dwim-print", "call": "expression", "expr": "expression", "e": "expression", "parray": "dwim-print", "poarray": "dwim-print",
		"di": "disassemble", "dis": "disassemble", "l": "list", "tbreak": "b", "rbreak": "breakpoint set", "br": "breakpoint", "history": "session history",
		"re": "register", "reg": "register", "th": "thread", "fr": "frame", "pro": "process", "im": "image", "mem": "memory", "wa": "watchpoint", "sou": "source",
	}
})

// expand returns the command that a name stands for, and its subcommand if the
// name is an alias of one; "" for a name that is not known.
func expand(name string) (command, sub string) {
	if to, ok := aliases()[name]; ok {
		command, sub, _ = strings.Cut(to, " ")
		return command, sub
	}
	if _, ok := rules()[name]; ok {
		return name, ""
	}
	return "", ""
}

// harmless are the settings that change what is shown or where files are looked
// for, by the start of their names.
var harmless = []string{
	"target.source-map", "target.max-", "target.language", "target.prefer-dynamic-value", "target.enable-synthetic-value", "target.skip-prologue",
	"target.move-to-nearest-code", "target.inline-breakpoint-strategy", "target.x86-disassembly-flavor", "target.process.thread.step-",
	"target.process.stop-on-", "target.process.follow-fork-mode", "stop-disassembly", "stop-line-count", "escape-non-printables", "auto-one-line-summaries",
}

func reachesSetting(words []string) error {
	for _, w := range words {
		if strings.HasPrefix(w, "-") {
			if slices.Contains([]string{"-g", "--global", "-f", "--force", "-e", "--exists"}, w) {
				continue
			}
			return fmt.Errorf("settings option %q is not among those that only debug", w)
		}
		for _, start := range harmless {
			if strings.HasPrefix(w, start) {
				return nil
			}
		}
		return fmt.Errorf("the setting %q can change what the debugger runs", w)
	}
	return nil // fails for want of a name
}

// reachesOption looks for options that make a command reach further: by any
// start of the long name, as getopt takes it, and by the letter in a group.
func reachesOption(words []string, options []option) error {
	for _, w := range words {
		long, isLong := strings.CutPrefix(w, "--")
		long, _, _ = strings.Cut(long, "=")
		for _, o := range options {
			switch {
			case isLong && long != "" && strings.HasPrefix(o.long, long),
				!isLong && o.letter != "" && strings.HasPrefix(w, "-") && strings.Contains(w, o.letter):
				return fmt.Errorf("the option %s can run a command or touch a file", w)
			}
		}
	}
	return nil
}
