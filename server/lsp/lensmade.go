package lsp

import (
	"strings"
	"sync"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/macro"
)

// expansions keep what calls of macros make by their text, so that a keystroke
// evaluates the call it touches and no other.
type expansions struct {
	mu   sync.Mutex
	made map[string][]macro.Made
}

// mostKept is how many calls are kept; then all are evaluated anew.
const mostKept = 20_000

func (e *expansions) get(loads string, scope *macro.Scope, t buildfile.Target) []macro.Made {
	key := loads + t.Rule + "\x00" + t.Name + "\x00" + t.Statement.Text()
	e.mu.Lock()
	made, ok := e.made[key]
	e.mu.Unlock()
	if ok {
		return made
	}
	made = scope.Expand(t).Made
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made == nil || len(e.made) > mostKept {
		e.made = map[string][]macro.Made{}
	}
	e.made[key] = made
	return made
}

// loadsKey tells documents apart whose names come from different files.
func loadsKey(d *buildfile.Document) string {
	var b strings.Builder
	b.WriteString(d.File + "\x00")
	for _, l := range d.Loads() {
		b.WriteString(l.Module)
		for _, s := range l.Symbols {
			b.WriteString(" " + s.Name + "=" + s.Original)
		}
		b.WriteByte(0)
	}
	return b.String()
}

// forget drops what macros make: a .bzl file has changed.
func (l *languages) forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.roots {
		one.made.mu.Lock()
		one.made.made = nil
		one.made.mu.Unlock()
	}
}

// lensFile is a BUILD file that lenses without commands refer to by number.
type lensFile struct{ root, pkg, file string }

type lensFiles struct {
	mu      sync.Mutex
	files   []lensFile
	numbers map[lensFile]int
}

func (l *lensFiles) number(f lensFile) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n, ok := l.numbers[f]; ok {
		return n
	}
	if l.numbers == nil {
		l.numbers = map[lensFile]int{}
	}
	l.numbers[f] = len(l.files)
	l.files = append(l.files, f)
	return len(l.files) - 1
}

func (l *lensFiles) file(n int) (lensFile, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n < 0 || n >= len(l.files) {
		return lensFile{}, false
	}
	return l.files[n], true
}
