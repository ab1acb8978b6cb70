# Reads Swift test sources and writes a plan, one record a line, fields divided by tabs:
#   test KIND SUITE METHOD SHOWN FILE LINE       KIND is xctest or swift
#   case ARGUMENT                                one argument of a parameterised test
#   do ACTION FILE LINE COLUMN TEXT              fail alternate fatal skip sleep say issue
# Needs value.awk. What it does not understand is taken to succeed, as the real test would.

function emit(action, at, text) { print "do\t" action "\t" file "\t" at "\t" column "\t" text }

# The value that a comment gives to an expression which only a compiler could evaluate.
function told(expression, line) {
	if (!is_literal(expression) && match(line, /\/\/ stand-in: gives .*/)) return trim(substr(line, RSTART + 19))
	return expression
}

function note(count, parts, at) { return count >= at ? " - " unquoted(parts[at]) : "" }

function xctest_statement(name, text, line, at,    parts, count, left) {
	count = split_arguments(text, parts)
	left = told(parts[1], line)
	if (name == "XCTFail") emit(line ~ /\/\/ stand-in: every other time/ ? "alternate" : "fail", at, "failed" note(count, parts, 1))
	else if (name == "XCTAssertEqual" && holds(left, "==", parts[2]) == "no")
		emit("fail", at, "XCTAssertEqual failed: (\"" unquoted(left) "\") is not equal to (\"" unquoted(parts[2]) "\")" note(count, parts, 3))
	else if (name == "XCTAssertTrue" && left == "false") emit("fail", at, "XCTAssertTrue failed" note(count, parts, 2))
	else if (name == "XCTAssertFalse" && left == "true") emit("fail", at, "XCTAssertFalse failed" note(count, parts, 2))
}

function expectation(text, line, at,    left, operator, right, shown) {
	if (!match(text, / (==|!=|<|>) /)) return
	operator = trim(substr(text, RSTART, RLENGTH))
	right = trim(substr(text, RSTART + RLENGTH))
	shown = trim(substr(text, 1, RSTART - 1))
	left = told(shown, line)
	if (shown == parameter) left = argument
	if (right == parameter) right = argument
	if (holds(left, operator, right) != "no") return
	if (left != shown) shown = "(" shown " → " left ")"
	emit("issue", at, "Expectation failed: " shown " " operator " " right)
}

function statement(line, at,    name) {
	column = match(line, /[^ \t]/)
	if (match(line, /XCT(Fail|AssertEqual|AssertTrue|AssertFalse)\(/)) {
		name = substr(line, RSTART, RLENGTH - 1)
		xctest_statement(name, inside(line, RSTART + RLENGTH - 1), line, at)
	}
	else if (match(line, /XCTSkip\(/)) emit("skip", at, unquoted(inside(line, RSTART + RLENGTH - 1)))
	else if (match(line, /fatalError\(/)) emit("fatal", at, unquoted(inside(line, RSTART + RLENGTH - 1)))
	else if (match(line, /sleep\((forTimeInterval: |for: \.seconds\()?[0-9.]+/)) {
		name = substr(line, RSTART, RLENGTH)
		gsub(/[^0-9.]/, "", name)
		emit("sleep", at, name)
	}
	else if (match(line, /#expect\(/)) expectation(inside(line, RSTART + RLENGTH - 1), line, at)
	else if (match(line, /Issue\.record\(/)) emit("issue", at, unquoted(inside(line, RSTART + RLENGTH - 1)))
	else if (match(line, /^[ \t]*print\("/)) emit("say", at, unquoted(inside(line, RSTART + RLENGTH - 2)))
}

function run_body(    i) { for (i = 1; i <= body; i++) statement(text_of[i], line_of[i]) }

function finish_test(    count, list, i) {
	print "test\t" kind "\t" suite "\t" method "\t" shown "\t" file "\t" test_line
	if (disabled != "") { column = 1; emit("skip", test_line, disabled) }
	else if (arguments != "") {
		count = split_arguments(arguments, list)
		for (i = 1; i <= count; i++) { argument = list[i]; print "case\t" parameter " → " argument; run_body() }
	}
	else run_body()
	inside_test = 0; attribute = 0; parameter = ""; argument = ""; arguments = ""; disabled = ""; display = ""
}

FNR == 1 { file = FILENAME; depth = 0; suite = ""; suite_shown = ""; inside_test = 0; attribute = 0 }
/^[ \t]*\/\// { next }

!inside_test && /^[ \t]*@Suite\("/ { next }
!inside_test && /(class|struct) +[A-Za-z0-9_]+.*\{/ && depth == 0 {
	match($0, /(class|struct) +[A-Za-z0-9_]+/)
	suite = substr($0, RSTART, RLENGTH)
	sub(/^[a-z]+ +/, "", suite)
	is_xctest = /XCTestCase/
}

!inside_test && match($0, /@Test/) {
	attribute = 1
	if (substr($0, RSTART + 5, 1) == "(") {
		given = inside($0, RSTART + 5)
		if (given ~ /^"/) { match(given, /^"[^"]*"/); display = substr(given, 1, RLENGTH) }
		if (match(given, /\.disabled\("[^"]*"/)) disabled = substr(given, RSTART + 11, RLENGTH - 12)
		if (match(given, /arguments: \[/)) { arguments = substr(given, RSTART + RLENGTH); sub(/\][^\]]*$/, "", arguments) }
	}
}

!inside_test && match($0, /func +[A-Za-z0-9_]+\(/) {
	name = substr($0, RSTART + 5, RLENGTH - 6)
	sub(/^ +/, "", name)
	parameters = inside($0, RSTART + RLENGTH - 1)
	if (attribute || (is_xctest && name ~ /^test/ && parameters == "")) {
		kind = attribute ? "swift" : "xctest"
		parameter = parameters
		sub(/:.*$/, "", parameter)
		method = attribute ? name "(" (parameter == "" ? "" : parameter ":") ")" : name
		shown = display == "" ? method : display
		test_line = FNR; outer = depth; body = 0; inside_test = 1
	}
}

inside_test && FNR != test_line { text_of[++body] = $0; line_of[body] = FNR }

{
	code = $0
	gsub(/"([^"\\]|\\.)*"/, "", code)
	sub(/\/\/.*$/, "", code)
	depth += gsub(/{/, "", code) - gsub(/}/, "", code)
	if (inside_test && depth <= outer && FNR > test_line) finish_test()
}
