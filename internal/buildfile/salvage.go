package buildfile

import (
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// salvage finds the call a broken statement begins with, and its name when that
// part is whole, from the tokens alone.
func (p *piece) salvage() {
	text := p.text
	at := skipBlank(text, 0)
	start := at
	loop := at < len(text) && text[at] == '['
	if loop {
		at = skipBlank(text, at+1)
	}
	callee := dotted(text[at:])
	open := at + len(callee)
	for open < len(text) && (text[open] == ' ' || text[open] == '\t') {
		open++
	}
	if callee == "" || open >= len(text) || text[open] != '(' || notTarget(callee) || startsBlock(text[at:]) {
		return
	}
	lines := p.lines()
	end := len(strings.TrimRight(text, " \t\r\n"))
	c := call{callee: callee, place: lines.Range(start, end), calleePlace: lines.Range(at, at+len(callee))}
	if from, to, ok := nameArgument(text, open+1); ok {
		c.namePlace = lines.Range(from, to)
		if file, err := parseText(text[from:to], Build); err == nil && len(file.Stmt) == 1 {
			if s, ok := file.Stmt[0].(*build.StringExpr); ok && !loop {
				c.literal, c.named = s.Value, true
			}
			c.name = file.Stmt[0]
		}
	}
	p.calls = append(p.calls, c)
}

// nameArgument finds the string literal behind "name =" among the arguments
// that begin at at.
func nameArgument(text string, at int) (from, to int, ok bool) {
	depth := 0
	for i := at; i < len(text); {
		switch c := text[i]; {
		case c == '#':
			i = lineEnd(text, i)
			continue
		case c == '"' || c == '\'':
			next, _, _ := skipString(text, i)
			i = next
			continue
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
			word := identifier(text[i:])
			value := skipBlank(text, i+len(word))
			if word == "name" && depth <= 1 && strings.HasPrefix(text[value:], "=") && !strings.HasPrefix(text[value:], "==") {
				value = skipBlank(text, value+1)
				if value < len(text) && (text[value] == '"' || text[value] == '\'') {
					end, closed, _ := skipString(text, value)
					return value, end, closed
				}
				return 0, 0, false
			}
			i += len(word)
			continue
		}
		i++
	}
	return 0, 0, false
}
