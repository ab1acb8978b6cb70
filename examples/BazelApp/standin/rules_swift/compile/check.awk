# Finds the mistakes that the stand-in compiler knows: a literal of the wrong type, #error and #warning,
# an import of a module that no dependency brings, and a brace that is never closed.
# Prints FILE:LINE:COLUMN: severity: message, the source line and a caret, as swiftc does; exits 1 on an error.

BEGIN {
	split("AppKit Combine CoreGraphics Foundation Observation OSLog SwiftUI Testing UIKit XCTest os", names, " ")
	for (i in names) known[names[i]] = 1
	count = split(importable, names, ",")
	for (i = 1; i <= count; i++) known[names[i]] = 1
}

function report(file, line, column, severity, message, source,    indent) {
	indent = substr(source, 1, column - 1)
	gsub(/[^\t]/, " ", indent)
	printf "%s:%d:%d: %s: %s\n%s\n%s^\n", file, line, column, severity, message, source, indent
	if (severity == "error") failed = 1
}

function type_of(literal) {
	if (literal ~ /^"/) return "String"
	if (literal ~ /^-?[0-9][0-9_]*$/) return "Int"
	if (literal ~ /^-?[0-9][0-9_]*\.[0-9]+$/) return "Double"
	if (literal == "true" || literal == "false") return "Bool"
	return ""
}

# Checks "let name: Type = literal" where both sides are written out.
function check_declaration(    declared, literal, found, at) {
	if (!match($0, /(let|var) +[A-Za-z_][A-Za-z0-9_]*: *(Int|String|Double|Bool) *= */)) return
	at = RSTART + RLENGTH
	declared = substr($0, RSTART, RLENGTH)
	sub(/^[^:]*: */, "", declared)
	sub(/ *= *$/, "", declared)
	literal = substr($0, at)
	if (literal !~ /^"/) sub(/[ \t;\/].*$/, "", literal)
	found = type_of(literal)
	if (found == "" || found == declared || (declared == "Double" && found == "Int")) return
	report(FILENAME, FNR, at, "error", "cannot convert value of type '" found "' to specified type '" declared "'", $0)
}

function close_file() {
	if (depth > 0) report(last_file, open_line, open_column, "error", "expected '}' to close what was opened here", open_source)
	depth = 0
}

FNR == 1 { if (NR > 1) close_file(); last_file = FILENAME; multiline = 0 }

{
	code = $0
	quotes = gsub(/"""/, "&", code)
	if (multiline) { if (quotes % 2) multiline = 0; next }
	if (quotes % 2) { multiline = 1; next }
	sub(/^[ \t]*\/\/.*$/, "", code)
	gsub(/\\"/, "", code)
	gsub(/"[^"]*"/, "", code)
	sub(/\/\/.*$/, "", code)
	if (code == "") next
}

code ~ /^[ \t]*(@testable )?import [A-Za-z]/ {
	name = $NF
	if (!(name in known)) report(FILENAME, FNR, index($0, name), "error", "no such module '" name "'", $0)
}

match($0, /#(error|warning)\("/) {
	severity = substr($0, RSTART + 1, RLENGTH - 3)
	message = substr($0, RSTART + RLENGTH)
	sub(/"\).*$/, "", message)
	report(FILENAME, FNR, RSTART, severity, message, $0)
}

{
	check_declaration()
	opened = gsub(/{/, "{", code)
	closed = gsub(/}/, "}", code)
	if (depth == 0 && opened > closed) { open_line = FNR; open_column = index($0, "{"); open_source = $0 }
	depth += opened - closed
}

depth < 0 { report(FILENAME, FNR, index($0, "}"), "error", "extraneous '}' at top level", $0); depth = 0 }

END { close_file(); exit failed }
