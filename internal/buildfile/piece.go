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

// parsePiece parses one statement. Fields of a broken one are filled by
// salvage.
func parsePiece(text string, kind Kind) *piece {
	p := &piece{text: text}
	p.lines = sync.OnceValue(func() *Text { return NewText(text) })
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
	return p.lines().Range(start.Byte, end.Byte)
}
