package diagnostics

import "strconv"

// fold keeps the first of equal problems and counts the others.
func fold(found []Diagnostic) []Diagnostic {
	seen := make(map[string]int, len(found))
	out := found[:0]
	for _, d := range found {
		key := d.File + "\x00" + strconv.Itoa(d.Line) + ":" + strconv.Itoa(d.Column) + "\x00" + string(d.Severity) + "\x00" + d.Message
		if d.File == "" {
			key += "\x00" + d.Target
		}
		if i, ok := seen[key]; ok {
			out[i].Count += d.Count
			if out[i].Fix == nil {
				out[i].Fix = d.Fix
			}
			continue
		}
		seen[key] = len(out)
		out = append(out, d)
	}
	return out
}
