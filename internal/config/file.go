package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A Problem is something wrong in a settings file. Line and Column count from
// 1; 0 means that the place is not known.
type Problem struct {
	File         string
	Line, Column int
	Message      string
}

func (p Problem) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// Names is a list of names, written as a YAML list or as one comma-separated
// string.
type Names []string

// UnmarshalYAML implements yaml.Unmarshaler.
func (n *Names) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		*n = Names{}
		for name := range strings.SplitSeq(node.Value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				*n = append(*n, name)
			}
		}
		return nil
	}
	return node.Decode((*[]string)(n))
}

// Parse reads the text of a settings file. A syntax error or a value of the
// wrong type is an error (a Problem); a key that nobody reads is only reported.
func Parse(file string, text []byte) (Values, []Problem, error) {
	var v Values
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		return v, nil, problem(file, err)
	}
	if len(root.Content) == 0 {
		return v, nil, nil
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode {
		return v, nil, Problem{file, top.Line, top.Column, "the settings must be key: value pairs"}
	}
	if err := top.Decode(&v); err != nil {
		return Values{}, nil, problem(file, err)
	}
	problems := unknown(file, top, reflect.TypeFor[Values]())
	problems = append(problems, v.check(file, top)...)
	return v, problems, nil
}

// problem finds the place that yaml's error names.
func problem(file string, err error) Problem {
	p := Problem{File: file, Message: err.Error()}
	var many *yaml.LoadErrors
	var one *yaml.LoadError
	if errors.As(err, &many) && len(many.Errors) > 0 {
		one = many.Errors[0]
	}
	if one != nil || errors.As(err, &one) {
		p.Line, p.Column, p.Message = one.Mark.Line, one.Mark.Column, one.Message
	}
	return p
}

// unknown reports the keys that have no field.
func unknown(file string, node *yaml.Node, t reflect.Type) []Problem {
	var known []string
	for i := range t.NumField() {
		known = append(known, t.Field(i).Tag.Get("yaml"))
	}
	var out []Problem
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		if !slices.Contains(known, key.Value) {
			out = append(out, Problem{file, key.Line, key.Column, fmt.Sprintf("unknown setting %q", key.Value)})
			continue
		}
		value := node.Content[i+1]
		if key.Value == "profiles" && value.Kind == yaml.MappingNode {
			for j := 1; j < len(value.Content); j += 2 {
				if value.Content[j].Kind == yaml.MappingNode {
					out = append(out, unknown(file, value.Content[j], reflect.TypeFor[Profile]())...)
				}
			}
		}
	}
	return out
}

// check drops, and reports, values outside their set.
func (v *Values) check(file string, node *yaml.Node) []Problem {
	var out []Problem
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		var allowed []string
		var clear func()
		switch key.Value {
		case "defaultPlatform":
			allowed, clear = Platforms(), func() { v.DefaultPlatform = nil }
		case "defaultBuildMode":
			allowed, clear = BuildModes(), func() { v.DefaultBuildMode = nil }
		case "simulated":
			allowed, clear = []string{"auto", "never"}, func() { v.Simulated = nil }
		case "maxOutput":
			if v.MaxOutput != nil && *v.MaxOutput <= 0 {
				v.MaxOutput = nil
				out = append(out, Problem{file, value.Line, value.Column, "maxOutput must be a positive number of characters"})
			}
			continue
		default:
			continue
		}
		if !slices.Contains(allowed, value.Value) {
			clear()
			out = append(out, Problem{file, value.Line, value.Column, fmt.Sprintf("%s is one of %s, not %q", key.Value, strings.Join(allowed, ", "), value.Value)})
		}
	}
	return out
}

// Platforms are the values of defaultPlatform.
func Platforms() []string {
	return []string{"none", "simulator", "device", "macos", "tvos", "watchos", "visionos"}
}

// BuildModes are the values of defaultBuildMode.
func BuildModes() []string { return []string{"none", "debug", "release", "release_with_symbols"} }

// Files lists where a settings file may stand below folder, first match wins:
// ours, then those of XcodeBazelMCP.
func Files(folder string) []string {
	return []string{
		filepath.Join(folder, ".bazel-apple", "config.yaml"), filepath.Join(folder, ".bazel-apple", "config.yml"),
		filepath.Join(folder, ".xcodebazelmcp", "config.yaml"), filepath.Join(folder, ".xcodebazelmcp", "config.yml"),
	}
}

// read returns the first settings file below folder, or no name.
func read(folder string) (file string, text []byte, err error) {
	if folder == "" {
		return "", nil, nil
	}
	for _, file := range Files(folder) {
		text, err := os.ReadFile(file)
		if err == nil {
			return file, text, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return file, nil, err
		}
	}
	return "", nil, nil
}
