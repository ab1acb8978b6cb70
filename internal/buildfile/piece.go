package buildfile

import (
	"errors"
	"strings"
	"sync"

	"github.com/bazelbuild/buildtools/build"
)

// piece is one statement of a document with what was learnt from its text
// alone. It never changes and is shared by all documents that hold the text.
type piece struct {
	text    string
	nodes   []build.Expr // nil when the text could not be parsed
	base    int          // what the nodes' byte positions have on top of the piece's own
	problem *problem
	calls   []call
	loads   []load
	names   []definition
	lines   func() *Text
}

// problem is a syntax error, its place in bytes of the piece.
type problem struct {
	message string
	at      int
}

func newPiece(text string) *piece {
	return &piece{text: text, lines: sync.OnceValue(func() *Text { return NewText(text) })}
}

// parseWhole parses a text that has no errors at once, which is faster than by
// statements; nil when it has some.
func parseWhole(source string, kind Kind) []*piece {
	file, err := parseText(source, kind)
	if err != nil {
		return nil
	}
	var out []*piece
	nodes := file.Stmt
	for at := 0; at < len(source); {
		s := scanStatement(source, at, len(source))
		if !s.complete {
			return nil
		}
		p := newPiece(source[at:s.end])
		p.base = at
		for len(nodes) > 0 {
			start, end := nodes[0].Span()
			if start.Byte >= s.end {
				break
			}
			if end.Byte > s.end {
				return nil
			}
			p.nodes = append(p.nodes, nodes[0])
			p.collect(nodes[0])
			nodes = nodes[1:]
		}
		out = append(out, p)
		at = s.end
	}
	return out
}

// parsePiece parses one statement. Fields of a broken one are filled by
// salvage.
func parsePiece(text string, kind Kind) *piece {
	p := newPiece(text)
	file, err := parseText(text, kind)
	if err != nil {
		p.problem = newProblem(err)
		// A statement that is only indented by mistake is read all the same:
		// the parser counts blanks, not tabs, as indentation.
		first := skipBlank(text, 0)
		start := strings.LastIndexByte(text[:first], '\n') + 1
		if start < first && !startsBlock(text[first:]) {
			file, err = parseText(text[:start]+strings.Repeat("\t", first-start)+text[first:], kind)
		}
	}
	if err != nil {
		p.salvage()
		return p
	}
	p.nodes = file.Stmt
	for _, node := range p.nodes {
		p.collect(node)
	}
	return p
}

func parseText(text string, kind Kind) (*build.File, error) {
	// The parser appends to its input: it must own it.
	data := make([]byte, len(text), len(text)+1)
	copy(data, text)
	if strings.HasPrefix(text, byteOrderMark) {
		copy(data, "\t\t\t") // the same length, and no indentation
	}
	switch kind {
	case Bzl:
		return build.ParseBzl("", data)
	case Workspace:
		return build.ParseWorkspace("", data)
	case Module:
		return build.ParseModule("", data)
	}
	return build.ParseBuild("", data)
}

func newProblem(err error) *problem {
	if e := (build.ParseError{}); errors.As(err, &e) {
		return &problem{e.Message, e.Pos.Byte}
	}
	return &problem{err.Error(), 0}
}

// rangeOf is the place of a node below the piece's first line.
func (p *piece) rangeOf(node build.Expr) Range {
	start, end := node.Span()
	return p.lines().Range(start.Byte-p.base, end.Byte-p.base)
}
