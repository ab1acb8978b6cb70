package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A client speaks JSON-RPC to a child over stdio, by lines or by headers.
type client struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	headers bool
	last    int
}

// start runs argv as a server.
func start(dir string, headers bool, env []string, argv ...string) (*client, error) {
	c := &client{cmd: exec.Command(argv[0], argv[1:]...), headers: headers}
	c.cmd.Dir, c.cmd.Env = dir, append(os.Environ(), env...)
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out = bufio.NewReaderSize(stdout, 1<<20)
	return c, c.cmd.Start()
}

func (c *client) close() {
	c.in.Close()
	done := make(chan struct{})
	go func() { _ = c.cmd.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(3 * time.Second):
		_ = c.cmd.Process.Kill()
		<-done
	}
}

func (c *client) send(message map[string]any) error {
	message["jsonrpc"] = "2.0"
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if c.headers {
		_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
	} else {
		_, err = c.in.Write(append(text, '\n'))
	}
	return err
}

func (c *client) receive() ([]byte, error) {
	if !c.headers {
		return c.out.ReadBytes('\n')
	}
	n := 0
	for {
		line, err := c.out.ReadString('\n')
		if err != nil {
			return nil, err
		}
		if line = strings.TrimSpace(line); line == "" {
			break
		}
		if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			n, _ = strconv.Atoi(v)
		}
	}
	text := make([]byte, n)
	_, err := io.ReadFull(c.out, text)
	return text, err
}

// call sends a request and returns its whole answer.
func (c *client) call(method string, params any) ([]byte, error) {
	c.last++
	id := c.last
	if err := c.send(map[string]any{"id": id, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		text, err := c.receive()
		if err != nil {
			return nil, err
		}
		// An answer is told from a request or a notification by its ends alone,
		// where libraries put the id: reading it whole would be the client's time,
		// not the server's.
		ends := string(text[:min(len(text), 80)]) + string(text[max(len(text)-40, 0):])
		if strings.Contains(ends, fmt.Sprintf(`"id":%d`, id)) && !strings.Contains(ends, `"method"`) {
			return text, nil
		}
	}
}

// rss is the resident memory of the child in MB, from /proc; 0 elsewhere.
func (c *client) rss() float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(v)[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// since is the milliseconds since start.
func since(start time.Time) float64 { return float64(time.Since(start).Microseconds()) / 1000 }
