package buildfile

import (
	"sync"

	"github.com/bazelbuild/buildtools/build"
)

// Document is one text of one file. It never changes and may be used from
// several goroutines.
type Document struct {
	// File is the path given to Open, Version the editor's number of the text.
	File    string
	Version int32

	kind    Kind
	text    func() *Text
	source  string
	pieces  []placed
	parsed  int // pieces that were parsed for this text
	targets func() []Target
	globals func() map[string]build.Expr
}

// placed is a piece at its place in a text.
type placed struct {
	*piece
	offset int    // in bytes
	line   uint32 // of its first line
	last   *call  // the last good call where the piece's own has no name
	loads  []load // the piece's, or the last good ones of a broken load()
}

// Open parses a text. It never fails: what cannot be read is in Problems.
func Open(file string, version int32, source string) *Document {
	kind := KindOf(file)
	d := &Document{File: file, Version: version, kind: kind, source: source}
	pieces := parseWhole(source, kind)
	if pieces == nil {
		pieces = split(source, func(text string) *piece { return parsePiece(text, kind) })
	}
	d.place(pieces)
	d.parsed = len(pieces)
	d.prepare()
	return d
}

// Edit gives the document after changes as didChange lists them. Statements
// whose text stays are not parsed again.
func (d *Document) Edit(version int32, changes ...Change) *Document {
	next := &Document{File: d.File, Version: version, kind: d.kind, source: apply(d.text(), changes)}
	known := make(map[string]*piece, len(d.pieces))
	for _, p := range d.pieces {
		known[p.text] = p.piece
	}
	pieces := split(next.source, func(text string) *piece {
		if p := known[text]; p != nil {
			return p
		}
		next.parsed++
		p := parsePiece(text, d.kind)
		known[text] = p
		return p
	})
	next.place(pieces)
	next.keep(d)
	next.prepare()
	return next
}

func (d *Document) prepare() {
	d.text = sync.OnceValue(func() *Text { return NewText(d.source) })
	d.targets = sync.OnceValue(d.findTargets)
	d.globals = sync.OnceValue(d.findGlobals)
}

// place gives pieces their offsets and lines.
func (d *Document) place(pieces []*piece) {
	d.pieces = make([]placed, len(pieces))
	offset, line := 0, uint32(0)
	for i, p := range pieces {
		d.pieces[i] = placed{piece: p, offset: offset, line: line, loads: p.loads}
		offset += len(p.text)
		line += uint32(p.lines().Lines() - 1)
	}
}

// keep carries the last good target and loads over to statements that broke.
// Statements between the unchanged ones at both ends are taken to be the same
// in order.
func (d *Document) keep(before *Document) {
	head := 0
	for head < len(d.pieces) && head < len(before.pieces) && d.pieces[head].piece == before.pieces[head].piece {
		d.pieces[head].last, d.pieces[head].loads = before.pieces[head].last, before.pieces[head].loads
		head++
	}
	tail := 0
	for tail < len(d.pieces)-head && tail < len(before.pieces)-head {
		now, old := &d.pieces[len(d.pieces)-1-tail], &before.pieces[len(before.pieces)-1-tail]
		if now.piece != old.piece {
			break
		}
		now.last, now.loads = old.last, old.loads
		tail++
	}
	for i := head; i < len(d.pieces)-tail && i < len(before.pieces)-tail; i++ {
		d.pieces[i].keep(&before.pieces[i])
	}
}

func (p *placed) keep(old *placed) {
	if p.problem == nil {
		return
	}
	if dotted(p.text[skipBlank(p.text, 0):]) == "load" {
		p.loads = old.loads
		return
	}
	if len(p.calls) == 1 && p.calls[0].named || startsBlock(p.text[skipBlank(p.text, 0):]) {
		return
	}
	switch {
	case old.last != nil:
		p.last = old.last
	case len(old.calls) == 1 && old.calls[0].named:
		p.last = &old.calls[0]
	}
}

// Kind is the file's dialect.
func (d *Document) Kind() Kind { return d.kind }

// Source is the whole text.
func (d *Document) Source() string { return d.source }

// Text converts positions of this document.
func (d *Document) Text() *Text { return d.text() }

// Parsed is the number of statements that were parsed to make this document:
// all after Open, the touched ones after Edit.
func (d *Document) Parsed() int { return d.parsed }

// Problem is a syntax error.
type Problem struct {
	Message string // the parser's
	Range   Range
}

// Problems are the syntax errors, one for each statement that has any.
func (d *Document) Problems() []Problem {
	var out []Problem
	for _, p := range d.pieces {
		if p.problem != nil {
			at := p.lines().Position(p.problem.at)
			out = append(out, Problem{p.problem.message, Range{at, at}.down(p.line)})
		}
	}
	return out
}

// Load is one load() statement.
type Load struct {
	Module      string // as written
	Range       Range
	ModuleRange Range // of the string that names the file
	Symbols     []Symbol
}

// Loads are the load() statements in order.
func (d *Document) Loads() []Load {
	var out []Load
	for _, p := range d.pieces {
		for _, l := range p.loads {
			at := Load{l.module, l.place.down(p.line), l.modulePlace.down(p.line), make([]Symbol, len(l.symbols))}
			for i, s := range l.symbols {
				s.Range = s.Range.down(p.line)
				at.Symbols[i] = s
			}
			out = append(out, at)
		}
	}
	return out
}

// Loaded finds where a name of this file comes from: the .bzl file as its
// load() writes it and the name there.
func (d *Document) Loaded(name string) (module, original string, ok bool) {
	for i := range d.pieces {
		for _, l := range d.pieces[i].loads {
			for _, s := range l.symbols {
				if s.Name == name {
					return l.module, s.Original, true
				}
			}
		}
	}
	return "", "", false
}
