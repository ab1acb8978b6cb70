// Command reference writes docs/TOOLS.md from the tools' definitions.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"bazelapple/handlers"
	"bazelapple/internal/tool"
)

//go:generate go run . ../../docs/TOOLS.md

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: reference FILE")
		os.Exit(2)
	}
	if err := os.WriteFile(os.Args[1], Page(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// parameter is what a schema says of one argument.
type parameter struct {
	Type        string
	Description string
	Enum        []string
	Items       *struct {
		Type string
		Enum []string
	}
}

// Page is the whole page.
func Page() []byte {
	catalog := handlers.New(context.Background(), handlers.Options{}).Catalog
	byWorkflow := map[tool.Workflow][]tool.Tool{}
	for _, name := range catalog.Names() {
		t, _ := catalog.Tool(name)
		byWorkflow[t.Workflow] = append(byWorkflow[t.Workflow], t)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Tools\n\n%d tools in %d workflows. Each is a command in VS Code's palette, an MCP tool, and `bazel-apple call NAME`.\n", len(catalog.Names()), len(byWorkflow)-1)
	section := func(title, description string, tools []tool.Tool) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", title, description)
		for _, t := range tools {
			write(&b, t)
		}
	}
	for _, w := range tool.Workflows() {
		if tools := byWorkflow[w.ID]; len(tools) > 0 {
			section(fmt.Sprintf("%s (`%s`)", w.Title, w.ID), w.Description, tools)
		}
	}
	section("Always offered", "They belong to no workflow.", byWorkflow[tool.WorkflowNone])
	return b.Bytes()
}

func write(b *bytes.Buffer, t tool.Tool) {
	var traits []string
	for _, trait := range []struct {
		on   bool
		name string
	}{{t.ReadOnly, "changes nothing"}, {t.Destructive, "destroys something"}, {t.Streaming, "reports progress"}, {t.Apple, "needs a Mac or simulated Apple tools"}, {t.NeedsWorkspace, "needs a workspace"}} {
		if trait.on {
			traits = append(traits, trait.name)
		}
	}
	fmt.Fprintf(b, "\n### %s\n\n%s", t.Name, t.Description)
	if len(traits) > 0 {
		fmt.Fprintf(b, " *(%s)*", strings.Join(traits, ", "))
	}
	b.WriteString("\n")
	var s struct {
		Properties map[string]parameter
		Required   []string
	}
	if err := json.Unmarshal(t.InputSchema(), &s); err != nil {
		panic(err)
	}
	if len(s.Properties) == 0 {
		return
	}
	b.WriteString("\n| argument | type | what |\n| --- | --- | --- |\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		kind := p.Type
		if p.Items != nil {
			kind = "list of " + p.Items.Type + "s"
			p.Enum = p.Items.Enum
		}
		if len(p.Enum) > 0 {
			kind = strings.Join(p.Enum, ", ")
		}
		mark := ""
		if slices.Contains(s.Required, name) {
			mark = " (required)"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s |\n", name, mark, kind, strings.ReplaceAll(p.Description, "|", "\\|"))
	}
}
