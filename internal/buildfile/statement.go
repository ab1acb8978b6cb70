package buildfile

import (
	"github.com/bazelbuild/buildtools/build"
)

// Statement is one top-level statement, with the comments above it.
type Statement struct {
	// Nodes is what the parser made of it: usually one node, none when the
	// text is broken, several for "a(); b()" and for comments that stand alone.
	// Their own positions mean nothing: RangeOf and Position tell them.
	Nodes []build.Expr
	// Range begins with the first token, comments and blank lines left out.
	Range Range
	piece *piece
	line  uint32
}

// RangeOf is the place of a node of the statement in the document.
func (s Statement) RangeOf(node build.Expr) Range { return s.piece.rangeOf(node).down(s.line) }

// Position is the place of a position of one of the statement's nodes.
func (s Statement) Position(p build.Position) Position {
	at := s.piece.lines().Position(p.Byte - s.piece.base)
	at.Line += s.line
	return at
}

// Broken reports whether the statement has a syntax error.
func (s Statement) Broken() bool { return s.piece.problem != nil }

// Text is the statement's own text, with what stands above it.
func (s Statement) Text() string { return s.piece.text }

func (p *placed) statement() Statement {
	start, end := skipBlank(p.text, 0), len(p.text)
	for end > start && (p.text[end-1] == '\n' || p.text[end-1] == '\r' || p.text[end-1] == ' ') {
		end--
	}
	return Statement{Nodes: p.nodes, Range: p.lines().Range(start, max(start, end)).down(p.line), piece: p.piece, line: p.line}
}

// Statements are all top-level statements in order.
func (d *Document) Statements() []Statement {
	out := make([]Statement, len(d.pieces))
	for i := range d.pieces {
		out[i] = d.pieces[i].statement()
	}
	return out
}

// StatementAt is the statement that holds a position, comments above it
// included.
func (d *Document) StatementAt(at Position) (Statement, bool) {
	offset := d.text().Offset(at)
	for i := len(d.pieces) - 1; i >= 0; i-- {
		if d.pieces[i].offset <= offset {
			return d.pieces[i].statement(), true
		}
	}
	return Statement{}, false
}
