package mcp

import "github.com/modelcontextprotocol/go-sdk/mcp"

// instructions tell a model when to use what; at most 500 tokens.
const instructions = `Bazel Apple builds, tests, runs and debugs Apple apps (iOS, macOS, tvOS, watchOS, visionOS) with Bazel, drives simulators and devices, and reads their screens and logs. Prefer it to running bazel, xcrun or simctl in a shell: answers are short, name the first cause, and propose the next call.

Start: bazel_ios_discover_targets finds labels; bazel_ios_set_defaults stores a target and a simulator so that later calls can leave them out; bazel_ios_health says what is missing on this machine.
Build and run: bazel_ios_build, bazel_ios_build_and_run. Test: bazel_ios_test with testFilter for one class or method. A failed answer holds the diagnostics with file and line; fix the first one first.
See the app: bazel_ios_screenshot, bazel_ios_accessibility_snapshot (elements with coordinates for bazel_ios_tap), bazel_ios_log_capture_start and _stop.
Long work: an answer may give a run id while the work goes on; read its state and log with the tools named under Next, or cancel there.
Only the tools of daily use are listed. bazel_find_tools {"query": "…"} searches all of them (devices, LLDB, Swift packages, scaffolding, status bar, privacy …), bazel_call_tool {"name": …, "arguments": {…}} calls one that is not listed, bazel_toggle_workflow lists a whole group.

Lists show a first page and how to read on. Lines that begin with "Warning:" say what was not as asked: another simulator, a stale artifact, no test run. "simulated" means that stand-ins take the place of Apple's programs on this machine.`

// icons is the product's picture: a hammer on a square.
func icons() []mcp.Icon {
	const svg = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAxNiAxNiI+PHJlY3Qgd2lkdGg9IjE2IiBoZWlnaHQ9IjE2IiByeD0iMyIgZmlsbD0iIzQzYTA0NyIvPjxwYXRoIGQ9Ik00IDVoN3YzSDR6TTcgOGgydjVIN3oiIGZpbGw9IiNmZmYiLz48L3N2Zz4="
	return []mcp.Icon{{Source: svg, MIMEType: "image/svg+xml", Sizes: []string{"any"}}}
}
