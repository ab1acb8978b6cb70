package lldb

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Place says where a breakpoint goes.
type Place struct {
	File      string
	Line      int
	Symbol    string
	Module    string // only in this library or program
	Condition string
	OneShot   bool
}

// A Breakpoint is one entry of "breakpoint list".
type Breakpoint struct {
	ID        int        `json:"id"`
	What      string     `json:"what"` // as LLDB describes it
	Condition string     `json:"condition,omitempty"`
	OneShot   bool       `json:"oneShot,omitempty"`
	Hits      int        `json:"hits"`
	Verified  bool       `json:"verified"` // it has at least one place in the program
	Locations []Location `json:"locations,omitempty"`
}

// A Location is one place of a breakpoint.
type Location struct {
	ID    string `json:"id"` // such as 1.1
	Where string `json:"where"`
	Hits  int    `json:"hits"`
}

var breakpointSet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^Breakpoint (\d+): `) })

// SetBreakpoint sets a breakpoint and returns it. One that has no place yet is
// set too: its library may come later.
func (s *Session) SetBreakpoint(ctx context.Context, p Place) (Breakpoint, error) {
	line := "breakpoint set"
	for _, o := range []struct{ flag, value string }{{"--file", p.File}, {"--name", p.Symbol}, {"--shlib", p.Module}, {"--condition", p.Condition}} {
		if o.value != "" {
			line += " " + o.flag + " " + Quote(o.value)
		}
	}
	if p.Line > 0 {
		line += fmt.Sprintf(" --line %d", p.Line)
	}
	if p.OneShot {
		line += " --one-shot true"
	}
	text, err := s.Command(ctx, line)
	if err != nil {
		return Breakpoint{}, err
	}
	m := breakpointSet().FindStringSubmatch(text)
	if m == nil {
		return Breakpoint{}, &CommandError{line, strings.TrimSpace(text)}
	}
	id, _ := strconv.Atoi(m[1])
	all, err := s.Breakpoints(ctx)
	if err != nil {
		return Breakpoint{}, err
	}
	for _, b := range all {
		if b.ID == id {
			return b, nil
		}
	}
	// A running program may have hit and so deleted a one-shot by now.
	return Breakpoint{ID: id, What: strings.TrimSpace(text), Verified: true, OneShot: p.OneShot, Condition: p.Condition}, nil
}

// DeleteBreakpoint deletes a breakpoint.
func (s *Session) DeleteBreakpoint(ctx context.Context, id int) error {
	all, err := s.Breakpoints(ctx)
	if err != nil {
		return err
	}
	for _, b := range all {
		if b.ID == id {
			_, err := s.Command(ctx, fmt.Sprintf("breakpoint delete %d", id))
			return err
		}
	}
	return fmt.Errorf("%w: %d", ErrBreakpoint, id)
}

// Breakpoints lists the breakpoints.
func (s *Session) Breakpoints(ctx context.Context) ([]Breakpoint, error) {
	text, err := s.Command(ctx, "breakpoint list")
	return parseBreakpoints(text), err
}

var (
	breakpointLine = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\d+): (.*?), (?:exact_match = \d+, )?locations = (\d+)(.*)$`)
	})
	locationLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s+(\d+\.\d+): (.*)$`) })
	hitCount     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`hit count = (\d+)`) })
)

// parseBreakpoints reads "breakpoint list".
func parseBreakpoints(text string) []Breakpoint {
	var out []Breakpoint
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n ")
		if m := breakpointLine().FindStringSubmatch(line); m != nil {
			b := Breakpoint{What: m[2], Hits: hits(m[4]), OneShot: strings.Contains(m[4], "one-shot")}
			b.ID, _ = strconv.Atoi(m[1])
			b.Verified = m[3] != "0"
			out = append(out, b)
			continue
		}
		if len(out) == 0 {
			continue
		}
		last := &out[len(out)-1]
		if text, ok := strings.CutPrefix(line, "Condition: "); ok {
			last.Condition = text
		} else if m := locationLine().FindStringSubmatch(line); m != nil {
			where, _, _ := strings.Cut(strings.TrimPrefix(m[2], "where = "), ", address = ")
			last.Locations = append(last.Locations, Location{ID: m[1], Where: where, Hits: hits(m[2])})
		}
	}
	return out
}

func hits(text string) int {
	if m := hitCount().FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// Unplaced says in a person's words why a breakpoint has no place in the
// program.
func (s *Session) Unplaced(ctx context.Context, p Place) string {
	return unplaced(ctx, p, s.Command)
}

// unplaced is Unplaced for whoever can run commands.
func unplaced(ctx context.Context, p Place, command func(context.Context, string) (string, error)) string {
	if p.Symbol != "" {
		return fmt.Sprintf("no loaded library has a function %s yet; it binds when one is loaded. Names are matched whole: in C++ give namespaces or the bare name, in Swift the bare name", p.Symbol)
	}
	base := p.File[strings.LastIndexByte(p.File, '/')+1:]
	text, err := command(ctx, fmt.Sprintf("image lookup --verbose --file %s --line %d", Quote(base), p.Line))
	if err == nil {
		files := named(text)
		if slices.ContainsFunc(files, func(file string) bool { return same(p.File, file) }) {
			return fmt.Sprintf("%s was compiled, but line %d of it made no code", base, p.Line)
		}
		if len(files) > 0 {
			return fmt.Sprintf("the debug information has line %d of %s, which is not the file asked for; map it with: settings set target.source-map", p.Line, strings.Join(files, ", "))
		}
	}
	if text, err := command(ctx, fmt.Sprintf("source info --file %s --count 1", Quote(base))); err == nil && strings.Contains(text, "Lines found") {
		return fmt.Sprintf("%s was compiled, but line %d of it made no code", base, p.Line)
	}
	return fmt.Sprintf("no loaded library has debug information for %s: it was built without (build with buildMode debug or -c dbg), its dSYM is missing, or the library is not loaded yet", base)
}

// same reports whether a file is the one that the debug information names, in
// the ways that SourceMap knows.
func same(file, compiled string) bool {
	for _, dir := range []string{"./", "/proc/self/cwd/"} {
		if in, ok := strings.CutPrefix(compiled, dir); ok {
			return strings.HasSuffix(file, "/"+in)
		}
	}
	return file == compiled
}

var compiled = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`CompileUnit: id = \S+, file = "([^"]*)"`) })

// named lists the source files that "image lookup --verbose" found.
func named(text string) []string {
	var out []string
	seen := map[string]bool{}
	for _, m := range compiled().FindAllStringSubmatch(text, -1) {
		if !seen[m[1]] {
			seen[m[1]] = true
			out = append(out, m[1])
		}
	}
	return out
}
