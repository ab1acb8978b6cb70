package events

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Names and numbers of the command lines in build_event_stream.proto and
// command_line.proto.
var (
	describedSchema   = []field{{4, "optionsDescription"}}
	optionListsSchema = []field{{1, "startupOptions"}, {2, "explicitStartupOptions"}, {3, "cmdLine"}, {4, "explicitCmdLine"}}
	argsSchema        = []field{{1, "args"}}
	structuredSchema  = []field{{2, "sections"}}
	sectionSchema     = []field{{2, "chunkList"}, {3, "optionList"}}
	chunksSchema      = []field{{1, "chunk"}}
	optionListSchema  = []field{{1, "option"}}
	optionSchema      = []field{{1, "combinedForm"}, {2, "optionName"}, {3, "optionValue"}}
)

// revealing reports whether a text of Bazel may name a secret option.
func revealing(text string) bool {
	return (strings.Contains(text, "_env") || strings.Contains(text, "header")) && secretInText().MatchString(text)
}

// Scrub overwrites the values of environment variables and headers and the user
// part of URLs in the event file itself, wherever Bazel writes a command line:
// started, optionsParsed, both command lines, and text that quotes them. Each
// byte becomes an asterisk, so that the events stay where they are and the file
// can still be read. Nobody but its owner may read the file from then on. It is
// for files that were read with Follow, once nobody writes them any more.
func (b *Build) Scrub() error {
	f, err := os.OpenFile(b.Path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("take secrets out of the build events: %w", err)
	}
	defer f.Close()
	if err := f.Chmod(0o600); err != nil {
		return fmt.Errorf("take secrets out of the build events: %w", err)
	}
	for i := range b.revealing.n {
		raw, start, err := b.eventAt(f, *b.revealing.at(i))
		if err != nil {
			return err
		}
		changed := false
		err = b.walk(raw, func(m *fields) { changed = m.scrub() || changed })
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		if _, err := f.WriteAt(raw, start); err != nil {
			return fmt.Errorf("take secrets out of the build events: %w", err)
		}
	}
	return nil
}

// raw takes the current value as it is written, with its escapes; the bytes are
// those of the frame.
func (m *fields) raw() []byte {
	if m.f.form == FormJSON && m.f.peek() == '"' {
		m.pending = false
		return m.f.rawString()
	}
	return m.text()
}

// scrub takes the payload of an event and hides its secrets.
func (m *fields) scrub() (changed bool) {
	switch m.num {
	case pStarted:
		return m.message(describedSchema).scrubEach(hideInText)
	case pProgress:
		return m.message(progressSchema).scrubEach(hideInText)
	case pOptions:
		return m.scrubArgs(optionListsSchema)
	case pUnstructured:
		return m.scrubArgs(argsSchema)
	case pStructured:
		for v := m.message(structuredSchema); v.known(); {
			for s := v.message(sectionSchema); s.known(); {
				if s.num == 2 {
					changed = s.scrubArgs(chunksSchema) || changed
					continue
				}
				for o := s.message(optionListSchema); o.known(); {
					changed = o.scrubArgs(optionSchema) || changed
				}
			}
		}
	}
	return changed
}

// scrubArgs takes a message of strings, in which an option's name may stand
// before its value.
func (m *fields) scrubArgs(schema []field) (changed bool) {
	before := false
	return m.message(schema).scrubEach(func(text []byte) bool {
		covered := false
		if before {
			covered = hidePair(text)
		} else {
			covered = hide(text)
		}
		before = secretName().Match(text)
		return covered
	})
}

// scrubEach hides what is secret in the strings of a message.
func (m fields) scrubEach(hide func([]byte) bool) (changed bool) {
	for m.known() {
		changed = hide(m.raw()) || changed
	}
	return changed
}

// known is next for the fields of the schema alone: the binary form has others.
func (m *fields) known() bool {
	for m.next() {
		if slices.ContainsFunc(m.schema, func(f field) bool { return f.num == m.num }) {
			return true
		}
	}
	return false
}

// The equals sign may be escaped in JSON.
var (
	secretName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:--)?(?:` + secretNames + `)$`)
	})
	secretInText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`--(?:` + secretNames + `)(?:=|\\u003d| )`)
	})
	equals = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`=|\\u003d`) })
)

// hide covers the secret of one option.
func hide(option []byte) bool {
	if at := secretInText().FindIndex(option); at != nil {
		return hidePair(option[at[1]:])
	}
	changed := false
	for _, at := range userInfo().FindAllIndex(option, -1) {
		cover(option[at[0]+len("://") : at[1]-len("@")])
		changed = true
	}
	return changed
}

// hideInText covers the secrets of options that are quoted in a text: up to the
// next option or the end of the line.
func hideInText(text []byte) bool {
	changed := false
	for {
		at := secretInText().FindIndex(text)
		if at == nil {
			return changed
		}
		text = text[at[1]:]
		end := len(text)
		for _, stop := range []string{" --", "\n", `\n`} {
			if i := bytes.Index(text, []byte(stop)); i >= 0 {
				end = min(end, i)
			}
		}
		changed = hidePair(text[:end]) || changed
		text = text[end:]
	}
}

// hidePair covers the value of NAME=VALUE; see redactPair.
func hidePair(pair []byte) bool {
	if at := equals().FindIndex(pair); at != nil {
		return cover(pair[at[1]:])
	}
	if bytes.ContainsAny(pair, ": ") {
		return cover(pair)
	}
	return false
}

func cover(secret []byte) bool {
	for i := range secret {
		secret[i] = '*'
	}
	return len(secret) > 0
}
