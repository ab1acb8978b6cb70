// Package scaffold writes new Bazel projects from templates.
package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode"
)

// Versions that a new project starts with: the newest releases that work
// together, by the compatibility notes of rules_apple 4.5.
const (
	RulesApple   = "4.5.3"
	RulesSwift   = "3.6.1"
	AppleSupport = "2.8.0"
	Bazel        = "8.5.0"
)

// A Template is a kind of project.
type Template struct {
	ID          string
	Description string
	Platform    string // ios or macos
	App, Tests  bool
}

// Templates lists the kinds of project.
func Templates() []Template {
	return []Template{
		{"ios_app", "iOS app in SwiftUI", "ios", true, false},
		{"ios_test", "iOS unit tests", "ios", false, true},
		{"ios_app_with_tests", "iOS app in SwiftUI with unit tests", "ios", true, true},
		{"macos_app", "macOS app in SwiftUI", "macos", true, false},
		{"macos_test", "macOS unit tests", "macos", false, true},
		{"macos_app_with_tests", "macOS app in SwiftUI with unit tests", "macos", true, true},
	}
}

// A Project is what is to be written.
type Project struct {
	Template     Template
	Name         string // target and folder name; may hold hyphens
	BundleID     string
	MinimumOS    string
	RulesVersion string // of rules_apple
	BazelVersion string
	Families     []string
}

// ErrExists is returned when a file would be overwritten.
var ErrExists = errors.New("already exists")

// Swift is the name as a Swift identifier: "My-App" is MyApp.
func (p Project) Swift() string {
	var b strings.Builder
	upper := false
	for _, r := range p.Name {
		switch {
		case r == '-' || r == '_':
			upper = true
		case upper:
			b.WriteRune(unicode.ToUpper(r))
			upper = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Module is the name of the Bazel module: lower case, digits, '_', as Bazel's
// module() wants it.
func (p Project) Module() string { return strings.ToLower(strings.ReplaceAll(p.Name, "-", "_")) }

// Prefix is the platform as rule names begin: ios or macos.
func (p Project) Prefix() string { return p.Template.Platform }

// The versions that the templates name.
func (p Project) RulesSwift() string   { return RulesSwift }
func (p Project) AppleSupport() string { return AppleSupport }

//go:embed all:templates
var templates embed.FS

// Files returns the files of the project by their path below its folder.
func (p Project) Files() (map[string][]byte, error) {
	out := map[string][]byte{}
	err := fs.WalkDir(templates, "templates", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		group, name, _ := strings.Cut(strings.TrimPrefix(path, "templates/"), "/")
		if group == "app" && !p.Template.App || group == "test" && !p.Template.Tests {
			return nil
		}
		text, err := templates.ReadFile(path)
		if err != nil {
			return err
		}
		t, err := template.New(path).Option("missingkey=error").Parse(string(text))
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, p); err != nil {
			return err
		}
		// An embedded name cannot begin with a dot, and an embedded BUILD would
		// make the folder a package of this repository.
		name = strings.TrimSuffix(strings.ReplaceAll(name, "dot_", "."), ".tmpl")
		out[strings.NewReplacer("NAME", p.Name, "SWIFT", p.Swift()).Replace(name)] = b.Bytes()
		return nil
	})
	return out, err
}

// Write writes the project into folder, which is made if need be. It refuses to
// overwrite anything, and takes back what it wrote when it fails half-way.
func (p Project) Write(folder string) (written []string, err error) {
	files, err := p.Files()
	if err != nil {
		return nil, err
	}
	names := slices.Sorted(func(yield func(string) bool) {
		for n := range files {
			if !yield(n) {
				return
			}
		}
	})
	for _, n := range append([]string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"}, names...) {
		if _, err := os.Lstat(filepath.Join(folder, n)); err == nil {
			return nil, fmt.Errorf("%s %w", filepath.Join(folder, n), ErrExists)
		}
	}
	var made []string
	defer func() {
		if err != nil {
			for _, path := range slices.Backward(made) {
				os.Remove(path)
			}
			written = nil
		}
	}()
	for _, n := range names {
		path := filepath.Join(folder, n)
		folders, err := makeFolders(filepath.Dir(path))
		made = append(made, folders...)
		if err != nil {
			return nil, err
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return nil, err
		}
		made = append(made, path)
		if _, err := f.Write(files[n]); err != nil {
			f.Close()
			return nil, err
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// makeFolders makes dir and returns the folders that were not there.
func makeFolders(dir string) (made []string, err error) {
	if info, err := os.Stat(dir); err == nil {
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is no folder", dir)
		}
		return nil, nil
	}
	if made, err = makeFolders(filepath.Dir(dir)); err != nil {
		return made, err
	}
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	return append(made, dir), nil
}
