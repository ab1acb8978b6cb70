// Package coverage reads LCOV and llvm-cov JSON into one model, merges
// reports, totals them, and finds added lines that no test ran.
package coverage

import (
	"slices"
	"sort"
)

// Function is one function: its first line and how often it ran.
type Function struct {
	Name  string `json:"name"`
	Line  int    `json:"line"`
	Count uint64 `json:"count"`
}

// Branch is one way out of a line. Count is 0 when the line never ran.
type Branch struct {
	Line  int    `json:"line"`
	ID    string `json:"id"`
	Count uint64 `json:"count"`
}

// File is one source. Lines maps 1-based lines to executions.
type File struct {
	Path      string         `json:"path"`
	Lines     map[int]uint64 `json:"lines"`
	Functions []Function     `json:"functions,omitempty"`
	Branches  []Branch       `json:"branches,omitempty"`
}

// Report is a set of files, by path.
type Report struct{ Files map[string]*File }

// Ratio counts covered things of all.
type Ratio struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}

// Totals are the sums over files.
type Totals struct{ Lines, Functions, Branches Ratio }

// Totals of one file, counted from its records: summary lines may be missing or
// wrong.
func (f *File) Totals() Totals {
	var t Totals
	for _, n := range f.Lines {
		t.Lines.add(n)
	}
	for _, fn := range f.Functions {
		t.Functions.add(fn.Count)
	}
	for _, b := range f.Branches {
		t.Branches.add(b.Count)
	}
	return t
}

func (r *Ratio) add(count uint64) {
	r.Total++
	if count > 0 {
		r.Covered++
	}
}

// Totals of all files.
func (r Report) Totals() Totals {
	var t Totals
	for _, f := range r.Files {
		n := f.Totals()
		for _, pair := range [][2]*Ratio{{&t.Lines, &n.Lines}, {&t.Functions, &n.Functions}, {&t.Branches, &n.Branches}} {
			pair[0].Covered += pair[1].Covered
			pair[0].Total += pair[1].Total
		}
	}
	return t
}

// Worst are the n files with the most uncovered lines, ties by path.
func (r Report) Worst(n int) []*File {
	var files []*File
	missing := map[*File]int{}
	for _, f := range r.Files {
		t := f.Totals().Lines
		if missing[f] = t.Total - t.Covered; missing[f] > 0 {
			files = append(files, f)
		}
	}
	sort.Slice(files, func(i, j int) bool {
		if a, b := missing[files[i]], missing[files[j]]; a != b {
			return a > b
		}
		return files[i].Path < files[j].Path
	})
	return files[:min(max(n, 0), len(files))]
}

// Merge adds other's counts to r.
func (r *Report) Merge(other Report) {
	for _, f := range other.Files {
		into := r.file(f.Path)
		for line, n := range f.Lines {
			into.hit(line, n)
		}
		for _, fn := range f.Functions {
			if i := slices.IndexFunc(into.Functions, func(x Function) bool { return x.Name == fn.Name && x.Line == fn.Line }); i >= 0 {
				into.Functions[i].Count = plus(into.Functions[i].Count, fn.Count)
			} else {
				into.Functions = append(into.Functions, fn)
			}
		}
		for _, b := range f.Branches {
			if i := slices.IndexFunc(into.Branches, func(x Branch) bool { return x.Line == b.Line && x.ID == b.ID }); i >= 0 {
				into.Branches[i].Count = plus(into.Branches[i].Count, b.Count)
			} else {
				into.Branches = append(into.Branches, b)
			}
		}
	}
}

func (r *Report) file(path string) *File {
	if r.Files == nil {
		r.Files = map[string]*File{}
	}
	f := r.Files[path]
	if f == nil {
		f = &File{Path: path, Lines: map[int]uint64{}}
		r.Files[path] = f
	}
	return f
}

func (f *File) hit(line int, n uint64) { f.Lines[line] = plus(f.Lines[line], n) }

// plus saturates: llvm-cov writes 2^64-1 for a counter that wrapped.
func plus(a, b uint64) uint64 {
	if a+b < a {
		return ^uint64(0)
	}
	return a + b
}
