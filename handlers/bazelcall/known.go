package bazelcall

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
)

// Known answers questions of the Bazel client from the index, reading no more
// than the BUILD file in question.
type Known struct {
	Index func() (*index.Index, error)
}

// Target finds a target; a package that the index has not read yet is read now.
func (k Known) Target(text string) (index.Target, bool) {
	l, err := label.Parse(text)
	if err != nil || l.External() || k.Index == nil {
		return index.Target{}, false
	}
	idx, err := k.Index()
	if err != nil {
		return index.Target{}, false
	}
	if t, ok := idx.Lookup(l); ok {
		return t, true
	}
	for _, name := range []string{"BUILD.bazel", "BUILD"} {
		file := filepath.Join(idx.Root(), filepath.FromSlash(l.Package), name)
		if _, err := os.Stat(file); err == nil {
			if idx.Update(context.Background(), file) == nil {
				return idx.Lookup(l)
			}
			break
		}
	}
	return index.Target{}, false
}

// Rule implements bazel.Rules.
func (k Known) Rule(text string) (string, kind.TargetKind, bool) {
	t, ok := k.Target(text)
	return t.Rule, t.Kind, ok && t.Rule != ""
}

// Suggest implements diagnostics.Suggester.
func (k Known) Suggest(text string) []string {
	l, err := label.Parse(text)
	if err != nil || k.Index == nil {
		return nil
	}
	idx, err := k.Index()
	if err != nil {
		return nil
	}
	var out []string
	for _, s := range idx.Suggest(l, 3) {
		out = append(out, s.Short())
	}
	return out
}

// ModuleLabel implements diagnostics.Providers.
func (k Known) ModuleLabel(module string) string {
	if k.Index == nil {
		return ""
	}
	idx, err := k.Index()
	if err != nil {
		return ""
	}
	if found := idx.Module(module); len(found) > 0 {
		return found[0].Label.Short()
	}
	return ""
}

// SymbolLabel implements diagnostics.Providers: a mangled Swift symbol begins
// with its module's name, "_$s4Core…".
func (k Known) SymbolLabel(symbol string) string {
	for _, prefix := range []string{"_$s", "$s", "_$S"} {
		rest, ok := strings.CutPrefix(symbol, prefix)
		if !ok {
			continue
		}
		n, digits := 0, 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' && digits < 4 {
			n = n*10 + int(rest[digits]-'0')
			digits++
		}
		if n > 0 && digits+n <= len(rest) {
			return k.ModuleLabel(rest[digits : digits+n])
		}
	}
	return ""
}
