package starlarkls

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// Fold is a stretch of lines that can be folded, from zero, both included.
type Fold struct {
	First, Last uint32
	// Sort is imports, comment or "".
	Sort string
}

// Folds are the calls, lists and functions of several lines, runs of load()
// statements and of comments.
func (f *File) Folds() []Fold {
	var out []Fold
	add := func(r buildfile.Range, sort string, keepLast bool) {
		last := r.End.Line
		if keepLast && last > 0 {
			last-- // the closing bracket stays in sight
		}
		if last > r.Start.Line {
			out = append(out, Fold{r.Start.Line, last, sort})
		}
	}
	for _, s := range f.Statements() {
		for _, node := range s.Nodes {
			r := s.RangeOf(node)
			_, def := node.(*build.DefStmt)
			switch node.(type) {
			case *build.LoadStmt, *build.CommentBlock:
				continue
			}
			add(r, "", !def)
			build.Walk(node, func(e build.Expr, _ []build.Expr) {
				switch e.(type) {
				case *build.ListExpr, *build.DictExpr:
					add(s.RangeOf(e), "", true)
				}
			})
		}
		if len(s.Nodes) == 0 && s.Range.End.Line > s.Range.Start.Line {
			add(s.Range, "", false)
		}
	}
	out = f.foldLoads(out)
	return f.foldComments(out)
}

func (f *File) foldLoads(out []Fold) []Fold {
	loads := f.Loads()
	for i := 0; i < len(loads); {
		j := i
		for j+1 < len(loads) && loads[j+1].Range.Start.Line <= loads[j].Range.End.Line+2 {
			j++
		}
		if first, last := loads[i].Range.Start.Line, loads[j].Range.End.Line; last > first {
			out = append(out, Fold{first, last, "imports"})
		}
		i = j + 1
	}
	return out
}

func (f *File) foldComments(out []Fold) []Fold {
	start, line := -1, 0
	flush := func() {
		if start >= 0 && line-1 > start {
			out = append(out, Fold{uint32(start), uint32(line - 1), "comment"})
		}
		start = -1
	}
	for text := range strings.Lines(f.Source()) {
		if strings.HasPrefix(text, "#") {
			if start < 0 {
				start = line
			}
		} else {
			flush()
		}
		line++
	}
	flush()
	return out
}
