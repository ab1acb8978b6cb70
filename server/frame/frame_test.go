package frame_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"go.lsp.dev/jsonrpc2"

	"bazelapple/server/frame"
)

// bad are frames that reach no method, with the code of their answer.
func bad() map[string]int {
	return map[string]int{
		"null": -32600, "[]": -32600, "5": -32600, `"x"`: -32600, "true": -32600, "{}": -32600, `{"jsonrpc":"1.0","id":1,"method":"x"}`: -32600,
		"{": -32700, "\x00": -32700, "}": -32700, `{"a":}`: -32700, "nul": -32700, "\xff\xfe": -32700, `{"jsonrpc":"2.0","id":1,"method":"x"} {}`: -32700,
		`[{"jsonrpc":"2.0","id":1,"method":"x"}]`: -32600,
	}
}

const good = `{"jsonrpc":"2.0","id":7,"method":"ping"}`

type conn struct {
	io.Reader
	bytes.Buffer
}

func (c *conn) Read(b []byte) (int, error) { return c.Reader.Read(b) }
func (c *conn) Close() error               { return nil }

func header(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func TestHeaders(t *testing.T) {
	for text, code := range bad() {
		c := &conn{Reader: strings.NewReader(header(text) + header(good))}
		s := frame.NewHeaders(c)
		msg, _, err := s.Read(t.Context())
		call, ok := msg.(*jsonrpc2.Call)
		if err != nil || !ok || call.Method() != "ping" {
			t.Errorf("%q: the message behind it is lost: %v %v", text, msg, err)
		}
		if got, want := c.String(), fmt.Sprintf(`"id":null,"error":{"code":%d,`, code); !strings.Contains(got, want) {
			t.Errorf("%q: want %s, got %q", text, want, got)
		}
	}
	for _, broken := range []string{"Content-Length: x\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "\r\n\r\n", "garbage\r\n\r\n{}", "X: y\r\n\r\n{}", strings.Repeat("a", 40_000), strings.Repeat("A: b\r\n", 50) + "\r\n"} {
		if _, _, err := frame.NewHeaders(&conn{Reader: strings.NewReader(broken)}).Read(t.Context()); !errors.Is(err, frame.ErrHeader) {
			t.Errorf("%.40q: %v", broken, err)
		}
	}
	if _, _, err := frame.NewHeaders(&conn{Reader: strings.NewReader("")}).Read(t.Context()); err != io.EOF {
		t.Errorf("a clean end: %v", err)
	}
	if _, _, err := frame.NewHeaders(&conn{Reader: strings.NewReader("Content-Length: 10\r\n\r\n{}")}).Read(t.Context()); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("an end within a body: %v", err)
	}
	huge := strings.Repeat(" ", frame.MaxBody+1)
	c := &conn{Reader: strings.NewReader(header(huge) + header(good))}
	if msg, _, err := frame.NewHeaders(c).Read(t.Context()); err != nil || msg == nil || !strings.Contains(c.String(), "-32600") {
		t.Errorf("over-long: %v %v %q", msg, err, c.String())
	}
}

func TestLines(t *testing.T) {
	for text, code := range bad() {
		var out bytes.Buffer
		l := frame.NewLines(io.NopCloser(strings.NewReader(text+"\n\n"+good+"\n")), &out)
		msg, err := l.Read(t.Context())
		req, ok := msg.(*jsonrpc.Request)
		if err != nil || !ok || req.Method != "ping" {
			t.Errorf("%q: the message behind it is lost: %v %v", text, msg, err)
		}
		if want := fmt.Sprintf(`"id":null,"error":{"code":%d,`, code); !strings.Contains(out.String(), want) {
			t.Errorf("%q: want %s, got %q", text, want, out.String())
		}
	}
	// The one revision that has batches.
	var out bytes.Buffer
	l := frame.NewLines(io.NopCloser(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}`+"\n["+good+","+good+"]\n[]\n")), &out)
	n := 0
	for {
		msg, err := l.Read(t.Context())
		if err != nil {
			break
		}
		n++
		if r := msg.(*jsonrpc.Request); r.IsCall() {
			if err := l.Write(context.Background(), &jsonrpc.Response{ID: r.ID, Result: []byte("{}")}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n != 3 || strings.Count(out.String(), "-32600") != 1 {
		t.Errorf("%d messages, %q", n, out.String())
	}
	out.Reset()
	l = frame.NewLines(io.NopCloser(strings.NewReader(strings.Repeat("x", frame.MaxBody+10)+"\n"+good+"\n")), &out)
	if msg, err := l.Read(t.Context()); err != nil || msg == nil || !strings.Contains(out.String(), "-32600") {
		t.Errorf("over-long: %v %v %q", msg, err, out.String())
	}
}

func FuzzHeaders(f *testing.F) {
	for text := range bad() {
		f.Add(header(text) + header(good))
	}
	f.Fuzz(func(t *testing.T, input string) {
		s := frame.NewHeaders(&conn{Reader: strings.NewReader(input)})
		for {
			msg, _, err := s.Read(t.Context())
			if err != nil {
				return
			}
			if call, ok := msg.(*jsonrpc2.Call); ok {
				if _, err := s.Write(t.Context(), jsonrpc2.NewResponse(call.ID(), jsonrpc2.RawMessage("1"), nil)); err != nil {
					t.Fatal(err)
				}
			}
			select {
			case <-s.Ended():
				t.Fatal("ended before an error")
			default:
			}
		}
	})
}
