package idb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
)

// An Element is one thing on the screen.
type Element struct {
	// Ref names the element across snapshots: it is made of role, label,
	// identifier and the how-manieth of its kind it is, not of its place.
	Ref    string `json:"ref"`
	Role   string `json:"role"` // "Button", "StaticText"
	Label  string `json:"label,omitempty"`
	ID     string `json:"id,omitempty"`
	Value  string `json:"value,omitempty"`
	Frame  Frame  `json:"frame"`
	Off    bool   `json:"disabled,omitempty"`
	Nested int    `json:"-"` // depth below the application
}

// A Frame is a rectangle in points.
type Frame struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// Center is the middle of the frame.
func (f Frame) Center() (x, y float64) { return f.X + f.Width/2, f.Y + f.Height/2 }

// A Tree is the screen: the application and its elements in reading order.
type Tree struct {
	Screen   Frame // of the application; landscape is wider than high
	App      string
	Elements []Element
}

// ErrTree is returned for an accessibility tree that cannot be read, as when a
// program was cut off in the middle.
var ErrTree = errors.New("the accessibility tree cannot be read")

// node is an element in the forms of idb (flat, nested, complete) and AXe. Every
// field may be null or absent.
type node struct {
	Type     *string         `json:"type"`
	Role     *string         `json:"role"`
	Label    *string         `json:"AXLabel"`
	ID       *string         `json:"AXUniqueId"`
	Value    json.RawMessage `json:"AXValue"`
	Title    *string         `json:"title"`
	Frame    *Frame          `json:"frame"`
	Enabled  *bool           `json:"enabled"`
	Children []node          `json:"children"`
	Elements []node          `json:"elements"` // complete form
}

// Parse reads a tree of idb or AXe.
func Parse(text []byte) (*Tree, error) {
	text = bytes.TrimSpace(text)
	var roots []node
	var err error
	switch {
	case len(text) == 0:
		return nil, fmt.Errorf("%w: nothing was printed; is the simulator booted?", ErrTree)
	case text[0] == '{':
		var one node
		if err = json.Unmarshal(text, &one); err == nil {
			roots = []node{one}
			if len(one.Elements) > 0 {
				roots = one.Elements
			}
		}
	default:
		err = json.Unmarshal(text, &roots)
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%d bytes): %w", ErrTree, len(text), err)
	}
	t := &Tree{}
	seen := map[string]int{}
	for _, n := range roots {
		t.add(n, 0, seen)
	}
	return t, nil
}

func (t *Tree) add(n node, depth int, seen map[string]int) {
	e := Element{Role: first(n.Type, strip(n.Role)), Label: first(n.Label, n.Title), ID: first(n.ID), Value: value(n.Value), Nested: depth, Off: n.Enabled != nil && !*n.Enabled}
	if n.Frame != nil {
		e.Frame = *n.Frame
	}
	switch {
	case e.Role == "Application":
		t.App, t.Screen = e.Label, e.Frame
	case e.Role != "" || e.Label != "" || e.ID != "":
		key := strings.Join([]string{e.Role, e.Label, e.ID}, "\x00")
		e.Ref = ref(e.Role, key, seen[key])
		seen[key]++
		t.Elements = append(t.Elements, e)
	}
	for _, c := range n.Children {
		t.add(c, depth+1, seen)
	}
}

func first(values ...*string) string {
	for _, v := range values {
		if v != nil && *v != "" {
			return *v
		}
	}
	return ""
}

// strip turns AXButton into Button.
func strip(role *string) *string {
	if role == nil {
		return nil
	}
	s := strings.TrimPrefix(*role, "AX")
	return &s
}

func value(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// ref is short, since a model has to repeat it: role and four letters.
func ref(role, key string, n int) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s\x00%d", key, n)
	return fmt.Sprintf("%s-%05x", strings.ToLower(role), h.Sum32()&0xfffff)
}

// What Find refuses with.
var (
	ErrNoElement = errors.New("no such element on the screen")
	ErrSeveral   = errors.New("several elements match")
)

// Find returns the element of that ref, or of that label or identifier.
func (t *Tree) Find(ref, label string) (Element, error) {
	var match []Element
	for _, e := range t.Elements {
		if ref != "" && e.Ref == ref || ref == "" && (strings.EqualFold(e.Label, label) || e.ID == label) {
			match = append(match, e)
		}
	}
	switch {
	case len(match) == 1:
		return match[0], nil
	case len(match) > 1:
		var refs []string
		for _, e := range match {
			refs = append(refs, e.Ref)
		}
		return Element{}, fmt.Errorf("%w %q: pass one of the refs %s", ErrSeveral, label, strings.Join(refs, ", "))
	case ref != "":
		return Element{}, fmt.Errorf("%w: ref %s", ErrNoElement, ref)
	}
	return Element{}, fmt.Errorf("%w: %q", ErrNoElement, label)
}

// Contains reports whether a point lies on the screen. A tree without an
// application cannot tell and says yes.
func (t *Tree) Contains(x, y float64) bool {
	s := t.Screen
	return s.Width == 0 || x >= s.X && x <= s.X+s.Width && y >= s.Y && y <= s.Y+s.Height
}
