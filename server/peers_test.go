package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.uber.org/zap"

	"bazelapple/internal/tool"
	"bazelapple/server/frame"
	"bazelapple/server/rpc"
	"bazelapple/server/wire"
)

// A peer is a client at one of the doors.
type peer interface {
	// call returns the answer's kind, "" on success, and its text.
	call(ctx context.Context, name, args string) (tool.Kind, string)
}

// A world is a workspace with folders of its own and the processes in it.
type world struct {
	t    *testing.T
	root string
	env  []string
	run  string // of sockets
	temp string // of temporary files
}

// newWorld makes a workspace; path, if set, comes first on PATH.
func newWorld(t *testing.T, path string) *world {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "ba") // socket paths are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	root := filepath.Join(dir, "ws")
	for name, text := range map[string]string{"WORKSPACE": "", "App/BUILD": "ios_application(name = \"App\")\nios_unit_test(name = \"Tests\")\n"} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run, temp := filepath.Join(dir, "run"), filepath.Join(dir, "tmp")
	for _, d := range []string{run, temp} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	search := os.Getenv("PATH")
	if path != "" {
		search = path + ":" + search
	}
	env := []string{"HOME=" + dir, "XDG_RUNTIME_DIR=" + run, "TMPDIR=" + temp, "PATH=" + search, asProgram + "=1", "GORACE=atexit_sleep_ms=0"}
	return &world{t: t, root: root, env: env, run: filepath.Join(run, "bazel-apple"), temp: temp}
}

// command is the program with args, in the workspace.
func (w *world) command(args ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Dir, c.Env = w.root, w.env
	return c
}

// pipes are a process's standard input and output as one connection.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// lspPeer talks to lsp or a host's socket.
type lspPeer struct {
	conn jsonrpc2.Conn
	net  io.ReadWriteCloser
	cmd  *exec.Cmd
	// notes gets the notifications.
	notes chan note
}

type note struct {
	method string
	params json.RawMessage
}

func newPeer(t *testing.T, c io.ReadWriteCloser) *lspPeer {
	p := &lspPeer{conn: rpc.New(frame.NewHeaders(c)), net: c, notes: make(chan note, 10_000)}
	rpc.Go(context.Background(), p.conn, func(_ context.Context, req *jsonrpc2.Request) (any, error) {
		p.notes <- note{string([]byte(req.Method())), append(json.RawMessage(nil), req.Params()...)}
		return nil, nil
	}, zap.NewNop())
	return p
}

func (w *world) lsp(options any) *lspPeer {
	w.t.Helper()
	cmd := w.command("lsp")
	in, err := cmd.StdinPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	p := newPeer(w.t, pipes{out, in})
	p.cmd = cmd
	w.t.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	var res json.RawMessage
	err = protocol.Call(w.t.Context(), p.conn, "initialize", map[string]any{
		"processId": nil, "rootUri": "file://" + w.root, "initializationOptions": options, "workspaceFolders": []any{map[string]any{"uri": "file://" + w.root, "name": "ws"}},
		"capabilities": map[string]any{"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}}},
	}, &res)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := p.conn.Notify(w.t.Context(), "initialized", map[string]any{}); err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (p *lspPeer) call(ctx context.Context, name, args string) (tool.Kind, string) {
	params := map[string]any{"name": name}
	if args != "" {
		params["arguments"] = json.RawMessage(args)
	}
	var a tool.Answer
	err := protocol.Call(ctx, p.conn, wire.MethodCall, params, &a)
	if e, ok := rpc.Answer(err); ok {
		return e.Kind, e.Text
	}
	if err != nil {
		return "transport", err.Error()
	}
	return a.Kind, a.Text
}

// socket waits for a host's socket and joins it.
func (w *world) socket() *lspPeer {
	w.t.Helper()
	for range 200 {
		found, _ := filepath.Glob(filepath.Join(w.run, "*.sock"))
		if len(found) > 0 {
			if c, err := net.Dial("unix", found[0]); err == nil {
				p := newPeer(w.t, c)
				w.t.Cleanup(func() { c.Close() })
				if err := protocol.Call(w.t.Context(), p.conn, wire.MethodHello, wire.Hello{Name: "test"}, nil); err != nil {
					w.t.Fatal(err)
				}
				return p
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("no socket")
	return nil
}

// mcpPeer talks to mcp.
type mcpPeer struct{ session *mcp.ClientSession }

func (w *world) mcp(args ...string) *mcpPeer {
	w.t.Helper()
	cmd := w.command(append([]string{"mcp"}, args...)...)
	cmd.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := client.Connect(w.t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { s.Close() })
	return &mcpPeer{s}
}

func (p *mcpPeer) call(ctx context.Context, name, args string) (tool.Kind, string) {
	params := &mcp.CallToolParams{Name: name}
	if args != "" {
		params.Arguments = json.RawMessage(args)
	}
	res, err := p.session.CallTool(ctx, params)
	var e *jsonrpc.Error
	if errors.As(err, &e) && e.Code == jsonrpc.CodeInvalidParams {
		return tool.UnknownTool, e.Message
	}
	if err != nil {
		return "transport", err.Error()
	}
	text := res.Content[0].(*mcp.TextContent).Text
	if res.IsError {
		return "error", text
	}
	return "", text
}

// cliPeer runs call for each call.
type cliPeer struct{ w *world }

func (p cliPeer) call(ctx context.Context, name, args string) (tool.Kind, string) {
	line := []string{"call", name}
	if args != "" {
		line = append(line, "-")
	}
	cmd := p.w.command(line...)
	cmd.Stdin = strings.NewReader(args)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "", strings.TrimSpace(out.String())
	case !errors.As(err, &exit):
		return "transport", err.Error()
	case out.Len() > 0:
		return "transport", "an error on standard output: " + out.String()
	}
	kinds := map[int]tool.Kind{1: "error", 2: tool.InvalidInput, 70: tool.Internal, 130: tool.Cancelled}
	return kinds[exit.ExitCode()], strings.TrimSpace(errs.String())
}
