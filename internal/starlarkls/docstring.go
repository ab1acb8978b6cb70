package starlarkls

import "strings"

// docstring splits a function's docstring into its text and the lines of its
// "Args:" section by parameter.
func docstring(doc string) (whole string, args map[string]string) {
	args = map[string]string{}
	lines := strings.Split(strings.TrimSpace(doc), "\n")
	var out []string
	section, indent, current := "", -1, ""
	for n, line := range lines {
		trimmed := strings.TrimSpace(line)
		if n > 0 && strings.HasSuffix(trimmed, ":") && !strings.Contains(trimmed, " ") {
			section, indent, current = strings.ToLower(strings.TrimSuffix(trimmed, ":")), -1, ""
			if section == "args" {
				continue
			}
		}
		if section != "args" {
			out = append(out, trimmed)
			continue
		}
		if trimmed == "" {
			continue
		}
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if indent < 0 {
			indent = depth
		}
		name, rest, ok := strings.Cut(trimmed, ":")
		name, _, _ = strings.Cut(strings.TrimLeft(name, "*"), " ")
		switch {
		case depth <= indent && ok:
			current = name
			args[current] = strings.TrimSpace(rest)
		case current != "":
			args[current] = strings.TrimSpace(args[current] + " " + trimmed)
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n")), args
}

// comment is the comment right above a statement, without its marks.
func comment(above string) string {
	lines := strings.Split(above, "\n")
	var out []string
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" && len(out) == 0 && i == len(lines)-1 {
			continue
		}
		if !strings.HasPrefix(line, "#") {
			break
		}
		out = append([]string{strings.TrimSpace(strings.TrimLeft(line, "#"))}, out...)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
