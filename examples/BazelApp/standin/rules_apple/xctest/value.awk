# Values of Swift expressions as far as they are written out: literals, and == != < > between two of them.

function trim(text) {
	sub(/^[ \t]+/, "", text)
	sub(/[ \t]+$/, "", text)
	return text
}

function is_literal(text) {
	return text ~ /^-?[0-9][0-9_]*(\.[0-9]+)?$/ || text ~ /^"([^"\\]|\\.)*"$/ || text == "true" || text == "false" || text == "nil"
}

function unquoted(text) {
	if (text ~ /^".*"$/) text = substr(text, 2, length(text) - 2)
	return text
}

# Splits the arguments of a call at its commas into parts[1..n]; strings, brackets and parentheses hold together.
function split_arguments(text, parts,    i, c, depth, quoted, count, part) {
	count = 0; part = ""
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == "\\" && quoted) { part = part c substr(text, ++i, 1); continue }
		if (c == "\"") quoted = !quoted
		if (!quoted && index("([{", c)) depth++
		if (!quoted && index(")]}", c)) depth--
		if (c == "," && !quoted && depth == 0) { parts[++count] = trim(part); part = ""; continue }
		part = part c
	}
	if (trim(part) != "") parts[++count] = trim(part)
	return count
}

# The text between the parenthesis at position "at" and the one that closes it.
function inside(text, at,    i, c, depth, quoted) {
	for (i = at; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (c == "\\" && quoted) { i++; continue }
		if (c == "\"") quoted = !quoted
		if (quoted) continue
		if (c == "(") depth++
		if (c == ")" && --depth == 0) return substr(text, at + 1, i - at - 1)
	}
	return substr(text, at + 1)
}

# "yes", "no", or "" where the text does not tell.
function holds(left, operator, right) {
	if (!is_literal(left) || !is_literal(right)) return ""
	if (left !~ /^"/ && right !~ /^"/ && left ~ /[0-9]/ && right ~ /[0-9]/) {
		gsub(/_/, "", left); gsub(/_/, "", right)
		left += 0; right += 0
	}
	if (operator == "==") return left == right ? "yes" : "no"
	if (operator == "!=") return left != right ? "yes" : "no"
	if (operator == "<") return left < right ? "yes" : "no"
	if (operator == ">") return left > right ? "yes" : "no"
	return ""
}
