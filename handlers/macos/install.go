package macos

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bazelapple/internal/run"
	"bazelapple/internal/tool"
)

type installInput struct {
	App
	Destination tool.Folder `json:"destination,omitempty" jsonschema:"existing folder to copy into; /Applications by default"`
}

// install copies with cp, which on a Mac keeps what a signature needs (resource
// forks and extended attributes). An older copy is out of the way meanwhile,
// since cp would mix both, and back when the copying fails.
func (h *handlers) install(ctx context.Context, call *tool.Call, in installInput) (*tool.Result, error) {
	folder := h.Applications
	if in.Destination != "" && in.Destination.Resolve(h.Root, h.Home) != filepath.Clean(folder) {
		var err error
		if folder, err = in.Destination.ToWrite(call, h.Root, h.Home); err != nil {
			return nil, err
		}
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, tool.Errorf(tool.NotFound, "Give an existing folder as destination.", "there is no folder %s", folder)
	}
	app, info, err := h.locate(ctx, call, in.App)
	if err != nil {
		return nil, err
	}
	to := filepath.Join(folder, filepath.Base(app))
	if within(to, app) || within(app, to) {
		return nil, tool.Errorf(tool.InvalidInput, "Give another destination.", "destination: %s is installed there already", app)
	}
	old, err := aside(to)
	if err != nil {
		return nil, tool.Errorf(tool.Precondition, "Quit the app, or check the rights of the folder.", "the older copy cannot be replaced: %w", err)
	}
	call.Progress(tool.Progress{Message: "Copying to " + to})
	if _, err := h.Apple.Run(ctx, run.Command{Args: []string{"cp", "-R", app, folder}}); err != nil {
		_ = os.RemoveAll(to) // the half of it
		if old != "" {
			err = errors.Join(err, os.Rename(old, to))
		}
		return nil, err
	}
	data := facts(app, info)
	data["installedPath"] = to
	out := &tool.Result{Text: fmt.Sprintf("Installed %s as %s", app, to), Data: data, Next: []tool.Next{{Tool: "bazel_macos_launch", Arguments: map[string]any{"appPath": to}}}}
	if old != "" {
		out.Text += ", in place of an older copy"
		if err := os.RemoveAll(old); err != nil {
			out.Warnings = append(out.Warnings, "the older copy is left as "+old+": "+err.Error())
		}
	}
	return out, nil
}

// aside renames what is at path, if anything, and returns its new name.
func aside(path string) (string, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	} else if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".replaced-")
	if err != nil {
		return "", err
	}
	if err := os.Remove(dir); err != nil {
		return "", err
	}
	return dir, os.Rename(path, dir)
}

// within reports whether path is folder or lies below it, links followed.
func within(path, folder string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
