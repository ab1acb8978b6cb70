package starlarkls

import (
	_ "embed"
	"strings"
	"sync"
)

// The tables are our own short words on the rules of Bazel 9, rules_apple 4,
// rules_swift 3, rules_cc 0.2 and rules_shell 0.6 and their attributes.
var (
	//go:embed rules.txt
	rulesText string
	//go:embed attributes.txt
	attributesText string
	//go:embed directives.txt
	directivesText string
)

// The attributes of every rule, and of every test beside them.
var (
	commonAttributes = []string{"visibility", "tags", "testonly", "deprecation", "features", "target_compatible_with", "exec_properties"}
	testAttributes   = []string{"size", "timeout", "flaky", "shard_count", "args", "env", "env_inherit"}
)

// attributes are the known attributes by name.
var attributes = sync.OnceValue(func() map[string]Parameter {
	out := map[string]Parameter{}
	for line := range strings.Lines(attributesText) {
		// name | type | values | what it is
		part := strings.SplitN(strings.TrimSpace(line), "|", 4)
		if len(part) == 4 {
			name := strings.TrimSpace(part[0])
			out[name] = Parameter{Name: name, Type: strings.TrimSpace(part[1]), Values: strings.Fields(part[2]), Doc: strings.TrimSpace(part[3])}
		}
	}
	return out
})

func known(name string) Parameter {
	if p, ok := attributes()[name]; ok {
		return p
	}
	return Parameter{Name: name}
}

func attributeDoc(name string) string { return attributes()[name].Doc }

// rules are the known rules and functions of BUILD files by name.
var rules = sync.OnceValue(func() map[string]Callable { return readTable(rulesText) })

// directives are the functions of MODULE.bazel and WORKSPACE.
var directives = sync.OnceValue(func() map[string]Callable { return readTable(directivesText) })

// readTable reads blocks of three lines: "names | what | load", parameters with
// "!" behind the required ones and "..." for more, and what it is. Several
// names share a block.
func readTable(table string) map[string]Callable {
	out := map[string]Callable{}
	for block := range strings.SplitSeq(table, "\n\n") {
		lines := strings.SplitN(strings.TrimSpace(block), "\n", 3)
		head := strings.Split(lines[0], "|")
		if len(lines) < 3 || len(head) < 3 {
			continue
		}
		for _, name := range strings.Fields(head[0]) {
			c := Callable{Name: name, What: strings.TrimSpace(head[1]), Load: strings.TrimSpace(head[2]), Doc: strings.TrimSpace(lines[2])}
			for _, word := range strings.Fields(lines[1]) {
				if word == "..." {
					c.Open = true
					continue
				}
				p := known(strings.TrimRight(word, "!"))
				p.Required = strings.HasSuffix(word, "!")
				c.Parameters = append(c.Parameters, p)
			}
			if c.What == "rule" || c.What == "test" {
				c.addCommon(c.What == "test")
				c.What = "rule"
			}
			out[name] = c
		}
	}
	return out
}
