package lsp

import (
	"context"
	"sync"
	"time"

	"go.uber.org/zap"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/workspace"
	"bazelapple/server/host"
)

// indexing brings what the editor says of files to the indexes of their
// workspaces: in the background and in order, the last word of each file only.
type indexing struct {
	host *host.Host
	log  *zap.Logger

	mu      sync.Mutex
	texts   map[string]*buildfile.Document // nil: closed
	changed map[string]bool                // on disk
	working bool
}

func (i *indexing) text(file string, d *buildfile.Document) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.texts == nil {
		i.texts = map[string]*buildfile.Document{}
	}
	i.texts[file] = d
	i.wake()
}

func (i *indexing) disk(file string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.changed == nil {
		i.changed = map[string]bool{}
	}
	i.changed[file] = true
	i.wake()
}

// settle is the wait for further words: a person types, a checkout changes
// thousands of files.
const settle = 100 * time.Millisecond

// wake starts the work unless it goes on; i.mu is held. In a folder that is not
// trusted, and for a program without an editor, there is none.
func (i *indexing) wake() {
	if i.working || !i.host.Trusted() {
		return
	}
	i.working = true
	go i.work()
}

func (i *indexing) work() {
	ctx := i.host.Context()
	for {
		select {
		case <-time.After(settle):
		case <-ctx.Done():
			return
		}
		i.mu.Lock()
		texts, changed := i.texts, i.changed
		i.texts, i.changed = nil, nil
		if len(texts)+len(changed) == 0 {
			i.working = false
			i.mu.Unlock()
			return
		}
		i.mu.Unlock()
		i.hand(ctx, texts, changed)
	}
}

func (i *indexing) hand(ctx context.Context, texts map[string]*buildfile.Document, changed map[string]bool) {
	files := map[string][]string{} // by root
	for f := range changed {
		if root, err := workspace.Find(f); err == nil {
			files[root] = append(files[root], f)
		}
	}
	for f := range texts {
		if root, err := workspace.Find(f); err == nil && files[root] == nil {
			files[root] = []string{}
		}
	}
	for root, changed := range files {
		index, err := i.host.Engine(root).Index()
		if err != nil {
			i.log.Warn("the workspace cannot be indexed", zap.String("root", root), zap.Error(err))
			continue
		}
		for f, d := range texts {
			if !workspace.Contains(root, f) {
				continue
			}
			if d == nil {
				err = index.ClearOverlay(ctx, f)
			} else {
				err = index.SetDocument(ctx, f, d)
			}
			if err != nil {
				i.log.Debug("a text was not indexed", zap.String("file", f), zap.Error(err))
			}
		}
		if len(changed) > 0 {
			if err := index.Update(ctx, changed...); err != nil {
				i.log.Debug("changed files were not indexed", zap.Error(err))
			}
		}
		i.host.Emit(root, "index", nil)
	}
}
