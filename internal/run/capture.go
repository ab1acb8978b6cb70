package run

import (
	"bytes"
	"io"
	"slices"
	"sync"
	"unicode/utf8"
)

// capture keeps a bounded part of what a child prints and hands on its lines.
type capture struct {
	mu      sync.Mutex // both streams write, from one goroutine each
	cmd     Command
	kept    [2]headTail
	partial [2][]byte // the unfinished line of each stream
}

func newCapture(cmd Command) *capture {
	keep := cmd.Keep
	if keep == 0 {
		keep = DefaultKeep
	}
	c := &capture{cmd: cmd}
	for i := range c.kept {
		c.kept[i] = headTail{headMax: keep * 2 / 5, tailMax: keep - keep*2/5}
	}
	return c
}

func (c *capture) writer(s Stream) io.Writer { return streamWriter{c, s} }

type streamWriter struct {
	c *capture
	s Stream
}

func (w streamWriter) Write(p []byte) (int, error) {
	c := w.c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[w.s].write(p)
	if c.cmd.Log != nil {
		_, _ = c.cmd.Log.Write(p) // a full disk must not stop the child
	}
	if c.cmd.Line != nil {
		c.lines(w.s, p)
	}
	return len(p), nil
}

func (c *capture) lines(s Stream, p []byte) {
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			break
		}
		line := p[:i]
		if len(c.partial[s]) > 0 {
			line = append(c.partial[s], line...)
			c.partial[s] = c.partial[s][:0]
		}
		c.cmd.Line(s, string(bytes.TrimSuffix(line, []byte("\r"))))
		p = p[i+1:]
	}
	c.partial[s] = append(c.partial[s], p...)
	for len(c.partial[s]) > MaxLine {
		cut := MaxLine
		for cut > MaxLine-utf8.UTFMax && !utf8.RuneStart(c.partial[s][cut]) {
			cut--
		}
		c.cmd.Line(s, string(c.partial[s][:cut]))
		c.partial[s] = slices.Delete(c.partial[s], 0, cut)
	}
}

// flush hands on the last line of each stream if it had no line end.
func (c *capture) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for s, rest := range c.partial {
		if len(rest) > 0 && c.cmd.Line != nil {
			c.cmd.Line(Stream(s), string(rest))
		}
		c.partial[s] = nil
	}
}

func (c *capture) output() Output {
	c.mu.Lock()
	defer c.mu.Unlock()
	out, errs := &c.kept[Stdout], &c.kept[Stderr]
	return Output{Stdout: out.bytes(), Stderr: errs.bytes(), Dropped: out.dropped + errs.dropped}
}

// headTail keeps the first headMax and the last tailMax bytes written to it.
type headTail struct {
	headMax, tailMax int
	head, tail       []byte // tail holds at most twice tailMax
	dropped          int64
}

func (h *headTail) write(p []byte) {
	if room := h.headMax - len(h.head); room > 0 {
		n := min(room, len(p))
		h.head = append(h.head, p[:n]...)
		p = p[n:]
	}
	if over := len(p) - h.tailMax; over > 0 {
		h.dropped += int64(over + len(h.tail))
		h.tail = append(h.tail[:0], p[over:]...)
		return
	}
	h.tail = append(h.tail, p...)
	if over := len(h.tail) - h.tailMax; over > h.tailMax {
		h.dropped += int64(over)
		h.tail = append(h.tail[:0], h.tail[over:]...)
	}
}

func (h *headTail) bytes() []byte {
	if over := len(h.tail) - h.tailMax; over > 0 {
		h.dropped += int64(over)
		h.tail = h.tail[over:]
	}
	if h.dropped == 0 {
		return slices.Concat(h.head, h.tail)
	}
	tail := h.tail
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	return slices.Concat(bytes.ToValidUTF8(h.head, nil), []byte("\n… "+byteCount(h.dropped)+" left out …\n"), tail)
}
