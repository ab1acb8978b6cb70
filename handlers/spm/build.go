package spm

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/internal/tool"
)

// streaming reports whether the caller wants lines.
func streaming(s tool.Stream) bool { return s.Streaming != nil && *s.Streaming }

type buildInput struct {
	Folder
	Configuration configuration `json:"configuration,omitempty" jsonschema:"debug (the default) or release"`
	Target        tool.Word     `json:"target,omitempty" jsonschema:"Swift target to build; all by default"`
	ExtraArgs     Flags         `json:"extraArgs,omitempty" jsonschema:"further flags of swift build"`
	tool.Timed
	tool.Stream
}

func (h *handlers) build(ctx context.Context, call *tool.Call, in buildInput) (*tool.Result, error) {
	dir, err := h.folder(in.Folder)
	if err != nil {
		return nil, err
	}
	args := append([]string{"build"}, in.Configuration.flags()...)
	if in.Target != "" {
		args = append(args, "--target", string(in.Target))
	}
	r := request(call, "swift_package_build", "Build package", dir, append(args, in.ExtraArgs...)...)
	r.Lines = streaming(in.Stream)
	res, f, out, err := h.do(ctx, r)
	if err != nil {
		return nil, err
	}
	f.Target = string(in.Target)
	if !res.OK() {
		return nil, failed("swift build", f, res, out)
	}
	lines := append([]string{fmt.Sprintf("Built %s in %.1f s", dir, res.Duration.Seconds())}, f.Lines(dir)...)
	out.Text, out.Data = strings.Join(lines, "\n"), f
	return out, nil
}

type cleanInput struct{ Folder }

func (h *handlers) clean(ctx context.Context, call *tool.Call, in cleanInput) (*tool.Result, error) {
	return h.simple(ctx, call, in.Folder, "swift_package_clean", "Clean package", "Cleaned", "package", "clean")
}

type resolveInput struct {
	Folder
	tool.Timed
}

func (h *handlers) resolve(ctx context.Context, call *tool.Call, in resolveInput) (*tool.Result, error) {
	return h.simple(ctx, call, in.Folder, "swift_package_resolve", "Resolve package", "Resolved the dependencies of", "package", "resolve")
}

// simple runs a command of which only success matters.
func (h *handlers) simple(ctx context.Context, call *tool.Call, f Folder, name, title, done string, args ...string) (*tool.Result, error) {
	dir, err := h.folder(f)
	if err != nil {
		return nil, err
	}
	res, facts, out, err := h.do(ctx, request(call, name, title, dir, args...))
	if err != nil {
		return nil, err
	}
	if !res.OK() {
		return nil, failed("swift "+strings.Join(args, " "), facts, res, out)
	}
	out.Text = strings.TrimSpace(fmt.Sprintf("%s %s in %.1f s\n%s", done, dir, res.Duration.Seconds(), tail(string(res.Stdout)+"\n"+string(res.Stderr), 20)))
	return out, nil
}
