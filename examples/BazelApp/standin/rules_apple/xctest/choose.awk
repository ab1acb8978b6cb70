# Keeps of a plan the tests that the filter names and that belong to this shard.
# The filter is rules_apple's: Class, Class/method or Module/Class/method, divided by commas; a leading - leaves out.

BEGIN {
	FS = "\t"
	count = split(filter, wanted, ",")
	for (i = 1; i <= count; i++) if (wanted[i] !~ /^-/) positive = 1
}

function names(pattern, suite, method,    bare) {
	sub("^" module "/", "", pattern)
	bare = method
	sub(/\(.*$/, "", bare)
	return pattern == suite || pattern == suite "/" method || pattern == suite "/" bare || pattern == module
}

function chosen(suite, method,    i, yes) {
	yes = !positive
	for (i = 1; i <= count; i++) if (wanted[i] !~ /^-/ && names(wanted[i], suite, method)) yes = 1
	for (i = 1; i <= count; i++) if (wanted[i] ~ /^-/ && names(substr(wanted[i], 2), suite, method)) yes = 0
	return yes
}

$1 == "test" { keep = chosen($3, $4) && (number++ % shards == shard) }
keep
