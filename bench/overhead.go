package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// overhead builds one target of a copy of the example, with nothing to do, in
// turn by plain bazel and by the product.
func overhead(s *suite) error {
	workspace := filepath.Join(s.work, "BazelApp")
	if out, err := exec.Command("cp", "-R", filepath.Join(s.root, "examples", "BazelApp"), workspace).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	for _, link := range []string{"bazel-BazelApp", "bazel-bin", "bazel-out", "bazel-testlogs"} {
		os.Remove(filepath.Join(workspace, link))
	}
	const target = "//Modules/Core:Core"
	env := append(os.Environ(), "XDG_STATE_HOME="+s.work, "USE_BAZEL_VERSION=")
	run := func(argv ...string) (float64, error) {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Dir, cmd.Env = workspace, env
		at := time.Now()
		out, err := cmd.CombinedOutput()
		if err != nil {
			return 0, fmt.Errorf("%v: %w: %s", argv, err, out)
		}
		return since(at), nil
	}
	defer func() { _, _ = run("bazel", "shutdown") }()
	plain := []string{"bazel", "build", target}
	// A server that lives as long as an agent's session: the process start of
	// the product is no part of a build.
	c, err := start(workspace, false, []string{"XDG_STATE_HOME=" + s.work}, s.binary, "mcp", "--standalone", "--workspace", workspace)
	if err != nil {
		return err
	}
	defer c.close()
	if _, err := c.call("initialize", initialize); err != nil {
		return err
	}
	_ = c.send(map[string]any{"method": "notifications/initialized"})
	ours := func() (float64, error) {
		at := time.Now()
		_, err := c.call("tools/call", map[string]any{"name": "bazel_ios_build", "arguments": map[string]any{"target": target, "platform": "none", "buildMode": "none"}})
		return since(at), err
	}
	if _, err := run(plain...); err != nil {
		return err
	}
	if _, err := ours(); err != nil {
		return err
	}
	var a, b []float64
	for range 15 {
		x, err := run(plain...)
		if err != nil {
			return err
		}
		y, err := ours()
		if err != nil {
			return err
		}
		a, b = append(a, x), append(b, y)
	}
	qa, qb := quartile(a), quartile(b)
	row("plain bazel, no-op build, lower quartile of 15", ms(qa), "")
	row("the product, the same build", ms(qb), fmt.Sprintf("%.3f × and %+.1f ms; aim 1.03 × + 15 ms = %.0f ms", qb/qa, qb-qa, qa*1.03+15))
	return nil
}
