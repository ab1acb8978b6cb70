package artifacts

import (
	"fmt"
	"path"
	"strings"

	"bazelapple/internal/bazel/events"
)

// List returns the outputs of a label in every configuration and aspect that
// was built, each once, a bundle as one artifact. It is an error when the label
// is not part of the build or what it made cannot be read; a target that did
// not build has no artifacts.
func List(b *events.Build, label string) ([]Artifact, error) {
	targets := b.Target(label)
	if len(targets) == 0 {
		return nil, fmt.Errorf("%s is not among the %d targets of this build: build it first", label, b.TargetCount())
	}
	l := &lister{at: LocatorOf(b), seen: map[string]int{}}
	for _, t := range targets {
		done, err := b.Completion(t)
		if err != nil {
			return l.out, fmt.Errorf("read the outputs of %s: %w", label, err)
		}
		for _, g := range done.OutputGroups {
			files, err := b.Files(g.Sets...)
			for _, f := range append(files, g.Inline...) {
				l.add(t, g.Name, f, false)
			}
			if err != nil {
				return l.out, fmt.Errorf("read the output group %s of %s: %w", g.Name, label, err)
			}
		}
		for _, f := range done.Important { // all there is from Bazel before 2
			l.add(t, "default", f, false)
		}
		for _, f := range done.Directories {
			l.add(t, "default", f, true)
		}
	}
	return l.out, nil
}

type lister struct {
	at   Locator
	seen map[string]int
	out  []Artifact
}

func (l *lister) add(t events.Target, group string, f events.File, directory bool) {
	full := l.at.Path(f)
	exec := f.ExecPath()
	if exec == "" {
		exec = f.Name
	}
	kind, whole, bundle := classify(exec)
	inside := exec[len(whole):]
	key := whole
	if bundle && inside != "" {
		full = strings.TrimSuffix(full, inside)
	}
	if at, again := l.seen[key]; again {
		l.merge(&l.out[at], f, bundle && inside != "")
		return
	}
	a := Artifact{
		Kind: kind, Label: t.Label, Configuration: t.Configuration, Group: group, ExecPath: path.Clean(whole), Path: full,
		Directory: directory || bundle, Local: exists(full),
	}
	if inside == "" {
		a.URI, a.Digest, a.Length = remote(f), f.Digest, f.Length
	}
	l.seen[key] = len(l.out)
	l.out = append(l.out, a)
	l.merge(&l.out[len(l.out)-1], f, bundle && inside != "")
}

// merge takes a further file of a bundle into account: a bundle is local only
// when every file of it is.
func (l *lister) merge(a *Artifact, f events.File, inside bool) {
	if inside && !exists(l.at.Path(f)) {
		a.Local = false
	}
}

func remote(f events.File) string {
	if f.Path() != "" {
		return ""
	}
	return f.URI
}
