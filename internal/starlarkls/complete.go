package starlarkls

import (
	"slices"
	"strings"

	"bazelapple/internal/buildfile"
)

// Item is one proposal.
type Item struct {
	Label string
	// Insert replaces Range; Label when empty. Snippet marks placeholders in it.
	Insert  string
	Snippet bool
	// Kind is rule, function, attribute, value, label, package, file, folder,
	// symbol, variable, property or keyword.
	Kind   string
	Detail string
	Doc    string
	Range  buildfile.Range
	// Filter is what the editor matches typed text against; Label when empty.
	Filter string
	// Sort orders proposals; Label when empty.
	Sort string
	// Also are further edits, such as a load() to add.
	Also []Edit
}

// Completion lists what may stand at a place. whole is false when there is more
// than was listed: the editor asks again as the person types.
func (f *File) Completion(p buildfile.Position) (items []Item, whole bool) {
	if Bazelrc(f.Path) {
		return f.rcComplete(p), true
	}
	c := f.cursor(p)
	switch {
	case c.comment:
		return nil, true
	case c.string:
		return f.completeString(c)
	}
	span := f.Text().Range(c.wordStart, c.at)
	fr, inCall := c.call()
	inner := len(c.frames) > 0 && c.frames[len(c.frames)-1].bracket == '(' && inCall && c.frames[len(c.frames)-1].callee != ""
	switch {
	case inner && fr.argument == "":
		out := f.completeAttributes(fr, c, span)
		if f.Kind() == buildfile.Bzl {
			out = f.completeNames(out, span)
		}
		return out, true
	case inCall && fr.argument != "":
		return f.completeValue(fr, span), true
	case len(c.frames) == 0:
		return f.completeStatement(c, span), true
	}
	return f.completeNames(nil, span), true
}

// completeAttributes lists the attributes a call does not have yet, required
// ones first.
func (f *File) completeAttributes(fr frame, c cursor, span buildfile.Range) []Item {
	callable, ok := f.callable(fr.callee)
	if !ok {
		return nil
	}
	used := append(f.later(c), fr.used...)
	var out []Item
	for _, p := range callable.Parameters {
		if slices.Contains(used, p.Name) {
			continue
		}
		item := Item{Label: p.Name, Insert: p.Name + " = " + placeholder(p, 1) + ",", Snippet: true, Kind: "attribute", Detail: p.Type, Doc: p.Doc, Range: span, Sort: "1" + p.Name}
		if p.Required {
			item.Detail = strings.TrimSpace(p.Type + " (required)")
			item.Sort = "0" + p.Name
		}
		out = append(out, item)
	}
	return out
}

// later are the arguments of the innermost call behind the cursor.
func (f *File) later(c cursor) []string {
	text := f.Source()
	var out []string
	depth := 0
	for i := c.at; i < len(text) && i < c.at+20_000; {
		switch b := text[i]; {
		case b == '#':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return out
			}
			i += n
		case b == '"' || b == '\'':
			skip := cursor{at: len(text) + 1}
			i = min(skip.literal(text, i), len(text))
		case b == '(' || b == '[' || b == '{':
			depth++
			i++
		case b == ')' || b == ']' || b == '}':
			if depth--; depth < 0 {
				return out
			}
			i++
		case wordByte(b):
			start := i
			for i < len(text) && wordByte(text[i]) {
				i++
			}
			rest := strings.TrimLeft(text[i:], " \t")
			if depth == 0 && strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") {
				out = append(out, text[start:i])
			} else if depth == 0 && strings.HasPrefix(rest, "(") && start > 0 && text[start-1] == '\n' {
				return out // the next statement: this call was not closed
			}
		default:
			i++
		}
	}
	return out
}

// placeholder is where the value of a parameter is typed.
func placeholder(p Parameter, n int) string {
	at := "$" + string(rune('0'+n))
	switch {
	case len(p.Values) > 0 && p.Type == "boolean":
		return "${" + at[1:] + "|True,False|}"
	case len(p.Values) > 0 && p.Type == "string":
		return "\"${" + at[1:] + "|" + strings.Join(p.Values, ",") + "|}\""
	case strings.HasSuffix(p.Type, "_list"):
		return "[\"" + at + "\"]"
	case p.Type == "string" || p.Type == "label":
		return "\"" + at + "\""
	case strings.Contains(p.Type, "dict"):
		return "{" + at + "}"
	}
	return at
}

// completeValue lists the values of an attribute outside quotes.
func (f *File) completeValue(fr frame, span buildfile.Range) []Item {
	c, _ := f.callable(fr.callee)
	p, ok := c.Parameter(fr.argument)
	if !ok {
		p = known(fr.argument)
	}
	var out []Item
	for _, v := range p.Values {
		insert := v
		if p.Type == "string" || strings.HasSuffix(p.Type, "_list") {
			insert = "\"" + v + "\""
		}
		out = append(out, Item{Label: v, Insert: insert, Kind: "value", Range: span, Sort: "0" + v})
	}
	if p.Type == "label_list" {
		out = append(out, Item{Label: "glob", Insert: "glob([\"$1\"])", Snippet: true, Kind: "function", Range: span, Doc: rules()["glob"].Doc})
	}
	out = append(out, Item{Label: "select", Insert: "select({\n    \"$1\": $2,\n    \"//conditions:default\": $3,\n})", Snippet: true, Kind: "function", Range: span, Doc: rules()["select"].Doc})
	return f.completeNames(out, span)
}

// completeNames adds the names of the file.
func (f *File) completeNames(out []Item, span buildfile.Range) []Item {
	for _, d := range f.Definitions() {
		kind := "variable"
		if d.Function {
			kind = "function"
		}
		out = append(out, Item{Label: d.Name, Kind: kind, Range: span})
	}
	for _, l := range f.Loads() {
		for _, s := range l.Symbols {
			out = append(out, Item{Label: s.Name, Kind: "symbol", Detail: l.Module, Range: span})
		}
	}
	return out
}
