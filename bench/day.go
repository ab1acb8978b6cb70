package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A day is one agent's work on a copy of the example, without a model: what it
// does next is decided by the data of the answers alone.
type day struct {
	workspace string
	state     string // where the product keeps its logs
	client    *client
	steps     []step
}

// A step is one call: how large its answer is, in bytes of text, structured
// content and pictures, and what the programs behind it printed.
type step struct {
	what            string
	answer, printed int

	tool string
	data json.RawMessage // structured content of a success
}

// A dayAnswer is what the day reads of a tool's result.
type dayAnswer struct {
	IsError bool `json:"isError"`
	Content []struct {
		Type, Text, Data string
	} `json:"content"`
	Structured struct {
		RunID       string `json:"runId"`
		Diagnostics []struct {
			File string
			Line int
		} `json:"diagnostics"`
		Targets []struct {
			Label  string
			Failed []struct {
				Failures []struct {
					File string
					Line int
				}
			}
		} `json:"targets"`
		Elements []struct{ Ref string } `json:"elements"`
	} `json:"structuredContent"`
}

func (a dayAnswer) text() string {
	if len(a.Content) == 0 {
		return ""
	}
	return a.Content[0].Text
}

// newDay copies the example, breaks a source file and a test in it, and starts
// the product on it with stand-ins for Apple's programs.
func newDay(root, binary, work string) (*day, error) {
	d := &day{workspace: filepath.Join(work, "BazelApp"), state: filepath.Join(work, "state")}
	if out, err := exec.Command("cp", "-R", filepath.Join(root, "examples", "BazelApp"), d.workspace).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	for _, link := range []string{"bazel-BazelApp", "bazel-bin", "bazel-out", "bazel-testlogs"} {
		os.Remove(filepath.Join(d.workspace, link))
	}
	rc := fmt.Sprintf("startup --output_user_root=%s\nstartup --max_idle_secs=60\n", filepath.Join(work, "bazel"))
	if err := os.WriteFile(filepath.Join(d.workspace, "user.bazelrc"), []byte(rc), 0o600); err != nil {
		return nil, err
	}
	if err := d.edit("Modules/Core/Sources/Money.swift", "public struct Money: Equatable", "let smallestCoin: Int = \"1\"\n\npublic struct Money: Equatable"); err != nil {
		return nil, err
	}
	if err := d.edit("Modules/Core/Tests/MoneyTests.swift", "gives 597", "gives 600"); err != nil {
		return nil, err
	}
	var err error
	d.client, err = start(d.workspace, false, []string{"XDG_STATE_HOME=" + d.state, "HOME=" + work, "BAZEL_APPLE_SIMULATED=1", "FAKEAPPLE_STATE=" + filepath.Join(work, "apple")},
		binary, "mcp", "--standalone", "--workspace", d.workspace)
	if err != nil {
		return nil, err
	}
	if _, err = d.client.call("initialize", initialize); err == nil {
		err = d.client.send(map[string]any{"method": "notifications/initialized"})
	}
	return d, err
}

func (d *day) end() {
	d.client.close()
	c := exec.Command("bazel", "shutdown")
	c.Dir = d.workspace
	_ = c.Run()
	_ = exec.Command("chmod", "-R", "u+w", filepath.Dir(d.workspace)).Run()
}

// edit replaces one text in a file of the workspace.
func (d *day) edit(file, old, now string) error {
	path := d.path(file)
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !strings.Contains(string(b), old) {
		return fmt.Errorf("%s has no %q", file, old)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(b), old, now, 1)), 0o600)
}

// path is where a file is that an answer names.
func (d *day) path(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(d.workspace, file)
}

// line is one line of a file of the workspace, counted from 1.
func (d *day) line(file string, n int) (string, error) {
	b, err := os.ReadFile(d.path(file))
	lines := strings.Split(string(b), "\n")
	if err != nil || n < 1 || n > len(lines) {
		return "", fmt.Errorf("%s has no line %d: %w", file, n, err)
	}
	return lines[n-1], nil
}

// call makes one call and notes its size.
func (d *day) call(what, name string, args map[string]any) (dayAnswer, error) {
	before := d.logged()
	raw, err := d.client.call("tools/call", map[string]any{"name": name, "arguments": args})
	if err != nil {
		return dayAnswer{}, err
	}
	var a dayAnswer
	var sizes struct {
		Result struct {
			Content    json.RawMessage `json:"content"`
			Structured json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	var whole struct {
		Result dayAnswer       `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := errors.Join(json.Unmarshal(raw, &sizes), json.Unmarshal(raw, &whole)); err != nil {
		return a, err
	}
	if whole.Error != nil {
		return a, fmt.Errorf("%s: %s", name, whole.Error)
	}
	a = whole.Result
	size := len(sizes.Result.Structured)
	for _, c := range a.Content {
		size += len(c.Text) + len(c.Data)
	}
	done := step{what: what + " (" + name + ")", answer: size, printed: d.logged() - before, tool: name}
	if !a.IsError {
		done.data = sizes.Result.Structured
	}
	d.steps = append(d.steps, done)
	return a, nil
}

// logged is how much the programs of all runs so far have printed.
func (d *day) logged() int {
	total := 0
	_ = filepath.WalkDir(d.state, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == "log.txt" {
			if info, err := e.Info(); err == nil {
				total += int(info.Size())
			}
		}
		return nil
	})
	return total
}

// nextCall is the arguments that an answer proposes for a call of the tool.
func nextCall(text, name string) map[string]any {
	for line := range strings.Lines(text) {
		if call, ok := strings.CutPrefix(line, "Next: "+name+" "); ok {
			var args map[string]any
			_ = json.NewDecoder(strings.NewReader(call)).Decode(&args)
			return args
		}
	}
	return nil
}

// run does the day's work. An error is something that an agent would have been
// lost at.
func (d *day) run() error {
	found, err := d.call("look around", "bazel_ios_discover_targets", map[string]any{"kind": "apps"})
	if err != nil || len(found.Structured.Targets) == 0 {
		return fmt.Errorf("no app found: %v %s", err, found.text())
	}
	app := found.Structured.Targets[0].Label
	broken, err := d.call("build", "bazel_ios_build", map[string]any{"target": app})
	if err != nil || !broken.IsError || len(broken.Structured.Diagnostics) == 0 {
		return fmt.Errorf("the compile error is not in the answer's data: %v %s", err, broken.text())
	}
	first := broken.Structured.Diagnostics[0]
	wrong, err := d.line(first.File, first.Line)
	if err != nil {
		return err
	}
	if err := d.edit(first.File, wrong, strings.ReplaceAll(wrong, `"`, "")); err != nil {
		return err
	}
	if a, err := d.call("build again", "bazel_ios_build", map[string]any{"target": app}); err != nil || a.IsError {
		return fmt.Errorf("the fixed app does not build: %v %s", err, a.text())
	}
	red, err := d.call("test", "bazel_ios_test", map[string]any{"target": "//Modules/..."})
	next := nextCall(red.text(), "bazel_ios_test")
	if err != nil || !red.IsError || len(red.Structured.Targets) == 0 || len(red.Structured.Targets[0].Failed) == 0 || next["testFilter"] == nil {
		return fmt.Errorf("the failing test and the call that runs it alone are not in the answer: %v %s", err, red.text())
	}
	failure := red.Structured.Targets[0].Failed[0].Failures[0]
	if wrong, err = d.line(failure.File, failure.Line); err != nil {
		return err
	}
	if err := d.edit(failure.File, wrong, strings.Replace(wrong, "gives 600", "gives 597", 1)); err != nil {
		return err
	}
	if a, err := d.call("test again", "bazel_ios_test", next); err != nil || a.IsError || !strings.Contains(a.text(), "1 passed") {
		return fmt.Errorf("the fixed test does not pass alone: %v %s", err, a.text())
	}
	if a, err := d.call("run the app", "bazel_ios_build_and_run", map[string]any{"target": app}); err != nil || a.IsError {
		return fmt.Errorf("the app does not run: %v %s", err, a.text())
	}
	picture, err := d.call("look at it", "bazel_ios_screenshot", map[string]any{"outputPath": "out/screen.png"})
	if err != nil || picture.IsError || len(picture.Content) < 2 || picture.Content[1].Type != "image" {
		return fmt.Errorf("no picture: %v %s", err, picture.text())
	}
	screen, err := d.call("read the screen", "bazel_ios_accessibility_snapshot", nil)
	if err != nil || len(screen.Structured.Elements) == 0 {
		return fmt.Errorf("no elements: %v %s", err, screen.text())
	}
	ref := screen.Structured.Elements[len(screen.Structured.Elements)-1].Ref
	if a, err := d.call("tap", "bazel_ios_tap", map[string]any{"ref": ref}); err != nil || a.IsError {
		return fmt.Errorf("no tap: %v %s", err, a.text())
	}
	return nil
}

// agentsDay prints the day beside what XcodeBazelMCP would have answered: by
// its record, each command's whole output as text and once more as structured
// content. Its other answers have no recorded size and count nothing.
func agentsDay(s *suite) error {
	work, err := os.MkdirTemp("/tmp", "day") // socket paths are short
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	d, err := newDay(s.root, s.binary, work)
	if err != nil {
		return err
	}
	defer d.end()
	if err := d.run(); err != nil {
		return err
	}
	ours, theirs := 0, 0
	for _, x := range d.steps {
		row(x.what, fmt.Sprintf("%d bytes", x.answer), fmt.Sprintf("XcodeBazelMCP %d", 2*x.printed))
		ours, theirs = ours+x.answer, theirs+2*x.printed
	}
	row("the whole day", fmt.Sprintf("%d bytes", ours), fmt.Sprintf("in %d calls, aims 20,480 and 12; XcodeBazelMCP at least %d in as many calls, without a picture", len(d.steps), theirs))
	return nil
}
