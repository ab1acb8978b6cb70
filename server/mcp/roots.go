package mcp

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"bazelapple/internal/workspace"
)

// A hinted backend takes a workspace that the client has named beside its
// calls, where it has none yet.
type hinted interface{ Hint(root string) }

// roots asks the client for its folders and takes the first workspace among
// them as a hint.
func (d *door) roots(ctx context.Context, session *mcp.ServerSession, c *client) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	//lint:ignore SA1019 deprecated with the newest revision, and all that today's clients have
	list, err := session.ListRoots(ctx, &mcp.ListRootsParams{})
	if err != nil {
		d.Log.Debug("the client has no roots to tell", zap.Error(err))
		return
	}
	for _, r := range list.Roots {
		u, err := uri.Parse(r.URI)
		if err != nil || !u.IsFile() {
			continue
		}
		root, err := workspace.Find(u.FsPath())
		if err != nil {
			continue
		}
		if b, err := c.to(ctx); err == nil {
			if h, ok := b.(hinted); ok {
				h.Hint(root)
			}
		}
		return
	}
}
