package spm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/tool"
)

type dumpInput struct{ Folder }

func (h *handlers) dump(ctx context.Context, call *tool.Call, in dumpInput) (*tool.Result, error) {
	dir, err := h.folder(in.Folder)
	if err != nil {
		return nil, err
	}
	m, err := h.Swift.Manifest(ctx, dir)
	if err != nil {
		return nil, err
	}
	lines := []string{"Package " + m.Name}
	if m.ToolsVersion != "" {
		lines[0] += ", tools version " + m.ToolsVersion
	}
	if len(m.Platforms) > 0 {
		lines = append(lines, "Platforms: "+strings.Join(m.Platforms, ", "))
	}
	section := func(title string, n int, line func(int) string) {
		if n > 0 {
			lines = append(lines, title+":")
		}
		for i := range n {
			lines = append(lines, "  "+strings.TrimSpace(line(i)))
		}
	}
	section("Products", len(m.Products), func(i int) string { return m.Products[i].Name + " " + m.Products[i].Type })
	section("Targets", len(m.Targets), func(i int) string { return m.Targets[i].Name + " " + m.Targets[i].Type })
	section("Dependencies", len(m.Dependencies), func(i int) string {
		d := m.Dependencies[i]
		return d.Name + " " + d.Version + " " + d.Location
	})
	out := &tool.Result{Text: strings.Join(lines, "\n"), Data: m}
	if h.Warning != "" {
		out.Warnings = []string{h.Warning}
	}
	return out, nil
}

// packageType is what `swift package init --type` takes.
type packageType string

// Enum implements the tools' enums.
func (packageType) Enum() []string {
	return []string{"library", "executable", "tool", "macro", "empty"}
}

type initInput struct {
	Folder
	Type packageType `json:"type,omitempty" jsonschema:"kind of package; library by default"`
	Name tool.Word   `json:"name,omitempty" jsonschema:"name; the folder's by default"`
}

func (h *handlers) init(ctx context.Context, call *tool.Call, in initInput) (*tool.Result, error) {
	dir, err := h.locate(in.Folder)
	if err != nil {
		return nil, err
	}
	if !nameFits(string(in.Name)) {
		return nil, tool.Invalid("name", "a package's name begins with a letter and holds letters, digits, '_', '-', '.' and spaces")
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, tool.Errorf(tool.NotFound, "Create the folder first.", "there is no folder %s", dir)
	}
	if _, err := os.Lstat(filepath.Join(dir, "Package.swift")); err == nil {
		return nil, tool.Errorf(tool.Precondition, "swift_package_dump shows what it holds.", "%s holds a package already", dir)
	}
	args := []string{"package", "init"}
	if in.Type != "" {
		args = append(args, "--type", string(in.Type))
	}
	if in.Name != "" {
		args = append(args, "--name", string(in.Name))
	}
	res, f, out, err := h.do(ctx, request(call, "swift_package_init", "Create package in", dir, args...))
	if err != nil {
		return nil, err
	}
	if !res.OK() {
		return nil, failed("swift package init", f, res, out)
	}
	manifest := filepath.Join(dir, "Package.swift")
	out.Text = strings.TrimSpace(fmt.Sprintf("Created a package in %s\n%s", dir, tail(string(res.Stdout), 30)))
	out.Files = []tool.Link{{Path: manifest, Title: "Package.swift"}}
	out.Next = []tool.Next{{Tool: "swift_package_build", Arguments: map[string]any{"packagePath": dir}}}
	return out, nil
}

// nameFits allows what can be a package's name, and with other characters
// replaced a module's.
func nameFits(name string) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || strings.ContainsRune("_-. ", r))) {
			return false
		}
	}
	return len(name) <= 100
}
