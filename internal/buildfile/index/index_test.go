package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"bazelapple/internal/buildfile"
	"bazelapple/internal/buildfile/kind"
	"bazelapple/internal/buildfile/label"
)

const workspace = `
-- MODULE.bazel --
module(name = "ws")
-- .bazelignore --
# not ours
ignored
deep/ignored/
-- BUILD --
filegroup(name = "root")
-- App/BUILD --
cc_library(name = "loses_to_BUILD_bazel")
-- App/BUILD.bazel --
load("@build_bazel_rules_apple//apple:ios.bzl", "ios_application", "ios_unit_test")
load("@build_bazel_rules_swift//swift:swift.bzl", "swift_library")
load("//tools:defs.bzl", "feature")

EXTRA = ["Extra.swift", "//Lib:shared.swift"]

swift_library(
    name = "AppLib",
    srcs = glob(["Sources/**/*.swift"], exclude = ["Sources/Gen/*"]) + EXTRA,
    module_name = "AppCore",
    deps = ["//Lib", "@ext//a:b"] + select({":flag": ["//Lib:Debug"], "//conditions:default": []}),
)

ios_application(name = "App", infoplists = ["Info.plist"], deps = [":AppLib"])

ios_unit_test(name = "AppTests", deps = ["AppLib"], tags = ["manual"])

feature(name = "Login", srcs = ["Login.swift"], deps = [":AppLib"])

swift_library(name = "Broken", deps = [
-- App/Sources/A.swift --
-- App/Sources/Sub/B.swift --
-- App/Sources/Gen/C.swift --
-- App/Sources/Other/BUILD --
-- App/Sources/Other/D.swift --
-- App/Extra.swift --
-- Lib/BUILD --
cc_library(name = "Lib", srcs = ["a.cc", ":gen"])
cc_library(name = "Debug")
genrule(name = "gen", outs = ["g.cc"], cmd = "", srcs = ["shared.swift"])
cc_test(name = "Lib_test", deps = [":Lib", "//Lib"])
alias(name = "Alias", actual = ":Lib_test")
alias(name = "Round", actual = ":Round")
-- Lib/shared.swift --
-- build/BUILD/keep.txt --
-- build/x.txt --
-- ignored/BUILD --
cc_library(name = "no")
-- deep/ignored/BUILD --
cc_library(name = "no")
-- nested/MODULE.bazel --
-- nested/BUILD --
cc_library(name = "no")
-- nested/sub/BUILD --
cc_library(name = "no")
-- old/WORKSPACE --
-- old/BUILD --
cc_library(name = "no")
-- tools/BUILD --
-- tools/defs.bzl --
load("@build_bazel_rules_swift//swift:swift.bzl", "swift_library")
load(":inner.bzl", "inner")
def feature(name, srcs, deps = []):
    swift_library(name = name, srcs = srcs, deps = deps)
    inner(name = name)
-- tools/inner.bzl --
load("@build_bazel_rules_apple//apple:ios.bzl", "ios_unit_test")
def inner(name):
    ios_unit_test(name = name + "Tests", deps = [":" + name])
    native.filegroup(name = name + "_helper")
`

func write(t testing.TB, root, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		put(t, filepath.Join(root, filepath.FromSlash(f.Name)), string(f.Data))
	}
}

func put(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, root, cache string) *Index {
	t.Helper()
	i, err := Open(Options{Root: root, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func refreshed(t testing.TB, root, cache string) *Index {
	t.Helper()
	i := open(t, root, cache)
	if err := i.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	return i
}

func labels(targets []Target) string {
	var out []string
	for _, t := range targets {
		out = append(out, t.Label.String())
	}
	return strings.Join(out, " ")
}

func parse(t testing.TB, text string) label.Label {
	t.Helper()
	l, err := label.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestWorkspace(t *testing.T) {
	root := t.TempDir()
	write(t, root, workspace)
	outside := t.TempDir()
	put(t, filepath.Join(outside, "execroot/ws/BUILD"), `cc_library(name = "no")`)
	put(t, filepath.Join(outside, "vendored/BUILD"), `cc_library(name = "vendored")`)
	for link, to := range map[string]string{
		"bazel-out": outside + "/execroot/ws", "out": outside + "/execroot/ws", "App/loop": root, "Lib/self": root + "/Lib", "vendor": outside + "/vendored", "dead": outside + "/gone",
	} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	i := refreshed(t, root, "")
	if got, want := strings.Join(i.Packages(), " "), " App App/Sources/Other Lib tools vendor"; got != want {
		t.Errorf("packages: %q, want %q", got, want)
	}
	for _, c := range []struct {
		name string
		q    Query
		want string
	}{
		{"all", Query{}, "//:root //App:AppLib //App:App //App:AppTests //App:Login //App:LoginTests //App:Broken //Lib:Lib //Lib:Debug //Lib:gen //Lib:Lib_test //Lib:Alias //Lib:Round //vendor:vendored"},
		{"helpers", Query{Package: "App", Helpers: true}, "//App:AppLib //App:App //App:AppTests //App:Login //App:LoginTests //App:Login_helper //App:Broken"},
		{"tests", Query{Test: true}, "//App:AppTests //App:LoginTests //Lib:Lib_test"},
		{"ios", Query{Platforms: []kind.Platform{kind.IOS}, Kinds: []kind.Kind{kind.App}}, "//App:App"},
		{"exact first", Query{Text: "app"}, "//App:App //App:AppLib //App:AppTests //App:Login //App:LoginTests //App:Broken"},
		{"in a package", Query{Text: "lib:te"}, "//Lib:Lib_test"},
		{"label", Query{Text: "//App:App"}, "//App:App //App:AppLib //App:AppTests"},
		{"letters", Query{Text: "lgt"}, "//App:LoginTests"},
		{"below", Query{Package: "App", Below: true, Test: true}, "//App:AppTests //App:LoginTests"},
		{"limit", Query{Limit: 1, Text: "Lib"}, "//Lib:Lib"},
		{"nothing", Query{Text: "zzz"}, ""},
	} {
		if got := labels(i.Targets(c.q).Targets); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
	if list := i.Targets(Query{Limit: 1}); list.Total != 14 || !list.Complete {
		t.Errorf("total %d, complete %v", list.Total, list.Complete)
	}
	tests, _ := i.Lookup(parse(t, "//App:LoginTests"))
	if tests.Rule != "ios_unit_test" || tests.Macro != "feature" || !tests.Guess || tests.Kind.Platform != kind.IOS {
		t.Errorf("macro's test: %+v", tests)
	}
	for _, c := range []struct{ file, want string }{
		{"App/Sources/A.swift", "//App:AppLib"}, {"App/Sources/Sub/B.swift", "//App:AppLib"}, {"App/Sources/Gen/C.swift", ""},
		{"App/Sources/Other/D.swift", ""}, {"App/Extra.swift", "//App:AppLib"}, {"Lib/shared.swift", "//App:AppLib //Lib:gen"},
		{"App/Login.swift", "//App:Login"}, {"App/Info.plist", "//App:App"}, {"../x.swift", ""},
	} {
		if got := labels(i.Owners(filepath.Join(root, c.file))); got != c.want {
			t.Errorf("owners of %s: %q, want %q", c.file, got, c.want)
		}
	}
	if k, ok := i.Kind(parse(t, "//Lib:Alias")); !ok || !k.Testable() {
		t.Error("kind of an alias:", k, ok)
	}
	if _, ok := i.Kind(parse(t, "//Lib:Round")); !ok {
		t.Error("an alias of itself is not found")
	}
	if got := fmt.Sprint(i.SearchPackages("app", 2), i.SearchPackages("//so", 5), len(i.SearchPackages("", 3))); got != "[App App/Sources/Other] [App/Sources/Other] 3" {
		t.Error("packages:", got)
	}
	if got := labels(i.Module("AppCore")); got != "//App:AppLib" {
		t.Error("module:", got)
	}
	if got := labels(i.Module("App_Login")); got != "//App:Login" {
		t.Error("derived module:", got)
	}
	if got := labels(i.Dependents(parse(t, "//App:AppLib"))); got != "//App:App //App:AppTests //App:Login" {
		t.Error("dependents:", got)
	}
	if got := fmt.Sprint(i.Files(parse(t, "//App:AppLib"), "srcs")); got != "[App/Extra.swift App/Sources/A.swift App/Sources/Sub/B.swift Lib/shared.swift]" {
		t.Error("files:", got)
	}
	var deps []string
	for _, d := range i.Dependencies(parse(t, "//App:AppLib")) {
		if d.Attribute == "deps" {
			deps = append(deps, d.Label.Short())
		}
	}
	if got := strings.Join(deps, " "); got != "//Lib @ext//a:b //Lib:Debug" {
		t.Error("dependencies:", got)
	}
	if got := fmt.Sprint(i.Suggest(parse(t, "//App:ApLib"), 2), i.Suggest(parse(t, "//Lib:App"), 1), i.Suggest(parse(t, "//Libb:Debug"), 1)); got != "[//App:AppLib] [//App:App] [//Lib:Debug]" {
		t.Error("suggestions:", got)
	}
}

// TestDecomposedNames reads a folder whose name the disk spells in NFD.
func TestDecomposedNames(t *testing.T) {
	root := t.TempDir()
	write(t, root, workspace)
	put(t, filepath.Join(root, "U\u0308ber", "BUILD"), `cc_library(name = "x", srcs = ["a.cc"])`)
	i := refreshed(t, root, "")
	found, ok := i.Lookup(label.Label{Package: "\u00dcber", Name: "x"})
	if !ok {
		t.Fatal("not found by its NFC name")
	}
	if _, err := os.Stat(found.File); err != nil {
		t.Error(err)
	}
	if got := labels(i.Owners(filepath.Join(root, "U\u0308ber", "a.cc"))); got != "//\u00dcber:x" {
		t.Error("owners:", got)
	}
	if err := i.SetOverlay(context.Background(), found.File, `cc_library(name = "y")`); err != nil {
		t.Fatal(err)
	}
	if _, ok := i.Lookup(label.Label{Package: "\u00dcber", Name: "y"}); !ok {
		t.Error("unsaved text is not seen")
	}
}

func TestReferences(t *testing.T) {
	root := t.TempDir()
	write(t, root, workspace)
	i := refreshed(t, root, "")
	var got []string
	for _, l := range i.References(parse(t, "//Lib")) {
		rel, err := filepath.Rel(i.Root(), l.File)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s:%d:%d-%d", rel, l.Range.Start.Line+1, l.Range.Start.Character, l.Range.End.Character))
	}
	if s := strings.Join(got, " "); s != "App/BUILD.bazel:11:12-19 Lib/BUILD:4:35-41 Lib/BUILD:4:43-50" {
		t.Error(s)
	}
	if l, ok := i.Definition(parse(t, "//App")); !ok || l.Range.Start.Line != 13 || l.Range.Start.Character != 23 {
		t.Error("definition:", l, ok)
	}
	if l, ok := i.Definition(parse(t, "//Lib:shared.swift")); !ok || !strings.HasSuffix(l.File, "Lib/shared.swift") {
		t.Error("definition of a file:", l, ok)
	}
	if _, ok := i.Definition(parse(t, "//Lib:gone")); ok {
		t.Error("a label nobody defines is found")
	}
	if refs := i.References(parse(t, "@ext//a:b")); len(refs) != 1 {
		t.Error("external label:", refs)
	}
}

func TestChanges(t *testing.T) {
	root := t.TempDir()
	write(t, root, workspace)
	ctx := context.Background()
	i := refreshed(t, root, "")
	has := func(text string) bool { _, ok := i.Lookup(parse(t, text)); return ok }
	build := filepath.Join(root, "Lib", "BUILD")

	if err := i.SetOverlay(ctx, build, `cc_library(name = "Unsaved")`); err != nil || !has("//Lib:Unsaved") || has("//Lib:Lib") {
		t.Error("overlay is not seen", err)
	}
	if err := i.ClearOverlay(ctx, build); err != nil || has("//Lib:Unsaved") || !has("//Lib:Lib") {
		t.Error("overlay stays", err)
	}
	put(t, build, `cc_library(name = "New")`)
	put(t, filepath.Join(root, "Fresh", "BUILD.bazel"), `cc_library(name = "Fresh")`)
	if err := i.Update(ctx, build, filepath.Join(root, "Fresh", "BUILD.bazel")); err != nil || !has("//Lib:New") || has("//Lib:Lib") || !has("//Fresh:Fresh") {
		t.Error("update is not seen", err)
	}
	if err := i.SetOverlay(ctx, filepath.Join(root, "tools", "inner.bzl"), "def inner(name):\n    native.sh_test(name = name + \"Shell\")\n"); err != nil || !has("//App:LoginShell") || has("//App:LoginTests") {
		t.Error("unsaved .bzl is not seen through another", err)
	}
	if err := i.ClearOverlay(ctx, filepath.Join(root, "tools", "inner.bzl")); err != nil || has("//App:LoginShell") {
		t.Error("unsaved .bzl stays", err)
	}
	put(t, filepath.Join(root, "tools", "inner.bzl"), "def inner(name):\n    native.py_test(name = name + \"Py\")\n")
	if err := os.RemoveAll(filepath.Join(root, "Fresh")); err != nil {
		t.Fatal(err)
	}
	if err := i.refresh(ctx); err != nil || !has("//App:LoginPy") || has("//Fresh:Fresh") {
		t.Error("a walk does not see .bzl files or removed folders", err)
	}
	if err := i.Update(ctx, filepath.Join(root, "nested", "BUILD"), filepath.Join(root, "ignored", "BUILD")); err != nil || has("//nested:no") || has("//ignored:no") {
		t.Error("an update enters what a walk does not", err)
	}
	// What an editor holds keeps the name of a statement that broke.
	d := buildfile.Open("BUILD", 1, "cc_library(name = \"New\")\n")
	at := buildfile.Position{Line: 0, Character: 22}
	d = d.Edit(2, buildfile.Change{Range: &buildfile.Range{Start: at, End: buildfile.Position{Line: 0, Character: 23}}})
	if err := i.SetDocument(ctx, build, d); err != nil || !has("//Lib:New") {
		t.Error("the broken statement of an open document is lost", err, d.Source())
	}
	if err := i.ClearOverlay(ctx, build); err != nil || !has("//Lib:New") {
		t.Error(err)
	}
	put(t, filepath.Join(root, "Gone", "Deep", "BUILD"), `cc_library(name = "x")`)
	if err := i.Update(ctx, filepath.Join(root, "Gone", "Deep", "BUILD")); err != nil || !has("//Gone/Deep:x") {
		t.Error(err)
	}
	if err := os.RemoveAll(filepath.Join(root, "Gone")); err != nil {
		t.Fatal(err)
	}
	if err := i.Update(ctx, filepath.Join(root, "Gone")); err != nil || has("//Gone/Deep:x") {
		t.Error("a removed folder stays", err)
	}
	if err := os.Remove(filepath.Join(root, "App", "BUILD.bazel")); err != nil {
		t.Fatal(err)
	}
	if err := i.Update(ctx, filepath.Join(root, "App", "BUILD.bazel")); err != nil || !has("//App:loses_to_BUILD_bazel") {
		t.Error("BUILD does not come back", err)
	}
	put(t, filepath.Join(root, "Lib", "MODULE.bazel"), "")
	if err := i.Update(ctx, filepath.Join(root, "Lib", "MODULE.bazel")); err != nil || has("//Lib:New") {
		t.Error("a folder that became a workspace stays", err)
	}
}

func TestWarmStart(t *testing.T) {
	root, cache := t.TempDir(), t.TempDir()
	write(t, root, workspace)
	cold := refreshed(t, root, cache)
	if err := cold.Save(); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%+v", cold.Targets(Query{Helpers: true}))
	warm := open(t, root, cache)
	if got := fmt.Sprintf("%+v", warm.Targets(Query{Helpers: true})); got != want {
		t.Errorf("warm:\n%s\ncold:\n%s", got, want)
	}
	if got := labels(warm.Owners("App/Sources/A.swift")); got != "//App:AppLib" {
		t.Error("warm owners:", got)
	}
	// Changes made while nobody looked, in a .bzl file two layers down.
	put(t, filepath.Join(root, "tools", "inner.bzl"), "def inner(name):\n    native.py_test(name = name + \"Py\")\n")
	put(t, filepath.Join(root, "Lib", "BUILD"), "cc_library(name = \"Other\")")
	warm = refreshed(t, root, cache)
	for text, there := range map[string]bool{"//App:LoginPy": true, "//App:LoginTests": false, "//Lib:Other": true, "//Lib:Lib": false} {
		if _, ok := warm.Lookup(parse(t, text)); ok != there {
			t.Errorf("%s: found %v", text, ok)
		}
	}
	saved, err := os.ReadFile(cold.path())
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut < len(saved); cut += 37 {
		put(t, cold.path(), string(saved[:cut]))
		if n, _ := open(t, root, cache).Size(); n != 0 {
			t.Fatalf("an index cut at %d is believed", cut)
		}
	}
	for at := 0; at < len(saved); at += 11 {
		broken := []byte(string(saved))
		broken[at] ^= 0x55
		put(t, cold.path(), string(broken))
		if n, _ := open(t, root, cache).Size(); n != 0 {
			t.Fatalf("an index damaged at %d is believed", at)
		}
	}
}

// FuzzRestore holds that no file makes the decoder fail worse than by saying so.
func FuzzRestore(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &decoder{in: data, max: 3}
		for range d.count() {
			if d.pack(); d.err != nil {
				return
			}
		}
	})
}

func TestManyReadersAndWriters(t *testing.T) {
	root := t.TempDir()
	write(t, root, workspace)
	i := refreshed(t, root, "")
	ctx := context.Background()
	done := make(chan error, 8)
	for n := range 4 {
		go func() {
			var err error
			for range 30 {
				if e := i.SetOverlay(ctx, filepath.Join(root, "Lib", "BUILD"), fmt.Sprintf("cc_library(name = \"L%d\")", n)); e != nil {
					err = e
				}
			}
			done <- err
		}()
		go func() {
			for range 30 {
				i.Targets(Query{Text: "l"})
				i.Owners("App/Login.swift")
				i.References(label.Label{Package: "Lib", Name: "Lib"})
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
