package mcp

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"bazelapple/internal/tool"
)

// progress sends the steps of one call to a client that asked for them. A slow
// client loses steps, it does not slow the tool down.
type progress struct {
	steps chan tool.Progress
	done  chan struct{}
}

// waiting is how many steps wait for a slow client.
const waiting = 64

func newProgress(ctx context.Context, req *mcp.CallToolRequest) *progress {
	p := &progress{}
	token := req.Params.GetProgressToken()
	if token == nil {
		return p
	}
	p.steps, p.done = make(chan tool.Progress, waiting), make(chan struct{})
	go func() {
		defer close(p.done)
		last := 0.0
		for s := range p.steps {
			note := &mcp.ProgressNotificationParams{ProgressToken: token, Message: s.Message}
			if s.Output {
				note.Message = lastLine(s.Message)
			}
			// The protocol wants the number to grow with every step.
			last++
			if s.Total > 0 && float64(s.Done) >= last {
				last, note.Total = float64(s.Done), float64(s.Total)
			}
			note.Progress = last
			if req.Session.NotifyProgress(ctx, note) != nil {
				for range p.steps { // drain
				}
				return
			}
		}
	}()
	return p
}

func (p *progress) report(s tool.Progress) {
	if p.steps == nil {
		return
	}
	select {
	case p.steps <- s:
	default:
	}
}

// end sends what waits; the answer follows it.
func (p *progress) end() {
	if p.steps != nil {
		close(p.steps)
		<-p.done
	}
}

// lastLine is the last line of output, which is what there is room for.
func lastLine(text string) string {
	text = strings.TrimRight(text, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}
