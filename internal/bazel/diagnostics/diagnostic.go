// Package diagnostics turns what failed builds print into problems a person can
// act on: place, message, label, category and, where one is known, the command
// that mends it. It reads a failed action's stderr, or Bazel's console with its
// exit code and the aborts of the build event stream. It runs nothing.
package diagnostics

// Severity is the rank a compiler or Bazel gave the message.
type Severity string

// Severities, as compilers print them.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Category says who must act. It is decided by evidence: mnemonic, phase, exit
// code, then the text.
type Category string

// Categories. None is a build that succeeded.
const (
	None           Category = ""
	Analysis       Category = "analysis"
	Loading        Category = "loading"
	MissingPackage Category = "missing_package"
	MissingTarget  Category = "missing_target"
	Visibility     Category = "visibility"
	Cycle          Category = "cycle"
	Compile        Category = "compile"
	Link           Category = "link"
	Codesign       Category = "codesign"
	Resources      Category = "resources"
	ActionFailed   Category = "action"
	Test           Category = "test"
	NoTests        Category = "no_tests"
	Infrastructure Category = "infrastructure"
	Locked         Category = "locked"
	Flag           Category = "flag"
	Interrupted    Category = "interrupted"
	Unknown        Category = "unknown"
)

// Note is a related place: a compiler's "note:", the file that references a
// symbol, a frame of a Starlark traceback.
type Note struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

// Fix is one ready step. Command is a buildozer command ("add deps //a:b") and
// Label the target to apply it to; a Fix without Command is advice.
type Fix struct {
	Title   string `json:"title"`
	Command string `json:"command,omitempty"`
	Label   string `json:"label,omitempty"`
}

// Diagnostic is one problem. Line, Column, EndLine and EndColumn are 1-based,
// 0 when unknown; columns are as the program counted them (bytes for swiftc and
// clang). Count is how often the same problem was printed.
type Diagnostic struct {
	File      string   `json:"file,omitempty"`
	Line      int      `json:"line,omitempty"`
	Column    int      `json:"column,omitempty"`
	EndLine   int      `json:"endLine,omitempty"`
	EndColumn int      `json:"endColumn,omitempty"`
	Severity  Severity `json:"severity"`
	Message   string   `json:"message"`
	Notes     []Note   `json:"notes,omitempty"`
	Target    string   `json:"target,omitempty"`
	Category  Category `json:"category"`
	Fix       *Fix     `json:"fix,omitempty"`
	Count     int      `json:"count"`
}

// Verdict is what the whole invocation came to. Retry is true when the same
// command may succeed without a change (server lost, lock held).
type Verdict struct {
	Category   Category `json:"category"`
	FirstCause string   `json:"firstCause,omitempty"`
	Retry      bool     `json:"retry,omitempty"`
}

// Suggester names targets or packages that a misspelt label may have meant,
// nearest first.
type Suggester interface {
	Suggest(label string) []string
}

// Providers names the label that provides a Swift module or a linker symbol, ""
// when none is known.
type Providers interface {
	ModuleLabel(module string) string
	SymbolLabel(symbol string) string
}

// Reader reads outputs. Paths is required for files to be where a person edits
// them; Suggest and Provide may be nil.
type Reader struct {
	Paths   PathMapper
	Suggest Suggester
	Provide Providers
}
