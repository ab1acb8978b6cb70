// Package monorepo writes Bazel workspaces of any size for benchmarks: formatted
// BUILD files of about 2.7 KB with ten targets and a dozen sources each, one
// target of twenty made by a macro of two layers, a bazel-out link, and a
// workspace inside the workspace. Bazel 4.2 and later can query them.
package monorepo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Options of a generated workspace.
type Options struct {
	// Packages is their number; each has ten targets.
	Packages int
	// Sources also writes the source files, twelve a package, empty.
	Sources bool
}

// Write makes the workspace in dir, which should not exist yet.
func Write(dir string, options Options) error {
	for name, text := range fixed() {
		if err := write(filepath.Join(dir, name), text); err != nil {
			return err
		}
	}
	out := dir + "-output/execroot/monorepo/bazel-out"
	if err := write(filepath.Join(out, "bin", "Fake", "BUILD"), "cc_library(name = \"not_seen\")\n"); err != nil {
		return err
	}
	if err := os.Symlink(out, filepath.Join(dir, "bazel-out")); err != nil {
		return err
	}
	work := make(chan int)
	var wait sync.WaitGroup
	var once sync.Once
	var failed error
	for range 8 {
		wait.Go(func() {
			for n := range work {
				if err := writePackage(dir, n, options); err != nil {
					once.Do(func() { failed = err })
				}
			}
		})
	}
	for n := range options.Packages {
		work <- n
	}
	close(work)
	wait.Wait()
	return failed
}

// fixed are the files every workspace has.
func fixed() map[string]string {
	return map[string]string{
		"WORKSPACE": `workspace(name = "monorepo")

local_repository(
    name = "build_bazel_rules_swift",
    path = "third_party/rules_swift",
)
`,
		"BUILD.bazel":                         "package(default_visibility = [\"//visibility:public\"])\n",
		"third_party/rules_swift/WORKSPACE":   "workspace(name = \"build_bazel_rules_swift\")\n",
		"third_party/rules_swift/BUILD":       "",
		"third_party/rules_swift/swift/BUILD": "",
		"third_party/rules_swift/swift/swift.bzl": `def _impl(ctx):
    return []

_ATTRS = {
    "srcs": attr.label_list(allow_files = True),
    "deps": attr.label_list(),
    "module_name": attr.string(),
    "copts": attr.string_list(),
}

swift_library = rule(
    implementation = _impl,
    attrs = _ATTRS,
)

swift_test = rule(
    implementation = _impl,
    attrs = _ATTRS,
    test = True,
)
`,
		"tools/BUILD.bazel": "",
		"tools/feature.bzl": `load(":layer.bzl", "tested_library")

def feature(name, srcs, **kwargs):
    """A feature module with its tests."""
    tested_library(
        name = name,
        srcs = srcs,
        module_name = name,
        **kwargs
    )
`,
		"tools/layer.bzl": `load("@build_bazel_rules_swift//swift:swift.bzl", "swift_library", "swift_test")

def tested_library(name, srcs, deps = [], tests = [], **kwargs):
    swift_library(
        name = name,
        srcs = srcs,
        deps = deps,
        **kwargs
    )
    swift_test(
        name = name + "Tests",
        srcs = tests,
        deps = [":" + name],
    )
`,
	}
}

// PackagePath is the path of package n.
func PackagePath(n int) string {
	return fmt.Sprintf("Modules/Area%03d/Feature%05d", n/100, n)
}

func writePackage(dir string, n int, options Options) error {
	folder := filepath.Join(dir, PackagePath(n))
	if err := write(filepath.Join(folder, "BUILD.bazel"), Text(n)); err != nil {
		return err
	}
	if !options.Sources {
		return nil
	}
	for s := range 12 {
		if err := write(filepath.Join(folder, "Sources", fmt.Sprintf("File%02d.swift", s)), ""); err != nil {
			return err
		}
	}
	return nil
}

// Text is the BUILD file of package n. Every fourth package calls the macro,
// which makes two of its ten targets.
func Text(n int) string {
	var b strings.Builder
	macro := n%4 == 0
	b.WriteString("load(\"@build_bazel_rules_swift//swift:swift.bzl\", \"swift_library\", \"swift_test\")\n")
	if macro {
		b.WriteString("load(\"//tools:feature.bzl\", \"feature\")\n")
	}
	b.WriteString("\npackage(default_visibility = [\"//visibility:public\"])\n")
	plain := 9
	if macro {
		plain = 7
	}
	for i := range plain {
		fmt.Fprintf(&b, `
swift_library(
    name = "Feature%05dPart%d",
    srcs = ["Sources/File%02d.swift"],
    copts = ["-DPART=%d"],
    module_name = "Feature%05dPart%d",
    tags = [
        "area%03d",
        "team-foundation",
    ],
    deps = %s,
)
`, n, i, i, i, n, i, n/100, dependencies(n, i))
	}
	if macro {
		fmt.Fprintf(&b, "\nfeature(\n    name = \"Feature%05d\",\n    srcs = [\"Sources/File09.swift\"],\n    tests = [\"Sources/File10.swift\"],\n    deps = [\":Feature%05dPart0\"],\n)\n", n, n)
	}
	fmt.Fprintf(&b, `
swift_test(
    name = "Feature%05dUnitTests",
    srcs = [
        "Sources/File10.swift",
        "Sources/File11.swift",
    ],
    deps = [":Feature%05dPart0"],
)
`, n, n)
	return b.String()
}

// dependencies of part i: the part before it, and a part of package n/2.
func dependencies(n, i int) string {
	below := fmt.Sprintf("\"//%s:Feature%05dPart%d\"", PackagePath(n/2), n/2, (i+1)%7)
	before := fmt.Sprintf("\":Feature%05dPart%d\"", n, i-1)
	switch {
	case n == 0 && i == 0:
		return "[]"
	case n == 0:
		return "[" + before + "]"
	case i == 0:
		return "[" + below + "]"
	}
	return "[\n        " + before + ",\n        " + below + ",\n    ]"
}

func write(file, text string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}
