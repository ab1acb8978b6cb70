package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/workspace"
	"bazelapple/server/wire"
)

// mostReady is how many lenses have their command at once; those of larger files
// get it when they come into view, so that an answer stays small.
const mostReady = 400

// CodeLens puts the actions of each target above it, from our own parse of the
// editor's text: no process runs for it, and a broken line takes no other
// target's lenses away. In a folder that is not trusted they have no commands.
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
	pkg = filepath.ToSlash(pkg)
	view := s.view(root)
	rows := view.rows(d, pkg)
	count := 0
	for _, r := range rows {
		count += len(r.actions)
	}
	ref := s.languages.refs.number(lensFile{root, pkg, real(f)})
	for _, r := range rows {
		at := protocol.Range{Start: protocol.Position(r.at), End: protocol.Position(r.at)}
		for _, a := range r.actions {
			lens := protocol.CodeLens{Range: at}
			if !view.trusted {
				lens.Command = protocol.Command{Title: a.title}
			} else if a.later || count > mostReady {
				lens.Data = data(ref, a.title, r.name)
			} else if lens.Command, err = command(a, root, "//"+pkg+":"+r.name); err != nil {
				return nil, err
			}
			out = append(out, lens)
		}
	}
	return out, nil
}

// data is what is kept of a lens without a command: the file's number, the
// action's title with "_" for blanks, and the target's name.
func data(ref int, title, name string) protocol.LSPAny {
	return protocol.LSPAny(strconv.AppendQuote(nil, strconv.Itoa(ref)+" "+strings.ReplaceAll(title, " ", "_")+" "+name))
}

func command(a action, root, label string) (protocol.Command, error) {
	call := wire.LensCall{Tool: a.tool, Arguments: a.arguments, Root: root, Debug: a.debug, Choices: a.choices}
	if call.Arguments == nil {
		call.Arguments = map[string]any{"target": label}
	}
	if len(a.choices) > 0 {
		call.Title = label
	}
	arg, err := json.Marshal(call)
	return protocol.Command{Title: a.title, Command: wire.CommandLens, Arguments: []protocol.LSPAny{arg}}, err
}

// CodeLensResolve gives a lens its command.
func (s *server) CodeLensResolve(_ context.Context, lens *protocol.CodeLens) (*protocol.CodeLens, error) {
	var text string
	if err := json.Unmarshal(lens.Data, &text); err != nil {
		return lens, nil
	}
	number, rest, _ := strings.Cut(text, " ")
	title, name, _ := strings.Cut(rest, " ")
	title = strings.ReplaceAll(title, "_", " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return lens, nil
	}
	at, ok := s.languages.refs.file(n)
	if !ok {
		return lens, nil
	}
	d, err := s.Texts.Get(at.file)
	if err != nil {
		return lens, nil
	}
	for _, r := range s.view(at.root).rows(d, at.pkg) {
		if r.name != name {
			continue
		}
		label := "//" + at.pkg + ":" + name
		for _, a := range r.actions {
			if a.title != title {
				continue
			}
			switch {
			case a.title == more:
				a.choices = choices(label, at.root)
			case a.others != nil:
				a.choices = a.others(at.root, at.pkg)
			}
			lens.Command, err = command(a, at.root, label)
			return lens, err
		}
	}
	// The target has gone since: its lens goes with the next answer.
	lens.Command = protocol.Command{Title: title}
	return lens, nil
}
