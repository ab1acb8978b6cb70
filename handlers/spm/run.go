package spm

import (
	"context"
	"fmt"
	"strings"

	"bazelapple/internal/swiftpm"
	"bazelapple/internal/tool"
)

type runInput struct {
	Folder
	Executable    tool.Word     `json:"executable,omitempty" jsonschema:"product to run; needed where there are several"`
	Configuration configuration `json:"configuration,omitempty" jsonschema:"debug (the default) or release"`
	ExtraArgs     Flags         `json:"extraArgs,omitempty" jsonschema:"further flags of swift run"`
	RunArgs       []string      `json:"runArgs,omitempty" jsonschema:"arguments of the program"`
	tool.Timed
	tool.Stream
}

// run puts swift's own flags before the executable: what follows its name is the
// program's. Without a name the first argument of the program would be taken for
// it, so the name is looked up then.
func (h *handlers) run(ctx context.Context, call *tool.Call, in runInput) (*tool.Result, error) {
	dir, err := h.folder(in.Folder)
	if err != nil {
		return nil, err
	}
	name := string(in.Executable)
	if name == "" && len(in.RunArgs) > 0 {
		if name, err = h.executable(ctx, dir); err != nil {
			return nil, err
		}
	}
	args := append(append([]string{"run"}, in.Configuration.flags()...), in.ExtraArgs...)
	if name != "" {
		args = append(args, name)
	}
	if len(in.RunArgs) > 0 {
		args = append(append(args, "--"), in.RunArgs...)
	}
	r := request(call, "swift_package_run", "Run package", dir, args...)
	r.Lines = streaming(in.Stream)
	res, f, out, err := h.do(ctx, r)
	if err != nil {
		return nil, err
	}
	f.Target = name
	if !res.OK() && !built(res) {
		return nil, failed("swift run", f, res, out)
	}
	body := strings.TrimRight(string(res.Stdout), "\n")
	out.Data = f
	if !res.OK() {
		out.Text = strings.TrimSpace(body + "\nStandard error:\n" + tail(string(res.Stderr), 20))
		return nil, &tool.Error{Kind: tool.Command, Result: out, Err: fmt.Errorf("the program ended with exit status %d", res.ExitCode)}
	}
	out.Text = strings.TrimSpace(fmt.Sprintf("Ran in %.1f s\n%s", res.Duration.Seconds(), body))
	return out, nil
}

// built reports whether the build came to its end, so that a failure is the
// program's own. SwiftPM of 5.x and 6.x says "Build complete!" or, for a
// product, "Build of product 'x' complete!".
func built(res *swiftpm.Result) bool {
	text := string(res.Stderr) + string(res.Stdout)
	return strings.Contains(text, "Build complete!") || strings.Contains(text, "' complete!")
}

// executable is the only executable of the package.
func (h *handlers) executable(ctx context.Context, dir string) (string, error) {
	m, err := h.Swift.Manifest(ctx, dir)
	if err != nil {
		return "", &tool.Error{Kind: tool.Command, Err: err, Hint: "Pass executable."}
	}
	switch names := m.Executables(); len(names) {
	case 0:
		return "", tool.Errorf(tool.NotFound, "swift_package_dump shows its products.", "the package %s has no executable", m.Name)
	case 1:
		return names[0], nil
	default:
		return "", tool.Errorf(tool.InvalidInput, "Pass executable.", "the package has several executables: %s", strings.Join(names, ", "))
	}
}
