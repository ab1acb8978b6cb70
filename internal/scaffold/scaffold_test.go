package scaffold_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/scaffold"
)

func project(t scaffold.Template, name string) scaffold.Project {
	return scaffold.Project{Template: t, Name: name, BundleID: "com.example.x", MinimumOS: "17.0", RulesVersion: scaffold.RulesApple, BazelVersion: scaffold.Bazel, Families: []string{"iphone", "ipad"}}
}

func TestEveryTemplateIsWellFormed(t *testing.T) {
	for _, tm := range scaffold.Templates() {
		for _, name := range []string{"Shop", "My-App", "my_app-2"} {
			folder := filepath.Join(t.TempDir(), "new", "project")
			p := project(tm, name)
			files, err := p.Write(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				text, err := os.ReadFile(filepath.Join(folder, f))
				if err != nil {
					t.Fatal(err)
				}
				base := filepath.Base(f)
				if base == "BUILD.bazel" || base == "MODULE.bazel" {
					parsed, err := build.Parse(base, text)
					if err != nil {
						t.Errorf("%s %s: %v", tm.ID, f, err)
					} else if string(build.Format(parsed)) != string(text) {
						t.Errorf("%s %s is not formatted:\n%s", tm.ID, f, build.Format(parsed))
					}
				}
				if strings.HasSuffix(f, ".swift") && strings.Contains(string(text), "struct "+name+"App") && strings.Contains(name, "-") {
					t.Errorf("%s %s: a hyphen in a Swift name", tm.ID, f)
				}
				if strings.Contains(string(text), "{{") || strings.Contains(string(text), "<no value>") {
					t.Errorf("%s %s: an unfilled template", tm.ID, f)
				}
			}
		}
	}
}

func TestNothingIsOverwrittenOrLeftBehind(t *testing.T) {
	p := project(scaffold.Templates()[2], "Shop")
	for _, there := range []string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", ".gitignore", ".bazelrc", "Shop/Info.plist"} {
		folder := t.TempDir()
		file := filepath.Join(folder, there)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Write(folder); !errors.Is(err, scaffold.ErrExists) {
			t.Errorf("%s: %v", there, err)
		}
		if text, _ := os.ReadFile(file); string(text) != "mine" {
			t.Errorf("%s was overwritten", there)
		}
		if entries, _ := os.ReadDir(folder); len(entries) != 1 {
			t.Errorf("%s: something was left behind: %v", there, entries)
		}
	}
	// A file where a folder must be: the write fails half-way.
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "ShopTests"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Write(folder); err == nil {
		t.Error("want an error")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("half a project was left: %v", entries)
	}
}
