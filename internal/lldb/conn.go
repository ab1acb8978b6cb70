package lldb

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/google/go-dap"

	"bazelapple/internal/run"
)

// A conn is the protocol connection to one running debug adapter.
type conn struct {
	process *run.Process
	event   func(name string, body json.RawMessage) // called in order of arrival

	mu      sync.Mutex
	seq     int
	waiting map[int]chan response
	done    chan struct{} // closed when the adapter has ended
	err     error         // how; read after done
}

// A response is the answer to one request.
type response struct {
	Success bool            `json:"success"`
	Message string          `json:"message"`
	Body    json.RawMessage `json:"body"`
}

// A message is any message that an adapter sends.
type message struct {
	Type       string `json:"type"`
	Event      string `json:"event"`
	RequestSeq int    `json:"request_seq"`
	response
}

// err is the failure that the response tells, nil for a success.
func (r response) err() error {
	if r.Success {
		return nil
	}
	var body dap.ErrorResponseBody
	if json.Unmarshal(r.Body, &body) == nil && body.Error != nil && body.Error.Format != "" {
		text := body.Error.Format
		for name, value := range body.Error.Variables {
			text = strings.ReplaceAll(text, "{"+name+"}", value)
		}
		return errors.New(strings.TrimSpace(text))
	}
	if r.Message == "" {
		return errors.New("the debugger gave no reason")
	}
	return errors.New(r.Message)
}

// dial starts an adapter that outlives ctx.
func (c *Client) dial(ctx context.Context, event func(string, json.RawMessage)) (*conn, error) {
	program, err := c.Program(ctx)
	if err != nil {
		return nil, err
	}
	read, write := io.Pipe()
	out := &conn{event: event, waiting: map[int]chan response{}, done: make(chan struct{})}
	out.process, err = c.Runner.Start(context.WithoutCancel(ctx), run.Command{Args: []string{program}, KeepStdin: true, Raw: write, Keep: 64 << 10})
	if err != nil {
		return nil, err
	}
	go func() {
		<-out.process.Done()
		write.Close()
	}()
	go out.read(bufio.NewReader(read), read)
	return out, nil
}

// read hands on what the adapter sends until it ends.
func (c *conn) read(r *bufio.Reader, pipe *io.PipeReader) {
	for {
		body, err := readFrame(r)
		if err != nil {
			break
		}
		var m message
		if json.Unmarshal(body, &m) != nil {
			continue
		}
		switch m.Type {
		case "event":
			c.event(m.Event, m.Body)
		case "response":
			c.mu.Lock()
			answer := c.waiting[m.RequestSeq]
			delete(c.waiting, m.RequestSeq)
			c.mu.Unlock()
			if answer != nil {
				answer <- m.response
			}
		}
	}
	pipe.Close()
	c.process.Stdin.Close()
	_, err := c.process.Wait()
	if c.err = ErrEnded; err != nil {
		c.err = fmt.Errorf("%w: %w", ErrEnded, err)
	}
	close(c.done)
}

// send sends a request; the answer comes over the channel, unless the adapter
// ends first.
func (c *conn) send(command string, arguments any) (seq int, answer <-chan response, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq++
	body, err := json.Marshal(struct {
		dap.Request
		Arguments any `json:"arguments,omitempty"`
	}{dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: c.seq, Type: "request"}, Command: command}, arguments})
	if err != nil {
		return 0, nil, err
	}
	ch := make(chan response, 1)
	c.waiting[c.seq] = ch
	if err := dap.WriteBaseMessage(c.process.Stdin, body); err != nil {
		delete(c.waiting, c.seq)
		return 0, nil, fmt.Errorf("%w: %w", ErrEnded, err)
	}
	return c.seq, ch, nil
}

// call sends a request and waits for its answer, whose body goes into out.
func (c *conn) call(ctx context.Context, command string, arguments, out any) error {
	_, answer, err := c.send(command, arguments)
	if err != nil {
		return err
	}
	return c.wait(ctx, answer, out)
}

func (c *conn) wait(ctx context.Context, answer <-chan response, out any) error {
	select {
	case r := <-answer:
		if err := r.err(); err != nil {
			return err
		}
		if out == nil || len(r.Body) == 0 {
			return nil
		}
		return json.Unmarshal(r.Body, out)
	case <-c.done:
		return c.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
