package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/testdiscovery"
)

const (
	testPackages  = 100
	testFiles     = 20 // of a package
	testFunctions = 10 // of a file
)

// discovery lists the tests of a generated tree, and again after an edit.
func discovery(s *suite) error {
	root := filepath.Join(s.work, "tests")
	if err := writeTests(root); err != nil {
		return err
	}
	ctx := context.Background()
	var finder *testdiscovery.Finder
	cold, err := timed(s.runs, func(int) error {
		i, err := index.Open(index.Options{Root: root})
		if err != nil {
			return err
		}
		if err := i.Refresh(ctx); err != nil {
			return err
		}
		finder = testdiscovery.New(i)
		nodes, err := finder.All(ctx, finder.Targets())
		if err != nil {
			return err
		}
		cases := 0
		for _, n := range nodes {
			if n.Kind == testdiscovery.Case {
				cases++
			}
		}
		if want := testPackages * testFiles * testFunctions; cases != want {
			return fmt.Errorf("%d tests were found of %d", cases, want)
		}
		return nil
	})
	if err != nil {
		return err
	}
	file := filepath.Join(root, "area7", "Tests", "Case3Tests.swift")
	edit, err := timed(s.runs, func(n int) error {
		text := testFile(3) + strings.Repeat("\n", n)
		finder.Overlay(file, &text)
		for _, t := range finder.Owners(file) {
			if len(finder.Target(t)) > testFiles*testFunctions {
				return nil
			}
		}
		return fmt.Errorf("the tests of %s were not found", file)
	})
	if err != nil {
		return err
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	row("cold, with the index of BUILD files", ms(cold), "aim 2000 ms")
	row("one edit in an editor", ms(edit), "aim 20 ms")
	row("memory of this process", mb(float64(m.Sys)/(1<<20)), "aim 150 MB")
	return nil
}

// timed is the median of runs of do, in milliseconds.
func timed(runs int, do func(n int) error) (float64, error) {
	var took []float64
	for n := range runs {
		at := time.Now()
		if err := do(n); err != nil {
			return 0, err
		}
		took = append(took, since(at))
	}
	return median(took), nil
}

func writeTests(root string) error {
	files := map[string]string{
		"MODULE.bazel":       "",
		"support/BUILD":      "swift_library(name = \"TestSupport\", testonly = True, srcs = [\"Base.swift\"])\n",
		"support/Base.swift": "import XCTest\nopen class AppTestCase: XCTestCase {}\n",
	}
	for p := range testPackages {
		dir := fmt.Sprintf("area%d", p)
		files[dir+"/BUILD"] = "swift_library(name = \"lib\", testonly = True, srcs = glob([\"Tests/**/*.swift\"]), deps = [\"//support:TestSupport\"])\nios_unit_test(name = \"Tests\", deps = [\":lib\"])\n"
		for n := range testFiles {
			files[fmt.Sprintf("%s/Tests/Case%dTests.swift", dir, n)] = testFile(n)
		}
	}
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// testFile is a file of about a hundred lines, half of XCTest and half of Swift
// Testing.
func testFile(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "import Testing\nimport TestSupport\nimport XCTest\n\nfinal class Case%dTests: AppTestCase {\n", n)
	const body = ` {
        let values = items.map { "\($0.name): \($0.price, specifier: "%.2f")" } // as shown
        guard let first = values.first, !first.isEmpty else { return }
        for (index, value) in values.enumerated() where index > 0 {
            check(value, "message {\(index)}", { $0 / 2 / count })
        }
    }

`
	for f := range testFunctions / 2 {
		fmt.Fprintf(&b, "    func testNumber%d() async throws%s", f, body)
	}
	fmt.Fprintf(&b, "}\n\n@Suite(\"Case %d\") struct Case%dSuite {\n", n, n)
	for f := range testFunctions / 2 {
		fmt.Fprintf(&b, "    @Test(\"Number %d\", .tags(.fast), arguments: [1, 2, 3])\n    func number%d(_ n: Int) throws%s", f, f, body)
	}
	b.WriteString("}\n")
	return b.String()
}
