package fakeapple

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

// xcresulttool is `xcrun xcresulttool` of Xcode 26: `get test-results summary` and
// `tests`, and `get object --legacy`. A result bundle of the stand-ins is a folder
// whose tests.json holds the document of `get test-results tests`
// (captures/xcresulttool/get_test-results_tests_xcode26_mixed.json); one without
// has one suite with a passed and a failed test.
func xcresulttool(c *call, args []string) error {
	flags, words := map[string]string{}, []string{}
	for len(args) > 0 {
		name, value, joined := strings.Cut(args[0], "=")
		args = args[1:]
		if !strings.HasPrefix(name, "-") {
			words = append(words, name)
			continue
		}
		if !joined && len(args) > 0 && !strings.HasPrefix(args[0], "-") && name != "--legacy" && name != "--compact" {
			value, args = args[0], args[1:]
		}
		flags[name] = value
	}
	line := strings.Join(words, " ")
	if line == "version" {
		c.printf("xcresulttool version 24051, schema version: 0.1.0 (legacy commands format version: 3.58)\n")
		return nil
	}
	known := line == "get test-results summary" || line == "get test-results tests" || line == "get object" || line == "get"
	if !known {
		return refuse(64, "Error: Unexpected argument '%s'\nUsage: xcresulttool <subcommand>\n  See 'xcresulttool --help' for more information.", line)
	}
	if flags["--path"] == "" {
		return refuse(64, "Error: Missing expected argument '--path <path>'\nUsage: xcresulttool get <subcommand>\n  See 'xcresulttool get --help' for more information.")
	}
	path := c.path(flags["--path"])
	if !exists(path) {
		return refuse(1, "Error: File or directory doesn't exist at path: %s.", path)
	}
	doc, err := resultBundle(path)
	if err != nil {
		return err
	}
	if strings.HasPrefix(line, "get test-results") {
		if words[2] == "summary" {
			doc = summary(doc)
		}
		return c.appleJSON(doc)
	}
	if _, ok := flags["--legacy"]; !ok {
		return refuse(64, "Error: This command is deprecated and will be removed in a future release, --legacy flag is required to use it.\nUsage: xcresulttool get object [--legacy] --path <path>")
	}
	return c.appleJSON(legacy(summary(doc)))
}

func resultBundle(path string) (map[string]any, error) {
	data, err := os.ReadFile(filepath.Join(path, "tests.json"))
	if err == nil {
		doc := map[string]any{}
		if err := json.Unmarshal(data, &doc); err != nil {
			return nil, refuse(1, "Error: Failed to load result bundle: %v", err)
		}
		return doc, nil
	}
	test := func(name, result string, children ...any) map[string]any {
		node := map[string]any{
			"duration": "0.1s", "durationInSeconds": 0.1, "name": name + "()", "nodeIdentifier": "DemoTests/" + name + "()", "nodeType": "Test Case",
			"nodeIdentifierURL": "test://com.apple.xcode/Demo/DemoTests/DemoTests/" + name, "result": result,
		}
		if len(children) > 0 {
			node["children"] = children
		}
		return node
	}
	failure := map[string]any{"name": "DemoTests.swift:12: XCTAssertEqual failed: (\"1\") is not equal to (\"2\")", "nodeType": "Failure Message"}
	suite := map[string]any{"name": "DemoTests", "nodeIdentifierURL": "test://com.apple.xcode/Demo/DemoTests/DemoTests", "nodeType": "Test Suite", "result": "Failed", "children": []any{test("testPasses", "Passed"), test("testFails", "Failed", failure)}}
	bundle := map[string]any{"name": "DemoTests", "nodeIdentifierURL": "test://com.apple.xcode/Demo/DemoTests", "nodeType": "Unit test bundle", "result": "Failed", "children": []any{suite}}
	return map[string]any{
		"devices": []any{map[string]any{
			"architecture": "arm64", "deviceId": "5C2E9B10-7F43-4E0B-8D26-A1B2C3D42602", "deviceName": "iPhone 17", "modelName": "iPhone 17",
			"osBuildNumber": "23C54", "osVersion": "26.2", "platform": "iOS Simulator",
		}},
		"testNodes":              []any{map[string]any{"name": "Demo", "nodeType": "Test Plan", "result": "Failed", "children": []any{bundle}}},
		"testPlanConfigurations": []any{map[string]any{"configurationId": "1", "configurationName": "Test Scheme Action"}},
	}, nil
}

// summary counts the cases; its keys are those of `xcresulttool help get
// test-results summary --schema` (totalTestCount, passedTests, failedTests …).
func summary(doc map[string]any) map[string]any {
	counts, failures := map[string]int{}, []any{}
	var walk func(node any, target string)
	walk = func(node any, target string) {
		n, ok := node.(map[string]any)
		if !ok {
			return
		}
		kind, _ := n["nodeType"].(string)
		name, _ := n["name"].(string)
		result, _ := n["result"].(string)
		if strings.HasSuffix(kind, "test bundle") {
			target = name
		}
		children, _ := n["children"].([]any)
		if kind == "Test Case" {
			counts[result]++
			if result == "Failed" {
				failures = append(failures, map[string]any{
					"failureText": firstFailure(children), "targetName": target, "testIdentifierString": n["nodeIdentifier"], "testName": name, "testIdentifier": len(failures) + 1,
				})
			}
			return
		}
		for _, child := range children {
			walk(child, target)
		}
	}
	nodes, _ := doc["testNodes"].([]any)
	for _, n := range nodes {
		walk(n, "")
	}
	total := counts["Passed"] + counts["Failed"] + counts["Skipped"] + counts["Expected Failure"]
	verdict := map[bool]string{true: "Failed", false: "Passed"}[counts["Failed"] > 0]
	return map[string]any{
		"devicesAndConfigurations": []any{}, "environmentDescription": "Demo · Built with macOS 26.1", "expectedFailures": counts["Expected Failure"],
		"failedTests": counts["Failed"], "finishTime": 1764547200.5, "passedTests": counts["Passed"], "result": verdict, "skippedTests": counts["Skipped"],
		"startTime": 1764547190.25, "statistics": []any{}, "testFailures": failures, "title": "Test - Demo", "topInsights": []any{}, "totalTestCount": total,
	}
}

func firstFailure(children []any) string {
	for _, child := range children {
		n, ok := child.(map[string]any)
		if !ok {
			continue
		}
		if n["nodeType"] == "Failure Message" {
			name, _ := n["name"].(string)
			return name
		}
		below, _ := n["children"].([]any)
		if text := firstFailure(below); text != "" {
			return text
		}
	}
	return ""
}

// legacy is the typed-wrapper form of captures/xcresulttool/legacy_fragment_xcode11.json.
func legacy(s map[string]any) map[string]any {
	wrap := func(kind string, v any) map[string]any {
		text, err := json.Marshal(v)
		if err != nil {
			text = []byte("0")
		}
		return map[string]any{"_type": map[string]any{"_name": kind}, "_value": strings.Trim(string(text), `"`)}
	}
	issues := []any{}
	failures, _ := s["testFailures"].([]any)
	for _, f := range failures {
		if n, ok := f.(map[string]any); ok {
			issues = append(issues, map[string]any{
				"_type": map[string]any{"_name": "TestFailureIssueSummary"}, "issueType": wrap("String", "Uncategorized"),
				"message": wrap("String", n["failureText"]), "testCaseName": wrap("String", n["testIdentifierString"]),
			})
		}
	}
	return map[string]any{
		"_type":   map[string]any{"_name": "ActionsInvocationRecord"},
		"issues":  map[string]any{"_type": map[string]any{"_name": "ResultIssueSummaries"}, "testFailureSummaries": map[string]any{"_type": map[string]any{"_name": "Array"}, "_values": issues}},
		"metrics": map[string]any{"_type": map[string]any{"_name": "ResultMetrics"}, "testsCount": wrap("Int", s["totalTestCount"]), "testsFailedCount": wrap("Int", s["failedTests"])},
	}
}
