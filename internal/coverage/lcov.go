package coverage

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ParseLCOV reads an LCOV tracefile (also one without LF/LH or FNF lines, with
// FN records of lcov 2, and without a last newline). file maps an SF path to the
// one a person edits; nil keeps it.
func ParseLCOV(r io.Reader, file func(string) string) (Report, error) {
	var out Report
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 64<<10), 4<<20)
	var f *File
	var at map[string]int
	for n := 1; in.Scan(); n++ {
		key, value, ok := strings.Cut(strings.TrimSpace(in.Text()), ":")
		switch {
		case key == "end_of_record":
			f = nil
			continue
		case !ok:
			continue
		case key == "SF":
			if file != nil {
				value = file(value)
			}
			f, at = out.file(value), map[string]int{}
			for i, fn := range f.Functions {
				at[fn.Name] = i
			}
			continue
		case f == nil:
			continue
		}
		if err := f.record(key, value, at); err != nil {
			return out, fmt.Errorf("LCOV line %d: %w", n, err)
		}
	}
	if err := in.Err(); err != nil {
		return out, fmt.Errorf("LCOV: %w", err)
	}
	return out, nil
}

func (f *File) record(key, value string, at map[string]int) error {
	first, rest, _ := strings.Cut(value, ",")
	switch key {
	case "DA":
		line, err := strconv.Atoi(first)
		if err != nil {
			return fmt.Errorf("DA: %w", err)
		}
		count, _, _ := strings.Cut(rest, ",")
		f.hit(line, executions(count))
	case "FN":
		line, err := strconv.Atoi(first)
		if err != nil {
			return fmt.Errorf("FN: %w", err)
		}
		if end, name, ok := strings.Cut(rest, ","); ok {
			if _, err := strconv.Atoi(end); err == nil {
				rest = name
			}
		}
		if _, seen := at[rest]; !seen {
			at[rest] = len(f.Functions)
			f.Functions = append(f.Functions, Function{Name: rest, Line: line})
		}
	case "FNDA":
		i, seen := at[rest]
		if !seen {
			i = len(f.Functions)
			at[rest] = i
			f.Functions = append(f.Functions, Function{Name: rest})
		}
		f.Functions[i].Count = plus(f.Functions[i].Count, executions(first))
	case "BRDA":
		line, err := strconv.Atoi(first)
		i := strings.LastIndexByte(rest, ',')
		if err != nil || i < 0 {
			return fmt.Errorf("BRDA: %q is not line,block,branch,taken", value)
		}
		f.Branches = append(f.Branches, Branch{line, rest[:i], executions(rest[i+1:])})
	}
	return nil
}

// executions of "-" (never evaluated) and of negative counts are 0.
func executions(s string) uint64 {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0
	}
	return n
}
