// Package buildifier runs the buildifier that a person has chosen, on a text
// that need not be saved. Its flags and its JSON are those of buildtools'
// buildifier from 3.0 on (buildifier/README.md, buildifier/utils/diagnostics.go).
package buildifier

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/run"
	"bazelapple/internal/starlarkls"
)

// A Program is a chosen buildifier and the text it is to look at.
type Program struct {
	Context context.Context
	Runner  run.Runner
	Path    string
	// Root is the workspace: a .buildifier.json is looked for there.
	Root string
	// File is the text's file relative to Root.
	File string
	Kind buildfile.Kind
	Text string
}

// limit bounds one look at one file.
const limit = 10 * time.Second

// Format returns the text in buildifier's form; with a category it mends that
// first.
func (p Program) Format(category string) (string, error) {
	args := []string{"--mode=fix"}
	if category != "" {
		args = append(args, "--lint=fix", "--warnings="+category)
	}
	return p.run(args...)
}

// Lint returns buildifier's warnings, as its own settings choose them.
func (p Program) Lint() ([]starlarkls.Warning, error) {
	out, err := p.run("--mode=check", "--lint=warn", "--format=json")
	if err != nil {
		return nil, err
	}
	type place struct{ Line, Column int }
	var report struct {
		Files []struct {
			Warnings []struct {
				Start, End             place
				Category, Message, URL string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		return nil, fmt.Errorf("%s answers no JSON: %w", p.Path, err)
	}
	var found []starlarkls.Warning
	for _, f := range report.Files {
		for _, w := range f.Warnings {
			found = append(found, starlarkls.Warning{Line: w.Start.Line, Rune: w.Start.Column, EndLine: w.End.Line, EndRune: w.End.Column, Category: w.Category, Message: w.Message, URL: w.URL})
		}
	}
	return found, nil
}

func (p Program) run(args ...string) (string, error) {
	kind := map[buildfile.Kind]string{buildfile.Build: "build", buildfile.Bzl: "bzl", buildfile.Workspace: "workspace", buildfile.Module: "module"}[p.Kind]
	if kind == "" {
		kind = "default"
	}
	args = append([]string{p.Path, "--type=" + kind, "--path=" + p.File}, args...)
	out, err := p.Runner.Run(p.Context, run.Command{Args: args, Dir: p.Root, Stdin: strings.NewReader(p.Text), Keep: 8 << 20, Timeout: limit})
	if err != nil {
		return "", fmt.Errorf("buildifier: %w", err)
	}
	if out.Dropped > 0 {
		return "", fmt.Errorf("buildifier: %s printed more than can be read", p.Path)
	}
	return string(out.Stdout), nil
}
