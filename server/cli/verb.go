package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"bazelapple/internal/tool"
)

// parameter is what a flag needs to know of one parameter's schema.
type parameter struct {
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Enum        []string `json:"enum"`
	Format      string   `json:"format"`
}

// verb is the command of a tool. With flags it is complete; without, it only
// has a name, for help and suggestions.
func (c *door) verb(v Verb, flags bool) *cobra.Command {
	t, _ := c.Catalog().Tool(v.Tool)
	use := v.Name
	for _, p := range v.Positional {
		p = strings.ReplaceAll(p, "+", "…")
		use += " [" + p + "]"
	}
	cmd := &cobra.Command{Use: use, Aliases: v.Aliases, Short: t.Description, Long: t.Description + "\n\nThe same as: bazel-apple call " + t.Name, Args: cobra.ArbitraryArgs, GroupID: ""}
	if !flags {
		cmd.RunE = func(*cobra.Command, []string) error { return nil }
		return cmd
	}
	var schema struct {
		Properties map[string]parameter `json:"properties"`
	}
	if err := json.Unmarshal(t.InputSchema(), &schema); err != nil {
		cmd.RunE = func(*cobra.Command, []string) error { return &failure{exitInternal, err} }
		return cmd
	}
	args := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		p := schema.Properties[name]
		value := &flagValue{args: args, name: name, parameter: p}
		names := append([]string{kebab(name)}, append(v.Flags[name], shortFlags(name)...)...)
		added := false
		for _, n := range names {
			if len(n) == 1 || cmd.Flags().Lookup(n) != nil || contains([]string{"json", "workspace", "help"}, n) {
				continue
			}
			short := ""
			if !added {
				for _, s := range names {
					if len(s) == 1 {
						short = s
					}
				}
			}
			f := cmd.Flags().VarPF(value, n, short, p.Description)
			f.Hidden = added
			if p.Type == "boolean" {
				f.NoOptDefVal = "true"
			}
			if complete := c.completion(p); complete != nil {
				_ = cmd.RegisterFlagCompletionFunc(n, complete)
			}
			added = true
		}
	}
	for name, s := range v.Shorthand {
		if _, ok := schema.Properties[s.Parameter]; ok && cmd.Flags().Lookup(name) == nil {
			f := cmd.Flags().VarPF(&settingValue{args: args, Setting: s}, name, "", fmt.Sprintf("%s %v", kebab(s.Parameter), s.Value))
			f.NoOptDefVal = "true"
		}
	}
	if len(v.Positional) > 0 {
		first, _, _ := strings.Cut(strings.TrimSuffix(v.Positional[0], "+"), "|")
		cmd.ValidArgsFunction = c.completion(schema.Properties[first])
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return nearestFlag(cmd, err) })
	cmd.RunE = func(cmd *cobra.Command, words []string) error {
		if err := positions(v, schema.Properties, args, words); err != nil {
			return err
		}
		raw, err := json.Marshal(args)
		if err != nil {
			return err
		}
		return c.run(cmd.Context(), t.Name, raw)
	}
	return cmd
}

func nearestFlag(cmd *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return &unknownFlag{err, tool.Nearest(name, names)}
}

// positions gives words without a flag to the verb's positional parameters.
func positions(v Verb, properties map[string]parameter, args map[string]any, words []string) error {
	for _, name := range v.Positional {
		if len(words) == 0 {
			return nil
		}
		if all, ok := strings.CutSuffix(name, "+"); ok {
			if properties[all].Type == "array" {
				args[all] = words
			} else {
				args[all] = strings.Join(words, " ")
			}
			return nil
		}
		word := words[0]
		words = words[1:]
		if first, second, either := strings.Cut(name, "|"); either {
			// A label, else a path; a number, else a name.
			name = second
			if _, err := strconv.Atoi(word); err == nil || strings.HasPrefix(word, "//") || strings.HasPrefix(word, "@") {
				name = first
			}
		}
		value := &flagValue{args: args, name: name, parameter: properties[name]}
		if err := value.Set(word); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(words) > 0 {
		return fmt.Errorf("%s takes no argument %q", v.Name, words[0])
	}
	return nil
}

// flagValue puts a flag's text into the arguments as its schema wants it; the
// catalog checks what it means.
type flagValue struct {
	args map[string]any
	name string
	parameter
}

func (f *flagValue) String() string { return "" }

func (f *flagValue) Type() string {
	if len(f.Enum) > 0 && len(f.Enum) <= 5 {
		return strings.Join(f.Enum, "|")
	}
	switch f.parameter.Type {
	case "array", "string":
		return "string"
	case "object":
		return "NAME=VALUE"
	}
	return f.parameter.Type
}

func (f *flagValue) Set(s string) error {
	switch f.parameter.Type {
	case "boolean":
		switch strings.ToLower(s) {
		case "on", "yes":
			s = "true"
		case "off", "no":
			s = "false"
		}
		b, err := strconv.ParseBool(s)
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", s)
		}
		f.args[f.name] = b
	case "integer", "number":
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			return fmt.Errorf("%q is no number", s)
		}
		f.args[f.name] = json.Number(s)
	case "array":
		list, _ := f.args[f.name].([]string)
		f.args[f.name] = append(list, s)
	case "object":
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=VALUE", s)
		}
		object, _ := f.args[f.name].(map[string]any)
		if object == nil {
			object = map[string]any{}
		}
		object[name] = value
		f.args[f.name] = object
	default:
		f.args[f.name] = s
	}
	return nil
}

// settingValue is a flag that sets a parameter to one value.
type settingValue struct {
	args map[string]any
	Setting
}

func (s *settingValue) String() string { return "" }
func (s *settingValue) Type() string   { return "bool" }
func (s *settingValue) Set(v string) error {
	if b, err := strconv.ParseBool(v); err != nil || !b {
		return fmt.Errorf("%q cannot be given; leave the flag out instead", v)
	}
	s.args[s.Parameter] = s.Value
	return nil
}

// kebab writes simulatorId as simulator-id.
func kebab(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte('-')
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
