package bazel

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bazelbuild/buildtools/build"
)

// usualAppleSupport is what rules_apple's WORKSPACE set-up calls it.
const usualAppleSupport = "build_bazel_apple_support"

// appleSupport is the name by which the workspace knows apple_support, "" when
// it does not; warning then says what is left out.
func (c *Client) appleSupport() (repo, warning string) {
	module, hasModule := c.parse("MODULE.bazel", build.ParseModule)
	declares, apple := false, false
	if hasModule {
		for _, call := range module.Rules("bazel_dep") {
			declares = true
			switch call.AttrString("name") {
			case "apple_support":
				if name := call.AttrString("repo_name"); name != "" {
					return name, ""
				}
				return "apple_support", ""
			case "rules_apple", "rules_swift":
				apple = true
			}
		}
	}
	for _, name := range []string{"WORKSPACE.bazel", "WORKSPACE"} {
		text, ok := c.parse(name, build.ParseWorkspace)
		if !ok {
			continue
		}
		for _, call := range text.Rules("") {
			name := call.Name()
			if strings.Contains(name, "apple_support") {
				return name, ""
			}
			if strings.Contains(name, "rules_apple") {
				return usualAppleSupport, "" // its apple_rules_dependencies() declares it
			}
			declares = declares || name != "" && call.Kind() != "workspace"
		}
		break
	}
	switch {
	case !declares:
		return usualAppleSupport, "" // nothing is known of this workspace's repositories
	case apple:
		return "", "MODULE.bazel has no bazel_dep for apple_support, so --platforms was left out; add: bazel_dep(name = \"apple_support\", version = …)"
	}
	return "", ""
}

func (c *Client) parse(name string, parse func(string, []byte) (*build.File, error)) (*build.File, bool) {
	text, err := os.ReadFile(filepath.Join(c.Root, name))
	if err != nil {
		return nil, false
	}
	file, err := parse(name, text)
	return file, err == nil
}

// olderThan reports whether .bazelversion or USE_BAZEL_VERSION names a Bazel
// before major.minor; false when nothing is named.
func (c *Client) olderThan(major, minor int) bool {
	version := c.Getenv("USE_BAZEL_VERSION")
	if version == "" {
		text, _ := os.ReadFile(filepath.Join(c.Root, ".bazelversion"))
		version = strings.TrimSpace(string(text))
	}
	first, rest, _ := strings.Cut(version, ".")
	second, _, _ := strings.Cut(rest, ".")
	a, err := strconv.Atoi(first)
	if err != nil {
		return false
	}
	b, _ := strconv.Atoi(second)
	return a < major || a == major && b < minor
}
