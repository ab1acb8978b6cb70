# The XML file that Bazel asks for, in JUnit's form.

function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	return text
}

# One more test case; outcome is passed, failed or skipped.
function xml_case(suite, name, seconds, outcome, message, place,    row) {
	if (!(suite in xml_tests)) xml_suite[++xml_suites] = suite
	xml_tests[suite]++
	xml_time[suite] += seconds
	row = sprintf("    <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"", escaped(suite), escaped(name), seconds)
	if (outcome == "failed") {
		xml_failed[suite]++
		row = row ">\n      <failure message=\"" escaped(message) "\">" escaped(place) "</failure>\n    </testcase>"
	} else if (outcome == "skipped") {
		xml_skipped[suite]++
		row = row "><skipped message=\"" escaped(message) "\"/></testcase>"
	} else row = row "/>"
	xml_rows[suite] = xml_rows[suite] row "\n"
}

function xml_write(path, bundle,    i, suite) {
	if (path == "") return
	print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" escaped(bundle) ".xctest\">" > path
	for (i = 1; i <= xml_suites; i++) {
		suite = xml_suite[i]
		printf "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" skipped=\"%d\" time=\"%.3f\">\n%s  </testsuite>\n", \
			escaped(suite), xml_tests[suite], xml_failed[suite], xml_skipped[suite], xml_time[suite], xml_rows[suite] > path
	}
	print "</testsuites>" > path
	close(path)
}
