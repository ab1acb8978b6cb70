package fakeapple

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// openStep prints a value as simctl prints plists: NSDictionary's description with
// tabs for its indents, four blanks per level after "=", and words without quotes
// where they hold letters and digits only (captures/simctl/listapps_ios18.4.plist).
func openStep(v any, depth int) string {
	indent := strings.Repeat("\t", depth)
	switch v := v.(type) {
	case map[string]any:
		var b strings.Builder
		b.WriteString("{\n")
		for _, key := range slices.Sorted(maps.Keys(v)) {
			gap := ""
			if !isScalar(v[key]) {
				gap = strings.Repeat("    ", depth+1)
			}
			fmt.Fprintf(&b, "%s\t%s = %s%s;\n", indent, openStepWord(key), gap, openStep(v[key], depth+1))
		}
		return b.String() + indent + "}"
	case []any:
		var lines []string
		for _, item := range v {
			lines = append(lines, indent+"\t"+openStep(item, depth+1))
		}
		if len(lines) == 0 {
			return "(\n" + indent + ")"
		}
		return "(\n" + strings.Join(lines, ",\n") + "\n" + indent + ")"
	case string:
		return openStepWord(v)
	default:
		return openStepWord(fmt.Sprint(v))
	}
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

func openStepWord(s string) string {
	plain := s != ""
	for _, r := range s {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r > 0xffff:
			hi, lo := 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff
			fmt.Fprintf(&b, `\U%04x\U%04x`, hi, lo)
		case r > 126:
			fmt.Fprintf(&b, `\U%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
