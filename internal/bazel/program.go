package bazel

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

// Program is the path of the Bazel program: the one that the settings name,
// else bazelisk or bazel on PATH.
func (c *Client) Program() (string, error) {
	names, named := []string{"bazelisk", "bazel"}, false
	if p := c.Settings().BazelPath; p != nil && strings.TrimSpace(*p) != "" {
		names, named = []string{strings.TrimSpace(*p)}, true
	}
	var last error
	for _, name := range names {
		if named && strings.Contains(name, "/") && !filepath.IsAbs(name) {
			name = filepath.Join(c.Root, name)
		}
		path, err := c.Runner.Look(name)
		if err == nil {
			return path, nil
		}
		last = err
	}
	hint := "Install bazelisk or bazel, or set bazelApple.bazel.path or BAZEL_APPLE_BAZEL to the program."
	if named {
		hint = "The settings name this program (bazelApple.bazel.path, BAZEL_APPLE_BAZEL, bazelPath); correct or remove it."
	}
	return "", &tool.Error{Kind: tool.Precondition, Op: "Bazel", Err: last, Hint: hint}
}

// looksLikeBazel reports whether text is what Bazel prints. It is asked when a
// command left no other evidence.
func looksLikeBazel(text string) bool {
	for _, word := range []string{"INFO:", "ERROR:", "WARNING:", "FATAL:", "Loading:", "Analyzing:", "Starting local Bazel server", "Another command "} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// checkGenuine asks a program that behaved unlike Bazel what it is, once.
// "no_version" is what a self-compiled Bazel answers.
func (c *Client) checkGenuine(ctx context.Context, program string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err, known := c.genuine[program]; known {
		return err
	}
	out, err := c.Runner.Run(ctx, run.Command{Args: []string{program, "--version"}, Dir: c.Root, Timeout: 15 * time.Second})
	line, _, _ := strings.Cut(strings.TrimSpace(string(out.Stdout)), "\n")
	var verdict error
	switch {
	case err != nil:
		verdict = &tool.Error{Kind: tool.Precondition, Op: "Bazel", Err: err,
			Hint: "Correct that in a terminal (bazelisk needs the network for a version that it does not have yet), or point bazelApple.bazel.path or BAZEL_APPLE_BAZEL at another bazelisk or bazel."}
	case !strings.HasPrefix(line, "bazel") && !strings.HasPrefix(line, "no_version"):
		verdict = &tool.Error{Kind: tool.Precondition, Op: "Bazel", Err: fmt.Errorf("%s is not Bazel: it answers %.60q to --version", program, line),
			Hint: "Point bazelApple.bazel.path or BAZEL_APPLE_BAZEL at bazelisk or bazel."}
	}
	if ctx.Err() == nil {
		c.genuine[program] = verdict
	}
	return verdict
}
