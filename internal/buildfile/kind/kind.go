// Package kind tells from a rule's name what its targets are: an app, a test, a
// library …, for which platform, and what can be done with them.
//
// The names are those of rules_apple 3 and 4, rules_swift 2 and 3, rules_ios 5,
// rules_xcodeproj 2 and 3, rules_cc, rules_shell and Bazel's builtin rules.
package kind

import "strings"

// Kind is what a target is.
type Kind uint8

const (
	Other Kind = iota
	App
	Test
	Library
	Extension
	Framework
	Binary
)

// String is the word used on all doors: "app", "test" …
func (k Kind) String() string {
	return [...]string{"other", "app", "test", "library", "extension", "framework", "binary"}[k]
}

// Parse reads a Kind's word.
func Parse(word string) (Kind, bool) {
	for k := Other; k <= Binary; k++ {
		if k.String() == word {
			return k, true
		}
	}
	return Other, false
}

// Platform is the Apple platform a target is for.
type Platform uint8

const (
	None Platform = iota
	IOS
	MacOS
	TvOS
	WatchOS
	VisionOS
)

// String is the word used on all doors: "ios", "macos" …, "none".
func (p Platform) String() string {
	return [...]string{"none", "ios", "macos", "tvos", "watchos", "visionos"}[p]
}

// ParsePlatform reads a Platform's word.
func ParsePlatform(word string) (Platform, bool) {
	for p := None; p <= VisionOS; p++ {
		if p.String() == word {
			return p, true
		}
	}
	return None, false
}

// TargetKind is a target's kind and what can be done with it.
type TargetKind struct {
	Kind     Kind
	Platform Platform
	// Suite: a test_suite, which runs others.
	Suite bool
	// Script: run by an interpreter, only built, or, as tests of a user interface,
	// in a runner of Xcode's own, so that no debugger attaches.
	Script bool
	// Executable: "bazel run" works although Kind does not say so.
	Executable bool
}

// Buildable reports whether "bazel build" makes sense; it does for all but
// package groups, which Of never returns for a target of its own.
func (k TargetKind) Buildable() bool { return true }

// Testable reports whether "bazel test" runs it.
func (k TargetKind) Testable() bool { return k.Kind == Test }

// Runnable reports whether it can be run: on a destination or by "bazel run".
func (k TargetKind) Runnable() bool {
	return k.Kind == App || k.Kind == Binary || k.Executable
}

// Debuggable reports whether a debugger can be attached to it.
func (k TargetKind) Debuggable() bool {
	if k.Script || k.Suite {
		return false
	}
	return k.Kind == App || k.Kind == Test || k.Kind == Binary
}

// Of tells the kind from a rule's name, with or without a "native." or other
// namespace in front. A name it does not know is judged by its words, as people
// name their macros: "feature_unit_tests" makes a test.
func Of(rule string) TargetKind {
	name := strings.ToLower(rule[strings.LastIndexByte(rule, '.')+1:])
	if k, ok := exact(name); ok {
		return k
	}
	out := TargetKind{Platform: platform(name)}
	switch {
	case ends(name, "_test_suite", "_tests_suite"):
		out.Kind, out.Suite = Test, true
	case ends(name, "_build_test"):
		out.Kind, out.Script = Test, true
	case ends(name, "_test_runner", "_xctestrun_runner", "_runner", "_test_lib", "_toolchain", "_test_host"):
	case ends(name, "_test", "_tests", "_ui_test", "_spec"):
		out.Kind, out.Script = Test, scripted(name) || ends(name, "_ui_test")
	case ends(name, "_command_line_application", "_binary", "_executable", "_cli", "_tool"):
		out.Kind, out.Script = Binary, scripted(name)
	case ends(name, "_application", "_app", "_app_clip"):
		out.Kind = App
	case ends(name, "_extension", "_xpc_service", "_quick_look_plugin", "_spotlight_importer", "_appex", "_widget"):
		out.Kind = Extension
	case ends(name, "_framework", "_xcframework", "_framework_import", "_xcframework_import", "_static_library"):
		out.Kind = Framework
	case ends(name, "_library", "_libraries", "_library_group", "_import", "_module", "_lib", "_dylib", "_bundle_library", "_pch", "_interop_hint"):
		out.Kind = Library
	}
	return out
}

// exact are rules whose name says something else than they are.
func exact(name string) (TargetKind, bool) {
	switch name {
	case "test_suite":
		return TargetKind{Kind: Test, Suite: true}, true
	case "xcodeproj", "top_level_targets", "multirun", "command", "buildifier", "gazelle", "write_source_files", "write_source_file":
		return TargetKind{Executable: name != "top_level_targets", Script: true}, true
	case "apple_library", "objc_library", "mixed_language_library", "swift_compiler_plugin", "cc_shared_library", "cc_import":
		return TargetKind{Kind: Library}, true
	case "apple_static_library":
		return TargetKind{Kind: Library}, true
	case "apple_framework_packaging", "framework_packaging":
		return TargetKind{Kind: Framework}, true
	case "build_test":
		return TargetKind{Kind: Test, Script: true}, true
	case "test", "tests":
		return TargetKind{Kind: Test}, true
	case "app", "application":
		return TargetKind{Kind: App}, true
	case "filegroup", "alias", "genrule", "config_setting", "package_group", "platform", "toolchain":
		return TargetKind{}, true
	}
	return TargetKind{}, false
}

func platform(name string) Platform {
	for word := range strings.SplitSeq(name, "_") {
		switch word {
		case "ios", "iphone", "ipad":
			return IOS
		case "macos", "osx", "mac":
			return MacOS
		case "tvos":
			return TvOS
		case "watchos":
			return WatchOS
		case "visionos", "xros":
			return VisionOS
		}
	}
	return None
}

// scripted reports whether an interpreter runs what a rule makes.
func scripted(name string) bool {
	for _, prefix := range []string{"sh_", "py_", "bash_", "java_", "js_", "nodejs_", "diff_", "write_", "analysis_", "starlark_", "bzl_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func ends(name string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(name, s) {
			return true
		}
	}
	return false
}

// OfDefinition tells the kind of a rule that the workspace defines with
// rule(): its test and executable arguments weigh more than its name.
func OfDefinition(rule string, test, executable bool) TargetKind {
	k := Of(rule)
	switch {
	case test:
		k.Kind = Test
	case executable && !k.Runnable():
		k.Executable = true
		if k.Kind == Test {
			k.Kind = Other
		}
	case !test && k.Kind == Test && !k.Suite:
		k.Kind = Other
	}
	return k
}
