package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompt is a job that a person starts by name. {target} and its like in the
// text are the prompt's arguments.
type prompt struct {
	name, title, description, text string
	arguments                      []*mcp.PromptArgument
}

func prompts() []prompt {
	target := func(description string, required bool) *mcp.PromptArgument {
		return &mcp.PromptArgument{Name: "target", Title: "Target", Description: description, Required: required}
	}
	return []prompt{
		{"fix_build", "Fix this build", "Build a target and repair what breaks it, first error first.",
			`Build {target} with bazel_ios_build. If it fails, look at the first diagnostic only: open the file at its line, find the cause, make the smallest change that removes it, and build again. Repeat until the build succeeds. If the cause lies in a BUILD file, say which dependency or attribute was wrong. At the end say in two sentences what was broken and what you changed.`,
			[]*mcp.PromptArgument{target("label to build; left out, the default target", false)}},
		{"write_test", "Write a test for this target", "Add a unit test for a library and run it.",
			`Read {target} with bazel_ios_target_info and its sources. Find the behaviour that matters most and is not tested yet. Add a test to the package's test target (make one if there is none, as its neighbours do), run it with bazel_ios_test and testFilter, and show that it fails when the behaviour is broken. Leave the code under test unchanged.`,
			[]*mcp.PromptArgument{target("label of the library", true)}},
		{"triage_crash", "Triage this crash", "Find out why an app or test crashes.",
			`{target} crashes. Reproduce it: bazel_ios_test for a test, bazel_ios_build_and_run for an app, with a log capture running. Read the failure and the captured log, find the first frame in the project's own code, and explain the cause with file and line. Propose a fix and say how sure you are. Change nothing before you have the cause.`,
			[]*mcp.PromptArgument{target("label of the app or test", true)}},
		{"profile_build", "Profile this build", "Find out what makes a build slow.",
			`Build {target} twice with bazel_ios_build and compare: how many actions ran, how many were cached, which phase took longest. Find with bazel_find_tools what reads build profiles, and use it. Name the three costliest actions or targets, say why each ran, and propose what would make the build faster, cheapest first.`,
			[]*mcp.PromptArgument{target("label to build", true)}},
	}
}

func (d *door) addPrompts() {
	for _, p := range prompts() {
		d.server.AddPrompt(&mcp.Prompt{Name: p.name, Title: p.title, Description: p.description, Arguments: p.arguments},
			func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
				target := req.Params.Arguments["target"]
				if target == "" {
					target = "the default target"
				}
				text := strings.ReplaceAll(p.text, "{target}", target)
				return &mcp.GetPromptResult{Description: p.description, Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}}}, nil
			})
	}
}
