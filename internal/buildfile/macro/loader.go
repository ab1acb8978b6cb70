// Package macro follows load() into .bzl files and works out which targets a
// call in a BUILD file makes: through several layers of macros, symbolic ones
// too, as far as the files are on this machine. Nothing is fetched and no Bazel
// is started; what cannot be known is said to be unknown.
package macro

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/eval"
	"bazelapple/internal/buildfile/label"
)

// Limits of the files that are followed.
const (
	maxFile  = 2 << 20 // bytes of one .bzl file
	maxLoads = 64      // files that load each other in a row
)

// Loader evaluates .bzl files of one workspace and keeps them. It may be used
// from several goroutines.
type Loader struct {
	root  string
	repos map[string]string // repository name to folder
	roots []string          // folders of fetched repositories
	// overlay answers with the unsaved text of a file.
	overlay func(path string) (string, bool)

	mu      sync.Mutex // held while files are evaluated
	modules sync.Map   // path to *module
}

// module is one evaluated .bzl file.
type module struct {
	globals map[string]eval.Value
	loads   []string // paths of the files it loads
	missing bool

	modified, size int64 // on disk when it was read; 0 for none
}

// File is a .bzl file the loader has read or looked for.
type File struct {
	Path string
	// Loads are the paths of the files it loads.
	Loads []string
	// Modified is its time on disk in nanoseconds, Size its bytes; 0 when it
	// is not there.
	Modified, Size int64
}

// Files are all files looked at so far.
func (l *Loader) Files() []File {
	var out []File
	l.modules.Range(func(key, value any) bool {
		m := value.(*module)
		out = append(out, File{key.(string), m.loads, m.modified, m.size})
		return true
	})
	return out
}

// Options say where repositories lie.
type Options struct {
	// External are folders that hold fetched repositories, such as
	// <output_base>/external.
	External []string
	// Overlay answers with the unsaved text of a file; nil for none.
	Overlay func(path string) (string, bool)
}

// NewLoader makes a loader for the workspace at root, an absolute path.
func NewLoader(root string, options Options) *Loader {
	l := &Loader{root: root, roots: options.External, overlay: options.Overlay}
	if l.overlay == nil {
		l.overlay = func(string) (string, bool) { return "", false }
	}
	l.roots = append(l.roots, filepath.Join(root, "bazel-"+filepath.Base(root), "external"))
	l.repos = repositories(root, l.read)
	return l
}

// Forget drops what was learnt from files, and from the files that load them.
// It answers the paths of all .bzl files dropped.
func (l *Loader) Forget(paths ...string) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	stale := map[string]bool{}
	for _, p := range paths {
		stale[p] = true
	}
	for grown := true; grown; {
		grown = false
		l.modules.Range(func(key, value any) bool {
			if path := key.(string); !stale[path] {
				for _, dep := range value.(*module).loads {
					if stale[dep] {
						stale[path], grown = true, true
						break
					}
				}
			}
			return true
		})
	}
	var out []string
	for p := range stale {
		l.modules.Delete(p)
		out = append(out, p)
	}
	return out
}

// Value is what a name of a .bzl file is. file is the string of a load() in a
// file of package base. A file that is not there gives an opaque rule.
func (l *Loader) Value(base label.Label, file, name string) eval.Value {
	at, err := label.ParseRelative(file, base)
	if err != nil {
		return eval.Unknown{}
	}
	path, ok := l.path(at)
	if !ok {
		return opaque(at, name)
	}
	m, ok := l.modules.Load(path)
	if !ok {
		l.mu.Lock()
		m = l.load(at, path, nil)
		l.mu.Unlock()
	}
	return m.(*module).value(at, name)
}

func (m *module) value(at label.Label, name string) eval.Value {
	if v := m.globals[name]; v != nil {
		if _, unknown := v.(eval.Unknown); !unknown {
			return v
		}
	}
	return opaque(at, name)
}

func opaque(at label.Label, name string) eval.Value {
	return &eval.Rule{Name: name, From: at.String(), Opaque: true}
}

// load evaluates a file; the caller holds mu. busy are the files on the way.
func (l *Loader) load(at label.Label, path string, busy []string) *module {
	if m, ok := l.modules.Load(path); ok {
		return m.(*module)
	}
	m := &module{}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		m.modified, m.size = info.ModTime().UnixNano(), info.Size()
	}
	if _, unsaved := l.overlay(path); unsaved {
		m.modified, m.size = 0, 0 // what is on disk has not been read
	}
	text, err := l.read(path)
	if err != nil || len(busy) > maxLoads {
		m.missing = true
		l.modules.Store(path, m)
		return m
	}
	busy = append(busy, path)
	var nodes []build.Expr
	for _, s := range buildfile.Open("x.bzl", 0, text).Statements() {
		nodes = append(nodes, s.Nodes...)
	}
	m.globals = eval.Module(at.String(), nodes, func(other, name string) eval.Value {
		to, err := label.ParseRelative(other, at)
		if err != nil {
			return eval.Unknown{}
		}
		file, ok := l.path(to)
		if !ok {
			return opaque(to, name)
		}
		m.loads = append(m.loads, file)
		for _, b := range busy {
			if b == file {
				return eval.Unknown{}
			}
		}
		return l.load(to, file, busy).value(to, name)
	})
	l.modules.Store(path, m)
	return m
}

func (l *Loader) read(path string) (string, error) {
	if text, ok := l.overlay(path); ok {
		return text, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return "", os.ErrInvalid
	}
	data, err := os.ReadFile(path)
	return string(data), err
}

// path is the file a label names, when its repository is on this machine.
func (l *Loader) path(at label.Label) (string, bool) {
	dir, ok := l.repository(at.Repo)
	return filepath.Join(dir, filepath.FromSlash(at.File())), ok
}

// Path is the absolute path of the file that a load() string of a file of
// package base names; false when its repository is not on this machine.
func (l *Loader) Path(base label.Label, module string) (string, bool) {
	at, err := label.ParseRelative(module, base)
	if err != nil {
		return "", false
	}
	return l.path(at)
}

func (l *Loader) repository(name string) (string, bool) {
	if name == "" {
		return l.root, true
	}
	if dir, ok := l.repos[name]; ok {
		return dir, true
	}
	if strings.Trim(name, ".") == "" {
		return "", false
	}
	for _, root := range l.roots {
		for _, suffix := range []string{"", "+", "~"} {
			dir := filepath.Join(root, name+suffix)
			if info, err := os.Stat(dir); err == nil && info.IsDir() {
				return dir, true
			}
		}
	}
	return "", false
}
