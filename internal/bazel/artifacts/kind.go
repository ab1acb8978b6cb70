package artifacts

import (
	"path"
	"strings"
)

// bundleKind knows the folders that are one thing to a person, by extension.
func bundleKind(ext string) (Kind, bool) {
	switch ext {
	case ".app":
		return App, true
	case ".xctest":
		return XCTest, true
	case ".xcresult":
		return XCResult, true
	case ".dSYM":
		return DSYM, true
	case ".framework":
		return Framework, true
	case ".appex":
		return AppEx, true
	}
	return Other, false
}

// classify tells what lies at a path below the execution root. For a path inside
// a bundle it is the outermost bundle, and whole is the bundle's path: a test in
// a test host (App.app/PlugIns/Tests.xctest) belongs to the application, and
// the bundle in a dSYM's name (App.app.dSYM) is the dSYM.
func classify(p string) (kind Kind, whole string, bundle bool) {
	for end := 0; end < len(p); end++ {
		i := strings.IndexByte(p[end:], '/')
		if i < 0 {
			end = len(p)
		} else {
			end += i
		}
		if k, ok := bundleKind(path.Ext(p[:end])); ok {
			return k, p[:end], true
		}
	}
	switch path.Ext(p) {
	case ".ipa":
		return IPA, p, false
	case ".zip":
		return Archive, p, false
	}
	if name := path.Base(p); name == "coverage.dat" || name == "_coverage_report.dat" {
		return Coverage, p, false
	}
	return Other, p, false
}
