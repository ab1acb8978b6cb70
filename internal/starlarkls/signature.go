package starlarkls

import (
	"strings"

	"bazelapple/internal/buildfile"
)

// Signature is the call around a place.
type Signature struct {
	Label string
	Doc   string
	// Parameters are their places in Label, in bytes, and words on each.
	Parameters []SignatureParameter
	// Active is the parameter the cursor is in, -1 for none.
	Active int
}

// SignatureParameter is one parameter of a Signature.
type SignatureParameter struct {
	Start, End int
	Doc        string
}

// signature is a callable as one line, its rarer attributes left out.
func (c *Callable) signature(brief bool) string {
	s, _ := c.write(brief)
	return s
}

func (c *Callable) write(brief bool) (string, []SignatureParameter) {
	var b strings.Builder
	var out []SignatureParameter
	b.WriteString(c.Name + "(")
	left := 0
	for _, p := range c.Parameters {
		if brief && len(out) > 11 && !p.Required {
			left++
			continue
		}
		if len(out) > 0 {
			b.WriteString(", ")
		}
		start := b.Len()
		b.WriteString(p.Name)
		if p.Default != "" {
			b.WriteString(" = " + p.Default)
		}
		out = append(out, SignatureParameter{start, b.Len(), p.Doc})
	}
	if left > 0 || c.Open {
		if len(out) > 0 {
			b.WriteString(", ")
		}
		b.WriteString("…")
	}
	b.WriteString(")")
	return b.String(), out
}

// Signature is the call around a place, with the argument the cursor is in.
func (f *File) Signature(p buildfile.Position) (Signature, bool) {
	cur := f.cursor(p)
	fr, ok := cur.call()
	if cur.comment || !ok {
		return Signature{}, false
	}
	c, ok := f.callable(fr.callee)
	if !ok {
		return Signature{}, false
	}
	out := Signature{Doc: c.Doc, Active: -1}
	out.Label, out.Parameters = c.write(false)
	for i, p := range c.Parameters {
		if p.Name == fr.argument || fr.argument == "" && c.What == "function" && i == fr.position {
			out.Active = i
		}
	}
	return out, true
}
