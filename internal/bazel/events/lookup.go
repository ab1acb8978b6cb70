package events

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"google.golang.org/protobuf/encoding/protowire"
)

// eventAt reads one event of the file again, whose frame begins at a byte, and
// tells where the event itself does.
func (b *Build) eventAt(r io.ReaderAt, at int64) (raw []byte, start int64, err error) {
	in := bufio.NewReaderSize(io.NewSectionReader(r, at, 1<<62), 16<<10)
	if b.Form == FormJSON {
		line, err := in.ReadBytes('\n')
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			return nil, 0, fmt.Errorf("read the event at byte %d of %s again: %w", at, b.Path, err)
		}
		return line, at, nil
	}
	head, _ := in.Peek(10)
	size, n := protowire.ConsumeVarint(head)
	if n < 0 || size > maxEvent {
		return nil, 0, fmt.Errorf("%s has changed: no event begins at byte %d any more", b.Path, at)
	}
	out := make([]byte, size)
	if _, err := r.ReadAt(out, at+int64(n)); err != nil {
		return nil, 0, fmt.Errorf("read the event at byte %d of %s again: %w", at, b.Path, err)
	}
	return out, at + int64(n), nil
}

// reread walks the payload fields of the event at an offset.
func (b *Build) reread(r io.ReaderAt, at int64, visit func(*fields)) error {
	raw, _, err := b.eventAt(r, at)
	if err != nil {
		return err
	}
	if err := b.walk(raw, visit); err != nil {
		return fmt.Errorf("the event at byte %d of %s cannot be read again: %w", at, b.Path, err)
	}
	return nil
}

// walk visits the payload fields of an event.
func (b *Build) walk(raw []byte, visit func(*fields)) error {
	var f frame
	f.reset(b.Form, raw)
	var walk func(fields)
	walk = func(m fields) {
		for m.next() {
			switch m.num {
			case fEvent:
				for w := m.message(wrapperSchema); w.next(); {
					if w.num == fBazelEvent {
						walk(w.message(eventSchema))
					}
				}
			default:
				visit(&m)
			}
		}
	}
	walk(f.top(eventSchema))
	return f.err
}

// again opens the file for one question.
func (b *Build) again(at int64, visit func(*fields)) error {
	f, err := os.Open(b.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	return b.reread(f, at, visit)
}

// Completion reads a target's output groups. A target that was not completed
// has none.
func (b *Build) Completion(t Target) (Completion, error) {
	var c Completion
	if t.State != Built && t.State != BuildFailed || t.offset < 0 {
		return c, nil
	}
	err := b.again(t.offset, func(m *fields) {
		if m.num == pCompleted {
			m.completion(&c)
		}
	})
	return c, err
}

// Result reads a test result whole, with its outputs and warnings.
func (b *Build) Result(r TestResult) (TestResult, error) {
	if r.offset < 0 {
		return r, nil
	}
	full := r
	full.Outputs, full.Warnings = nil, nil
	err := b.again(r.offset, func(m *fields) {
		if m.num == pTestResult {
			m.testResult(&full, true)
		}
	})
	return full, err
}

// Command reads the command line of an action, redacted; Bazel reports none for
// actions that start no process.
func (b *Build) Command(a *Action) ([]string, error) {
	var args []string
	err := b.again(a.offset, func(m *fields) {
		if m.num == pAction {
			m.action(&Action{}, &args)
		}
	})
	return RedactArgs(args), err
}

// Console reads the console text again, in order, until yield says false.
func (b *Build) Console(yield func(Console) bool) error {
	f, err := os.Open(b.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	for i := range b.console.n {
		var chunk Console
		err := b.reread(f, *b.console.at(i), func(m *fields) {
			if m.num == pProgress {
				chunk = m.console()
			}
		})
		if err != nil {
			return err
		}
		if chunk != (Console{}) && !yield(chunk) {
			return nil
		}
	}
	return nil
}
