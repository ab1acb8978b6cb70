// Package eval works out what Starlark code of BUILD and .bzl files would do,
// as far as that can be known without Bazel: which rules a macro calls, with
// which names and attributes. What depends on something outside — a file system,
// a repository that is not there, a configuration — is the value Unknown, and
// goes on as such; code behind an unknown condition is followed both ways.
//
// Code is read with buildtools' parser and never runs unbounded: steps, depth
// and sizes are limited.
package eval

import (
	"github.com/bazelbuild/buildtools/build"
)

// Value is one of: Unknown, None, bool, int, string, *List, *Dict, *Function,
// *Rule, *Struct or a builtin.
type Value any

// Unknown is what cannot be known.
type Unknown struct{}

// None is Starlark's None.
type None struct{}

// List is a list, tuple or set.
type List struct {
	Items []Value
	Tuple bool
	// Open is true when there may be more items than known.
	Open bool
	// Globs are glob() calls whose files are part of the list.
	Globs []Glob

	frozen bool
}

// Glob is a glob() call that has not been evaluated.
type Glob struct {
	Include, Exclude []string
}

// Dict keeps insertion order. Keys are bool, int or string.
type Dict struct {
	Keys  []Value
	items map[Value]Value
	// Open is true when there may be more keys than known.
	Open   bool
	frozen bool
}

// NewDict is an empty dictionary.
func NewDict() *Dict { return &Dict{items: map[Value]Value{}} }

// Get is the value of a key, nil without one.
func (d *Dict) Get(key Value) Value {
	if !hashable(key) {
		return nil
	}
	return d.items[key]
}

// Set adds or replaces a key; one that cannot be known makes the dictionary open.
func (d *Dict) Set(key, value Value) {
	if d.frozen {
		return
	}
	if !hashable(key) {
		d.Open = true
		return
	}
	if _, ok := d.items[key]; !ok {
		d.Keys = append(d.Keys, key)
	}
	d.items[key] = value
}

func (d *Dict) delete(key Value) {
	if d.frozen || !hashable(key) || d.items[key] == nil {
		return
	}
	delete(d.items, key)
	for i, k := range d.Keys {
		if k == key {
			d.Keys = append(d.Keys[:i:i], d.Keys[i+1:]...)
			return
		}
	}
}

func (d *Dict) copy() *Dict {
	out := &Dict{Keys: append([]Value(nil), d.Keys...), items: make(map[Value]Value, len(d.items)), Open: d.Open}
	for k, v := range d.items {
		out.items[k] = v
	}
	return out
}

// Struct is struct(...), a provider's instance or a namespace.
type Struct struct{ Fields map[string]Value }

// Function is a def or lambda.
type Function struct {
	Name     string
	node     *build.Function
	defaults []Value
	scope    *scope
}

// Parameters are the names of the function's parameters in order, with "*" and
// "**" in front of the rest ones.
func (f *Function) Parameters() []string {
	var out []string
	for _, p := range f.node.Params {
		name, stars, _ := parameter(p)
		out = append(out, stars+name)
	}
	return out
}

// Rule is something whose call makes a target: a builtin rule, the result of
// rule(), a symbolic macro, or a loaded symbol of which only the name is known.
type Rule struct {
	Name string
	// From is the label of the .bzl file that defines it, "" for builtin ones.
	From string
	// Test and Executable are rule()'s arguments of these names.
	Test, Executable bool
	// Opaque: only the name is known; it may as well be a macro.
	Opaque bool

	macro *Function // a symbolic macro's implementation
	attrs *Dict     // a symbolic macro's attributes
}

type builtin struct {
	name string
	call func(r *Run, args arguments) Value
}

type method struct {
	self Value
	name string
}

func hashable(v Value) bool {
	switch v.(type) {
	case bool, int, string:
		return true
	}
	return false
}

func isUnknown(v Value) bool {
	_, ok := v.(Unknown)
	return ok
}

// truth is a value's truth and whether it is known.
func truth(v Value) (value, known bool) {
	switch v := v.(type) {
	case nil, Unknown:
		return false, false
	case None:
		return false, true
	case bool:
		return v, true
	case int:
		return v != 0, true
	case string:
		return v != "", true
	case *List:
		if len(v.Items) > 0 {
			return true, true
		}
		return false, !v.Open && len(v.Globs) == 0
	case *Dict:
		if len(v.Keys) > 0 {
			return true, true
		}
		return false, !v.Open
	}
	return true, true
}

// equal compares two values and says whether the answer is known. Lists may hold
// themselves: only so many items are compared.
func equal(a, b Value) (same, known bool) {
	fuel := 10_000
	return compareDeep(a, b, &fuel)
}

func compareDeep(a, b Value, fuel *int) (same, known bool) {
	if *fuel--; *fuel < 0 || isUnknown(a) || isUnknown(b) {
		return false, false
	}
	if hashable(a) && hashable(b) {
		return a == b, true
	}
	if _, ok := a.(None); ok {
		_, same := b.(None)
		return same, true
	}
	if _, ok := b.(None); ok {
		return false, true
	}
	x, ok1 := a.(*List)
	y, ok2 := b.(*List)
	if !ok1 || !ok2 || x.Open || y.Open || len(x.Globs)+len(y.Globs) > 0 {
		return false, ok1 != ok2
	}
	if len(x.Items) != len(y.Items) {
		return false, true
	}
	for i := range x.Items {
		if same, known := compareDeep(x.Items[i], y.Items[i], fuel); !same || !known {
			return same, known
		}
	}
	return true, true
}

// merge is what is left of a variable that two ways of a branch set.
func merge(a, b Value) Value {
	if x, ok := a.(*List); ok {
		if y, ok := b.(*List); ok && x != y {
			return union(x, y)
		}
	}
	switch a.(type) {
	case *List, *Dict, *Function, *Rule, *Struct, bool, int, string, None:
		if a == b {
			return a
		}
	}
	return Unknown{}
}

// union holds the items of both lists once: every branch of a select().
func union(lists ...*List) *List {
	out := &List{}
	seen := map[Value]bool{}
	for _, l := range lists {
		out.Open = out.Open || l.Open
		out.Globs = append(out.Globs, l.Globs...)
		for _, item := range l.Items {
			if hashable(item) {
				if seen[item] {
					continue
				}
				seen[item] = true
			}
			out.Items = append(out.Items, item)
		}
	}
	return out
}

// Strings are the strings of a value: itself, or a list's items, or all values
// of a dictionary of lists. known is false when there may be more.
func Strings(v Value) (out []string, known bool) {
	known = true
	switch v := v.(type) {
	case string:
		return []string{v}, true
	case *List:
		known = !v.Open && len(v.Globs) == 0
		for _, item := range v.Items {
			if s, ok := item.(string); ok {
				out = append(out, s)
			} else {
				known = false
			}
		}
	case nil, None:
	default:
		known = false
	}
	return out, known
}

// Macro reports whether the rule is a symbolic macro.
func (r *Rule) Macro() bool { return r.macro != nil }
