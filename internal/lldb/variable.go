package lldb

import (
	"context"
	"regexp"
	"strings"
	"sync"
)

// A Scope says which variables of a frame are meant.
type Scope string

// The scopes. All is locals and arguments.
const (
	All       Scope = "all"
	Locals    Scope = "local"
	Arguments Scope = "args"
)

// A Variable is one variable of a frame.
type Variable struct {
	Type  string `json:"type"`
	Name  string `json:"name"`
	Value string `json:"value"` // as LLDB formats it; may have several lines
}

// Variables lists the variables of the selected frame.
func (s *Session) Variables(ctx context.Context, scope Scope) ([]Variable, error) {
	line := "frame variable"
	switch scope {
	case Locals:
		line += " --no-args"
	case Arguments:
		line += " --no-locals"
	}
	text, err := s.Command(ctx, line)
	return parseVariables(text), err
}

var variableLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\((.+?)\) (\S+) = ?(.*)$`) })

// parseVariables reads "frame variable": "(type) name = value", where the
// members of a structure follow on lines of their own. A type may hold round
// brackets, as (int (*)(int)) f does.
func parseVariables(text string) []Variable {
	var out []Variable
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if m := variableLine().FindStringSubmatch(line); m != nil {
			out = append(out, Variable{Type: m[1], Name: m[2], Value: m[3]})
		} else if len(out) > 0 && line != "" {
			out[len(out)-1].Value += "\n" + line
		}
	}
	return out
}
