package diagnostics

// Output reads what a compiler, a linker or a package manager printed outside of
// Bazel. Output without a problem in it gives none.
func (r Reader) Output(text string) []Diagnostic {
	return fold(r.compiler(Lines(text), "", Compile))
}
