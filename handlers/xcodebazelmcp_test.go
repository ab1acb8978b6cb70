package handlers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bazelapple/internal/captures"
)

// TestToolsOfXcodeBazelMCP compares the tools with a list of those of
// XcodeBazelMCP 0.1.34: an agent's call for them is understood here.
func TestToolsOfXcodeBazelMCP(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(captures.Dir(t), "../reference/tools.json"))
	if err != nil {
		t.Skip(err)
	}
	var theirs []struct {
		Name        string
		StartupArgs bool
		Params      []struct {
			Name     string
			Required bool
			Enum     []string
		}
	}
	if err := json.Unmarshal(text, &theirs); err != nil {
		t.Fatal(err)
	}
	catalog := engine(t).Catalog
	parameters := 0
	for _, tl := range theirs {
		mine, ok := catalog.Tool(tl.Name)
		if !ok {
			t.Errorf("%s is missing", tl.Name)
			continue
		}
		if tl.StartupArgs && !mine.StartupArgs {
			t.Errorf("%s takes no startupArgs", tl.Name)
		}
		var takes schema
		if err := json.Unmarshal(mine.InputSchema(), &takes); err != nil {
			t.Fatal(err)
		}
		required := map[string]bool{}
		for _, p := range tl.Params {
			parameters++
			required[p.Name] = p.Required
			property, ok := takes.Properties[p.Name]
			if !ok {
				t.Errorf("%s lacks %s", tl.Name, p.Name)
			}
			for _, word := range p.Enum {
				if !slices.Contains(property.Enum, word) {
					t.Errorf("%s: %s cannot be %s", tl.Name, p.Name, word)
				}
			}
		}
		for _, name := range takes.Required {
			if !required[name] {
				t.Errorf("%s demands %s", tl.Name, name)
			}
		}
	}
	if len(theirs) != 125 || parameters != 472 {
		t.Errorf("the list has %d tools with %d parameters", len(theirs), parameters)
	}
}

// TestDifferencesAreTold writes the reasons of docs/deviations.json into
// docs/DIFFERENCES.md with -update, and compares them without.
func TestDifferencesAreTold(t *testing.T) {
	text, err := os.ReadFile("../docs/deviations.json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []struct{ Ignore, Match, Reason string }
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	seen := map[string]bool{}
	for _, e := range entries {
		told := e.Reason
		if e.Ignore != "" {
			told = "`" + e.Match + "`: " + told
		}
		if !seen[told] {
			seen[told] = true
			list.WriteString("- " + told + "\n")
		}
	}
	const page = "../docs/DIFFERENCES.md"
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	between := regexp.MustCompile(`(?s)(<!-- from deviations.json -->\n).*?(<!-- end -->)`)
	want := between.ReplaceAllString(string(b), "${1}\n"+strings.ReplaceAll(list.String(), "$", "$$")+"\n${2}")
	if !between.Match(b) {
		t.Fatal("the page has no place for the list")
	}
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(b) {
		t.Error("docs/DIFFERENCES.md is not what docs/deviations.json says; run: go test ./handlers -update")
	}
}
