package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"bazelapple/internal/bazel"
	"bazelapple/internal/bazel/queue"
	"bazelapple/internal/buildfile/monorepo"
	"bazelapple/internal/config"
	"bazelapple/internal/run"
	"bazelapple/internal/runs"
)

// bigWorkspace compares the editor's target list with Bazel's in a workspace of
// 10,000 packages, and a person's build with and without a background query.
func bigWorkspace(s *suite) error {
	t := terminal{root: filepath.Join(s.work, "monorepo"), startup: "--output_user_root=" + filepath.Join(s.work, "bazel")}
	if err := monorepo.Write(t.root, monorepo.Options{Packages: 10_000, Sources: true}); err != nil {
		return err
	}
	defer func() { _, _ = t.run("shutdown") }()
	if _, err := t.run("info", "server_pid"); err != nil {
		return err
	}
	// The first thing Bazel does here is the build that runs meanwhile.
	build := exec.Command("bazel", t.startup, "build", "--nobuild", "//Modules/...")
	build.Dir = t.root
	if err := build.Start(); err != nil {
		return err
	}
	first, memory, total, err := firstList(s, t.root)
	ended := make(chan struct{})
	go func() { _ = build.Wait(); close(ended) }()
	running := true
	select {
	case <-ended:
		running = false
	default:
		_ = build.Process.Signal(os.Interrupt)
		<-ended
	}
	if err != nil {
		return err
	}
	note := "aim 1000 ms"
	if !running {
		note += " (the build ended before)"
	}
	row(fmt.Sprintf("the editor's first list of %d targets, a build running", total), ms(first), note)
	row("memory of the editor's server after it", mb(memory), "aim 120 MB")
	for _, name := range []string{"bazel query //..., first", "bazel query //..., again"} {
		took, err := t.run("query", "--noshow_progress", "//...")
		if err != nil {
			return err
		}
		row(name, ms(took), fmt.Sprintf("%.1f × ours", took/first))
	}
	return background(s, t)
}

// firstList opens the workspace as an editor does and asks for a picker's list:
// milliseconds from the start of the server to the list, MB of memory after it.
func firstList(s *suite, root string) (took, memory float64, total int, err error) {
	at := time.Now()
	c, err := start(root, true, []string{"XDG_STATE_HOME=" + s.work, "XDG_CACHE_HOME=" + filepath.Join(s.work, "cache")}, s.binary, "lsp")
	if err != nil {
		return 0, 0, 0, err
	}
	defer c.close()
	if _, err := c.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": "file://" + root, "capabilities": map[string]any{}}); err != nil {
		return 0, 0, 0, err
	}
	_ = c.send(map[string]any{"method": "initialized", "params": map[string]any{}})
	text, err := c.call("bazelApple/targets", map[string]any{"root": root, "limit": 100})
	if err != nil {
		return 0, 0, 0, err
	}
	took = since(at)
	var answer struct {
		Result struct {
			Total int `json:"total"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || answer.Result.Total == 0 {
		return 0, 0, 0, fmt.Errorf("no targets: %.200s: %w", text, err)
	}
	return took, c.rss(), answer.Result.Total, nil
}

// terminal is a person's.
type terminal struct{ root, startup string }

// run takes milliseconds.
func (t terminal) run(args ...string) (float64, error) {
	cmd := exec.Command("bazel", append([]string{t.startup}, args...)...)
	cmd.Dir = t.root
	at := time.Now()
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("bazel %v: %w", args, err)
	}
	return since(at), nil
}

// background measures a person's build that starts while a background query of
// ours runs, in turn with the same build alone.
func background(s *suite, t terminal) error {
	client := bazel.New(bazel.Options{
		Root: t.root, Runner: run.OS{Env: os.Environ()}, Runs: runs.Open(t.root, filepath.Join(s.work, "runs"), nil),
		Queue: queue.Queue{Dir: filepath.Join(s.work, "queue")}, Background: true,
		Settings: func() config.Values { return config.Values{StartupArgs: []string{t.startup}} },
	})
	build := []string{"build", "--nobuild", "//" + monorepo.PackagePath(0) + ":Feature00000Part0"}
	if _, err := t.run(build...); err != nil {
		return err
	}
	var alone, beside []float64
	gaveWay := 0
	for range s.runs {
		x, err := t.run(build...)
		if err != nil {
			return err
		}
		asked := make(chan error, 1)
		go func() {
			_, err := client.Do(context.Background(), bazel.Request{Verb: "query", Title: "Background", Targets: []string{"somepath(//..., //...)"}, Background: true}, nil)
			asked <- err
		}()
		time.Sleep(700 * time.Millisecond)
		y, err := t.run(build...)
		if err != nil {
			return err
		}
		if <-asked != nil {
			gaveWay++
		}
		alone, beside = append(alone, x), append(beside, y)
	}
	a, b := median(alone), median(beside)
	row("a person's build, alone", ms(a), "")
	row("a person's build that meets a background query", ms(b), fmt.Sprintf("%+.0f ms; aim +500 ms, +200 ms with --preemptible; the query gave way %d times of %d", b-a, gaveWay, s.runs))
	return nil
}
