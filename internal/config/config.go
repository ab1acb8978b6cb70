package config

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bazelapple/internal/tool"
)

// A Source says where the layers below the session come from.
type Source struct {
	Root string // workspace root; "" without one
	Home string
	// Getenv reads the environment of the process that serves.
	Getenv func(string) string
	// Trusted lets the workspace's file be read at all and lets it name
	// programs.
	Trusted bool
}

// Config is the merged settings below the session. It notices edits of its
// files: a broken edit is reported and leaves the old values in force.
type Config struct {
	source Source

	mu        sync.Mutex
	editor    Values // VS Code settings
	files     [2]file
	checked   time.Time
	environed Values
}

// file is one settings file, workspace first.
type file struct {
	folder   string
	name     string
	stamp    string
	values   Values
	problems []Problem
	broken   bool
}

// stale is how long the files are trusted without a look at them.
const stale = 200 * time.Millisecond

// New returns the settings of source; no file is read before it is asked for.
func New(source Source) *Config {
	c := &Config{source: source, environed: environment(source.Getenv)}
	if source.Trusted {
		c.files[0].folder = source.Root
	}
	c.files[1].folder = source.Home
	if c.files[1].folder == c.files[0].folder {
		c.files[1].folder = ""
	}
	return c
}

// environment reads our variables, then those of XcodeBazelMCP.
func environment(getenv func(string) string) Values {
	first := func(names ...string) *string {
		for _, n := range names {
			if v := strings.TrimSpace(getenv(n)); v != "" {
				return &v
			}
		}
		return nil
	}
	v := Values{
		WorkspacePath: first("BAZEL_APPLE_WORKSPACE", "BAZEL_IOS_WORKSPACE"),
		BazelPath:     first("BAZEL_APPLE_BAZEL", "BAZEL_PATH", "MCP_BAZEL_PATH"),
		LLDBDap:       first("BAZEL_APPLE_LLDB_DAP"),
	}
	if s := first("BAZEL_APPLE_MAX_OUTPUT", "BAZEL_IOS_MCP_MAX_OUTPUT"); s != nil {
		if n, err := strconv.Atoi(*s); err == nil && n > 0 {
			v.MaxOutput = &n
		}
	}
	if s := first("BAZEL_APPLE_STARTUP_ARGS", "BAZEL_IOS_STARTUP_ARGS"); s != nil {
		v.StartupArgs = SplitWords(*s)
	}
	return v
}

// SetEditor sets the layer of VS Code settings.
func (c *Config) SetEditor(v Values) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.editor = v
}

// layers returns the layers below the profile, lowest first.
func (c *Config) layers() []Values {
	c.refresh()
	return []Values{c.files[1].values, c.files[0].values, c.editor, c.environed}
}

func (c *Config) refresh() {
	if time.Since(c.checked) < stale {
		return
	}
	c.checked = time.Now()
	for i := range c.files {
		c.files[i].refresh()
	}
}

func (f *file) refresh() {
	stamp := stamp(f.folder)
	if stamp == f.stamp {
		return
	}
	f.stamp = stamp
	name, text, err := read(f.folder)
	f.name = name
	if err == nil {
		var v Values
		if v, f.problems, err = Parse(name, text); err == nil {
			f.values, f.broken = v, false
			return
		}
	}
	var p Problem
	if !errors.As(err, &p) {
		p = Problem{File: name, Message: err.Error()}
	}
	p.Message += " (the values read before stay in force)"
	f.problems, f.broken = []Problem{p}, true
}

// stamp changes when a settings file below folder appears, goes or is edited.
func stamp(folder string) string {
	if folder == "" {
		return ""
	}
	var b strings.Builder
	for _, name := range Files(folder) {
		if info, err := os.Stat(name); err == nil {
			b.WriteString(name + info.ModTime().String() + strconv.FormatInt(info.Size(), 10))
		}
	}
	return b.String()
}

// Problems lists what is wrong in the files.
func (c *Config) Problems() []Problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh()
	return slices.Concat(c.files[0].problems, c.files[1].problems)
}

// Broken is the problem of a file that cannot be read, "" when there is none.
func (c *Config) Broken() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh()
	for _, f := range c.files {
		if f.broken {
			return f.problems[0].Error()
		}
	}
	return ""
}

// FileNames lists the settings files that are read.
func (c *Config) FileNames() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh()
	out := []string{}
	for _, f := range c.files {
		if f.name != "" {
			out = append(out, f.name)
		}
	}
	return out
}

// Defaults returns the session defaults of all layers, with the given profile
// above them.
func (c *Config) Defaults(profile string) map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]any{}
	// An id and a name choose the same thing: a higher layer that sets one
	// takes the other of a lower layer away.
	over := func(layer map[string]any) {
		for _, pair := range [][2]string{{"simulatorId", "simulatorName"}, {"deviceId", "deviceName"}} {
			for i := range pair {
				if _, ok := layer[pair[i]]; ok {
					delete(out, pair[1-i])
				}
			}
		}
		maps.Copy(out, layer)
	}
	layers := c.layers()
	for _, l := range layers {
		over(l.Defaults())
	}
	for _, l := range layers {
		if p, ok := l.Profiles[profile]; ok && profile != "" {
			over(p.Defaults())
		}
	}
	return out
}

// Profiles returns the profiles of all layers by name.
func (c *Config) Profiles() map[string]Profile {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := map[string]Profile{}
	for _, l := range c.layers() {
		maps.Copy(out, l.Profiles)
	}
	return out
}

// Merged returns the settings that are no session defaults, merged.
func (c *Config) Merged() Values {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out Values
	for _, l := range c.layers() {
		if l.WorkspacePath != nil {
			out.WorkspacePath = l.WorkspacePath
		}
		if l.BazelPath != nil && strings.TrimSpace(*l.BazelPath) != "" {
			out.BazelPath = l.BazelPath
		}
		if l.LLDBDap != nil && strings.TrimSpace(*l.LLDBDap) != "" {
			out.LLDBDap = l.LLDBDap
		}
		if l.BuildifierPath != nil && strings.TrimSpace(*l.BuildifierPath) != "" {
			out.BuildifierPath = l.BuildifierPath
		}
		if l.StartupArgs != nil {
			out.StartupArgs = l.StartupArgs
		}
		if l.MaxOutput != nil {
			out.MaxOutput = l.MaxOutput
		}
		if l.EnabledWorkflows != nil {
			out.EnabledWorkflows = l.EnabledWorkflows
		}
		if l.Simulated != nil {
			out.Simulated = l.Simulated
		}
		if l.Remote != nil {
			out.Remote = l.Remote
		}
	}
	for _, program := range []**string{&out.BazelPath, &out.LLDBDap, &out.BuildifierPath} {
		if *program != nil {
			p := ExpandHome(strings.TrimSpace(**program), c.source.Home)
			*program = &p
		}
	}
	return out
}

// Workflows returns the workflows that the settings enable, nil when they say
// nothing, and the names that are none.
func (c *Config) Workflows() (enabled []tool.Workflow, all bool, unknown []string) {
	names := c.Merged().EnabledWorkflows
	for _, n := range names {
		switch {
		case n == "all":
			all = true
		case slices.ContainsFunc(tool.Workflows(), func(w tool.WorkflowInfo) bool { return string(w.ID) == n }):
			enabled = append(enabled, tool.Workflow(n))
		default:
			unknown = append(unknown, n)
		}
	}
	return enabled, all, unknown
}

// ExpandHome replaces a leading ~.
func ExpandHome(path, home string) string {
	if path == "~" {
		return home
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return path
}
