# Carries out a plan and prints what XCTest and Swift Testing print (forms of Xcode 16). Needs xml.awk.
# Exits 1 on a failure, 139 on a crash, and 1 when no test was left to run, as rules_apple's runner does.

BEGIN { FS = "\t"; now = ENVIRON["NOW"]; ("test -e '" marker "' && echo yes") | getline again }

{ plan[++records] = $0 }

function say(text) { print text; fflush() }

function plural(count, noun) { return count " " noun (count == 1 ? "" : "s") }

function counted(count, failures, seconds) {
	say(sprintf("\t Executed %s, with %s (0 unexpected) in %.3f (%.3f) seconds", plural(count, "test"), plural(failures, "failure"), seconds, seconds))
}

function failure(text, place) {
	failures++
	if (message == "") { message = text; message_place = place }
}

# One action of a test; answers 1 when the test goes on after it.
function act(fields, with,    place) {
	place = fields[3] ":" fields[4]
	if (fields[2] == "say") say(fields[6])
	else if (fields[2] == "sleep") { system("exec sleep " fields[6]); seconds += fields[6] }
	else if (fields[2] == "skip") { outcome = "skipped"; message = fields[6]; message_place = place; return 0 }
	else if (fields[2] == "fatal") {
		print place ": Fatal error: " fields[6] > "/dev/stderr"
		exit 139
	}
	else if (fields[2] == "alternate" && again != "") { system("rm -f '" marker "'"); return 1 }
	else if (fields[2] == "issue") {
		failure(fields[6], place)
		say("✘ Test " shown " recorded an issue" (with == "" ? "" : " with 1 argument " with) " at " file_name(fields[3]) ":" fields[4] ":" fields[5] ": " fields[6])
	} else {
		failure(fields[6], place)
		say(place ": error: " title " : " fields[6])
		if (fields[2] == "alternate") system(": > '" marker "'")
	}
	return 1
}

function file_name(path) { sub(/^.*\//, "", path); return path }

# Runs the test whose record stands at "at"; answers the position after it.
function run_test(at,    fields, i, with, goes_on, cases) {
	split(plan[at], fields, "\t")
	suite = fields[3]; method = fields[4]; shown = fields[5]
	title = "-[" module "." suite " " method "]"
	outcome = "passed"; failures = 0; message = ""; message_place = ""; seconds = 0.001; goes_on = 1; cases = 0; with = ""
	if (fields[2] == "xctest") say("Test Case '" title "' started.")
	else say("◇ Test " shown " started.")
	for (i = at + 1; i <= records && plan[i] !~ /^test\t/; i++) {
		split(plan[i], fields, "\t")
		if (fields[1] == "case") {
			with = fields[2]; cases++; goes_on = 1
			say("◇ Passing 1 argument " with " to " method)
		} else if (goes_on) goes_on = act(fields, with)
	}
	if (failures) outcome = "failed"
	finished(cases)
	return i
}

function finished(cases,    ending) {
	if (title_kind == "xctest") {
		if (outcome == "skipped") say(message_place ": " title " : Test skipped - " message)
		say(sprintf("Test Case '%s' %s (%.3f seconds).", title, outcome, seconds))
	} else if (outcome == "skipped") say("➜ Test " shown " skipped: \"" message "\"")
	else {
		ending = failures ? " with " plural(failures, "issue") : ""
		say(sprintf("%s Test %s%s %s after %.3f seconds%s.", failures ? "✘" : "✔", shown, cases ? " with " plural(cases, "test case") : "", outcome, seconds, ending))
	}
	xml_case(module "." suite, method, seconds, outcome, message, message_place)
	if (outcome == "failed") { bad++; issues += failures }
	ran++; time += seconds
}

# Runs all tests of one kind, suite by suite in the order of the sources.
function run_kind(kind,    i, fields, open, suite_ran, suite_bad, suite_time, total) {
	title_kind = kind; open = ""; ran = bad = time = issues = 0
	for (i = 1; i <= records;) {
		split(plan[i], fields, "\t")
		if (fields[1] != "test" || fields[2] != kind) { i++; continue }
		if (fields[3] != open) {
			if (open != "") end_suite(open, ran - suite_ran, bad - suite_bad, time - suite_time)
			open = fields[3]; suite_ran = ran; suite_bad = bad; suite_time = time
			say(kind == "xctest" ? "Test Suite '" open "' started at " now "." : "◇ Suite " open " started.")
		}
		i = run_test(i)
	}
	if (open != "") end_suite(open, ran - suite_ran, bad - suite_bad, time - suite_time)
}

function end_suite(name, count, failed, took) {
	if (title_kind == "xctest") {
		say("Test Suite '" name "' " (failed ? "failed" : "passed") " at " now ".")
		counted(count, failed, took)
	} else say(sprintf("%s Suite %s %s after %.3f seconds%s.", failed ? "✘" : "✔", name, failed ? "failed" : "passed", took, failed ? " with " plural(issues, "issue") : ""))
}

function has(kind,    i) {
	for (i = 1; i <= records; i++) if (plan[i] ~ "^test\t" kind "\t") return 1
	return 0
}

END {
	say("Test Suite 'All tests' started at " now ".")
	say("Test Suite '" bundle ".xctest' started at " now ".")
	run_kind("xctest")
	all = ran; all_bad = bad
	say("Test Suite '" bundle ".xctest' " (bad ? "failed" : "passed") " at " now ".")
	counted(ran, bad, time)
	say("Test Suite 'All tests' " (bad ? "failed" : "passed") " at " now ".")
	counted(ran, bad, time)
	if (has("swift")) {
		say("◇ Test run started.")
		say("↳ Testing Library Version: stand-in")
		run_kind("swift")
		all += ran; all_bad += bad
		say(sprintf("%s Test run with %s %s after %.3f seconds%s.", bad ? "✘" : "✔", plural(ran, "test"), bad ? "failed" : "passed", time, bad ? " with " plural(issues, "issue") : ""))
	}
	xml_write(xml, bundle)
	if (all == 0 && ENVIRON["ERROR_ON_NO_TESTS_RAN"] != "0" && ENVIRON["TEST_TOTAL_SHARDS"] <= 1) {
		print "error: no tests were executed, is the test bundle empty?" > "/dev/stderr"
		exit 1
	}
	exit all_bad ? 1 : 0
}
