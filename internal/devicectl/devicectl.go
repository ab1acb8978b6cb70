// Package devicectl drives physical devices through "xcrun devicectl". Answers
// are read from its JSON output only: Apple says that the text may change.
package devicectl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"bazelapple/internal/run"
)

// A Client runs devicectl.
type Client struct {
	Runner run.Runner
	Temp   string // folder for JSON files; "" is the system's
}

// Timeouts by subcommand, as far as Apple's tool was seen to take.
const (
	listTimeout    = 30 * time.Second
	shortTimeout   = 60 * time.Second
	installTimeout = 5 * time.Minute
)

// run runs one subcommand and decodes the result member of its JSON into out,
// which may be nil. A failure that devicectl explains is an *Error.
func (c *Client) run(ctx context.Context, timeout time.Duration, out any, args ...string) error {
	dir, err := os.MkdirTemp(c.Temp, "bazel-apple-devicectl-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "out.json")
	argv := append([]string{"xcrun", "devicectl"}, withJSON(args, file)...)
	printed, runErr := c.Runner.Run(ctx, run.Command{Args: argv, Timeout: timeout, Temp: []string{dir}})
	text, readErr := os.ReadFile(file)
	if runErr != nil {
		return explain(runErr, text)
	}
	if errors.Is(readErr, fs.ErrNotExist) {
		switch facts := out.(type) {
		case nil:
			return nil // the exit status is the answer
		case *map[string]any:
			*facts = map[string]any{"text": strings.TrimSpace(string(printed.Stdout))}
			return nil
		}
	}
	if readErr != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, readErr)
	}
	var answer struct {
		Error  *rawError       `json:"error"`
		Result json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if answer.Error != nil {
		return answer.Error.explain(nil)
	}
	if out == nil || len(answer.Result) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer.Result, out); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// withJSON puts the option before the first argument that belongs to an app:
// what follows a bundle identifier is the app's own.
func withJSON(args []string, file string) []string {
	at := len(args)
	for i, a := range args {
		if a == endOfOptions {
			at = i
			break
		}
	}
	out := append([]string{}, args[:at]...)
	out = append(out, "--json-output", file)
	if at < len(args) {
		out = append(out, args[at+1:]...)
	}
	return out
}

// endOfOptions marks, inside this package only, where an app's own words begin.
const endOfOptions = "\x00"

// ErrUnreadable is returned when devicectl's answer cannot be read.
var ErrUnreadable = errors.New("the answer of devicectl cannot be read")
