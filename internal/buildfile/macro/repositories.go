package macro

import (
	"path/filepath"

	"github.com/bazelbuild/buildtools/build"

	"bazelapple/internal/buildfile"
)

// repositories finds the repositories a workspace has as folders: the
// local_repository rules of WORKSPACE, local_path_override of MODULE.bazel with
// the names bazel_dep gives them, and the workspace's own name.
func repositories(root string, read func(path string) (string, error)) map[string]string {
	out := map[string]string{}
	for _, name := range []string{"WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "MODULE.bazel"} {
		source, err := read(filepath.Join(root, name))
		if err != nil {
			continue
		}
		renamed, folders := map[string]string{}, map[string]string{}
		for _, s := range buildfile.Open(name, 0, source).Statements() {
			for _, node := range s.Nodes {
				call, ok := node.(*build.CallExpr)
				if !ok {
					continue
				}
				callee, _ := call.X.(*build.Ident)
				if callee == nil {
					continue
				}
				switch callee.Name {
				case "local_repository", "new_local_repository":
					if text(call, "name") != "" {
						out[text(call, "name")] = folder(root, text(call, "path"))
					}
				case "workspace":
					out[text(call, "name")] = root
				case "module":
					out[orElse(text(call, "repo_name"), text(call, "name"))] = root
				case "bazel_dep":
					renamed[text(call, "name")] = orElse(text(call, "repo_name"), text(call, "name"))
				case "local_path_override":
					folders[text(call, "module_name")] = folder(root, text(call, "path"))
				}
			}
		}
		for module, dir := range folders {
			out[orElse(renamed[module], module)] = dir
		}
	}
	delete(out, "")
	return out
}

func folder(root, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(root, path)
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// text is a call's keyword argument when it is a plain string.
func text(call *build.CallExpr, name string) string {
	for _, arg := range call.List {
		if as, ok := arg.(*build.AssignExpr); ok {
			if id, ok := as.LHS.(*build.Ident); ok && id.Name == name {
				if s, ok := as.RHS.(*build.StringExpr); ok {
					return s.Value
				}
			}
		}
	}
	return ""
}
