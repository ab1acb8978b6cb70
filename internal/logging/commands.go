package logging

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"bazelapple/internal/tool"
)

// Commands is the log of what each client did: one JSON object a line, in a
// file only its owner may read. At maxCommands bytes it is renamed to NAME.1.
type Commands struct {
	File   string
	Redact func(string) string

	mu     sync.Mutex
	file   *os.File // nil until the first record
	looked time.Time
}

// Close closes the file.
func (c *Commands) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	c.file = nil
	return err
}

const maxCommands = 5 << 20

// entry is one line of the log.
type entry struct {
	Time       time.Time `json:"time"`
	Client     string    `json:"client"`
	Role       tool.Role `json:"role"`
	Tool       string    `json:"tool"`
	Arguments  string    `json:"arguments,omitempty"`
	RunID      string    `json:"runId,omitempty"`
	DurationMs int64     `json:"durationMs"`
	Outcome    string    `json:"outcome"` // ok or the kind of failure
}

// Record appends a call that has ended.
func (c *Commands) Record(r tool.Record) error {
	e := entry{Time: r.Start, Client: r.Client.Name, Role: r.Client.Role, Tool: r.Tool, Arguments: string(r.Arguments), RunID: r.RunID, DurationMs: r.Duration.Milliseconds(), Outcome: "ok"}
	if r.Kind != "" {
		e.Outcome = string(r.Kind)
	}
	if c.Redact != nil {
		e.Arguments = c.Redact(e.Arguments)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.open(); err != nil {
		return err
	}
	_, err = c.file.Write(append(line, '\n'))
	return err
}

// lookEvery is how often the file is looked at: another process may have
// renamed it, or somebody removed it.
const lookEvery = time.Second

// open opens the file, or a new one where it has grown too large or has gone.
func (c *Commands) open() error {
	if c.file != nil && time.Since(c.looked) < lookEvery {
		return nil
	}
	c.looked = time.Now()
	info, err := os.Stat(c.File)
	if err == nil && info.Size() > maxCommands {
		if err := os.Rename(c.File, c.File+".1"); err != nil {
			return err
		}
		err = fs.ErrNotExist
	}
	if err == nil && c.file != nil {
		if ours, statErr := c.file.Stat(); statErr == nil && os.SameFile(ours, info) {
			return nil
		}
	}
	if err := os.MkdirAll(filepath.Dir(c.File), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(c.File, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if c.file != nil {
		c.file.Close()
	}
	c.file = f
	return nil
}
