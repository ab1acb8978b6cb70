package surface_test

import (
	"context"
	"testing"

	"bazelapple/handlers"
	"bazelapple/internal/platform"
	"bazelapple/server/surface"
)

// TestDaily: without a choice an agent's list has at most 30 tools, and names,
// descriptions and schemas of at most 13,380 bytes, which is 3,000 tokens at
// the 4.46 bytes a token that such lists have (o200k).
func TestDaily(t *testing.T) {
	catalog := handlers.New(context.Background(), handlers.Options{Folders: platform.Folders{Home: t.TempDir()}}).Catalog
	s := surface.New(surface.Choice{})
	count, size := 0, 0
	for _, name := range catalog.Names() {
		tool, _ := catalog.Tool(name)
		if !s.Lists(tool.Definition) {
			continue
		}
		count++
		size += len(`{"name":"","description":"","inputSchema":}`) + len(tool.Name) + len(tool.Description) + len(tool.ListSchema())
	}
	if count > 30 || count < 20 || size > 13_380 {
		t.Errorf("%d tools, %d bytes", count, size)
	}
}
