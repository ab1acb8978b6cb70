package index

import "testing"

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"*.swift", "a.swift", true}, {"*.swift", "b/a.swift", false}, {"**/*.swift", "a.swift", true},
		{"**/*.swift", "b/c/a.swift", true}, {"Sources/**/*.swift", "Sources/a.swift", true}, {"Sources/**/*.swift", "Sources/x/y/a.swift", true},
		{"Sources/**/*.swift", "Other/a.swift", false}, {"Sources/**", "Sources/a/b", true}, {"**", "a/b", true}, {"a*b*c", "axxbyyc", true},
		{"a*b*c", "axxbyy", false}, {"*", "a", true}, {"*", "a/b", false}, {"a/*/c", "a/b/c", true}, {"a/*/c", "a/c", false},
		{"**/x/**/*.m", "q/x/a.m", true}, {"**/x/**/*.m", "q/y/a.m", false}, {"a.swift", "a.swift", true}, {"[a].swift", "a.swift", false},
	} {
		if Match(c.pattern, c.file) != c.want {
			t.Errorf("%s on %s: got %v", c.pattern, c.file, !c.want)
		}
	}
}
