package macro

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"bazelapple/internal/buildfile"
)

// write lays out a txtar archive as a workspace.
func write(t *testing.T, archive string) string {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// expand lists what the calls of a BUILD file make: "name=rule kind flags".
func expand(l *Loader, source, pkg string) string {
	d := buildfile.Open("BUILD", 0, source)
	s := l.Scope(d, pkg)
	var out []string
	for _, call := range d.AllCalls() {
		e := s.Expand(call)
		for _, m := range e.Made {
			text := fmt.Sprintf("%s=%s", m.Name, m.Rule)
			if m.Kind.Testable() {
				text += "!"
			}
			if m.Maybe {
				text += "?"
			}
			out = append(out, text)
		}
		if !e.Whole {
			out = append(out, "unknown")
		}
	}
	return strings.Join(out, " ")
}

const workspace = `
-- WORKSPACE --
workspace(name = "me")
local_repository(name = "apple_rules", path = "third/apple")
-- MODULE.bazel --
module(name = "me", repo_name = "mine")
bazel_dep(name = "rules_local", version = "1", repo_name = "loc")
local_path_override(module_name = "rules_local", path = "third/local")
-- third/apple/apple/BUILD --
-- third/apple/apple/ios.bzl --
def _impl(ctx):
    pass

ios_application = rule(implementation = _impl, executable = True, attrs = {"deps": attr.label_list()})
ios_unit_test = rule(_impl, test = True)
load("//inner:lib.bzl", _lib = "swift_library")
swift_library = _lib
api = struct(library = _lib, nested = struct(test = ios_unit_test))
-- third/apple/inner/lib.bzl --
swift_library = rule(implementation = None)
-- third/local/defs.bzl --
def local_macro(name):
    native.cc_library(name = name + "_cc")
-- tools/base.bzl --
load("@apple_rules//apple:ios.bzl", "ios_application", "ios_unit_test", "swift_library")
SUFFIX = "Tests"
def base(name, srcs = [], tests = True, **kwargs):
    swift_library(name = "{}_lib".format(name), srcs = srcs)
    ios_application(name = name, deps = [":%s_lib" % name], **kwargs)
    if tests:
        ios_unit_test(
            name = name + SUFFIX,
            tags = kwargs.get("tags", []) + ["x"],
        )
-- tools/two.bzl --
load(":base.bzl", inner = "base")
load("@apple_rules//apple:ios.bzl", "ios_unit_test", "swift_library", "api")
def two(name, flavors = ["Debug", "Release"], **kwargs):
    """Two layers."""
    for flavor in flavors:
        inner(name = name + flavor, tests = flavor == "Debug", **kwargs)

def loops(prefix, count):
    [ios_unit_test(name = "%s%d" % (prefix, i)) for i in range(count)]

def conditional(name, mode = None):
    if mode == "test":
        ios_unit_test(name = name)
    elif mode:
        fail("mode")
    else:
        swift_library(name = name)

def asks_the_disk(name):
    for f in native.glob(["*.swift"]):
        ios_unit_test(name = f.replace(".swift", ""))
    swift_library(name = name)

def asks_rules(name):
    if native.existing_rule(name + "x"):
        ios_unit_test(name = name + "_maybe")
    swift_library(name = name)

def defaults(**kwargs):
    args = dict(kwargs)
    args.setdefault("name", "def")
    args["tags"] = args.pop("tags", []) + ["manual"]
    swift_library(**args)

def through_struct(name):
    api.library(name = name)
    api.nested.test(name = name + "_t")

def factory(suffix):
    def made(name):
        swift_library(name = name + suffix)
    return made

made_by_factory = factory("_made")

def forever(name):
    forever(name)

def package_named():
    native.filegroup(name = native.package_name().split("/")[-1])

helpers = struct(run = two, loops = loops)
-- tools/symbolic.bzl --
def _impl(name, visibility, kind, extra, **kwargs):
    native.cc_library(name = name + "_" + kind)
    if extra:
        native.cc_test(name = name + "_test")

sym = macro(implementation = _impl, attrs = {"kind": attr.string(default = "x"), "extra": attr.bool(default = True)})
-- tools/cycle_a.bzl --
load(":cycle_b.bzl", "b")
def a(name):
    b(name = name)
-- tools/cycle_b.bzl --
load(":cycle_a.bzl", "a")
def b(name):
    native.cc_library(name = name)
-- tools/broken.bzl --
def before(name):
    native.cc_library(name = name + "_before")

def wrong(name:
    native.x(

def after(name):
    native.cc_library(name = name + "_after")
`

func TestExpand(t *testing.T) {
	l := NewLoader(write(t, workspace), Options{})
	two := "load(\"//tools:two.bzl\", \"two\", \"loops\", \"conditional\", \"asks_the_disk\", \"asks_rules\", \"defaults\", \"through_struct\", \"made_by_factory\", \"forever\", \"package_named\", \"helpers\")\n"
	for _, c := range []struct{ name, source, want string }{
		{"builtin rule", `cc_test(name = "a")`, "a=cc_test!"},
		{"loaded rule", `load("@apple_rules//apple:ios.bzl", app = "ios_application"); app(name = "A")`, "A=ios_application"},
		{"re-exported rule", `load("@apple_rules//apple:ios.bzl", "swift_library"); swift_library(name = "A")`, "A=swift_library"},
		{"rule in a struct", `load("@apple_rules//apple:ios.bzl", "api"); api.nested.test(name = "A")`, "A=ios_unit_test!"},
		{"repository that is not there", `load("@gone//x:y.bzl", "ios_ui_test"); ios_ui_test(name = "A")`, "A=ios_ui_test!"},
		{"namespace that is not there", `load("@gone//x:y.bzl", "z"); z.ios_ui_test(name = "A")`, "A=ios_ui_test!"},
		{"opaque helper", `load("@gone//x:y.bzl", "frob"); frob(name = "A")`, "A=frob unknown"},
		{"one layer", `load("//tools:base.bzl", "base"); base(name = "App")`, "App_lib=swift_library App=ios_application AppTests=ios_unit_test!"},
		{"keyword", `load("//tools:base.bzl", "base"); base("App", tests = False)`, "App_lib=swift_library App=ios_application"},
		{"two layers", two + `two(name = "A")`, "ADebug_lib=swift_library ADebug=ios_application ADebugTests=ios_unit_test! ARelease_lib=swift_library ARelease=ios_application"},
		{"in a comprehension", two + `[two(name = "A" + x, flavors = []) for x in ["1", "2"]]`, ""},
		{"comprehension of macros", two + `[loops("T" + x, 1) for x in ["1", "2"]]`, "T10=ios_unit_test! T20=ios_unit_test!"},
		{"loop", two + `loops(prefix = "T", count = 3)`, "T0=ios_unit_test! T1=ios_unit_test! T2=ios_unit_test!"},
		{"branch", two + `conditional(name = "T", mode = "test")` + "\n" + `conditional(name = "L")`, "T=ios_unit_test! L=swift_library"},
		{"glob inside", two + `asks_the_disk(name = "L")`, "=ios_unit_test!? L=swift_library unknown"},
		{"existing rules", two + `asks_rules(name = "L")`, "L_maybe=ios_unit_test!? L=swift_library"},
		{"defaults", two + `defaults()` + "\n" + `defaults(name = "n", tags = ["a"])`, "def=swift_library n=swift_library"},
		{"struct of rules", two + `through_struct(name = "s")`, "s=swift_library s_t=ios_unit_test!"},
		{"struct of macros", two + `helpers.loops("H", 1)`, "H0=ios_unit_test!"},
		{"closure", two + `made_by_factory(name = "c")`, "c_made=swift_library"},
		{"recursion", two + `forever(name = "c")`, "unknown"},
		{"package name", two + `package_named()`, "b=filegroup"},
		{"name of the file", two + "N = \"App\"\n" + `conditional(name = N + "Kit")`, "AppKit=swift_library"},
		{"unknown name", two + `conditional(name = UNKNOWN)`, "=swift_library unknown"},
		{"symbolic macro", `load("//tools:symbolic.bzl", "sym"); sym(name = "s"); sym(name = "t", extra = False, kind = "k")`, "s_x=cc_library s_test=cc_test! t_k=cc_library"},
		{"cycle", `load("//tools:cycle_b.bzl", "b"); b(name = "x")`, "x=cc_library"},
		{"broken file", `load("//tools:broken.bzl", "before", "after"); before(name = "x"); after(name = "y")`, "x_before=cc_library y_after=cc_library"},
		{"own name", `load("@me//tools:base.bzl", "base"); base("A", tests = False)`, "A_lib=swift_library A=ios_application"},
		{"module override", `load("@loc//:defs.bzl", "local_macro"); local_macro("m")`, "m_cc=cc_library"},
		{"climbing load", `load("//../x:y.bzl", "m"); m(name = "q")`, "q=m unknown"},
		{"spread", two + "A = {\"name\": \"kw\"}\n" + `conditional(**A)`, "kw=swift_library"},
		{"unknown spread", two + `conditional(**UNKNOWN)`, "=ios_unit_test!? =swift_library? unknown"},
	} {
		if got := expand(l, c.source, "a/b"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestKind(t *testing.T) {
	l := NewLoader(write(t, workspace), Options{})
	d := buildfile.Open("BUILD", 0, `load("@apple_rules//apple:ios.bzl", app = "ios_application")
load("//tools:two.bzl", "two")
app(name = "A")
two(name = "B")
sh_test(name = "C")
`)
	s := l.Scope(d, "")
	var got []string
	for _, target := range d.Targets() {
		k, known := s.Kind(target)
		got = append(got, fmt.Sprintf("%s %s %v", target.Name, k.Kind, known))
	}
	if text := strings.Join(got, ", "); text != "A app true, B other false, C test true" {
		t.Error(text)
	}
}

func TestForget(t *testing.T) {
	root := write(t, workspace)
	l := NewLoader(root, Options{})
	source := `load("//tools:two.bzl", "two"); two(name = "A", flavors = ["Debug"])`
	if got := expand(l, source, ""); !strings.HasSuffix(got, "ADebugTests=ios_unit_test!") {
		t.Fatal(got)
	}
	path := filepath.Join(root, "tools", "base.bzl")
	if err := os.WriteFile(path, []byte("def base(name, **kwargs):\n    native.sh_test(name = name)\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if dropped := l.Forget(path); len(dropped) != 2 {
		t.Errorf("dropped %v", dropped)
	}
	if got := expand(l, source, ""); got != "ADebug=sh_test!" {
		t.Error(got)
	}
}

// TestLimits holds that hostile code ends soon.
func TestLimits(t *testing.T) {
	root := write(t, `
-- a.bzl --
def bomb(name):
    x = ["a"]
    for i in range(1000000):
        for j in range(1000000):
            x = x + x
            native.cc_library(name = name + str(i))
def text(name):
    s = "a" * 60000
    for i in range(100):
        s = s + s
    native.cc_library(name = s)
big = "a" * 1000000000
def hoard(name):
    x = ["a"] * 10000
    kept = []
    for i in range(100000):
        kept.append(x + ["b"])
        kept.append("a" * 60000 + "b")
    native.cc_library(name = name)
def deep(name):
    f = lambda g: g(g)
    f(f)
`)
	l := NewLoader(root, Options{})
	for _, name := range []string{"bomb", "text", "hoard", "deep"} {
		got := expand(l, fmt.Sprintf("load(\"//:a.bzl\", %q); %s(name = \"x\")", name, name), "")
		if name != "deep" && !strings.HasSuffix(got, "unknown") {
			t.Errorf("%s: %d bytes, not unknown", name, len(got))
		}
	}
}
