// Package debuglog reads the NDJSON logs that an agent's instrumentation writes
// while it tests hypotheses about a bug: one JSON object a line with sessionId,
// id, timestamp, location, message, data, runId and hypothesisId, all optional.
package debuglog

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Entry is one line.
type Entry struct {
	Line         int    `json:"line"`
	SessionID    string `json:"sessionId,omitempty"`
	ID           string `json:"id,omitempty"`
	Timestamp    any    `json:"timestamp,omitempty"`
	Location     string `json:"location,omitempty"`
	Message      string `json:"message,omitempty"`
	Data         any    `json:"data,omitempty"`
	RunID        string `json:"runId,omitempty"`
	HypothesisID string `json:"hypothesisId,omitempty"`
}

// A Log is what a file holds.
type Log struct {
	Entries     []Entry
	Lines       int
	ParseErrors []ParseError
	// ByHypothesis and ByRun count entries; Status is CONFIRMED, REJECTED,
	// INCONCLUSIVE or UNKNOWN, from the newest entry that says so.
	ByHypothesis map[string]int
	ByRun        map[string]int
	Status       map[string]string
}

// A ParseError is a line that is no JSON object. Its text is not repeated: the
// file may be anything.
type ParseError struct {
	Line    int    `json:"line"`
	Message string `json:"message"`
}

// Limits of one reading.
const (
	maxLine   = 1 << 20
	maxErrors = 20
)

// Read parses a log.
func Read(r io.Reader) (*Log, error) {
	log := &Log{ByHypothesis: map[string]int{}, ByRun: map[string]int{}, Status: map[string]string{}}
	in := bufio.NewReaderSize(r, 64<<10)
	for {
		line, err := readLine(in)
		if len(line) > 0 || err == nil {
			log.Lines++
			log.add(strings.TrimSpace(line))
		}
		if errors.Is(err, io.EOF) {
			return log, nil
		}
		if err != nil {
			return log, err
		}
	}
}

// readLine reads to the line's end and keeps at most maxLine bytes of it.
func readLine(in *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := in.ReadSlice('\n')
		if room := maxLine + 1 - b.Len(); room > 0 {
			b.Write(part[:min(room, len(part))])
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return b.String(), err
		}
	}
}

func (l *Log) add(line string) {
	if line == "" {
		return
	}
	var e Entry
	err := error(nil)
	switch {
	case len(line) > maxLine:
		err = fmt.Errorf("longer than %d bytes", maxLine)
	case line[0] != '{':
		err = errors.New("not a JSON object")
	default:
		err = json.Unmarshal([]byte(line), &e)
	}
	if err != nil {
		if len(l.ParseErrors) < maxErrors {
			l.ParseErrors = append(l.ParseErrors, ParseError{l.Lines, err.Error()})
		}
		return
	}
	e.Line = l.Lines
	l.Entries = append(l.Entries, e)
	if e.RunID != "" {
		l.ByRun[e.RunID]++
	}
	if e.HypothesisID == "" {
		return
	}
	l.ByHypothesis[e.HypothesisID]++
	if s := status(e); s != "" {
		l.Status[e.HypothesisID] = s
	} else if l.Status[e.HypothesisID] == "" {
		l.Status[e.HypothesisID] = "UNKNOWN"
	}
}

// status is the verdict that an entry states in its message or data.
func status(e Entry) string {
	text := e.Message
	if e.Data != nil {
		if b, err := json.Marshal(e.Data); err == nil {
			text += " " + string(b)
		}
	}
	text = strings.ToUpper(text)
	for _, verdict := range []string{"INCONCLUSIVE", "REJECTED", "CONFIRMED"} {
		for rest := text; ; {
			before, after, found := strings.Cut(rest, verdict)
			if !found {
				break
			}
			// "NOT CONFIRMED" and "UNCONFIRMED" are no confirmation.
			if b := strings.TrimRight(before, " "); !strings.HasSuffix(b, "NOT") && !strings.HasSuffix(before, "UN") {
				return verdict
			}
			rest = after
		}
	}
	return ""
}

// Filter keeps the entries of a hypothesis and a run ("" means any), the last
// limit of them (0 means all).
func (l *Log) Filter(hypothesis, run string, limit int) []Entry {
	var out []Entry
	for _, e := range l.Entries {
		if (hypothesis == "" || e.HypothesisID == hypothesis) && (run == "" || e.RunID == run) {
			out = append(out, e)
		}
	}
	if limit > 0 && len(out) > limit {
		out = out[len(out)-limit:]
	}
	return out
}

// ErrNotALog is returned for a path that the tools may not touch.
var ErrNotALog = errors.New("not a debug log")

// Check allows path only when it is a log by its name and lies, links followed,
// in one of roots. The file need not exist.
func Check(path string, roots []string) error {
	if !slices.Contains([]string{".log", ".ndjson", ".jsonl"}, filepath.Ext(path)) {
		return fmt.Errorf("%w: %s does not end in .log, .ndjson or .jsonl", ErrNotALog, path)
	}
	real := path
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
		if real, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	folder := existingFolder(filepath.Dir(real))
	for _, root := range roots {
		if root == "" {
			continue
		}
		if r, err := filepath.EvalSymlinks(root); err == nil && (folder == r || strings.HasPrefix(folder, r+string(filepath.Separator))) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s lies outside the workspace and the temporary folder", ErrNotALog, path)
}

// existingFolder is dir, links followed, or the nearest folder above it that
// exists.
func existingFolder(dir string) string {
	for {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return real
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}
