package lsp

import (
	"maps"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// published are the diagnostics that the editor shows. The protocol replaces
// all of a file at once, so what different sources say of one file meets here.
type published struct {
	notify func(method string, params any)

	mu     sync.Mutex
	byFile map[uri.URI]map[string][]protocol.Diagnostic // by source
}

// set replaces what a source says of files. A file with no diagnostics is
// cleared of that source.
func (p *published) set(source string, files map[uri.URI][]protocol.Diagnostic) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byFile == nil {
		p.byFile = map[uri.URI]map[string][]protocol.Diagnostic{}
	}
	for file, list := range files {
		sources := p.byFile[file]
		if len(list) == 0 && len(sources[source]) == 0 {
			continue
		}
		if sources == nil {
			sources = map[string][]protocol.Diagnostic{}
			p.byFile[file] = sources
		}
		sources[source] = list
		if len(list) == 0 {
			delete(sources, source)
		}
		all := []protocol.Diagnostic{}
		for _, s := range slices.Sorted(maps.Keys(sources)) {
			all = append(all, sources[s]...)
		}
		if len(sources) == 0 {
			delete(p.byFile, file)
		}
		p.notify("textDocument/publishDiagnostics", &protocol.PublishDiagnosticsParams{URI: file, Diagnostics: all})
	}
}
