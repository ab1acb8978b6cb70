package testdiscovery

import (
	"strings"

	"bazelapple/internal/testsource"
)

// What a filter has to hold for one test, by framework:
//   - XCTest and Swift Testing: Class/method and Suite/function(labels:), the
//     identifiers of xcodebuild's -only-testing, which rules_apple's runners take.
//   - GoogleTest: Suite.Name, with * for what only a run knows of parameterized
//     tests ("Instance/Suite.Name/0", "Suite/0.Name").
//   - Catch2: the name, with the characters of its test specifications escaped.

func suiteFilter(f testsource.Framework, suite string, parameterized bool) string {
	if f != testsource.GoogleTest {
		return suite
	}
	if parameterized {
		return "*/" + suite + ".*:" + suite + "/*.*"
	}
	return suite + ".*"
}

func caseFilter(n testsource.Function, suite string) string {
	switch n.Framework {
	case testsource.GoogleTest:
		if n.Parameterized {
			return "*/" + suite + "." + n.Name + "/*:" + suite + "/*." + n.Name
		}
		return suite + "." + n.Name
	case testsource.Catch2:
		name := strings.NewReplacer(`\`, `\\`, `,`, `\,`, `[`, `\[`, `"`, `\"`, `*`, `\*`, `~`, `\~`).Replace(n.Name)
		if n.Parameterized {
			return name + " - *"
		}
		return name
	}
	if suite == "" {
		return n.Name
	}
	return suite + "/" + n.Name
}

// Join makes one filter of several, for tests of one framework.
func Join(f testsource.Framework, filters []string) string {
	if f == testsource.GoogleTest {
		return strings.Join(filters, ":")
	}
	return strings.Join(filters, ",")
}
