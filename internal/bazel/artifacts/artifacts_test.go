package artifacts

import (
	"archive/zip"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bazelapple/internal/bazel/events"
)

// world is an output base with an event file over it. Outputs lie in a
// transition's folder; there is no bazel-bin.
type world struct{ base, exec, workspace string }

func newWorld(t *testing.T) world {
	base := t.TempDir()
	return world{base, filepath.Join(base, "execroot", "_main"), filepath.Join(base, "ws")}
}

func (w world) put(t *testing.T, below, name string) string {
	t.Helper()
	p := filepath.Join(below, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(name), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

func (w world) build(t *testing.T, lines ...string) *events.Build {
	t.Helper()
	lines = append([]string{
		fmt.Sprintf(`{"id":{"started":{}},"started":{"uuid":"u","command":"build","workspaceDirectory":%q}}`, w.workspace),
		fmt.Sprintf(`{"id":{"workspace":{}},"workspaceInfo":{"localExecRoot":%q}}`, w.exec),
	}, lines...)
	p := filepath.Join(t.TempDir(), "bep.json")
	if err := os.WriteFile(p, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := events.ReadFile(p)
	if err != nil || b.Malformed > 0 {
		t.Fatal(err, b.Problems)
	}
	return b
}

const out = "bazel-out/ios_sim_arm64-dbg-ST-1a2b/bin"

func file(name, uri string) string {
	return fmt.Sprintf(`{"name":%q,"uri":%q,"pathPrefix":["bazel-out","ios_sim_arm64-dbg-ST-1a2b","bin"]}`, name, uri)
}

func TestListOfAnApplication(t *testing.T) {
	w := newWorld(t)
	ipa := w.put(t, w.exec, out+"/App/MyApp.ipa")
	w.put(t, w.exec, out+"/App/MyApp.app.dSYM/Contents/Info.plist")
	plist := w.put(t, w.exec, out+"/App/Kit.framework/Info.plist")
	b := w.build(t,
		`{"id":{"namedSet":{"id":"0"}},"namedSetOfFiles":{"files":[`+file("App/MyApp.ipa", "file://"+ipa)+`],"fileSets":[{"id":"1"}]}}`,
		`{"id":{"namedSet":{"id":"1"}},"namedSetOfFiles":{"files":[`+
			file("App/Kit.framework/Info.plist", "file://"+plist)+`,`+file("App/Kit.framework/Kit", "bytestream://cache/blobs/ab/2")+`],"fileSets":[{"id":"0"}]}}`,
		`{"id":{"namedSet":{"id":"2"}},"namedSetOfFiles":{"files":[`+file("App/MyApp.app.dSYM/Contents/Info.plist", "")+`]}}`,
		`{"id":{"targetCompleted":{"label":"//App:MyApp","configuration":{"id":"c"}}},"completed":{"success":true,"outputGroup":[{"name":"default","fileSets":[{"id":"0"}]},{"name":"dsyms","fileSets":[{"id":"2"}]}],`+
			`"importantOutput":[`+file("App/MyApp.ipa", "file://"+ipa)+`],"directoryOutput":[`+file("App/MyApp.app", "")+`]}}`,
		`{"id":{"targetCompleted":{"label":"//App:Bad","configuration":{"id":"c"}}},"completed":{}}`,
	)
	list, err := List(b, "//App:MyApp")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range list {
		rel, _ := filepath.Rel(w.exec, a.Path)
		got = append(got, fmt.Sprintf("%s %s local=%v dir=%v %s", a.Kind, rel, a.Local, a.Directory, a.Group))
	}
	want := []string{
		"ipa " + out + "/App/MyApp.ipa local=true dir=false default",
		"framework " + out + "/App/Kit.framework local=false dir=true default",
		"dSYM " + out + "/App/MyApp.app.dSYM local=true dir=true dsyms",
		"app " + out + "/App/MyApp.app local=false dir=true default",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("artifacts:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if missing := Missing(list); len(missing) != 2 {
		t.Errorf("missing: %v", missing)
	}
	if best := Of(list, App, IPA); len(best) != 2 || best[0].Kind != App {
		t.Errorf("what to install: %v", best)
	}
	if list, err := List(b, "//App:Bad"); err != nil || len(list) != 0 {
		t.Errorf("a target that did not build: %v, %v", list, err)
	}
	if _, err := List(b, "//App:None"); err == nil {
		t.Error("a label outside the build has artifacts")
	}
}

func TestRemoteOutputsAreTold(t *testing.T) {
	w := newWorld(t)
	b := w.build(t,
		`{"id":{"namedSet":{"id":"0"}},"namedSetOfFiles":{"files":[`+file("App/MyApp.ipa", "bytestream://cache.example/blobs/ab12/345")+`]}}`,
		`{"id":{"targetCompleted":{"label":"//App:MyApp","configuration":{"id":"c"}}},"completed":{"success":true,"outputGroup":[{"name":"default","fileSets":[{"id":"0"}]}]}}`,
	)
	list, err := List(b, "//App:MyApp")
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	a := list[0]
	if a.Local || a.URI != "bytestream://cache.example/blobs/ab12/345" || a.Path != filepath.Join(w.exec, out, "App/MyApp.ipa") {
		t.Errorf("remote output: %+v", a)
	}
}

func TestPaths(t *testing.T) {
	l := Locator{Workspace: "/ws", ExecRoot: "/base/execroot/_main", OutputBase: "/base"}
	for _, c := range []struct {
		file events.File
		want string
	}{
		{events.File{Name: "a", URI: "file:///x/With%20Space/a"}, "/x/With Space/a"},
		{events.File{Name: "a/b.o", PathPrefix: []string{"bazel-out", "k8", "bin"}}, "/base/execroot/_main/bazel-out/k8/bin/a/b.o"},
		{events.File{Name: "external/zlib/z.o", PathPrefix: []string{"bazel-out", "k8", "bin"}}, "/base/execroot/_main/bazel-out/k8/bin/external/zlib/z.o"},
		{events.File{Name: "external/zlib/z.c"}, "/base/external/zlib/z.c"},
		{events.File{Name: "App/main.swift"}, "/ws/App/main.swift"},
		{events.File{Name: "../../etc/passwd"}, ""},
		{events.File{Name: "x", PathPrefix: []string{"..", ".."}}, ""},
	} {
		if got := l.Path(c.file); got != c.want {
			t.Errorf("%+v is at %q, want %q", c.file, got, c.want)
		}
	}
}

func TestKinds(t *testing.T) {
	for p, want := range map[string]string{
		"bin/App/A.ipa": "ipa bin/App/A.ipa",
		"bin/App/A_archive-root/Payload/A.app/Info.plist": "app bin/App/A_archive-root/Payload/A.app",
		"bin/T/Host.app/PlugIns/T.xctest/T":               "app bin/T/Host.app",
		"bin/T/T.xctest":                                  "xctest bin/T/T.xctest",
		"bin/A.app.dSYM/Contents/Resources/DWARF/A":       "dSYM bin/A.app.dSYM",
		"bin/T/T.zip":             "zip bin/T/T.zip",
		"testlogs/T/coverage.dat": "coverage testlogs/T/coverage.dat",
		"bin/A.swiftmodule":       "file bin/A.swiftmodule",
	} {
		kind, whole, _ := classify(p)
		if got := fmt.Sprint(kind, " ", whole); got != want {
			t.Errorf("%s is %q, want %q", p, got, want)
		}
	}
}

func TestOutputsOfATest(t *testing.T) {
	w := newWorld(t)
	dir := filepath.Join(w.exec, "bazel-out/k8/testlogs/T/T")
	log := w.put(t, dir, "test.log")
	w.put(t, dir, "coverage.dat")
	w.put(t, dir, "test.outputs/T.xcresult/Info.plist")
	zipped := w.put(t, dir, "test.outputs/outputs.zip")
	b := w.build(t, fmt.Sprintf(`{"id":{"testResult":{"label":"//T:T","run":1,"shard":1,"attempt":1,"configuration":{"id":"c"}}},"testResult":{"status":"PASSED","testActionOutput":[{"name":"test.log","uri":"file://%s"},{"name":"test.outputs__outputs.zip","uri":"file://%s"}]}}`, log, zipped))
	for test := range b.Tests() {
		list, err := OfTest(b, test.Results[0])
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range list {
			got = append(got, fmt.Sprint(a.Kind, " ", filepath.Base(a.Path), " ", a.Local))
		}
		if s := strings.Join(got, ","); s != "file test.log true,outputs outputs.zip true,coverage coverage.dat true,xcresult T.xcresult true" {
			t.Errorf("outputs of the test: %s", s)
		}
	}
}

type entry struct {
	name, text string
	mode       fs.FileMode
}

func archive(t *testing.T, entries ...entry) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), "a.ipa")
	f, err := os.Create(p)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		h.SetMode(e.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAnArchiveIsUnpackedOnce(t *testing.T) {
	ctx := context.Background()
	c := Cache{Dir: filepath.Join(t.TempDir(), "cache"), Keep: 2}
	ipa := archive(t,
		entry{"Payload/", "", fs.ModeDir | 0o755},
		entry{"Payload/MyApp.app/MyApp", "#!", 0o755},
		entry{"Payload/MyApp.app/Info.plist", "<plist/>", 0o600},
		entry{"Payload/MyApp.app/Kit", "MyApp", fs.ModeSymlink | 0o777})
	app, err := c.Bundle(ctx, ipa, ".app")
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(app, "MyApp"))
	if err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("the program is not executable: %v %v", info, err)
	}
	if to, err := os.Readlink(filepath.Join(app, "Kit")); err != nil || to != "MyApp" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	mark := filepath.Join(app, "mark")
	if err := os.WriteFile(mark, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Bundle(ctx, ipa, ".app"); err != nil || !exists(mark) {
		t.Errorf("the same archive was unpacked again: %v", err)
	}
	if _, err := c.Bundle(ctx, ipa, ".xctest"); err == nil {
		t.Error("an archive of an application holds a test bundle")
	}
	for i := range 4 {
		if _, err := c.Unpack(ctx, archive(t, entry{fmt.Sprint("T.xctest/", i), "x", 0o644})); err != nil {
			t.Fatal(err)
		}
	}
	if left, err := os.ReadDir(c.Dir); err != nil || len(left) != 2 {
		t.Errorf("%d folders stay, want 2: %v", len(left), err)
	}
}

func TestAnArchiveStaysInItsFolder(t *testing.T) {
	for _, e := range []entry{
		{"../evil", "x", 0o644},
		{"/evil", "x", 0o644},
		{"Payload/link", "../../evil", fs.ModeSymlink | 0o777},
		{"Payload/link", "/etc/passwd", fs.ModeSymlink | 0o777},
	} {
		dir := t.TempDir()
		if _, err := (Cache{Dir: filepath.Join(dir, "c")}).Unpack(context.Background(), archive(t, e)); err == nil {
			t.Errorf("%+v was unpacked", e)
		}
		if left, err := os.ReadDir(filepath.Join(dir, "c")); err != nil || len(left) != 0 || exists(filepath.Join(dir, "evil")) {
			t.Errorf("%+v left %v behind: %v", e, left, err)
		}
	}
}
