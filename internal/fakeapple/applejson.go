package fakeapple

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// appleJSON prints a value as NSJSONSerialization's pretty form does: " : "
// between key and value, slashes escaped, empty collections over three lines, as
// in captures/simctl/list_runtimes_xcode15.json.
func (c *call) appleJSON(v any) error {
	var b bytes.Buffer
	if err := writeAppleJSON(&b, v, "", true); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := io.Copy(c.Out, &b)
	return err
}

// writeAppleJSON writes maps with sorted keys, slices, and scalars. devicectl
// does not escape slashes, simctl and plutil do.
func writeAppleJSON(b *bytes.Buffer, v any, indent string, slashes bool) error {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			b.WriteString("{\n\n" + indent + "}")
			return nil
		}
		b.WriteString("{\n")
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b.WriteString(",\n")
			}
			b.WriteString(indent + "  " + quoteApple(key, slashes) + " : ")
			if err := writeAppleJSON(b, v[key], indent+"  ", slashes); err != nil {
				return err
			}
		}
		b.WriteString("\n" + indent + "}")
	case []any:
		if len(v) == 0 {
			b.WriteString("[\n\n" + indent + "]")
			return nil
		}
		b.WriteString("[\n")
		for i, item := range v {
			if i > 0 {
				b.WriteString(",\n")
			}
			b.WriteString(indent + "  ")
			if err := writeAppleJSON(b, item, indent+"  ", slashes); err != nil {
				return err
			}
		}
		b.WriteString("\n" + indent + "]")
	case string:
		b.WriteString(quoteApple(v, slashes))
	default:
		data, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("a value of %T has no JSON form: %w", v, err)
		}
		b.Write(data)
	}
	return nil
}

func quoteApple(s string, slashes bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return `""`
	}
	q := strings.TrimSuffix(b.String(), "\n")
	if slashes {
		q = strings.ReplaceAll(q, "/", `\/`)
	}
	return q
}

// stringsAny turns a list of strings into JSON's list.
func stringsAny(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
