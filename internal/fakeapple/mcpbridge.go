package fakeapple

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mcpbridge is `xcrun mcpbridge run-agent skills export [--output-dir D]
// [--replace-existing]` of Xcode 26: it writes one folder per skill.
func mcpbridge(c *call, args []string) error {
	if len(args) < 3 || strings.Join(args[:3], " ") != "run-agent skills export" {
		return refuse(64, "Error: Unexpected argument '%s'\nUsage: mcpbridge <subcommand>", strings.Join(args, " "))
	}
	target, replace := "skills", slices.Contains(args, "--replace-existing")
	if at := slices.Index(args, "--output-dir"); at >= 0 && at+1 < len(args) {
		target = args[at+1]
	}
	skills := []string{"swift-concurrency", "swiftui", "xctest"}
	for _, name := range skills {
		file := filepath.Join(c.path(target), name, "SKILL.md")
		if exists(file) && !replace {
			return refuse(1, "Error: %s already exists. Use --replace-existing to overwrite it.", file)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return refuse(1, "Error: %v", err)
		}
		if err := os.WriteFile(file, []byte("---\nname: "+name+"\n---\n"), 0o644); err != nil {
			return refuse(1, "Error: %v", err)
		}
	}
	c.printf("Exported %d skills\n", len(skills))
	return nil
}
