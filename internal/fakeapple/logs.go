package fakeapple

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// entry is one line of a unified log.
type entry struct {
	Time                         time.Time
	Process                      string
	PID                          int
	Image                        string // the process's path
	Subsystem, Category, Message string
	Type                         string // Default, Info, Debug, Error, Fault
}

func (c *call) logFile(udid string) string {
	return filepath.Join(c.store.dir, "logs", udid+".jsonl")
}

// logEvent appends an entry of a system process.
func (c *call) logEvent(s *Simulator, process, subsystem, category, kind, message string) {
	c.appendLog(s.UDID, entry{
		Time: time.Now(), Process: process, PID: 4_199_000 + len(process), Image: "/System/Library/CoreServices/" + process + ".app/" + process,
		Subsystem: subsystem, Category: category, Message: message, Type: kind,
	})
}

// logProcess appends an entry of an app.
func (c *call) logProcess(s *Simulator, p Process, kind, message string) {
	c.appendLog(s.UDID, appEntry(s, p, kind, message))
}

func appEntry(s *Simulator, p Process, kind, message string) entry {
	image := p.Executable
	if app := s.Apps[p.Bundle]; app != nil {
		image = filepath.Join(app.Path, app.Executable)
	}
	return entry{Time: time.Now(), Process: p.Executable, PID: p.PID, Image: image, Subsystem: p.Bundle, Category: "app", Message: message, Type: kind}
}

func (c *call) appendLog(name string, e entry) {
	file := c.logFile(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return // a log without a place is no reason to fail the command
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	if line, err := json.Marshal(e); err == nil {
		f.Write(append(line, '\n'))
	}
}

// logSince reads the entries from a byte offset on and returns the next offset.
func (c *call) logSince(name string, offset int64) ([]entry, int64) {
	f, err := os.Open(c.logFile(name))
	if err != nil {
		return nil, offset
	}
	defer f.Close()
	if _, err := f.Seek(offset, 0); err != nil {
		return nil, offset
	}
	var list []entry
	r := bufio.NewReader(f)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return list, offset
		}
		offset += int64(len(line))
		var e entry
		if json.Unmarshal(line, &e) == nil {
			list = append(list, e)
		}
	}
}

func (c *call) logEnd(name string) int64 {
	info, err := os.Stat(c.logFile(name))
	if err != nil {
		return 0
	}
	return info.Size()
}
