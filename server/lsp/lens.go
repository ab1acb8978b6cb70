package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"

	"go.lsp.dev/protocol"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/workspace"
	"bazelapple/server/wire"
)

// CodeLens puts Build, Test and Run above each target of a BUILD file, from our
// own parse of the editor's text: no Bazel runs for it. In a folder that is not
// trusted the lenses have no commands.
func (s *server) CodeLens(_ context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	out := []protocol.CodeLens{}
	f := file(p.TextDocument.URI)
	if f == "" || buildfile.KindOf(f) != buildfile.Build || !starlark(f) {
		return out, nil
	}
	root, err := workspace.Find(f)
	if err != nil {
		return out, nil // a BUILD file outside any workspace has nothing to run
	}
	d, err := s.Texts.Get(f)
	if err != nil {
		return nil, err
	}
	pkg, err := filepath.Rel(root, filepath.Dir(real(f)))
	if err != nil {
		return out, nil
	}
	if pkg == "." {
		pkg = ""
	}
	trusted := s.Host.Trusted()
	for _, t := range d.Targets() {
		if t.Name == "" {
			continue
		}
		at := protocol.Range{Start: protocol.Position(t.Range.Start), End: protocol.Position(t.Range.Start)}
		label := "//" + filepath.ToSlash(pkg) + ":" + t.Name
		for _, a := range actions(kind.Of(t.Rule)) {
			lens := protocol.CodeLens{Range: at, Command: protocol.Command{Title: a.title}}
			if trusted {
				arg, err := json.Marshal(wire.LensCall{Tool: a.tool, Arguments: map[string]any{"target": label}, Root: root})
				if err != nil {
					return nil, err
				}
				lens.Command.Command, lens.Command.Arguments = wire.CommandLens, []protocol.LSPAny{arg}
			}
			out = append(out, lens)
		}
	}
	return out, nil
}

type action struct{ title, tool string }

// actions are the calls that make sense for a target.
func actions(k kind.TargetKind) []action {
	prefix := "bazel_ios_"
	switch k.Platform {
	case kind.MacOS, kind.TvOS, kind.WatchOS, kind.VisionOS:
		prefix = "bazel_" + k.Platform.String() + "_"
	}
	out := []action{{"Build", prefix + "build"}}
	if k.Testable() {
		out = append(out, action{"Test", prefix + "test"})
	}
	if k.Kind == kind.App {
		run := prefix + "run"
		if prefix == "bazel_ios_" {
			run = "bazel_ios_build_and_run"
		}
		out = append(out, action{"Run", run})
	}
	return out
}
