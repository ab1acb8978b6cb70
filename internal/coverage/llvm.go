package coverage

import (
	"encoding/json"
	"fmt"
	"io"
)

// ParseLLVM reads "llvm-cov export" JSON (format 2 and 3). A segment is [line,
// column, count, hasCount, isRegionEntry, isGapRegion]; a line's count is the
// largest of the regions on it, as llvm-cov show counts.
func ParseLLVM(r io.Reader, file func(string) string) (Report, error) {
	var doc struct {
		Data []struct {
			Files []struct {
				Filename string              `json:"filename"`
				Segments [][]json.RawMessage `json:"segments"`
			} `json:"files"`
			Functions []struct {
				Name      string      `json:"name"`
				Count     uint64      `json:"count"`
				Filenames []string    `json:"filenames"`
				Regions   [][]float64 `json:"regions"`
			} `json:"functions"`
		} `json:"data"`
	}
	var out Report
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		return out, fmt.Errorf("llvm-cov JSON: %w", err)
	}
	if file == nil {
		file = func(p string) string { return p }
	}
	for _, d := range doc.Data {
		for _, f := range d.Files {
			if err := out.file(file(f.Filename)).segments(f.Segments); err != nil {
				return out, fmt.Errorf("llvm-cov JSON: %s: %w", f.Filename, err)
			}
		}
		for _, fn := range d.Functions {
			if len(fn.Filenames) > 0 && len(fn.Regions) > 0 && len(fn.Regions[0]) > 0 {
				into := out.file(file(fn.Filenames[0]))
				into.Functions = append(into.Functions, Function{fn.Name, int(fn.Regions[0][0]), fn.Count})
			}
		}
	}
	return out, nil
}

// maxSpan bounds the lines one region may fill, against a damaged file.
const maxSpan = 1_000_000

func (f *File) segments(all [][]json.RawMessage) error {
	var last int
	var count uint64
	var counted bool
	for _, raw := range all {
		var line int
		var n uint64
		var has, entry, gap bool
		if len(raw) < 5 {
			return fmt.Errorf("a segment of %d values", len(raw))
		}
		for i, to := range []any{&line, nil, &n, &has, &entry, &gap} {
			if to == nil || i >= len(raw) {
				continue
			}
			if err := json.Unmarshal(raw[i], to); err != nil {
				return err
			}
		}
		if counted && line-last < maxSpan {
			for l := last + 1; l < line; l++ {
				f.Lines[l] = max(f.Lines[l], count)
			}
		}
		if has && entry && !gap {
			f.Lines[line] = max(f.Lines[line], n)
		} else if counted {
			f.Lines[line] = max(f.Lines[line], count)
		}
		last, count, counted = line, n, has && !gap
	}
	return nil
}
