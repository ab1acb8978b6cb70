package testdiscovery

import (
	"regexp"
	"slices"
	"strings"

	"bazelapple/internal/buildfile/index"
	"bazelapple/internal/buildfile/label"
	"bazelapple/internal/testsource"
)

// A dialect is how a rule's runner reads --test_filter.
type dialect int

const (
	// identifiers are those of xcodebuild's -only-testing, "Suite/test",
	// separated by commas (rules_apple's runners, which split at blanks too).
	identifiers dialect = iota
	// expression is a regular expression over "Suite/test", behind which Swift
	// Testing may have the test's place (rules_swift's swift_test).
	expression
	// globs are GoogleTest's, "Suite.Name", separated by colons.
	globs
	// specs are Catch2's test specifications, separated by commas.
	specs
)

func dialectOf(rule string, f testsource.Framework) dialect {
	switch {
	case f == testsource.GoogleTest:
		return globs
	case f == testsource.Catch2:
		return specs
	case rule == "swift_test":
		return expression
	}
	return identifiers
}

// Commas reports whether the runner of a rule separates tests by commas only, so
// that other separators can be written so too.
func Commas(rule string) bool {
	return rule != "swift_test" && !strings.HasPrefix(rule, "cc_") && !strings.HasPrefix(rule, "sh_") && !strings.HasPrefix(rule, "py_")
}

func (d dialect) suite(suite string, parameterized bool) string {
	switch d {
	case expression:
		return "^" + regexp.QuoteMeta(suite) + "/"
	case globs:
		if parameterized {
			return instances(suite+".*", suite+"/*")
		}
		return suite + ".*"
	case identifiers:
		return nameable(suite)
	}
	return suite
}

// instances match what a run makes of a parameterized test of GoogleTest: of one
// by value "Suite.Name/0", of one by type "Suite/0.Name", both behind "Instance/"
// where the instantiation has a name.
func instances(value, typ string) string {
	return strings.Join([]string{value, "*/" + value, typ, "*/" + typ}, ":")
}

// nameable are the suites of a path down to the first whose name no runner
// takes: one with a blank or a comma. "" is everything.
func nameable(suite string) string {
	if at := strings.IndexAny(suite, " ,"); at >= 0 {
		return suite[:max(strings.LastIndexByte(suite[:at], '/'), 0)]
	}
	return suite
}

func (d dialect) test(n testsource.Function, suite string) string {
	name := n.Name
	if suite != "" && d != globs {
		name = suite + "/" + name
	}
	switch d {
	case expression:
		return "^" + regexp.QuoteMeta(name) + "(/|$)"
	case globs:
		if n.Parameterized {
			return instances(suite+"."+name+"/*", suite+"/*."+name)
		}
		return suite + "." + name
	case specs:
		name = escaped.Replace(name)
		if n.Parameterized {
			name += " - *"
		}
	case identifiers:
		if strings.ContainsAny(name, " ,") {
			return nameable(suite) // what is around it is run
		}
	}
	return name
}

// escaped are the characters that mean something in Catch2's specifications.
var escaped = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `[`, `\[`, `"`, `\"`, `*`, `\*`, `~`, `\~`)

// join makes one filter of several.
func (d dialect) join(filters []string) string {
	switch d {
	case expression:
		return strings.Join(filters, "|")
	case globs:
		return strings.Join(filters, ":")
	}
	return strings.Join(filters, ",")
}

// A Call is one call of a test tool.
type Call struct {
	Label  string
	Filter string // "" for the whole target
}

// Plan makes of chosen nodes, less others, one call for each target. Ids that
// only a run has shown, such as the arguments of a parameterized test, stand for
// the test above them.
func (f *Finder) Plan(include, exclude []string) (calls []Call) {
	for _, id := range include {
		target, _, _ := strings.Cut(id, "#")
		if slices.ContainsFunc(calls, func(c Call) bool { return c.Label == target }) {
			continue
		}
		l, err := label.Parse(target)
		if err != nil {
			continue
		}
		t, ok := f.index.Lookup(l)
		if !ok {
			continue
		}
		filter, any := f.filter(t, include, exclude)
		if any {
			calls = append(calls, Call{target, filter})
		}
	}
	return calls
}

// filter is that of one target; any says whether something of it is left to run.
func (f *Finder) filter(t index.Target, include, exclude []string) (filter string, any bool) {
	target := t.Label.String()
	in := func(ids []string, id string) bool { return slices.Contains(ids, id) }
	if in(exclude, target) {
		return "", false
	}
	within := func(ids []string) bool {
		return slices.ContainsFunc(ids, func(id string) bool { return strings.HasPrefix(id, target+"#") })
	}
	if in(include, target) && !within(exclude) {
		return "", true
	}
	nodes := f.Target(t)
	above := map[string]string{}
	for _, n := range nodes {
		above[n.ID] = n.Parent
	}
	// covers reports whether a node or one above it was chosen; an id that is
	// not known counts for the longest known one that it begins with.
	known := func(id string) string {
		for id != target && above[id] == "" {
			at := strings.LastIndexByte(id, '#')
			if at < 0 {
				return target
			}
			id = id[:at]
		}
		return id
	}
	chosen, left := map[string]bool{}, map[string]bool{}
	for _, id := range include {
		if id == target || strings.HasPrefix(id, target+"#") {
			chosen[known(id)] = true
		}
	}
	for _, id := range exclude {
		if above[id] != "" {
			left[id] = true
		}
	}
	covered := func(set map[string]bool, id string) bool {
		for ; id != ""; id = above[id] {
			if set[id] {
				return true
			}
		}
		return false
	}
	var filters []string
	d := identifiers
	suite := ""
	for _, n := range nodes {
		d = dialectOf(t.Rule, n.Framework)
		if !covered(chosen, n.ID) || covered(left, n.ID) {
			continue
		}
		if n.Kind == Suite {
			if chosen[n.ID] && !slices.ContainsFunc(exclude, func(id string) bool { return below(n.ID, id) }) {
				filters = append(filters, n.Filter)
				suite = n.ID
			}
			continue
		}
		if suite != "" && below(suite, n.ID) || slices.Contains(filters, n.Filter) {
			continue // the suite's filter has it
		}
		filters = append(filters, n.Filter)
	}
	if len(filters) == 0 {
		return "", len(nodes) == 0 && in(include, target) || chosen[target] && !within(exclude)
	}
	if slices.Contains(filters, "") {
		return "", true // a test outside of suites that no filter can name
	}
	return d.join(filters), true
}

// below reports whether a node is inside a suite.
func below(suite, id string) bool {
	return strings.HasPrefix(id, suite+"#") || strings.HasPrefix(id, suite+"/")
}
