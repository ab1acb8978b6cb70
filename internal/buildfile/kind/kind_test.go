package kind

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		rule           string
		kind           Kind
		platform       Platform
		run, test, dbg bool
	}{
		{"ios_application", App, IOS, true, false, true},
		{"ios_app_clip", App, IOS, true, false, true},
		{"ios_imessage_application", App, IOS, true, false, true},
		{"macos_application", App, MacOS, true, false, true},
		{"macos_command_line_application", Binary, MacOS, true, false, true},
		{"tvos_application", App, TvOS, true, false, true},
		{"watchos_single_target_application", App, WatchOS, true, false, true},
		{"visionos_application", App, VisionOS, true, false, true},
		{"ios_extension", Extension, IOS, false, false, false},
		{"macos_xpc_service", Extension, MacOS, false, false, false},
		{"ios_framework", Framework, IOS, false, false, false},
		{"ios_dynamic_framework", Framework, IOS, false, false, false},
		{"apple_xcframework", Framework, None, false, false, false},
		{"apple_framework", Framework, None, false, false, false},
		{"ios_unit_test", Test, IOS, false, true, true},
		{"ios_ui_test", Test, IOS, false, true, false},
		{"ios_unit_test_suite", Test, IOS, false, true, false},
		{"ios_build_test", Test, IOS, false, true, false},
		{"watchos_unit_test", Test, WatchOS, false, true, true},
		{"ios_test_runner", Other, IOS, false, false, false},
		{"swift_library", Library, None, false, false, false},
		{"swift_binary", Binary, None, true, false, true},
		{"swift_test", Test, None, false, true, true},
		{"swift_compiler_plugin", Library, None, false, false, false},
		{"objc_library", Library, None, false, false, false},
		{"native.cc_library", Library, None, false, false, false},
		{"cc_binary", Binary, None, true, false, true},
		{"cc_test", Test, None, false, true, true},
		{"sh_test", Test, None, false, true, false},
		{"sh_binary", Binary, None, true, false, false},
		{"py_test", Test, None, false, true, false},
		{"test_suite", Test, None, false, true, false},
		{"xcodeproj", Other, None, true, false, false},
		{"filegroup", Other, None, false, false, false},
		{"alias", Other, None, false, false, false},
		{"feature_unit_tests", Test, None, false, true, true},
		{"my_ios_app", App, IOS, true, false, true},
		{"latest", Other, None, false, false, false},
		{"bzl_library", Library, None, false, false, false},
	} {
		k := Of(c.rule)
		if k.Kind != c.kind || k.Platform != c.platform || k.Runnable() != c.run || k.Testable() != c.test || k.Debuggable() != c.dbg {
			t.Errorf("%s: %s %s run=%v test=%v debug=%v", c.rule, k.Kind, k.Platform, k.Runnable(), k.Testable(), k.Debuggable())
		}
	}
}

func TestOfDefinition(t *testing.T) {
	if k := OfDefinition("checker", true, false); k.Kind != Test {
		t.Error("test = True is no test:", k)
	}
	if k := OfDefinition("deploy", false, true); !k.Runnable() {
		t.Error("executable = True cannot be run:", k)
	}
	if k := OfDefinition("my_test", false, false); k.Kind == Test {
		t.Error("a rule without test = True is a test:", k)
	}
}
