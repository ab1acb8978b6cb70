package frame

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

// ErrHeader is the end of a connection whose framing was lost.
var ErrHeader = errors.New("broken message header")

// Headers is a jsonrpc2.Stream of messages that stand behind Content-Length
// headers, as the language server protocol frames them.
type Headers struct {
	in    *bufio.Reader
	conn  io.ReadWriteCloser
	ended chan struct{}
	once  sync.Once
	calls pending

	mu sync.Mutex // writes
}

var _ jsonrpc2.Stream = (*Headers)(nil)

// NewHeaders returns the stream over conn, which it owns.
func NewHeaders(conn io.ReadWriteCloser) *Headers {
	return &Headers{in: bufio.NewReaderSize(conn, 32<<10), conn: conn, ended: make(chan struct{})}
}

// Ended is closed when nothing more can be read and what was asked before had
// its Grace. That comes before the end of the connection, which waits for the
// calls that still run.
func (h *Headers) Ended() <-chan struct{} { return h.ended }

// Read returns the next message that is one; it answers the others itself.
func (h *Headers) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	msg, n, err := h.read(ctx)
	if err != nil {
		if errors.Is(err, io.EOF) {
			h.calls.drain()
		}
		h.once.Do(func() { close(h.ended) })
	}
	if _, ok := msg.(*jsonrpc2.Call); ok {
		h.calls.add(1)
	}
	return msg, n, err
}

func (h *Headers) read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		length, err := h.header()
		if err != nil {
			return nil, 0, err
		}
		if length > MaxBody {
			if _, err := io.CopyN(io.Discard, h.in, int64(length)); err != nil {
				return nil, 0, unexpected(err)
			}
			if err := h.answer(tooLong(length)); err != nil {
				return nil, 0, err
			}
			continue
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(h.in, body); err != nil {
			return nil, 0, unexpected(err)
		}
		f := check(body)
		if f == nil {
			msg, err := jsonrpc2.DecodeMessage(body)
			if err == nil {
				return msg, int64(length), nil
			}
			f = &fault{codeInvalid, "invalid request: the object is no JSON-RPC 2.0 message"}
		}
		if err := h.answer(f); err != nil {
			return nil, 0, err
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// maxHeader bounds the lines of one header.
const maxHeader = 20

// header reads up to the empty line and returns the length of the body.
func (h *Headers) header() (int, error) {
	length := -1
	for n := range maxHeader {
		line, err := h.in.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && n == 0 && len(line) == 0:
			return 0, io.EOF
		case errors.Is(err, bufio.ErrBufferFull):
			return 0, fmt.Errorf("%w: a line of more than %d bytes", ErrHeader, len(line))
		case err != nil:
			return 0, unexpected(err)
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length < 0 {
				return 0, fmt.Errorf("%w: no Content-Length", ErrHeader)
			}
			return length, nil
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return 0, fmt.Errorf("%w: %.60q", ErrHeader, text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil || length < 0 {
			return 0, fmt.Errorf("%w: Content-Length %.60q", ErrHeader, value)
		}
	}
	return 0, fmt.Errorf("%w: more than %d lines", ErrHeader, maxHeader)
}

// Write sends one message.
func (h *Headers) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body, err := jsonrpc2.EncodeMessage(msg)
	if err != nil {
		return 0, err
	}
	// The library's own type of responses is not exported.
	if view, err := jsonrpc2.ScanMessageView(body); err == nil && (view.Kind == jsonrpc2.MessageViewResponseResult || view.Kind == jsonrpc2.MessageViewResponseError) {
		defer h.calls.add(-1)
	}
	return h.write(body)
}

func (h *Headers) answer(f *fault) error {
	_, err := h.write(f.response())
	return err
}

func (h *Headers) write(body []byte) (int64, error) {
	buf := make([]byte, 0, len(body)+32)
	buf = fmt.Appendf(buf, "Content-Length: %d\r\n\r\n", len(body))
	buf = append(buf, body...)
	h.mu.Lock()
	defer h.mu.Unlock()
	n, err := h.conn.Write(buf)
	return int64(n), err
}

// Close closes the connection below.
func (h *Headers) Close() error { return h.conn.Close() }
