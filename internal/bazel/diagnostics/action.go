package diagnostics

import "strings"

// Action is a failed action as the build event stream has it.
type Action struct {
	Mnemonic string // "SwiftCompile", "ObjcLink"; "" when unknown
	Label    string
	Stderr   string
	ExitCode int
	// File, Line and Column are the rule in its BUILD file, when known.
	File         string
	Line, Column int
	// Title is Bazel's sentence about the failure, when known.
	Title string
}

// Action reads the stderr of a failed action. There is always at least one
// error: when the output names none, the action itself is the problem and the
// end of its output the note.
func (r Reader) Action(a Action) []Diagnostic {
	return fold(r.action(a, Lines(a.Stderr)))
}

func (r Reader) action(a Action, lines []string) []Diagnostic {
	category := actionCategory(a, lines)
	found := r.compiler(lines, a.Label, category)
	failed := false
	for i := range found {
		failed = failed || found[i].Severity == Error
	}
	if !failed {
		found = append(found, Diagnostic{
			File: r.Paths.File(a.File), Line: a.Line, Column: a.Column, Severity: Error,
			Message: actionMessage(a, lines), Notes: tail(lines, 6), Target: a.Label, Category: category, Count: 1,
		})
	}
	return found
}

func actionMessage(a Action, lines []string) string {
	if a.Title != "" {
		return a.Title
	}
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return a.Mnemonic + " failed"
}

// tail are the last lines that say something, as notes.
func tail(lines []string, limit int) []Note {
	var notes []Note
	for i := len(lines) - 1; i >= 0 && len(notes) < limit; i-- {
		line := strings.TrimRight(lines[i], " \t")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "Use --") || strings.HasPrefix(line, "Execution platform:") {
			continue
		}
		notes = append([]Note{{Message: clip(line, 500)}}, notes...)
	}
	return notes
}

// actionCategory goes by the mnemonic, or by Bazel's progress words when only
// the console is at hand ("Compiling Swift module", "Linking").
func actionCategory(a Action, lines []string) Category {
	text := strings.Join(lines, "\n")
	words := a.Mnemonic + " " + a.Title
	switch {
	case strings.Contains(text, "No space left on device"), a.ExitCode == 86,
		strings.Contains(text, "Bad CPU type in executable"), strings.Contains(text, "Cannot allocate memory"):
		return Infrastructure
	case has(words, "CodeSign", "Codesign", "Signing", "Entitlements", "entitlements", "ProvisioningProfile", "provisioning", "mobileprovision"),
		has(text, "errSecInternalComponent", "security: problem decoding", "codesign failed", "no identity found", "No signing certificate"):
		return Codesign
	case has(a.Mnemonic, "TestRunner") || has(a.Title, "Testing //"):
		return Test
	case has(words, "Link", "Linking") || has(text, "Undefined symbols", "linker command failed", "ld: symbol(s) not found", "duplicate symbol"):
		return Link
	case has(words, "AssetCatalog", "actool", "Storyboard", "ibtool", "Interface Builder", "CompileXib", "BundleResources", "asset catalog", "MergeInfoPlist", "PlMerge"):
		return Resources
	case has(words, "SwiftCompile", "Compile", "Compiling", "Precompile", "SwiftEmitModule", "CppModuleMap"):
		return Compile
	}
	return ActionFailed
}

func has(text string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}
