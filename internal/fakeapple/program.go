package fakeapple

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Program is one start of one stand-in.
type Program struct {
	Name     string   // the name it was started under, such as "xcrun"
	Args     []string // without the name
	Env      []string // KEY=value
	Dir      string   // the working folder
	In       io.Reader
	Out, Err io.Writer
}

// refusal is an error whose text goes to stderr as it is and whose code is the
// exit status.
type refusal struct {
	code int
	text string
}

func (r refusal) Error() string { return r.text }

// refuse makes a refusal.
func refuse(code int, format string, args ...any) error {
	return refusal{code, fmt.Sprintf(format, args...)}
}

// call is what a subcommand works with.
type call struct {
	*Program
	env   map[string]string
	store store
	empty bool // the knob "empty": lists have no entries
}

func (c *call) printf(format string, args ...any) { fmt.Fprintf(c.Out, format, args...) }
func (c *call) errorf(format string, args ...any) { fmt.Fprintf(c.Err, format, args...) }

// path makes a path absolute against the program's working folder.
func (c *call) path(p string) string {
	if p == "" || filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(c.Dir, p)
}

// duration reads a duration from the environment.
func (c *call) duration(key string, otherwise time.Duration) time.Duration {
	if d, err := time.ParseDuration(c.env[key]); err == nil {
		return d
	}
	return otherwise
}

// Run acts as the program and returns its exit status.
func (p *Program) Run() int {
	c := &call{Program: p, env: map[string]string{}}
	for _, kv := range p.Env {
		k, v, _ := strings.Cut(kv, "=")
		c.env[k] = v
	}
	dir, err := stateFolder(c.env)
	if err != nil {
		c.errorf("fakeapple: %v\n", err)
		return 70
	}
	c.store = store{dir: dir, fixture: c.path(c.env["FAKEAPPLE_FIXTURE"])}
	c.record()
	if p.Name == "xcrun" {
		return c.xcrun(p.Args)
	}
	return c.tool(p.Name, p.Args)
}

// tool runs one program under its knobs.
func (c *call) tool(name string, args []string) int {
	fn := tools(name)
	if fn == nil {
		c.errorf("fakeapple: %s has no stand-in\n", name)
		return 127
	}
	return c.withKnobs(name, args, func() int { return c.status(fn(c, args)) })
}

// status prints a refusal and gives the exit status of a command's error.
func (c *call) status(err error) int {
	var r refusal
	switch {
	case err == nil:
		return 0
	case errors.As(err, &r):
		if r.text != "" {
			c.errorf("%s\n", r.text)
		}
		return r.code
	default:
		c.errorf("fakeapple: %v\n", err)
		return 70
	}
}

func stateFolder(env map[string]string) (string, error) {
	if dir := env["FAKEAPPLE_STATE"]; dir != "" {
		return filepath.Abs(dir)
	}
	cache := env["XDG_CACHE_HOME"]
	if cache == "" {
		home := env["HOME"]
		if home == "" {
			return "", errors.New("neither FAKEAPPLE_STATE nor HOME is set")
		}
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "bazel-apple-fakeapple"), nil
}

// record appends this start to FAKEAPPLE_LOG. One write per line keeps parallel
// starts apart.
func (c *call) record() {
	file := c.env["FAKEAPPLE_LOG"]
	if file == "" {
		return
	}
	env := map[string]string{}
	for k, v := range c.env {
		if strings.HasPrefix(k, "SIMCTL_CHILD_") || strings.HasPrefix(k, "DEVICECTL_CHILD_") || k == "DEVELOPER_DIR" {
			env[k] = v
		}
	}
	args := c.Args
	if args == nil {
		args = []string{}
	}
	line, err := json.Marshal(map[string]any{"program": c.Name, "args": args, "dir": c.Dir, "env": env, "pid": os.Getpid()})
	if err != nil {
		return
	}
	f, err := os.OpenFile(c.path(file), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		c.errorf("fakeapple: FAKEAPPLE_LOG: %v\n", err)
		return
	}
	defer f.Close()
	if _, err := f.Write(append(line, '\n')); err != nil {
		c.errorf("fakeapple: FAKEAPPLE_LOG: %v\n", err)
	}
}
