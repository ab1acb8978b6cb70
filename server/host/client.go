package host

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"bazelapple/internal/tool"
	"bazelapple/server/wire"
)

// A Backend answers a door: the Host of this process, or one that was joined
// over its socket.
type Backend interface {
	// Call runs a tool. The error is a lost connection; a failed tool is an
	// answer.
	Call(ctx context.Context, r Request) (tool.Answer, error)
	// Ask calls another method of the editor protocol.
	Ask(ctx context.Context, method string, params, result any) error
	// Subscribe calls f with every event; f must not block.
	Subscribe(f func(wire.Event)) (cancel func())
	Close() error
}

// A Client is one client of a Host: who it is and where it works.
type Client struct {
	host *Host

	mu     sync.Mutex
	client tool.Client
	root   string
}

// Client returns a client of h, working in root; "" lets each request say.
func (h *Host) Client(c tool.Client, root string) *Client {
	if c.ID == "" {
		c.ID = fmt.Sprintf("%s-%d", c.Role, h.lastID.Add(1))
	}
	return &Client{host: h, client: c, root: root}
}

// Tool is the client as the catalog sees it.
func (c *Client) Tool() tool.Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.client
}

// Root is the client's own workspace, "" for none.
func (c *Client) Root() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.root
}

func (c *Client) setRoot(root string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.root = root
}

// Hint sets the workspace of a client that has none.
func (c *Client) Hint(root string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.root == "" {
		c.root = root
	}
}

// SetName names the client once it is known.
func (c *Client) SetName(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.client.Name = name
}

// Call implements Backend.
func (c *Client) Call(ctx context.Context, r Request) (tool.Answer, error) {
	return c.host.call(ctx, c, r), nil
}

// Ask implements Backend: the same methods, in this process.
func (c *Client) Ask(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	got, err := c.Handle(ctx, method, raw, nil)
	if err != nil || result == nil {
		return err
	}
	if raw, err = json.Marshal(got); err != nil {
		return err
	}
	return json.Unmarshal(raw, result)
}

// Subscribe implements Backend.
func (c *Client) Subscribe(f func(wire.Event)) (cancel func()) { return c.host.Subscribe(f) }

// Close implements Backend; the host goes on.
func (c *Client) Close() error { return nil }
