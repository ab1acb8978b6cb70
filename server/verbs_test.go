package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/server/cli"
)

// TestVerbs: every tool has one verb, no two share a name, and what the table
// says of parameters is true of the schemas.
func TestVerbs(t *testing.T) {
	catalog := handlers.New(context.Background(), handlers.Options{Folders: platform.Folders{Home: t.TempDir()}}).Catalog
	seen := map[string]string{}
	tools := map[string]bool{}
	for _, v := range cli.Verbs(catalog) {
		if tools[v.Tool] {
			t.Errorf("%s has two verbs", v.Tool)
		}
		tools[v.Tool] = true
		for _, name := range append([]string{v.Name}, v.Aliases...) {
			if other := seen[name]; other != "" || slices.Contains(cli.Reserved(), name) {
				t.Errorf("%s: the verb %q is taken by %q or reserved", v.Tool, name, other)
			}
			seen[name] = v.Tool
		}
		tool, _ := catalog.Tool(v.Tool)
		var schema struct {
			Properties map[string]struct {
				Type string
				Enum []string
			}
		}
		if err := json.Unmarshal(tool.InputSchema(), &schema); err != nil {
			t.Fatal(err)
		}
		var named []string
		for _, p := range v.Positional {
			named = append(named, strings.Split(strings.TrimSuffix(p, "+"), "|")...)
		}
		for p := range v.Flags {
			named = append(named, p)
		}
		for _, p := range named {
			if _, ok := schema.Properties[p]; !ok {
				t.Errorf("%s: the verb names a parameter %q that there is not", v.Tool, p)
			}
		}
		for flag, s := range v.Shorthand {
			p, ok := schema.Properties[s.Parameter]
			if value, isText := s.Value.(string); !ok || isText && len(p.Enum) > 0 && !slices.Contains(p.Enum, value) {
				t.Errorf("%s --%s: %s cannot be %v", v.Tool, flag, s.Parameter, s.Value)
			}
		}
	}
	for _, name := range catalog.Names() {
		if !tools[name] {
			t.Errorf("%s has no verb", name)
		}
	}
	if seen["health"] != "bazel_ios_health" {
		t.Error("health is " + seen["health"])
	}
}
