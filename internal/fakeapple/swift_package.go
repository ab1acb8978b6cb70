package fakeapple

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// swiftPackage is `swift package …`.
func swiftPackage(c *call, args []string) error {
	if len(args) >= 2 && args[0] == "--package-path" {
		c.Dir, args = c.path(args[1]), args[2:]
	}
	if len(args) == 0 {
		c.printf("OVERVIEW: Perform operations on Swift packages\n")
		return nil
	}
	if args[0] == "init" {
		return swiftInit(c, args[1:])
	}
	m, err := c.manifest()
	if err != nil {
		return err
	}
	switch args[0] {
	case "clean", "reset":
		return os.RemoveAll(filepath.Join(m.root, ".build"))
	case "dump-package":
		return c.dump(m)
	case "describe":
		c.printf("Name: %s\nManifest display name: %s\nPath: %s\nTools version: %s\n", m.name, m.name, m.root, m.tools)
		return nil
	case "resolve", "update":
		return c.resolve(m)
	case "show-dependencies":
		if len(m.packages) == 0 {
			c.printf("No external dependencies found\n")
		}
		for _, d := range m.packages {
			c.printf("└── %s<%s@%s>\n", d.identity(), d.url, d.from)
		}
		return nil
	}
	return refuse(64, "error: Unknown subcommand or plugin name '%s'", args[0])
}

func (c *call) dump(m *manifest) error {
	var b bytes.Buffer
	if err := writeAppleJSON(&b, m.dump(), "", false); err != nil {
		return err
	}
	c.printf("%s\n", b.Bytes())
	return nil
}

// resolve fetches nothing; it writes Package.resolved as SwiftPM does. A URL that
// holds "missing" cannot be cloned.
func (c *call) resolve(m *manifest) error {
	pins := []any{}
	for _, d := range m.packages {
		if d.url == "" {
			continue
		}
		c.errorf("Fetching %s\n", d.url)
		if strings.Contains(d.url, "missing") {
			return refuse(1, "error: Failed to clone repository %s:\n    Cloning into bare repository '%s/.build/repositories/%s'...\n    fatal: repository '%s/' not found", d.url, m.root, d.identity(), d.url)
		}
		c.errorf("Fetched %s from cache (0.41s)\nComputing version for %s\nComputed %s at %s (0.52s)\n", d.url, d.url, d.url, d.from)
		pins = append(pins, map[string]any{
			"identity": d.identity(), "kind": "remoteSourceControl", "location": d.url,
			"state": map[string]any{"revision": strings.Repeat("0123456789", 4), "version": d.from},
		})
	}
	if len(pins) == 0 {
		return nil
	}
	data, err := json.MarshalIndent(map[string]any{"originHash": strings.Repeat("ab", 32), "pins": pins, "version": 3}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(m.root, "Package.resolved"), append(data, '\n'), 0o644)
}

// swiftInit is `swift package init [--type T] [--name N]` and writes the package.
func swiftInit(c *call, args []string) error {
	kind, name := "library", filepath.Base(c.Dir)
	for len(args) > 0 {
		flag, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		if flag == "--enable-xctest" || flag == "--enable-swift-testing" || flag == "--disable-swift-testing" || flag == "--disable-xctest" {
			continue
		}
		if flag != "--type" && flag != "--name" {
			return refuse(64, "error: Unknown option '%s'\nUsage: swift package init [--type <type>] [--name <name>]", flag)
		}
		if !joined {
			if len(args) == 0 {
				return refuse(64, "error: Missing value for '%s <%s>'", flag, flag[2:])
			}
			value, args = args[0], args[1:]
		}
		if flag == "--type" {
			kind = value
		} else {
			name = value
		}
	}
	if !slices.Contains([]string{"library", "executable", "tool", "build-tool-plugin", "command-plugin", "macro", "empty"}, kind) {
		return refuse(64, "error: The value '%s' is invalid for '--type <type>'. Please provide one of 'library', 'executable', 'tool', 'build-tool-plugin', 'command-plugin', 'macro' or 'empty'.", kind)
	}
	if exists(filepath.Join(c.Dir, "Package.swift")) {
		return refuse(1, "error: a manifest file already exists in this directory")
	}
	files := initFiles(kind, name)
	c.printf("Creating %s package: %s\n", kind, name)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(c.Dir, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return refuse(1, "error: %v", err)
		}
		if exists(path) {
			continue
		}
		c.printf("Creating %s\n", file)
		if err := os.WriteFile(path, []byte(files[file]), 0o644); err != nil {
			return refuse(1, "error: %v", err)
		}
	}
	return nil
}

func initFiles(kind, name string) map[string]string {
	module := strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' || r == '.' {
			return '_'
		}
		return r
	}, name)
	head := "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n    name: %q"
	files := map[string]string{".gitignore": ".DS_Store\n/.build\n/Packages\nxcuserdata/\nDerivedData/\n.swiftpm/\n.netrc\n"}
	switch kind {
	case "empty":
		files["Package.swift"] = fmt.Sprintf(head+"\n)\n", name)
	case "executable", "tool":
		files["Package.swift"] = fmt.Sprintf(head+",\n    targets: [\n        .executableTarget(\n            name: %q\n        ),\n    ]\n)\n", name, name)
		files["Sources/"+name+"/main.swift"] = "print(\"Hello, world!\")\n"
	case "build-tool-plugin", "command-plugin":
		files["Package.swift"] = fmt.Sprintf(head+",\n    targets: [\n        .plugin(\n            name: %q,\n            capability: .buildTool()\n        ),\n    ]\n)\n", name, name)
		files["Plugins/"+name+".swift"] = "import PackagePlugin\n"
	default:
		files["Package.swift"] = fmt.Sprintf(head+",\n    products: [\n        .library(\n            name: %q,\n            targets: [%q]\n        ),\n    ],\n    targets: [\n        .target(\n            name: %q\n        ),\n"+
			"        .testTarget(\n            name: %q,\n            dependencies: [%q]\n        ),\n    ]\n)\n", name, name, name, name, name+"Tests", name)
		files["Sources/"+name+"/"+name+".swift"] = "public struct " + module + " {\n}\n"
		files["Tests/"+name+"Tests/"+name+"Tests.swift"] = "import Testing\n@testable import " + module + "\n\n@Test func example() async throws {\n}\n"
	}
	return files
}
