package starlarkls

import (
	_ "embed"
	"path/filepath"
	"strings"
	"sync"

	"bazelapple/internal/buildfile"
)

// The flags are our own short words on those iOS workspaces use, of Bazel 4 to
// 9; the commands are Bazel's.
//
//go:embed flags.txt
var flagsText string

// Flag is one flag of Bazel.
type Flag struct {
	Name   string // without dashes
	Values []string
	// Plain flags are switched on by their name alone.
	Plain bool
	// Startup flags stand in front of the command.
	Startup bool
	Doc     string
}

var flags = sync.OnceValue(func() map[string]Flag {
	out := map[string]Flag{}
	for line := range strings.Lines(flagsText) {
		// name | values, "bool" or nothing | what it does
		part := strings.SplitN(strings.TrimSpace(line), "|", 3)
		if len(part) < 3 {
			continue
		}
		f := Flag{Name: strings.TrimSpace(part[0]), Doc: strings.TrimSpace(part[2])}
		f.Name, f.Startup = strings.CutPrefix(f.Name, "startup ")
		if values := strings.Fields(part[1]); len(values) == 1 && values[0] == "bool" {
			f.Plain = true
		} else {
			f.Values = values
		}
		out[f.Name] = f
	}
	return out
})

var rcCommands = []string{"startup", "common", "always", "build", "test", "run", "coverage", "query", "cquery", "aquery", "clean", "fetch", "info", "mod", "sync", "import", "try-import"}

// Bazelrc reports whether a file holds flags rather than Starlark.
func Bazelrc(file string) bool {
	name := filepath.Base(file)
	return strings.HasSuffix(name, ".bazelrc") || name == "bazelrc"
}

// rcLine is one line of a .bazelrc.
type rcLine struct {
	number  uint32
	command string
	config  string
	text    string
}

func (f *File) rcLines() []rcLine {
	var out []rcLine
	n := uint32(0)
	for text := range strings.Lines(f.Source()) {
		text = strings.TrimRight(text, "\r\n")
		if word := strings.Fields(text); len(word) > 0 && !strings.HasPrefix(word[0], "#") {
			command, config, _ := strings.Cut(word[0], ":")
			out = append(out, rcLine{n, command, config, text})
		}
		n++
	}
	return out
}

// rcSymbols lists each configuration once, at its first line.
func (f *File) rcSymbols() []Symbol {
	var out []Symbol
	seen := map[string]bool{}
	for _, l := range f.rcLines() {
		name := l.command
		if l.config != "" {
			name = "--config=" + l.config
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		r := buildfile.Range{Start: buildfile.Position{Line: l.number}, End: buildfile.Position{Line: l.number, Character: uint32(buildfile.UTF16Length(l.text))}}
		out = append(out, Symbol{Name: name, Sort: "flags", Range: r, Selection: r})
	}
	return out
}

// rcLinks are the files of import lines.
func (f *File) rcLinks(out []Link) []Link {
	for _, l := range f.rcLines() {
		if l.command != "import" && l.command != "try-import" {
			continue
		}
		word := strings.Fields(l.text)
		if len(word) != 2 {
			continue
		}
		start := strings.LastIndex(l.text, word[1])
		file := strings.ReplaceAll(word[1], "%workspace%", f.Root)
		if !filepath.IsAbs(file) {
			continue
		}
		from := uint32(buildfile.UTF16Length(l.text[:start]))
		out = append(out, Link{buildfile.Range{
			Start: buildfile.Position{Line: l.number, Character: from},
			End:   buildfile.Position{Line: l.number, Character: from + uint32(buildfile.UTF16Length(word[1]))},
		}, file, -1})
	}
	return out
}

// rcComplete completes commands, configurations, flags and their values.
func (f *File) rcComplete(p buildfile.Position) []Item {
	at := f.Text().Offset(p)
	lineStart := f.Text().Offset(buildfile.Position{Line: p.Line})
	line := f.Source()[lineStart:at]
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return nil
	}
	start := strings.LastIndexAny(line, " \t") + 1
	word := line[start:]
	span := f.Text().Range(lineStart+start, at)
	var out []Item
	if strings.TrimSpace(line[:start]) == "" {
		if command, config, ok := strings.Cut(word, ":"); ok {
			for _, name := range f.rcConfigs() {
				out = append(out, Item{Label: command + ":" + name, Kind: "value", Range: span, Detail: "configuration"})
			}
			_ = config
			return out
		}
		for _, c := range rcCommands {
			out = append(out, Item{Label: c, Kind: "keyword", Range: span})
		}
		return out
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		span = f.Text().Range(at-len(value), at)
		values := flags()[strings.TrimLeft(name, "-")].Values
		if name == "--config" {
			values = f.rcConfigs()
		}
		for _, v := range values {
			out = append(out, Item{Label: v, Kind: "value", Range: span})
		}
		return out
	}
	startup := strings.HasPrefix(strings.TrimSpace(line), "startup")
	for _, fl := range flags() {
		if fl.Startup != startup {
			continue
		}
		item := Item{Label: "--" + fl.Name, Kind: "property", Range: span, Doc: fl.Doc, Detail: strings.Join(fl.Values, " | ")}
		if !fl.Plain {
			item.Insert = "--" + fl.Name + "="
		}
		out = append(out, item)
		if fl.Plain {
			out = append(out, Item{Label: "--no" + fl.Name, Kind: "property", Range: span, Doc: "Switches off: " + fl.Doc})
		}
	}
	return out
}

func (f *File) rcConfigs() []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, l := range f.rcLines() {
		if !seen[l.config] {
			seen[l.config] = true
			out = append(out, l.config)
		}
	}
	return out
}

// rcHover tells what a flag does.
func (f *File) rcHover(p buildfile.Position) (Hover, bool) {
	text, at := f.Source(), f.Text().Offset(p)
	start, end := at, at
	for start > 0 && !strings.ContainsRune(" \t\r\n=", rune(text[start-1])) {
		start--
	}
	for end < len(text) && !strings.ContainsRune(" \t\r\n=", rune(text[end])) {
		end++
	}
	name, ok := strings.CutPrefix(text[start:end], "--")
	if !ok {
		return Hover{}, false
	}
	fl, ok := flags()[name]
	if !ok {
		fl, ok = flags()[strings.TrimPrefix(name, "no")]
	}
	if !ok {
		return Hover{}, false
	}
	doc := "**--" + fl.Name + "**"
	if len(fl.Values) > 0 {
		doc += " = " + strings.Join(fl.Values, " | ")
	}
	return Hover{Range: f.Text().Range(start, end), Text: doc + "\n\n" + fl.Doc}, true
}
