package frame

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// batchRevision is the only revision of the Model Context Protocol that allows
// arrays of messages (added in 2025-03-26, removed in 2025-06-18).
const batchRevision = "2025-03-26"

// Lines is an mcp.Transport and its one connection: messages of one line each,
// as the stdio transport of the Model Context Protocol frames them.
type Lines struct {
	in     *bufio.Reader
	closer io.Closer
	queue  []jsonrpc.Message // of a batch; read by one goroutine only
	batch  bool              // the client asked for the revision that has them
	ended  chan struct{}
	once   sync.Once
	calls  pending

	ready atomic.Pointer[json.RawMessage]

	mu  sync.Mutex
	out io.Writer
}

// NewLines returns the transport. Closing it closes in.
func NewLines(in io.ReadCloser, out io.Writer) *Lines {
	return &Lines{in: bufio.NewReaderSize(in, 64<<10), closer: in, out: out, ended: make(chan struct{})}
}

// Ended is closed when nothing more can be read and what was asked before had
// its Grace.
func (l *Lines) Ended() <-chan struct{} { return l.ended }

// Connect implements mcp.Transport.
func (l *Lines) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// SessionID implements mcp.Connection: stdio has one session.
func (l *Lines) SessionID() string { return "" }

// Read returns the next message that is one; it answers the others itself.
func (l *Lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	msg, err := l.read(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) {
			l.calls.drain()
		}
		l.once.Do(func() { close(l.ended) })
	}
	if r, ok := msg.(*jsonrpc.Request); ok && r.IsCall() {
		l.calls.add(1)
	}
	return msg, err
}

func (l *Lines) read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(l.queue) > 0 {
			msg := l.queue[0]
			l.queue = l.queue[1:]
			return msg, nil
		}
		line, dropped, err := l.line()
		if err != nil {
			return nil, err
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 && dropped == 0 {
			continue
		}
		f := tooLong(len(line) + dropped)
		if dropped == 0 {
			f = l.accept(line)
		}
		if f != nil {
			if err := l.write(f.response()); err != nil {
				return nil, err
			}
		}
	}
}

// accept queues the messages of a line.
func (l *Lines) accept(line []byte) *fault {
	if line[0] == '[' && l.batch && json.Valid(line) {
		var items []json.RawMessage
		if err := json.Unmarshal(line, &items); err != nil || len(items) == 0 {
			return &fault{codeInvalid, "invalid request: an empty batch"}
		}
		for _, item := range items {
			if f := l.accept(item); f != nil {
				return f
			}
		}
		return nil
	}
	if f := check(line); f != nil {
		return f
	}
	msg, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		return &fault{codeInvalid, "invalid request: the object is no JSON-RPC 2.0 message"}
	}
	if r, ok := msg.(*jsonrpc.Request); ok && r.Method == "initialize" {
		var p struct{ ProtocolVersion string }
		l.batch = json.Unmarshal(r.Params, &p) == nil && p.ProtocolVersion == batchRevision
	}
	l.queue = append(l.queue, msg)
	return nil
}

// line reads one line of bounded length; dropped counts what was too much.
func (l *Lines) line() (line []byte, dropped int, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if dropped > 0 || len(line)+len(part) > MaxBody {
			dropped += len(part)
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line)+dropped > 0:
			return line, dropped, nil
		case err != nil:
			return nil, 0, err
		}
		return line, dropped, nil
	}
}

// Write implements mcp.Connection.
func (l *Lines) Write(_ context.Context, msg jsonrpc.Message) error {
	r, isResponse := msg.(*jsonrpc.Response)
	if isResponse {
		defer l.calls.add(-1)
		if r.Error == nil {
			if body, ok := l.response(r); ok {
				return l.write(body)
			}
		}
	}
	body, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	return l.write(body)
}

// Ready registers JSON that results will hold and returns what stands for it in
// a result that the library encodes. The library would read a list of tools
// twice over, byte by byte, each time it is asked for. The last one registered
// counts.
func (l *Lines) Ready(text json.RawMessage) json.RawMessage {
	l.ready.Store(&text)
	return json.RawMessage(readyMark)
}

// readyMark is a string that no tool's definition can be.
const readyMark = `"\u0000ready"`

// response encodes an answer around its result, which is valid JSON already.
func (l *Lines) response(r *jsonrpc.Response) ([]byte, bool) {
	id, err := json.Marshal(r.ID.Raw())
	if err != nil || len(r.Result) == 0 {
		return nil, false
	}
	var text []byte
	before, after, marked := bytes.Cut(r.Result, []byte(readyMark))
	if marked {
		if ready := l.ready.Load(); ready != nil {
			text = *ready
		}
	}
	out := make([]byte, 0, len(id)+len(r.Result)+len(text)+48)
	out = append(out, `{"jsonrpc":"2.0","id":`...)
	out = append(append(out, id...), `,"result":`...)
	out = append(append(append(out, before...), text...), after...)
	return append(out, '}'), true
}

// Notify sends a notification without parameters past the library, which has
// no call for it.
func (l *Lines) Notify(method string) error {
	return l.Write(context.Background(), &jsonrpc.Request{Method: method})
}

func (l *Lines) write(body []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.out.Write(append(body, '\n'))
	return err
}

// Close implements mcp.Connection.
func (l *Lines) Close() error { return l.closer.Close() }
