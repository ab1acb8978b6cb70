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

// A conn is the protocol connection to one running debug adapter, or to LLDB's
// command line in the place of one.
type conn struct {
	process *run.Process
	event   func(name string, body json.RawMessage) // called in order of arrival
	// pass, if set, gets whatever is no answer to a request of ours instead.
	pass  func(m message, whole []byte)
	write func(seq int, command string, args any) error

	commandLine bool // not an adapter
	writing     sync.Mutex

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
	Command    string `json:"command"`
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

// dial starts a debugger that outlives ctx, for the connection out.
func (c *Client) dial(ctx context.Context, out *conn) (*conn, error) {
	program, err := c.Program(ctx)
	if err != nil {
		return nil, err
	}
	out.commandLine, out.waiting, out.done = program.CommandLine, map[int]chan response{}, make(chan struct{})
	start := c.startAdapter
	if program.CommandLine {
		start = c.startCommandLine
	}
	return out, start(ctx, program.Args, out)
}

func (c *Client) startAdapter(ctx context.Context, args []string, out *conn) error {
	read, write := io.Pipe()
	var err error
	out.process, err = c.Runner.Start(context.WithoutCancel(ctx), run.Command{Args: args, KeepStdin: true, Raw: write, Keep: 64 << 10})
	if err != nil {
		return err
	}
	out.write = func(seq int, command string, args any) error {
		body, err := json.Marshal(struct {
			dap.Request
			Arguments any `json:"arguments,omitempty"`
		}{dap.Request{ProtocolMessage: dap.ProtocolMessage{Seq: seq, Type: "request"}, Command: command}, args})
		if err != nil {
			return err
		}
		return out.writeMessage(body)
	}
	go func() {
		<-out.process.Done()
		write.Close()
	}()
	go out.read(bufio.NewReader(read), read)
	return nil
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
		if m.Type == "response" && c.answer(m.RequestSeq, m.response) {
			continue
		}
		switch {
		case c.pass != nil:
			c.pass(m, body)
		case m.Type == "event":
			c.event(m.Event, m.Body)
		}
	}
	pipe.Close()
	c.process.Stdin.Close()
	_, err := c.process.Wait()
	c.end(err)
}

// answer hands on the answer to a request.
func (c *conn) answer(seq int, r response) (ours bool) {
	c.mu.Lock()
	answer := c.waiting[seq]
	delete(c.waiting, seq)
	c.mu.Unlock()
	if answer != nil {
		answer <- r
	}
	return answer != nil
}

// end tells those who wait that the debugger has gone, and how.
func (c *conn) end(err error) {
	if c.err = ErrEnded; err != nil {
		c.err = fmt.Errorf("%w: %w", ErrEnded, err)
	}
	close(c.done)
}

// send sends a request; the answer comes over the channel, unless the adapter
// ends first.
func (c *conn) send(command string, args any) (seq int, answer <-chan response, err error) {
	c.mu.Lock()
	c.seq++
	seq = c.seq
	ch := make(chan response, 1)
	c.waiting[seq] = ch
	c.mu.Unlock()
	if err := c.write(seq, command, args); err != nil {
		c.answer(seq, response{})
		return 0, nil, fmt.Errorf("%w: %w", ErrEnded, err)
	}
	return seq, ch, nil
}

// writeMessage writes one message to an adapter; others wait.
func (c *conn) writeMessage(body []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return dap.WriteBaseMessage(c.process.Stdin, body)
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
