package diagnostics

import (
	"strings"
	"testing"
)

type catalog struct{}

func (catalog) ModuleLabel(module string) string {
	return map[string]string{"Core": "//Modules/Core:Core"}[module]
}

func (catalog) SymbolLabel(symbol string) string {
	if strings.HasPrefix(symbol, "_OBJC_CLASS_$_Net") {
		return "//Modules/Net:Net"
	}
	return ""
}

func (catalog) Suggest(label string) []string {
	return map[string][]string{"//Modules/Core:Coer": {"//Modules/Core:Core"}, "//Modules/Coer": {"//Modules/Core"}}[label]
}

func reader() Reader {
	return Reader{PathMapper{"/w", "/ob/execroot/_main"}, catalog{}, catalog{}}
}

func TestActionOutputLeadsHome(t *testing.T) {
	for _, row := range []struct {
		name   string
		action Action
		want   Diagnostic
	}{
		{"swiftc, relative", Action{Mnemonic: "SwiftCompile", Label: "//a:b", Stderr: "a/b.swift:3:8: error: no such module 'Core'\nimport Core\n       ^~~~\n"},
			Diagnostic{File: "/w/a/b.swift", Line: 3, Column: 8, EndLine: 3, EndColumn: 12, Message: "no such module 'Core'", Category: Compile, Fix: &Fix{Command: "add deps //Modules/Core:Core", Label: "//a:b"}}},
		{"clang in a sandbox, CRLF", Action{Mnemonic: "ObjcCompile", Label: "//a:b", Stderr: "/ob/sandbox/darwin-sandbox/7/execroot/_main/a/x.m:5:9: fatal error: module 'Core' not found\r\n"},
			Diagnostic{File: "/w/a/x.m", Line: 5, Column: 9, Message: "module 'Core' not found", Category: Compile, Fix: &Fix{Command: "add deps //Modules/Core:Core", Label: "//a:b"}}},
		{"old ld", Action{Mnemonic: "ObjcLink", Label: "//a:app", Stderr: "Undefined symbols for architecture arm64:\n  \"_OBJC_CLASS_$_NetClient\", referenced from:\n      objc-class-ref in App.o\nld: symbol(s) not found for architecture arm64\nclang: error: linker command failed with exit code 1\n"},
			Diagnostic{Message: "undefined symbol: _OBJC_CLASS_$_NetClient", Category: Link, Fix: &Fix{Command: "add deps //Modules/Net:Net", Label: "//a:app"}}},
		{"new ld", Action{Mnemonic: "ObjcLink", Label: "//a:app", Stderr: "ld: Undefined symbols:\n  _main, referenced from:\n      <initial-undefines>\n"},
			Diagnostic{Message: "undefined symbol: _main", Category: Link}},
		{"lld", Action{Mnemonic: "CppLink", Label: "//a:app", Stderr: "ld.lld: error: undefined symbol: foo()\n>>> referenced by a.cc\n"},
			Diagnostic{Message: "undefined symbol: foo()", Category: Link}},
		{"GNU ld", Action{Mnemonic: "CppLink", Label: "//a:app", Stderr: "a.cc:(.text+0x9): undefined reference to `foo()'\ncollect2: error: ld returned 1 exit status\n"},
			Diagnostic{Message: "undefined symbol: foo()", Category: Link}},
		{"missing library", Action{Mnemonic: "ObjcLink", Label: "//a:app", Stderr: "ld: library 'z9' not found\n"},
			Diagnostic{Message: "library 'z9' not found", Category: Link}},
		{"swift-driver", Action{Mnemonic: "SwiftCompile", Label: "//a:b", Stderr: "<unknown>:0: error: unable to load standard library for target 'arm64-apple-ios17.0-simulator'\n"},
			Diagnostic{Message: "unable to load standard library for target 'arm64-apple-ios17.0-simulator'", Category: Compile}},
		{"ibtool", Action{Mnemonic: "StoryboardCompile", Label: "//a:b", Stderr: "a/Main.storyboard:XbJ-3k: error: Scene is unreachable\n"},
			Diagnostic{File: "/w/a/Main.storyboard", Message: "Scene is unreachable (object XbJ-3k)", Category: Resources}},
		{"actool", Action{Mnemonic: "AssetCatalogCompile", Label: "//a:b", Stderr: "/* com.apple.actool.errors */\na/Assets.xcassets: error: There are multiple app icons\n"},
			Diagnostic{File: "/w/a/Assets.xcassets", Message: "There are multiple app icons", Category: Resources}},
		{"codesign", Action{Mnemonic: "SignBinary", Label: "//a:app", Title: "Signing //a:app failed (Exit 1)", Stderr: "App.app: errSecInternalComponent\n"},
			Diagnostic{Message: "Signing //a:app failed (Exit 1)", Category: Codesign}},
		{"silent", Action{Mnemonic: "Genrule", Label: "//a:g", Title: "Executing genrule //a:g failed (Exit 3)"},
			Diagnostic{Message: "Executing genrule //a:g failed (Exit 3)", Category: ActionFailed}},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := reader().Action(row.action)[0]
			if got.File != row.want.File || got.Line != row.want.Line || got.Column != row.want.Column || got.EndLine != row.want.EndLine || got.EndColumn != row.want.EndColumn ||
				got.Message != row.want.Message || got.Category != row.want.Category || got.Severity != Error || got.Target != row.action.Label {
				t.Errorf("got %+v", got)
			}
			if (got.Fix == nil) != (row.want.Fix == nil) || got.Fix != nil && (got.Fix.Command != row.want.Fix.Command || got.Fix.Label != row.want.Fix.Label) {
				t.Errorf("fix %+v, want %+v", got.Fix, row.want.Fix)
			}
		})
	}
}

func TestLabelFixes(t *testing.T) {
	for _, row := range []struct{ text, command, label string }{
		{"ERROR: /w/a/BUILD:9:14: no such target '//c:Cores': target 'Cores' not declared in package 'c' (did you mean 'Core'?) defined by /w/c/BUILD and referenced by '//a:b'", "replace deps //c:Cores //c:Core", "//a:b"},
		{"ERROR: no such target '//Modules/Core:Coer': target 'Coer' not declared", "", ""},
		{"ERROR: /w/a/BUILD:8:14: no such package 'Modules/Coer': BUILD file not found\n - /w/Modules/Coer and referenced by '//a:b'", "replace deps //Modules/Coer //Modules/Core", "//a:b"},
		{"ERROR: /w/a/BUILD:7:1: in swift_library rule //a:b: Visibility error:\ntarget '//s:s' is not visible from\ntarget '//a:b'\nRecommendation: modify", "add visibility //a:__pkg__", "//s:s"},
	} {
		got := reader().Console(Console{Stderr: row.text, ExitCode: 1}).Diagnostics
		if len(got) != 1 || got[0].Fix == nil || got[0].Fix.Command != row.command || got[0].Fix.Label != row.label {
			t.Errorf("%s\ngot %+v", row.text, got)
		}
	}
}

func TestPaths(t *testing.T) {
	m := PathMapper{"/w", "/ob/execroot/_main"}
	for in, want := range map[string]string{
		"a/b.swift":                    "/w/a/b.swift",
		"/ob/execroot/_main/a/b.swift": "/w/a/b.swift",
		"/ob/sandbox/linux-sandbox/3/execroot/_main/a/b.c":                    "/w/a/b.c",
		"/ob/sandbox/processwrapper-sandbox/3/execroot/_main/external/x+/b.c": "/ob/external/x+/b.c",
		"external/x/b.c":             "/ob/external/x/b.c",
		"bazel-out/k8/bin/a/G.swift": "/ob/execroot/_main/bazel-out/k8/bin/a/G.swift",
		"/usr/include/stdio.h":       "/usr/include/stdio.h",
		"<unknown>":                  "",
	} {
		if got := m.File(in); got != want {
			t.Errorf("File(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestRecognisers(t *testing.T) {
	if h, ok := LockHolder("Another command holds the client lock: pid=58100 owner=client cwd=/w/app\nWaiting"); !ok || h.PID != 58100 || h.Command != "owner=client cwd=/w/app" {
		t.Errorf("%+v %v", h, ok)
	}
	if h, ok := LockHolder("Another command (pid=7) is running. Waiting"); !ok || h.PID != 7 {
		t.Errorf("%+v %v", h, ok)
	}
	if s, ok := ServerRestarted("x\nWARNING: Running Bazel server needs to be killed, because the startup options are different.\ny"); !ok || !strings.HasPrefix(s, "WARNING") {
		t.Error(s, ok)
	}
	if s, ok := DiscardingAnalysisCache("INFO: Build option --test_timeout has changed, discarding analysis cache."); !ok || s == "" {
		t.Error(s, ok)
	}
	if u := InvocationURL("INFO: Streaming build results to: https://app.example.io/invocation/1-2\n"); u != "https://app.example.io/invocation/1-2" {
		t.Error(u)
	}
}

func TestGluedStatusStandsAlone(t *testing.T) {
	got := Lines("\tat java.lang.Thread.run(Thread.java:840)FAILED: Build did NOT complete successfully")
	if len(got) != 2 || got[1] != "FAILED: Build did NOT complete successfully" {
		t.Errorf("%q", got)
	}
}

func FuzzConsole(f *testing.F) {
	f.Add("ERROR: /a/BUILD:1:2: x failed: (Exit 1): y\na.swift:1:2: error: z\n", 1)
	f.Add("\x1b[31mERROR: \x1b[0mno such target '//a:b'\r\n", 37)
	f.Fuzz(func(t *testing.T, text string, exit int) {
		got := reader().Console(Console{Stderr: text, ExitCode: exit})
		if exit == 0 && got.Verdict.Category != None {
			t.Errorf("exit 0 is no failure: %+v", got.Verdict)
		}
		reader().Action(Action{Stderr: text})
	})
}

func BenchmarkConsole(b *testing.B) {
	text := strings.Repeat("[12 / 99] Compiling Swift module //a:b\na/b.swift:3:8: warning: never used\nlet x = 1\n    ^\n", 5000)
	text = "ERROR: /w/a/BUILD:1:2: Compiling Swift module //a:b failed: (Exit 1): x\n" + text
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		reader().Console(Console{Stderr: text, ExitCode: 1})
	}
}

// The error is at the referrer's line; the label to correct is in the text.
func TestB45ReferrerOfMissingPackage(t *testing.T) {
	text := "ERROR: /ws/Modules/Shop/BUILD:8:14: no such package 'Modules/Coer': BUILD file not found in any of the following directories. Add a BUILD file to a directory to mark it as a package.\n" +
		" - /ws/Modules/Coer and referenced by '//Modules/Shop:Shop'\nERROR: Analysis of target '//Modules/Shop:Shop' failed; build aborted: Analysis failed\n"
	got := Reader{Paths: PathMapper{Workspace: "/ws"}}.Console(Console{Stderr: text, ExitCode: 1}).Diagnostics
	if len(got) != 1 || got[0].File != "/ws/Modules/Shop/BUILD" || got[0].Line != 8 || got[0].Target != "//Modules/Shop:Shop" || !strings.Contains(got[0].Message, "Modules/Coer") {
		t.Errorf("%+v", got)
	}
}
