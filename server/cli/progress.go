package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"bazelapple/internal/tool"
)

// progress shows the steps of a running call on standard error: one line that
// changes in place on a terminal, plain lines elsewhere.
type progress struct {
	out io.Writer
	tty bool

	mu    sync.Mutex
	last  string
	drawn time.Time
	shown bool // a line stands that has to be wiped
}

func newProgress(out io.Writer, tty bool) *progress { return &progress{out: out, tty: tty} }

// redraw bounds how often the line in place changes.
const redraw = 50 * time.Millisecond

func (p *progress) report(s tool.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.Output {
		p.wipe()
		fmt.Fprint(p.out, s.Message)
		return
	}
	line := strings.ReplaceAll(s.Message, "\n", " ")
	if s.Total > 0 {
		line = fmt.Sprintf("[%d/%d] %s", s.Done, s.Total, line)
	}
	if !p.tty {
		if s.Message != p.last {
			p.last = s.Message
			fmt.Fprintln(p.out, line)
		}
		return
	}
	if time.Since(p.drawn) < redraw {
		return
	}
	p.drawn = time.Now()
	const width = 100
	if r := []rune(line); len(r) > width {
		line = string(r[:width-1]) + "…"
	}
	fmt.Fprint(p.out, "\r\x1b[K"+line)
	p.shown = true
}

func (p *progress) wipe() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
}
