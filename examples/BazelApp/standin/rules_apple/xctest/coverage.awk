# LCOV of the library sources: the lines of a function count as run when a test source calls a function of that name.
# Simulated, as everything here: which branch was taken is not known. "tests" is the list of test sources, one a line.

BEGIN {
	count = split(tests, paths, "\n")
	for (i = 1; i <= count; i++) while ((getline row < paths[i]) > 0) called = called "\n" row
}

function close_source() { if (open_source) printf "LH:%d\nLF:%d\nend_of_record\n", hit, found; open_source = 0 }

FNR == 1 { close_source(); print "SF:" FILENAME; open_source = 1; hit = found = depth = 0; name = "" }

name == "" && match($0, /(func +[A-Za-z0-9_]+|init)\(/) {
	name = substr($0, RSTART, RLENGTH)
	sub(/^func +/, "", name)
	outer = depth; start = FNR; run = index(called, name) > 0
	print "FN:" FNR "," substr(name, 1, length(name) - 1)
	print "FNDA:" run "," substr(name, 1, length(name) - 1)
}

{
	depth += gsub(/{/, "{") - gsub(/}/, "}")
	if (name != "" && $0 ~ /[^ \t]/) { print "DA:" FNR "," run; found++; hit += run }
	if (name != "" && depth <= outer && (FNR > start || /}/)) name = ""
}

END { close_source() }
